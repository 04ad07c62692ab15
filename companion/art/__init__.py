"""Boards as drawings in millimetres, and their two backends: paper at true size and pixels."""
