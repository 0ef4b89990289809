"""What a developer or the operator runs by hand: traces told again, udev rules."""
