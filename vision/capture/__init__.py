"""Proposals from one picture of an empty board: corners, outlines, inks, tracks, circles. Knows no game.

Everything is measured on a flat raster of the board in millimetres; people correct what is proposed.
"""
