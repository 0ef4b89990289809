"""The table without the table: machine, firmware, camera view and players, simulated."""
