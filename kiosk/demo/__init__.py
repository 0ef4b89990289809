"""Whole hands played unattended at a simulated table; nothing that a real table needs."""
