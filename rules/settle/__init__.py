"""The settlement: who pays whom how much and why, and how the table goes on; it knows no game."""
