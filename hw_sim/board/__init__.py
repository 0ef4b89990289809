"""The controller of a simulated table: what it hears, remembers and says; no ports."""
