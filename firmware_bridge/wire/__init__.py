"""The bytes of the protocol: frames, messages and what their numbers mean; no I/O, no sessions."""
