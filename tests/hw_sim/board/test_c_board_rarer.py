"""What not every table has: the board in C answers as the twin does, and does what was asked."""

from __future__ import annotations

import hashlib
import zlib
from typing import cast

import pytest

from firmware_bridge.link.session import Ask
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, JobState, Mechanism, ResetCause, TableState
from hw_sim.board.firmware import Image
from hw_sim.machine.peripherals import Part
from tests.hw_sim.board.c_pair import DEALT, WALLS, Pair, answer_code
from tests.hw_sim.board.c_schedule import on_desk
from tests.hw_sim.c_board import CompiledBoard, compiler
from tests.hw_sim.virtual_host import VirtualHost

pytestmark = pytest.mark.skipif(
    compiler() is None, reason="no C compiler here: install cc, gcc or clang to try the board"
)
SEED, OTHER_SEED = bytes(range(32)), bytes(32)
DIGEST = hashlib.sha256(SEED).digest()
PROGRAM = Image("2.0.0").to_bytes(1_000)
CODE = zlib.crc32(PROGRAM)


def lights(zone: int, rev: int, rgb: bytes = b"\x01\x02\x03") -> Ask:
    return lambda tag: m.Lights(tag, rev, zone, rgb, 7)


def flip(count: int, rev: int) -> Ask:
    return lambda tag: m.FlipDora(tag, rev, count)


def test_the_last_setting_of_each_output_is_shown(board: CompiledBoard) -> None:
    both = Pair(board, "jp_deal")
    for question in (lights(1, 5), lights(2, 1), lights(1, 4), lights(1, 5), lights(1, 6)):
        assert both.ask(question) == 0
    assert both.ask(lambda tag: m.ScoreDisplay(tag, 1, 3, -8_000)) == 0
    assert both.ask(lambda tag: m.ScoreDisplay(tag, 2, 4, 100)) == 804
    assert both.ask(lambda tag: m.Sound(tag, 0xFFFF, 9, 50)) == 0
    assert both.ask(lambda tag: m.Sound(tag, 3, 8, 40)) == 0
    lit = [(0x19, zone, b"\x01\x02\x03\x07") for zone in (1, 2, 1)]
    scores = [(0x18, 3, (-8_000).to_bytes(4, "little", signed=True))]
    assert board.shown == [*lit, *scores, (0x1A, 0, b"\x09\x32\0\0"), (0x1A, 0, b"\x08\x28\0\0")]


def test_indicators_are_turned_on_walls_that_are_up(board: CompiledBoard) -> None:
    both = Pair(board, "jp_deal")
    assert both.ask(flip(1, 1)) == 801
    assert both.do(JobKind.NEXT_HAND, tiles=0)[0] is JobState.DONE
    assert [both.ask(flip(count, 2)) for count in (0, 4, 6, 3)] == [804, 804, 804, 0]
    assert board.shown == [(0x17, 0, b"\x03\0\0\0")]


def test_a_host_that_comes_anew_counts_its_settings_anew(board: CompiledBoard) -> None:
    both = Pair(board, "jp_deal")
    assert both.ask(lights(0, 900)) == 0
    for host in both.hosts:
        host.renew()
    assert both.ask(lights(0, 1)) == 0
    assert len(board.shown) == 2


def test_a_lamp_that_the_table_has_not_is_refused(board: CompiledBoard) -> None:
    host = VirtualHost(on_desk(board), 1)
    assert host.wait_up(5)
    assert answer_code(host.ask(lights(200, 1))) == 804


def commit(number: int, digest: bytes) -> Ask:
    return lambda tag: m.SeedCommit(tag, number, digest)


def reveal(number: int, seed: bytes) -> Ask:
    return lambda tag: m.SeedReveal(tag, number, 2, seed)


def test_both_sides_are_bound_before_a_seed_is_shown(board: CompiledBoard) -> None:
    both = Pair(board, "roller_coaster")
    questions = [reveal(1, SEED), commit(1, DIGEST), commit(1, OTHER_SEED), reveal(2, SEED)]
    assert [both.ask(one) for one in questions] == [804, 0, 804, 804]
    assert [both.ask(reveal(1, seed)) for seed in (OTHER_SEED, SEED)] == [804, 0]


def test_the_seed_shown_is_the_one_that_the_board_was_bound_to(board: CompiledBoard) -> None:
    host = VirtualHost(on_desk(board), 1)
    assert host.wait_up(5)
    seeds = set()
    for number in (1, 2):
        commitment, revelation = host.ask(commit(number, DIGEST)), host.ask(reveal(number, SEED))
        assert isinstance(commitment, m.SeedCommitted)
        assert isinstance(revelation, m.SeedRevealed)
        assert hashlib.sha256(revelation.seed).digest() == bytes(commitment.digest)
        seeds.add(bytes(revelation.seed))
    assert len(seeds) == 2, "a seed is used once"


def test_dealt_tiles_are_lifted_once(board: CompiledBoard) -> None:
    both = Pair(board, "jp_deal", deal=2)
    assert both.do(JobKind.DEAL, tiles=2, seats=4)[:2] == (JobState.NOT_SEEN, 801)
    assert both.do(JobKind.BUILD, tiles=0) == (JobState.DONE, 0, bytes(DEALT))
    assert both.do(JobKind.RAISE)[0] is JobState.DONE
    assert both.do(JobKind.DEAL, tiles=3, seats=4)[1] == 804
    assert both.do(JobKind.DEAL, tiles=2, seats=4) == (JobState.DONE, 0, b"\2\2\2\2")
    assert both.do(JobKind.DEAL, tiles=2, seats=4)[1] == 804


def test_the_next_hand_deals_too(board: CompiledBoard) -> None:
    both = Pair(board, "jp_deal", deal=2)
    assert both.do(JobKind.NEXT_HAND, tiles=0) == (JobState.DONE, 0, bytes(DEALT))
    assert both.do(JobKind.DEAL, tiles=2, seats=4)[1] == 804
    assert both.state() is TableState.PLAY


@pytest.mark.parametrize(
    ("players", "deal", "layout"), [(4, 0, (5, 4, 4, 5)), (0, 0, WALLS), (4, 2, WALLS)]
)
def test_a_gear_that_does_not_add_up_is_refused(
    board: CompiledBoard, players: int, deal: int, layout: tuple[int, ...]
) -> None:
    both = Pair(board, "jp_deal")
    assert both.ask(lambda tag: m.SetGear(tag, 34, players, deal, bytes(layout))) == 804


def test_a_jam_is_turned_free_and_stays_to_be_cleared(board: CompiledBoard) -> None:
    both = Pair(board, "four_port")
    head = {"mechanism": Mechanism.HEAD, "side": 1, "step": 0}
    assert both.do(JobKind.JAM_CLEAR, **head)[1] == 801
    both.twin.device.machine.peripherals.drive(Part.HEAD, 1).grip = 5
    ours, twins = both.hosts
    op, theirs = (host.begin(JobKind.BUILD, tiles=0) for host in (ours, twins))
    board.fail(203, 1)
    assert (ours.end_of(op).fault, twins.end_of(theirs).fault) == (203, 203)
    assert both.do(JobKind.JAM_CLEAR, **{**head, "side": 4})[1] == 804
    assert both.do(JobKind.JAM_CLEAR, **{**head, "mechanism": 10})[1] == 804
    assert both.do(JobKind.JAM_CLEAR, **head) == (JobState.DONE, 0, b"")
    assert both.state() is TableState.FAULT
    assert both.ask(lambda tag: m.Control(tag, 4, 0, 203)) == 0
    assert both.state() is TableState.IDLE


def test_one_part_is_moved_where_somebody_at_the_console_allows_it(board: CompiledBoard) -> None:
    both = Pair(board, "four_port")
    part = {"mechanism": Mechanism.PUSHER, "side": 2, "distance": -30}
    assert both.do(JobKind.JOG, **part)[1] == 809
    board.allow()
    both.twin.device.board.press(2)
    assert both.do(JobKind.JOG, **{**part, "side": 7})[1] == 804
    assert both.do(JobKind.JOG, **part) == (JobState.DONE, 0, b"")


def test_a_part_that_moves_by_the_host_stops_when_the_host_falls_silent(
    board: CompiledBoard,
) -> None:
    host = VirtualHost(on_desk(board), 1)
    assert host.wait_up(5)
    board.allow()
    op = host.begin(JobKind.JOG, mechanism=Mechanism.TRAY, side=0, distance=100)
    host.simulation.unplug()
    host.run(lambda: False, 1.8)
    host.simulation.plug_in()
    assert host.end_of(op).fault == 905


def test_a_count_that_is_not_the_gear_s_or_a_second_set_is_refused(board: CompiledBoard) -> None:
    both = Pair(board, "single_port")
    assert both.do(JobKind.BUILD, tiles=136)[1] == 803
    assert both.do(JobKind.BUILD, tiles=34, set=1)[1] == 803
    assert both.do(JobKind.BUILD, tiles=34)[0] is JobState.DONE


def locked(board: CompiledBoard) -> Pair:
    """Return both boards after a reset in a job."""
    both = Pair(board, "four_port")
    for host in both.hosts:
        host.begin(JobKind.BUILD, tiles=0)
        cast("CompiledBoard", host.simulation.device).reset(ResetCause.POWER)
    for host in both.hosts:
        assert host.run(lambda: host.is_up and host.restarts == 1, 10)  # noqa: B023
    assert both.state() is TableState.LOCKOUT
    return both


def part(at: int, size: int = 200) -> Ask:
    return lambda tag: m.UpdateData(tag, at, PROGRAM[at : at + size])


def test_another_program_comes_in_while_the_table_is_locked(board: CompiledBoard) -> None:
    assert Pair(board, "four_port").ask(lambda tag: m.UpdateBegin(tag, 1_000, CODE)) == 801
    both = locked(board)
    assert both.ask(part(0)) == 804, "nothing was announced"
    assert both.ask(lambda tag: m.UpdateBegin(tag, 0, CODE)) == 804
    assert both.ask(lambda tag: m.UpdateBegin(tag, 1_000, CODE)) == 0
    assert [both.ask(part(at)) for at in (0, 0, 400, 200, 100)] == [0, 0, 804, 0, 0]
    assert both.ask(m.UpdateFinish) == 804, "it is not whole"
    assert both.ask(part(400)) == 804, "and was forgotten"


def test_the_program_that_arrived_whole_is_started_and_kept_once_a_host_is_there(
    board: CompiledBoard,
) -> None:
    both = locked(board)
    assert both.ask(lambda tag: m.UpdateBegin(tag, 1_000, CODE)) == 0
    assert {both.ask(part(at)) for at in range(0, 1_000, 200)} == {0}
    assert both.ask(m.UpdateFinish) == 0
    ours, twins = both.hosts
    assert ours.run(lambda: board.program == PROGRAM, 2)
    assert board.on_trial
    board.reset(ResetCause.HOST)
    assert twins.run(lambda: twins.restarts == 2, 5)
    assert ours.run(lambda: not board.on_trial, 5)
    assert both.twin.device.flash.image.version == "2.0.0"
    assert both.state() is TableState.LOCKOUT


def test_a_damaged_program_is_never_started(board: CompiledBoard) -> None:
    both = locked(board)
    assert both.ask(lambda tag: m.UpdateBegin(tag, 1_000, CODE ^ 1)) == 0
    assert {both.ask(part(at)) for at in range(0, 1_000, 200)} == {0}
    assert both.ask(m.UpdateFinish) == 804
    both.hosts[0].run(lambda: False, 2)
    assert board.program == b""
