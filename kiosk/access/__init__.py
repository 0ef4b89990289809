"""Who may do what: the operator's PIN, programs' tokens, rights, what a request must pass."""
