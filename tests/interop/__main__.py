"""A board on TCP: `python -m tests.interop --folder F` prints the port on which it listens.

What it must not forget stands in F/cells, which motions began in F/motions.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import socket
import sys
import time
from pathlib import Path

from tests.interop.board import ALL, Board
from tests.interop.cells import SLOT, Cells


def serve(listener: socket.socket, board: Board) -> None:
    """Serve one host after the other, without end; the machine goes on without one, too."""
    wires: list[socket.socket] = []
    while True:
        due = board.deadline()
        wait = None if due is None else max(0.0, due - time.monotonic())
        ready, _, _ = select.select([listener, *wires], [], [], wait)
        if listener in ready:
            wires.append(listener.accept()[0])
            wires[-1].setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        data = b"".join(receive(wires, wire) for wire in ready if wire is not listener)
        board.receive(data, time.monotonic())
        for frame in board.frames(time.monotonic()):
            for wire in wires[-1:]:
                wire.sendall(frame)


def receive(wires: list[socket.socket], wire: socket.socket) -> bytes:
    """Return what has come on *wire*; one whose host has gone is no more among *wires*."""
    with contextlib.suppress(ConnectionError):
        if data := wire.recv(4096):
            return data
    wires.remove(wire)
    wire.close()
    return b""


def main() -> None:
    """Be a board until somebody ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path())
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--jobs", nargs="*", default=ALL)
    options = parser.parse_args()
    file = os.open(options.folder / "cells", os.O_RDWR | os.O_CREAT)
    motions = os.open(options.folder / "motions", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    cells = Cells(
        lambda: os.pread(file, 2 * SLOT, 0).ljust(2 * SLOT, b"\xff"),
        lambda at, data: write_through(file, data, at),
    )
    board = Board(
        cells, 0, lambda number: os.write(motions, b"%d\n" % number), options.speed, options.jobs
    )
    with socket.create_server(("127.0.0.1", options.port)) as listener:
        sys.stdout.write(f"{listener.getsockname()[1]}\n")
        sys.stdout.flush()
        serve(listener, board)


def write_through(file: int, data: bytes, at: int) -> None:
    """Write *data* so that it is there when this returns."""
    os.pwrite(file, data, at)
    os.fsync(file)


if __name__ == "__main__":
    main()
