"""Compiled firmware on an emulated microcontroller, its wires on the simulated machine.

`firmware` compiles the ports of `firmware_bridge/board`, `chip` runs one under QEMU, `wiring` moves
the tiles as its motors say, and `device` stands where the simulator's own board does.
"""
