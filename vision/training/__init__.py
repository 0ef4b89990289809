"""How the recogniser's networks were made; not needed at run time.

Needs PyTorch and Pillow, which the program itself does not: see `docs/training.md`.
"""
