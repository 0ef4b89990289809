"""URL handlers in the form that pyserial looks for: one module `protocol_SCHEME` each."""
