"""The bytes of the protocol: frames, messages, what their numbers mean, and the same as a C header.

No I/O, no time, no sessions: those are `link`.
"""
