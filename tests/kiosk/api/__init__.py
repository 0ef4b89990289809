"""The door for programs."""
