"""The demo table: pictures of a table that is not there, for demonstration and tests. The reader never imports it."""
