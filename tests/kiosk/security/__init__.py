"""Rights, PIN, tokens, headers."""
