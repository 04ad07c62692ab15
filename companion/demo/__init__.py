"""The demo table's other half: a die on a serial line that is not there, and acts told in human time."""
