"""The controller of a simulated table: what it hears, remembers and reports; no ports, no threads.

What moves is `machine`, what carries bytes `ports`.
"""
