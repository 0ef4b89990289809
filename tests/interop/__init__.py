"""Boards that others could have written: they import nothing of ours and know the document only."""
