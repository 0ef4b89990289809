"""What a board reads, sets and counts for service people, and keeps whatever happens to it."""

from __future__ import annotations

import pytest

from firmware_bridge.wire import messages as m
from firmware_bridge.wire import service_messages as sm
from firmware_bridge.wire.codes import EventKind, JobKind, Stage, TableState
from hw_sim.board.ops import SLOT, SLOTS
from hw_sim.board.upkeep import AREA
from hw_sim.faults import causes
from hw_sim.scenarios.actions import act
from tests.hw_sim.board.test_board import Bench, stands


@pytest.fixture
def bench() -> Bench:
    return Bench()


def read(bench: Bench, name: str, side: int | None = None) -> int:
    """Return what input *name* reads."""
    answer = bench.host.ask(lambda tag: m.GetInputs(tag, 0))
    assert isinstance(answer, m.Inputs)
    values = [value for (value,) in sm.INPUT.iter_unpack(answer.values)]
    rows = bench.device.board.upkeep.entries["inputs"]
    (reading,) = [
        value
        for row, value in zip(rows, values, strict=True)
        if (row["name"], row.get("side")) == (name, side)
    ]
    return reading


def parameters(bench: Bench) -> list[int]:
    answer = bench.host.ask(lambda tag: m.GetParameters(tag, 0))
    assert isinstance(answer, m.Parameters)
    return [value for (value,) in sm.PARAMETER.iter_unpack(answer.values)]


def set_to(bench: Bench, number: int, value: int) -> int:
    """Set a parameter; return 0, or the refusal."""
    answer = bench.host.ask(lambda tag: m.SetParameter(tag, number, value))
    return answer.code if isinstance(answer, m.Refused) else 0


def used(bench: Bench) -> tuple[int, list[tuple[int, ...]]]:
    """Return the pulses of coins, and cycles and seconds of each mechanism."""
    answer = bench.host.ask(lambda tag: m.GetUsage(tag, 0))
    assert isinstance(answer, m.Usage)
    return answer.pulses, [row[:2] for row in sm.USED.iter_unpack(answer.rows)]


def during(bench: Bench, stage: Stage) -> None:
    """Let a next hand come to *stage*."""
    bench.host.begin(JobKind.NEXT_HAND, tiles=0)
    assert bench.host.run(lambda: bench.machine.stage is stage, 120)


def test_a_motor_draws_current_while_it_turns_and_the_supply_gives_way(bench: Bench) -> None:
    rest = read(bench, "M1"), read(bench, "U1")
    during(bench, Stage.SHUFFLE)
    bench.host.run(lambda: False, 2)
    assert rest[0] == 0
    assert read(bench, "M1") == pytest.approx(1500, rel=0.1)
    assert read(bench, "U1") < rest[1]


def test_motors_become_warm_with_work_and_cool_again(bench: Bench) -> None:
    cold = read(bench, "T1")
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).result
    warm = read(bench, "T1")
    bench.host.run(lambda: False, 3_600)
    assert (cold, read(bench, "T1")) == (pytest.approx(250, abs=5), pytest.approx(253, abs=5))
    assert warm > 260


def test_a_motor_that_ran_hot_shows_it(bench: Bench) -> None:
    causes.put(bench.device, 303)
    assert read(bench, "T1") == pytest.approx(950, rel=0.02)


def test_a_tile_in_the_head_covers_its_sensor(bench: Bench) -> None:
    during(bench, Stage.BUILD)
    heads = bench.machine.places.heads
    assert bench.host.run(lambda: bool(heads[0]), 10)
    assert read(bench, "S1", 0) < 800
    assert bench.host.run(lambda: not heads[0], 120)
    assert read(bench, "S1", 0) > 800


def test_switches_say_how_the_table_stands(bench: Bench) -> None:
    causes.put(bench.device, 703)
    assert (read(bench, "SW1"), read(bench, "SW2"), read(bench, "SW3")) == (1, 0, 0)


def test_a_sensor_turned_too_far_up_sees_no_tile_any_more(bench: Bench) -> None:
    act(bench.simulation, "sensor", {"spot": "passage", "side": 1, "gain": 4.0})
    end = bench.host.do(JobKind.NEXT_HAND, tiles=0)
    assert (end.fault, end.side) == (402, 1)


def test_the_mixing_takes_as_long_as_it_is_set_to(bench: Bench) -> None:
    assert set_to(bench, 2, 150) == 0
    during(bench, Stage.SHUFFLE)
    begin = bench.host.now
    bench.host.run(lambda: bench.machine.stage is not Stage.SHUFFLE, 60)
    assert bench.host.now - begin == pytest.approx(15.0, abs=0.3)


def test_parameters_are_taken_in_a_locked_table_and_in_none_that_moves(bench: Bench) -> None:
    act(bench.simulation, "press", {"key": "both_lifts", "held_s": 10.0})
    assert (set_to(bench, 0, 200), stands(bench)[0]) == (0, TableState.LOCKOUT)
    assert bench.host.clear(706) == 0
    assert bench.host.run(lambda: bench.host.state is TableState.HOMING, 5)
    assert set_to(bench, 0, 300) == 805
    assert parameters(bench)[0] == 200


@pytest.mark.parametrize(("number", "value"), [(0, 39), (0, 401), (0, -(1 << 31)), (5, 1)])
def test_the_board_holds_the_limits_itself(bench: Bench, number: int, value: int) -> None:
    before = parameters(bench)
    assert (set_to(bench, number, value), parameters(bench)) == (804, before)


def test_a_torn_write_leaves_what_was_before(bench: Bench) -> None:
    assert set_to(bench, 0, 200) == 0
    act(bench.simulation, "tear_write", {"after": 12})
    set_to(bench, 0, 300)
    assert parameters(bench)[0] in (200, 300), "asked again once the board is back"
    assert bench.host.restarts == 1


def test_unreadable_cells_lock_the_table_and_leave_defaults(bench: Bench) -> None:
    assert set_to(bench, 0, 200) == 0
    for place in range(AREA.start, AREA.stop, 5):
        bench.device.eeprom.cells[place] ^= 0xFF
    bench.device.reset()
    assert stands(bench) == (TableState.LOCKOUT, 504)
    assert parameters(bench)[0] == 120


def test_a_value_outside_its_limits_in_the_cells_is_the_default_again(bench: Bench) -> None:
    bench.device.board.upkeep._values[0] = 4_000  # as firmware of other limits left it
    bench.device.board.upkeep.keep()
    bench.device.reset()
    assert parameters(bench)[0] == 120


def test_counters_and_coins_outlast_resets_and_a_new_board_has_none(bench: Bench) -> None:
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).result
    act(bench.simulation, "coin", {"pulses": 3})
    bench.device.reset()
    pulses, rows = used(bench)
    assert (pulses, rows[0]) == (3, (2, 4))
    bench.device.lose_memory()
    assert used(bench) == (0, [(0, 0)] * len(rows))


def test_a_cut_in_a_job_loses_what_that_job_had_counted_and_no_more(bench: Bench) -> None:
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).result
    before = used(bench)
    during(bench, Stage.SHUFFLE)
    bench.device.reset()
    assert used(bench) == before


def test_a_coin_in_the_middle_of_a_build_is_told_and_stops_nothing(bench: Bench) -> None:
    during(bench, Stage.SHUFFLE)
    act(bench.simulation, "coin", {})
    assert bench.host.run(lambda: bench.machine.state is TableState.PLAY, 120)
    events = [event for event in bench.host.events if event.kind == EventKind.COIN]
    assert [(one.code, one.data) for one in events] == [(0, bytes([1, 0, 1, 0, 0, 0]))]


def test_a_makers_warning_goes_by_and_its_fault_stops(bench: Bench) -> None:
    causes.put(bench.device, 1002)
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).fault == 0
    assert bench.host.faults() == [1002]
    causes.put(bench.device, 1001)
    assert bench.host.do(JobKind.NEXT_HAND, tiles=0).fault == 1001
    assert bench.host.clear(1001) == 801, "it still stands"
    causes.remove(bench.device, 1001)
    assert bench.host.clear(1001) == 0


def test_a_table_of_which_only_keys_are_known_has_none_of_it() -> None:
    sold = Bench("as_sold")
    for ask in (m.GetInputs, m.GetParameters, m.GetUsage):
        answer = sold.host.ask(lambda tag, ask=ask: ask(tag, 0))  # type: ignore[misc]  # at once
        assert isinstance(answer, m.Refused)
        assert answer.code == 807


def test_both_slots_are_written_in_turn(bench: Bench) -> None:
    cells = bench.device.eeprom.cells
    before = bytes(cells)
    for value in (200, 210):
        set_to(bench, 0, value)
    starts = [AREA.start + slot * SLOT for slot in range(SLOTS)]
    assert all(cells[at : at + SLOT] != before[at : at + SLOT] for at in starts)
