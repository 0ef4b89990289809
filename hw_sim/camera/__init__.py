"""The camera above the simulated table, and the scene that it sees."""
