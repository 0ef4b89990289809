"""The reference board in C reads, sets and counts for service people as the twin does."""

from __future__ import annotations

import json

import pytest

from firmware_bridge.board.c_dictionary import EXAMPLE
from firmware_bridge.link.session import Ask
from firmware_bridge.service_lists import service_lists
from firmware_bridge.upkeep import rows_in
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import EventKind, JobKind, JobState, ResetCause, TableState
from tests.hw_sim.c_board import SLOT, SLOTS, CompiledBoard, compiler
from tests.hw_sim.virtual_host import VirtualHost

pytestmark = pytest.mark.skipif(
    compiler() is None, reason="no C compiler here: install cc, gcc or clang to try the board"
)
LISTS = service_lists(json.loads(EXAMPLE.read_text("utf-8")))
NAMES = [one.name for one in LISTS.parameters]
DROP_LIMIT, BUILD_LIMIT = NAMES.index("drop_limit"), NAMES.index("build_limit")
HEADS, DICE = ([one.name for one in LISTS.usage].index(name) for name in ("heads", "dice"))


def ask_rows(host: VirtualHost, question: Ask) -> list[tuple[int, ...]]:
    answer = host.ask(question)
    assert answer is not None
    return rows_in(answer, 0)


def parameters(host: VirtualHost) -> list[int]:
    return [value for (value,) in ask_rows(host, lambda tag: m.GetParameters(tag, 0))]


def inputs(host: VirtualHost) -> dict[tuple[str, int | None], int]:
    values = ask_rows(host, lambda tag: m.GetInputs(tag, 0))
    rows = zip(LISTS.inputs, values, strict=True)
    return {(one.name, one.side): value for one, (value,) in rows}


def used(host: VirtualHost) -> list[tuple[int, ...]]:
    return ask_rows(host, lambda tag: m.GetUsage(tag, 0))


def refused(host: VirtualHost, question: Ask) -> int:
    """Ask for something; return 0, or by which fault it was refused."""
    answer = host.ask(question)
    return answer.code if isinstance(answer, m.Refused) else 0


def set_to(host: VirtualHost, number: int, value: int) -> int:
    return refused(host, lambda tag: m.SetParameter(tag, number, value))


def test_its_lists_are_those_of_its_dictionary(host: VirtualHost) -> None:
    assert LISTS.problems == {}
    assert parameters(host) == [one.default for one in LISTS.parameters]
    assert (len(inputs(host)), len(used(host))) == (len(LISTS.inputs), len(LISTS.usage))


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_its_limits_are_those_of_its_dictionary(host: VirtualHost, number: int) -> None:
    listed = LISTS.parameters[number]
    outside = [set_to(host, number, value) for value in (listed.least - 1, listed.most + 1)]
    assert outside == [804, 804]
    assert [set_to(host, number, value) for value in (listed.least, listed.most)] == [0, 0]
    assert set_to(host, len(NAMES), 100) == 804


def test_a_build_that_does_not_end_is_given_up_when_it_is_set_to(
    board: CompiledBoard, host: VirtualHost
) -> None:
    assert set_to(host, BUILD_LIMIT, 60) == 0
    op = host.begin(JobKind.BUILD, tiles=0)
    host.run(lambda: host.state is TableState.BUILDING, 5)
    host.run(lambda: False, 6)
    board.hold()
    begin = host.now
    assert host.end_of(op).fault == 302
    assert 50 < host.now - begin < 62


def test_what_is_set_and_counted_outlasts_a_reset(board: CompiledBoard, host: VirtualHost) -> None:
    assert set_to(host, DROP_LIMIT, 333) == 0
    assert host.do(JobKind.NEXT_HAND, tiles=0).state is JobState.DONE
    board.drop_in_coin(0, 2)
    before = used(host)
    board.reset(ResetCause.POWER)
    assert (parameters(host)[DROP_LIMIT], used(host)) == (333, before)
    assert before[HEADS][:2] == (1, 16)
    answer = host.ask(lambda tag: m.GetUsage(tag, 0))
    assert isinstance(answer, m.Usage)
    assert answer.pulses == 2


def test_a_service_begins_the_way_to_the_next_one(host: VirtualHost) -> None:
    for _ in range(3):
        host.do(JobKind.ROLL, dice=2)
    assert refused(host, lambda tag: m.MarkServiced(tag, DICE)) == 0
    host.do(JobKind.ROLL, dice=2)
    cycles, seconds, cycles_then, seconds_then = used(host)[DICE]
    assert (cycles, cycles_then, seconds, seconds_then) == (4, 3, 14, 10)
    assert refused(host, lambda tag: m.MarkServiced(tag, len(LISTS.usage))) == 804


def test_inputs_follow_what_moves(host: VirtualHost) -> None:
    rest = inputs(host)
    host.begin(JobKind.BUILD, tiles=0)
    host.run(lambda: host.state is TableState.BUILDING, 5)
    looks = []
    for _ in range(30):
        host.run(lambda: False, 0.35)
        looks.append(inputs(host))
    assert {look["S1", 2] < 800 for look in looks} == {True, False}, "tiles pass"
    assert (rest["M", None], looks[-1]["M", None]) == (0, 1500)
    assert rest["S1", 2] > 800


def test_nothing_is_set_while_it_moves(host: VirtualHost) -> None:
    host.begin(JobKind.BUILD, tiles=0)
    assert set_to(host, DROP_LIMIT, 100) == 805
    assert parameters(host)[DROP_LIMIT] == 600


def test_memory_that_takes_nothing_refuses_and_the_old_value_holds(
    board: CompiledBoard, host: VirtualHost
) -> None:
    board.keeps = False
    assert set_to(host, DROP_LIMIT, 100) == 504
    assert refused(host, lambda tag: m.MarkServiced(tag, 0)) == 504
    assert parameters(host)[DROP_LIMIT] == 600


def test_a_torn_write_leaves_what_was_before(board: CompiledBoard, host: VirtualHost) -> None:
    assert set_to(host, DROP_LIMIT, 100) == 0
    at = (SLOTS + 0) * SLOT
    for slot in range(2):  # the newer of both slots is torn
        cells = board.eeprom.cells[at + slot * SLOT : at + (slot + 1) * SLOT]
        if int.from_bytes(cells[:4], "little") == 1:
            board.eeprom.cells[at + slot * SLOT + 12] ^= 0xFF
    board.reset(ResetCause.POWER)
    host.ask(m.GetStatus)
    assert (host.state, host.fault[0]) == (TableState.LOCKOUT, 504), "there was no older one"
    assert parameters(host)[DROP_LIMIT] == 600


def test_a_coin_is_told_with_all_that_came_before(board: CompiledBoard, host: VirtualHost) -> None:
    for pulses in (1, 3):
        board.drop_in_coin(1, pulses)
    kinds = [EventKind.COIN] * 2
    assert host.run(lambda: [one.kind for one in host.events] == kinds, 5)
    assert [one.data for one in host.events] == [
        bytes([1, 0, 1, 0, 0, 0]),
        bytes([3, 0, 4, 0, 0, 0]),
    ]
