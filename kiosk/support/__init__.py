"""What helps when something is wrong: the doctor's findings and the bundle for support."""
