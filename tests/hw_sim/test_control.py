"""The control socket: what developers can see and do beside the table's port."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.wire.codes import Stage, TableState
from hw_sim.control import Control, answer
from hw_sim.machine.tiles import Area, OnTop
from hw_sim.ports.memory import MemoryPort
from hw_sim.table import SimTable
from tests.guards import PATIENCE_S
from tests.hw_sim.camera.faces import FACES


@pytest.fixture
def table() -> Iterator[SimTable]:
    """Return a fast table that nobody has connected to."""
    with SimTable(FACES, seed=1, speed=500, port=MemoryPort()) as table:
        yield table


def say(table: SimTable, **wish: Any) -> dict[str, Any]:
    """Return the answer to a line."""
    return answer(table, json.dumps(wish).encode())


def test_a_key_pressed_by_hand_brings_the_walls_up(table: SimTable) -> None:
    assert say(table, do="press", key="lift") == {"ok": True}
    assert table.wait_for(lambda sim: sim.state is TableState.PLAY, PATIENCE_S)
    assert say(table, ask="counts")["counts"] == {"wall": 136, "box": 136, "outside": 6}
    state = say(table, ask="state")
    assert (state["state"], state["walls_up"], state["fault"]) == ("play", True, 0)


def test_every_tile_is_told_with_its_place(table: SimTable) -> None:
    say(table, do="press", key="lift")
    assert table.wait_for(lambda sim: sim.state is TableState.PLAY, PATIENCE_S)
    tile = table.take(1, 3, "top", OnTop(2, Area.HAND))
    tiles = say(table, ask="tiles")["tiles"]
    assert len(tiles) == 278
    assert tiles[tile.number] == {
        "number": tile.number,
        "face": tile.face,
        "back": 0,
        "place": "top",
        "seat": 2,
        "area": "hand",
    }


def test_tiles_are_seen_on_their_way_through_the_machine(table: SimTable) -> None:
    counts: list[dict[str, int]] = []
    table.at(Stage.BUILD, lambda: counts.append(say(table, ask="counts")["counts"]), percent=65)
    say(table, do="press", key="lift")
    assert table.wait_for(lambda sim: sim.state is TableState.PLAY, PATIENCE_S)
    assert counts[0]["belt"] == 8
    assert counts[0]["head"] == 8
    assert sum(counts[0].values()) == 278


def test_a_hand_in_the_lifter_is_put_in_and_taken_away(table: SimTable) -> None:
    say(table, do="hand", side=2)
    say(table, do="press", key="lift")
    assert table.wait_for(lambda sim: sim.state is TableState.FAULT, PATIENCE_S)
    state = say(table, ask="state")
    assert (state["fault"], state["side"]) == (702, 2)
    assert say(table, do="hand", side=2, there=False) == {"ok": True}


def test_the_pace_changes_on_the_way(table: SimTable) -> None:
    assert say(table, do="speed", times=0.5) == {"ok": True}
    assert say(table, ask="state")["speed"] == 0.5


def test_all_actions_are_told_with_what_they_do(table: SimTable) -> None:
    actions = say(table, ask="actions")["actions"]
    assert {"press", "put", "mend", "hand", "carry_off", "bring", "speed"} <= set(actions)
    assert all(text.endswith(".") for text in actions.values())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"not json", "Expecting value"),
        (b"[1, 2]", "a line is"),
        (b'{"ask": "state", "do": "press"}', "a line is"),
        (b'{"ask": "the future"}', "choose from state"),
        (b'{"do": "fly"}', "no action 'fly'"),
        (b'{"do": "press"}', "missing"),
        (b'{"do": "press", "key": "any"}', "choose from lift, dice"),
        (b'{"do": "put", "fault": 999}', "no cause of fault 999"),
        (b'{"do": "sweep"}', "hole is closed"),
        (b'{"do": "flash", "name": "stolen"}', "no firmware"),
        (b'{"do": "sensor", "spot": "nose"}', "not a valid Spot"),
        (b'{"do": "drift", "rate": 3}', "within a tenth"),
        (b'{"do": "slow_loop", "seconds": "long"}', "'long' is no float"),
        (b'{"do": "slow_loop", "seconds": -1}', "less than nothing"),
        (b'{"do": "hand", "side": 7}', "sides are 0 to 3"),
        (b'{"do": "add_spare", "tiles": 9}', "no spare tile is left"),
        (b'{"do": "dice", "weights": [1, 2]}', "six numbers"),
        (b'{"do": "dice", "magnet": "north"}', "'north' is no int"),
        (b'{"do": "sensor", "spot": "home", "colour": 3}', "no colour"),
        (b'{"do": "cable", "lose": 2}', "between 0 and 1"),
        (b'{"do": "stall", "seconds": 1, "direction": "left"}', "down, up or both"),
    ],
)
def test_what_makes_no_sense_is_answered_in_words(table: SimTable, line: bytes, says: str) -> None:
    assert says in answer(table, line)["error"]
    assert say(table, ask="state")["state"] == "idle"


def test_several_people_hold_the_socket_and_one_that_shouts_is_hung_up_on(
    table: SimTable, tmp_path: Path
) -> None:
    with (
        Control(table, tmp_path / "control") as control,
        guest(control) as one,
        guest(control) as two,
        guest(control) as loud,
    ):
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            shout(loud)
        for end in (one, two, one):
            end.sendall(b'{"ask": "counts"}\n')
            assert json.loads(end.recv(4_096))["counts"]["tray"] == 136
        one.sendall(b'{"do": "press", "key": "lift"}\n{"ask": ')
        assert json.loads(one.recv(4_096)) == {"ok": True}
        one.sendall(b'"state"}\n')
        assert "state" in json.loads(one.recv(4_096))
    assert not (tmp_path / "control").exists()


def shout(end: socket.socket) -> None:
    """Send a line that does not end."""
    for _ in range(1_000):
        end.sendall(b"x" * 1_000)


def guest(control: Control) -> socket.socket:
    """Return a connection to the socket."""
    end = socket.socket(socket.AF_UNIX)
    end.settimeout(PATIENCE_S)
    end.connect(str(control.path))
    return end
