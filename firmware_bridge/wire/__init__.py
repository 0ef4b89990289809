"""The bytes of the protocol: frames, messages, and what their numbers mean.

No I/O, no time, no sessions: those are `link`.
"""
