"""Compiled firmware on emulated chips; skipped where compiler or emulator are missing."""
