"""The table without the table: machine, board, camera view and players, simulated.

`table.SimTable` is the whole of it on a real port, `simulation.Simulation` in anybody's time. What
judges a hand or reads a picture is no part of it.
"""
