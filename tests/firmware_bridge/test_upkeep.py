"""Service people at a simulated table: what they read, what they set, and what is refused."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from firmware_bridge import (
    CommandMissingError,
    CommandRefusedError,
    JobFailedError,
    TableClient,
    TableEvent,
    WallsResult,
)
from firmware_bridge.errors import ListError, ParameterError
from firmware_bridge.faults import MakersFault
from firmware_bridge.wire.codes import ResetCause
from hw_sim.scenarios.actions import act
from hw_sim.table import SimTable
from tests.firmware_bridge.test_client import joined
from tests.guards import PATIENCE_S

COMMANDS = ("get_inputs", "get_parameters", "set_parameter", "get_usage", "mark_serviced")


def level_of(client: TableClient, name: str, side: int | None = None) -> int:
    readings = client.upkeep.inputs()
    (value,) = [one.value for one in readings if (one.input.name, one.input.side) == (name, side)]
    return value


def set_to(client: TableClient, name: str) -> int:
    (value,) = [one.value for one in client.upkeep.parameters() if one.parameter.name == name]
    return value


def turn_potentiometer(table: SimTable, gain: float) -> None:
    """Turn the potentiometer of the head sensor of side 2."""
    table.act(lambda sim: act(sim, "sensor", {"spot": "passage", "side": 2, "gain": gain}))


def off_and_on(table: SimTable, client: TableClient) -> None:
    """Take the board's power away and give it back, until it is reached again."""
    events: queue.Queue[TableEvent] = queue.Queue()
    client.subscribe(events.put)
    table.reset(ResetCause.POWER)
    while events.get(timeout=PATIENCE_S).topic != "restarted":
        continue
    client.wait_ready(PATIENCE_S)


def test_s1_follows_its_potentiometer_and_the_build_fails_once_it_is_turned_too_far(
    tmp_path: Path,
) -> None:
    with joined(tmp_path) as (table, client):
        client.set_wall_plan(34, layout=(5, 4, 4, 4))
        levels = []
        for gain in (1.0, 0.5, 0.15):
            turn_potentiometer(table, gain)
            levels.append(level_of(client, "S1", 2))
        assert levels == [pytest.approx(4000 * gain, rel=0.02) for gain in (1.0, 0.5, 0.15)]
        assert levels[2] < set_to(client, "sensor_threshold")
        with pytest.raises(JobFailedError, match="sensor stuck covered at side 2"):
            client.build().wait(PATIENCE_S)
        turn_potentiometer(table, 1.0)
        client.clear_fault(401)
        assert client.build().wait(PATIENCE_S) == WallsResult((5, 4, 4, 4))


def test_a_parameter_is_set_kept_over_a_reset_and_works(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        client.upkeep.set_parameter("sensor_threshold", 300)
        off_and_on(table, client)
        assert set_to(client, "sensor_threshold") == 300
        client.set_wall_plan(34, layout=(5, 4, 4, 4))
        turn_potentiometer(table, 0.15)
        assert client.build().wait(PATIENCE_S) == WallsResult((5, 4, 4, 4))


@pytest.mark.parametrize("value", [39, 401, -1, 1 << 40])
def test_a_value_outside_its_limits_is_refused_with_the_limits(value: int, tmp_path: Path) -> None:
    with joined(tmp_path) as (_, client):
        with pytest.raises(ParameterError, match=f"cannot be {value} ms: 40 to 400 ms"):
            client.upkeep.set_parameter("sensor_debounce", value)
        with pytest.raises(ParameterError, match="no parameter debounce: choose from sensor_deb"):
            client.upkeep.set_parameter("debounce", 100)
        assert set_to(client, "sensor_debounce") == 120


def test_nothing_is_set_while_the_table_moves(tmp_path: Path) -> None:
    with joined(tmp_path, speed=1.0) as (_, client):
        client.build()
        with pytest.raises(CommandRefusedError, match="busy") as refused:
            client.upkeep.set_parameter("mix_time", 80)
        assert refused.value.fault.code == 805
        assert set_to(client, "mix_time") == 50


def test_memory_that_is_worn_out_refuses_and_the_old_value_holds(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        table.act(lambda sim: act(sim, "wear_out", {}))
        with pytest.raises(CommandRefusedError, match="fault 504"):
            client.upkeep.set_parameter("mix_time", 80)
        with pytest.raises(CommandRefusedError, match="fault 504"):
            client.upkeep.mark_serviced(0)
        assert set_to(client, "mix_time") == 50


def test_the_work_of_a_hand_is_counted_and_a_service_begins_it_anew(tmp_path: Path) -> None:
    with joined(tmp_path) as (_, client):
        client.set_wall_plan(34, layout=(5, 4, 4, 4))
        client.next_hand().wait(PATIENCE_S)
        before = {one.mechanism.name: one for one in client.upkeep.usage().rows}
        assert before["hole lid"].cycles == 2
        assert (before["wall lifter"].cycles, before["wall lifter"].seconds) == (1, 4)
        assert before["wall lifter"].share == pytest.approx(1 / 60_000)
        number = list(before).index("wall lifter")
        client.upkeep.mark_serviced(number)
        after = client.upkeep.usage().rows[number]
        assert (after.cycles, after.share) == (1, 0.0)
        with pytest.raises(ParameterError, match="no mechanism 99"):
            client.upkeep.mark_serviced(99)


def test_a_coin_is_told_once_and_counted_for_good(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        events: queue.Queue[TableEvent] = queue.Queue()
        client.subscribe(events.put)
        table.act(lambda sim: act(sim, "coin", {"slot": 1, "pulses": 2}))
        while (event := events.get(timeout=PATIENCE_S)).topic != "coin":
            continue
        assert (event.code, event.data) == (1, bytes([2, 0, 2, 0, 0, 0]))
        off_and_on(table, client)
        assert client.upkeep.usage().pulses == 2


def test_a_makers_own_fault_stops_the_job_by_its_name_and_is_cleared(tmp_path: Path) -> None:
    with joined(tmp_path) as (table, client):
        client.set_wall_plan(34, layout=(5, 4, 4, 4))
        table.jam(1001)
        with pytest.raises(JobFailedError, match=r"fan stopped \(fault 1001\)") as failed:
            client.build().wait(PATIENCE_S)
        kind = failed.value.fault.kind
        assert isinstance(kind, MakersFault)
        assert isinstance(kind.text, dict)
        assert kind.text["ja"].startswith("機械")
        table.unjam(1001)
        client.clear_fault(1001)
        assert client.build().wait(PATIENCE_S) == WallsResult((5, 4, 4, 4))


@pytest.mark.parametrize("board", ["old", "one set"])
@pytest.mark.parametrize("command", COMMANDS)
def test_an_older_board_is_not_asked_and_what_is_missing_is_named(
    board: str, command: str, tmp_path: Path
) -> None:
    with joined(tmp_path, board=board) as (_, client):
        assert not client.upkeep.offers(command)
        with pytest.raises(CommandMissingError, match=f"does not offer {command}"):
            _ask(client, command)
        assert isinstance(client.next_hand().wait(PATIENCE_S), WallsResult)


def test_a_list_that_lies_takes_only_what_goes_by_it(tmp_path: Path) -> None:
    with joined(tmp_path, board="lying list") as (_, client):
        with pytest.raises(ListError, match=r"parameters, entry 1: least is 400, and most is 40"):
            client.upkeep.parameters()
        with pytest.raises(ListError, match=r"there is no parameter sensor_threshold"):
            client.upkeep.inputs()
        assert len(client.upkeep.usage().rows) == 7
        assert isinstance(client.next_hand().wait(PATIENCE_S), WallsResult)


def _ask(client: TableClient, command: str) -> object:
    upkeep = client.upkeep
    return {
        "get_inputs": upkeep.inputs,
        "get_parameters": upkeep.parameters,
        "set_parameter": lambda: upkeep.set_parameter("mix_time", 50),
        "get_usage": upkeep.usage,
        "mark_serviced": lambda: upkeep.mark_serviced(0),
    }[command]()
