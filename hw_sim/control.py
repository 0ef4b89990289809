"""A socket beside the table's port, for people who develop against it: JSON, a line each way.

`{"do": "press", "key": "lift"}` does one of `actions.ACTIONS` and answers `{"ok": true}`;
`{"ask": "state" | "tiles" | "counts" | "actions"}` answers with what it asks for. What makes no
sense is answered by `{"error": "…"}`, never by silence, and harms nothing.
"""

from __future__ import annotations

import json
import os
import selectors
import socket
import threading
from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from hw_sim.machine.tiles import (
    InBox,
    InChute,
    InHead,
    InSlot,
    InTray,
    InWall,
    OnBelt,
    OnTop,
    Outside,
    Place,
)
from hw_sim.scenarios.actions import ACTIONS, act
from hw_sim.simulation import Simulation
from hw_sim.table import SimTable

LONGEST: Final = 65_536
"""Bytes of a line; who sends a longer one is hung up on."""


class Control(AbstractContextManager["Control"]):
    """The socket of one table, served by a thread of its own until `close`."""

    def __init__(self, table: SimTable, path: Path) -> None:
        """Listen at *path*, where nothing may be yet."""
        self.path = path
        self._table = table
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._ear, self._bell = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._lines: dict[socket.socket, bytes] = {}
        self._thread = threading.Thread(target=self._serve, name="sim control", daemon=True)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up on everybody and remove the socket."""
        os.write(self._bell, b"q")
        self._thread.join()
        for end in (self._listener, *self._lines):
            end.close()
        os.close(self._ear)
        os.close(self._bell)
        self.path.unlink(missing_ok=True)

    def _serve(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._ear, selectors.EVENT_READ)
            selector.register(self._listener, selectors.EVENT_READ)
            is_open = True
            while is_open:
                for key, _ in selector.select():
                    is_open = is_open and self._attend(selector, key.fileobj)

    def _attend(self, selector: selectors.BaseSelector, end: object) -> bool:
        """Let a guest in, or hear one; return whether the socket stays open."""
        if end is self._listener:
            guest, _ = self._listener.accept()
            self._lines[guest] = b""
            selector.register(guest, selectors.EVENT_READ)
        elif isinstance(end, socket.socket) and not self._hear(end):
            selector.unregister(end)
            self._lines.pop(end)
            end.close()
        return end != self._ear

    def _hear(self, guest: socket.socket) -> bool:
        """Answer the lines that have come; return whether the guest is still there."""
        try:
            data = guest.recv(LONGEST)
            *lines, rest = (self._lines[guest] + data).split(b"\n")
            for line in lines:
                guest.sendall(json.dumps(answer(self._table, line)).encode() + b"\n")
        except OSError:
            return False
        self._lines[guest] = rest
        return bool(data) and len(rest) <= LONGEST


def answer(table: SimTable, line: bytes) -> dict[str, Any]:
    """Return the answer to one line."""
    try:
        wish = json.loads(line)
        if not isinstance(wish, dict) or ("do" in wish) == ("ask" in wish):
            raise ValueError('a line is {"do": …} or {"ask": …}')
        if "ask" in wish:
            return _answer_to(table, str(wish["ask"]))
        values = {name: value for name, value in wish.items() if name != "do"}
        table.act(lambda simulation: act(simulation, str(wish["do"]), values))
    except (ValueError, KeyError, TypeError) as problem:
        return {"error": str(problem)}
    return {"ok": True}


def _answer_to(table: SimTable, what: str) -> dict[str, Any]:
    """Return what was asked for; raise `ValueError` for anything else."""
    match what:
        case "state":
            return table.act(_state) | {"port": table.port}
        case "tiles":
            return {"tiles": table.act(_tiles)}
        case "actions":
            return {"actions": {name: str(do.__doc__) for name, do in ACTIONS.items()}}
        case "counts":
            return {"counts": table.act(_counts)}
        case _:
            raise ValueError(f"ask {what!r}: choose from state, tiles, counts, actions")


def _state(simulation: Simulation) -> dict[str, Any]:
    machine = simulation.device.machine
    return {
        "state": machine.state.name.lower(),
        "job": None if machine.kind is None else machine.kind.name.lower(),
        "stage": machine.stage.name.lower(),
        "percent": machine.percent,
        "fault": machine.fault[0],
        "side": machine.fault[1],
        "hole_open": machine.hole_open,
        "walls_up": machine.walls_up,
        "paused": machine.is_paused,
        "estop": machine.estop,
        "sets": [state.name.lower() for state in machine.sets.states()],
        "in_play": machine.sets.in_play,
        "builds": None if machine.beside is None else machine.beside.percent,
        "build_fault": machine.beside_fault[0],
        "speed": simulation.device.pace.speed,
        "plugged": simulation.plugged,
    }


def _tiles(simulation: Simulation) -> list[dict[str, Any]]:
    places = simulation.device.places
    return [
        {"number": tile.number, "face": tile.face, "back": tile.back}
        | place_json(places.where(tile))
        for tile in (*places.tiles, *places.spares)
    ]


def _counts(simulation: Simulation) -> dict[str, int]:
    return dict(Counter(str(tile["place"]) for tile in _tiles(simulation)))


def place_json(place: Place) -> dict[str, Any]:
    """Return *place* as names and numbers."""
    match place:
        case InWall(side, stack, tier) | InSlot(side, stack, tier):
            return {"place": _NAMES[type(place)], "side": side, "stack": stack, "tier": tier.value}
        case OnBelt(side) | InHead(side):
            return {"place": _NAMES[type(place)], "side": side}
        case InChute(seat):
            return {"place": "chute", "seat": seat}
        case OnTop(seat, area):
            return {"place": "top", "seat": seat, "area": area.value}
        case _:
            return {"place": _NAMES[type(place)]}


_NAMES: Final[dict[type[Place], str]] = {
    InTray: "tray",
    OnBelt: "belt",
    InHead: "head",
    InWall: "wall",
    InSlot: "slot",
    InBox: "box",
    Outside: "outside",
}
