"""URL handlers in the form that pyserial looks for: one module `protocol_SCHEME` each.

Ports themselves are in `ports`; a handler may make a whole table.
"""
