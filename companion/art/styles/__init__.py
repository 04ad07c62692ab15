"""Touches of single games, found by the game's name."""
