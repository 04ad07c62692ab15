"""The board people own: from a picture of it to a board file, touch by touch. Nothing is lost when it stops."""
