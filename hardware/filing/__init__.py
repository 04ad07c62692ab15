"""Files of this program: written whole or not at all, private where they hold secrets, one writer for a saved game."""
