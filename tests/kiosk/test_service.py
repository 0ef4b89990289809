"""The kiosk's one door: taps that arrive twice, cuts of power, two screens, machine and camera."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.fairness.dice import LOOKS
from kiosk.ledger.rows import Change
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.table.port import Link, Setup, TableFault, TableStatus
from kiosk.view import Answer, View
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.plain_game import PlainEngine, hand_of, win
from tests.kiosk.stand_ins import HandTurnedMachine, LoadedCamera
from vision.types import SeatReading, TableReading, TileReading

NAMES = ("Aiko", "Bo", "Chen", "Dara")
BOX = ((0.0, 0.0), (26.0, 0.0), (26.0, 35.0), (0.0, 35.0))
DEADLINE_S = 10


class Kiosk:
    """A kiosk that can be switched off and on again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.engine = PlainEngine()
        self.taps = 0
        self.switch_on()

    def switch_on(self) -> None:
        """Start a fresh program on the same disk."""
        self.machine, self.camera = HandTurnedMachine(), LoadedCamera()
        self.store = LedgerStore(self.path, TickingClock(), boot_id="boot")
        self.service = Service(self.store, self.machine, self.camera, LiveBoard(), self.engine)

    def cut_power(self) -> None:
        """End the program without any goodbye that matters, and start again."""
        self.service.close()
        self.switch_on()

    def tap(self, *commands: c.Command) -> Answer:
        """Tap the commands one after another; return the last answer."""
        for command in commands[:-1]:
            self.tap(command)
        self.taps += 1
        return self.service.submit(commands[-1], f"tap-{self.taps}", self.service.view().seq)

    def sit_down(self) -> None:
        """Open a session of the plain game for four."""
        players = tuple(self.service.enrol(name) for name in NAMES)
        self.tap(c.OpenSession("plain", players))

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the scores on the screen."""
        session = self.service.view().session
        assert session is not None
        return session.standing.totals

    def when_read(self) -> View:
        """Return the view as soon as the camera has looked."""
        with self.service.live.subscribe() as screen:
            for _ in range(100):
                view = self.service.view()
                if not view.reading:
                    return view
                screen.wait(DEADLINE_S / 100)
        pytest.fail(f"the camera was not done in {DEADLINE_S} s")


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    table = Kiosk(tmp_path / "ledger.sqlite")
    table.sit_down()
    yield table
    table.service.close()


def test_the_names_stand_at_their_seats(kiosk: Kiosk) -> None:
    assert kiosk.service.view().names == NAMES


def test_a_tap_that_arrives_twice_is_counted_once(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2, giver=1)[:-1])
    seq = kiosk.service.view().seq
    first = kiosk.service.submit(c.ConfirmHand(), "confirm-1", seq)
    second = kiosk.service.submit(c.ConfirmHand(), "confirm-1", seq)
    assert (first.is_repeat, second.is_repeat) == (False, True)
    assert (first.seq, first.stage) == (second.seq, second.stage)
    assert kiosk.totals == (100, 90, 110, 100)


def test_a_tile_added_twice_by_a_bad_line_is_added_once(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2)[:4])
    for _ in range(2):
        kiosk.service.submit(c.AddTiles(hand_of(2), "5m"), "add-1")
    draft = kiosk.service.view().draft
    assert draft is not None
    assert len(draft.seats[2].hand or ()) == 1


def test_power_cut_between_commit_and_answer(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2, giver=1)[:-1])
    kiosk.service.submit(c.ConfirmHand(), "confirm-1")
    kiosk.cut_power()
    again = kiosk.service.submit(c.ConfirmHand(), "confirm-1", expected_seq=1)
    assert again.is_repeat
    assert kiosk.totals == (100, 90, 110, 100)
    assert verify(kiosk.path).hands == 1


def test_power_cut_in_the_middle_of_the_corrections(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2, giver=1)[:-2], c.Declare(0, "ready"))
    before = kiosk.service.view()
    kiosk.cut_power()
    after = kiosk.service.view()
    assert after.stage is Stage.REVIEW
    assert (after.draft, after.session, after.names) == (before.draft, before.session, NAMES)


def test_power_cut_at_the_settlement_shows_the_same_settlement(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2, giver=1)[:-1])
    kiosk.cut_power()
    kiosk.tap(c.ConfirmHand())
    assert kiosk.totals == (100, 90, 110, 100)


def test_a_settlement_that_a_newer_version_does_not_give_is_not_confirmed(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2)[:-1])
    older = kiosk.engine.settle_json
    kiosk.engine.settle_json = lambda data: {**older(data), "wins": ["by other rules"]}
    kiosk.cut_power()
    assert kiosk.service.view().stage is Stage.REVIEW
    kiosk.tap(c.Settle(), c.ConfirmHand())
    session = kiosk.service.view().session
    assert session is not None
    assert session.hands[0].settlement["wins"] == ["by other rules"]


def test_a_screen_that_shows_an_older_hand_is_told_so(kiosk: Kiosk) -> None:
    seq = kiosk.service.view().seq
    kiosk.tap(*win(2, giver=1))
    with pytest.raises(Refused) as caught:
        kiosk.service.submit(c.StartPlay(), "late", seq)
    assert caught.value.code == "stale"


def test_a_second_kiosk_on_the_same_ledger_is_noticed(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2, giver=1)[:-1])
    other = Kiosk(kiosk.path)
    other.taps = 100
    other.tap(c.ConfirmHand())
    other.service.close()
    with pytest.raises(Refused) as caught:
        kiosk.service.submit(c.ConfirmHand(), "mine", kiosk.service.view().seq)
    assert caught.value.code == "stale"
    assert kiosk.totals == (100, 90, 110, 100)


def test_two_screens_confirm_at_once_and_the_hand_counts_once(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2, giver=1)[:-1])
    seq = kiosk.service.view().seq
    refused: list[str] = []

    def confirm(name: str) -> None:
        try:
            kiosk.service.submit(c.ConfirmHand(), name, seq)
        except Refused as error:
            refused.append(error.code)

    screens = [threading.Thread(target=confirm, args=(f"screen-{n}",)) for n in range(4)]
    for screen in screens:
        screen.start()
    for screen in screens:
        screen.join(DEADLINE_S)
    assert refused == ["stale"] * 3
    assert kiosk.totals == (100, 90, 110, 100)


def test_a_disk_that_takes_nothing_loses_no_hand(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2, giver=1)[:-1])
    disk = kiosk.service._store

    class FullDisk:
        def __getattr__(self, name: str) -> object:
            return getattr(disk, name)

        def commit(self, _: Change) -> int:
            raise Refused("disk_full", "nothing was saved", where="ledger")

    kiosk.service._store = FullDisk()
    with pytest.raises(Refused, match="nothing was saved"):
        kiosk.tap(c.ConfirmHand())
    assert kiosk.service.view().stage is Stage.SETTLEMENT
    kiosk.service._store = disk
    kiosk.tap(c.ConfirmHand())
    assert kiosk.totals == (100, 90, 110, 100)


def test_a_draft_that_cannot_be_read_costs_one_hand_and_no_more(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2, giver=1))
    broken = {"stage": "review"}
    seq = kiosk.service.view().seq
    kiosk.store.commit(_change("broken", seq, broken))
    kiosk.cut_power()
    assert kiosk.service.view().stage is Stage.TABLE
    assert kiosk.totals == (100, 90, 110, 100)


def _change(op_id: str, seq: int, draft: dict[str, str]) -> Change:
    return Change(op_id, seq, draft=draft, answer={"seq": seq, "stage": "table"})


def test_someone_forgotten_keeps_the_seat_and_loses_the_name(kiosk: Kiosk) -> None:
    bo = kiosk.service.players()[2]
    kiosk.service.forget(bo.id)
    assert kiosk.service.view().names == ("Aiko", "", "Chen", "Dara")


def test_the_machine_builds_what_the_game_needs(kiosk: Kiosk) -> None:
    kiosk.tap(c.UseTable("next_hand"))
    assert kiosk.machine.orders == [("next_hand", Setup(tiles=136, players=4, dice=2))]


def test_walls_then_dice_then_play(kiosk: Kiosk) -> None:
    assert kiosk.service.view().table.next_job == "next_hand"
    kiosk.tap(c.UseTable("next_hand"))
    kiosk.machine.finish(walls_up=True)
    assert kiosk.service.view().table.next_job == "roll_dice"
    for throw in ((3, 4), (2, 6)):
        kiosk.tap(c.UseTable("roll_dice"))
        kiosk.machine.finish(dice=throw)
    view = kiosk.service.view()
    assert view.draft is not None
    assert view.draft.wall_break == {"wall": 2, "after": 8, "indicator": None}
    assert view.table.next_job is None


def test_the_next_hand_needs_new_walls(kiosk: Kiosk) -> None:
    kiosk.machine.finish(walls_up=True)
    kiosk.tap(*win(0))
    assert kiosk.service.view().table.next_job == "next_hand"


def test_walls_that_wait_under_the_table_are_only_raised(kiosk: Kiosk) -> None:
    kiosk.machine.now = TableStatus(link=Link.ONLINE, walls_built=True)
    assert kiosk.service.view().table.next_job == "raise_walls"


def test_walls_and_dice_by_the_machines_own_keys_are_those_of_the_hand(kiosk: Kiosk) -> None:
    kiosk.machine.bring(walls_up=True)
    assert kiosk.service.view().table.next_job == "roll_dice"
    kiosk.machine.bring(dice=(3, 4))
    draft = kiosk.service.view().draft
    assert draft is not None
    assert (draft.walls_up, draft.dice) == (True, ((3, 4),))


def test_a_hand_called_by_key_before_the_last_one_is_settled_is_the_next_one(kiosk: Kiosk) -> None:
    kiosk.machine.finish(walls_up=True)
    kiosk.tap(*win(2)[:-1])
    kiosk.machine.bring(walls_up=True)
    kiosk.machine.bring(dice=(3, 4))
    assert kiosk.service.view().stage is Stage.SETTLEMENT
    kiosk.tap(c.ConfirmHand())
    draft = kiosk.service.view().draft
    assert draft is not None
    assert (draft.walls_up, draft.dice) == (True, ((3, 4),))


def test_nothing_is_proposed_that_the_machine_does_not_offer(kiosk: Kiosk) -> None:
    kiosk.machine.now = TableStatus(link=Link.ONLINE, offers=frozenset({"next_hand"}))
    kiosk.machine.now = replace(kiosk.machine.now, walls_built=True)
    assert kiosk.service.view().table.next_job == "next_hand"
    kiosk.machine.finish(walls_up=True)
    assert kiosk.service.view().table.next_job is None


def test_walls_that_the_machine_cannot_build_are_left_to_the_players(kiosk: Kiosk) -> None:
    kiosk.machine.refuses = "too_many"
    table = kiosk.service.view().table
    assert table.by_hand is not None
    assert (table.by_hand.why, table.next_job) == ("too_many", "roll_dice")


def test_without_the_machine_play_goes_on_by_hand(kiosk: Kiosk) -> None:
    kiosk.machine.now = TableStatus(link=Link.LOST)
    with pytest.raises(Refused) as caught:
        kiosk.tap(c.UseTable("next_hand"))
    assert caught.value.code == "table_lost"
    kiosk.tap(c.NoteDice((3, 4)), *win(2, giver=1))
    assert kiosk.totals == (100, 90, 110, 100)


def test_dice_that_look_unfair_are_told_between_hands_and_after_a_restart(kiosk: Kiosk) -> None:
    for _ in range(LOOKS[0]):
        kiosk.tap(c.NoteDice((6, 6), "motor_sensor"), c.ForgetDice())
    assert kiosk.service.view().table.warning is None
    kiosk.tap(*win(0))
    assert kiosk.service.view().table.warning == TableFault(606)
    kiosk.cut_power()
    assert kiosk.service.view().table.warning == TableFault(606)


def test_dice_that_fall_too_late_change_nothing(kiosk: Kiosk) -> None:
    kiosk.tap(c.StartPlay(), c.CallDraw())
    kiosk.machine.finish(dice=(6, 6))
    draft = kiosk.service.view().draft
    assert draft is not None
    assert draft.dice == ()


def test_the_camera_looks_while_the_kiosk_goes_on(kiosk: Kiosk) -> None:
    hand = tuple(TileReading(code, 0.99, BOX) for code in ("1m", "2m", "3m"))
    kiosk.camera.reading = TableReading((SeatReading(2, hand=hand),))
    kiosk.camera.shutter.clear()
    kiosk.tap(*win(2)[:3], c.ReadTable())
    assert kiosk.service.view().reading
    assert kiosk.service.view().stage is Stage.READING
    kiosk.camera.shutter.set()
    view = kiosk.when_read()
    assert view.stage is Stage.REVIEW
    assert view.draft is not None
    assert [tile.code for tile in view.draft.seats[2].hand or ()] == ["1m", "2m", "3m"]
    assert kiosk.camera.asked == [(136, 4)]


def test_a_covered_lens_is_told_and_the_tiles_can_be_entered(kiosk: Kiosk) -> None:
    kiosk.tap(*win(2)[:3], c.ReadTable())
    view = kiosk.when_read()
    assert view.reading_error is not None
    assert view.reading_error.code == "no_frame"
    kiosk.tap(c.EnterByHand())
    assert kiosk.service.view().stage is Stage.REVIEW


def test_a_reader_that_breaks_is_told_and_the_tiles_can_be_entered(kiosk: Kiosk) -> None:
    kiosk.camera.breaks = ValueError("a network of another shape")
    kiosk.tap(*win(2)[:3], c.ReadTable())
    view = kiosk.when_read()
    assert view.reading_error is not None
    assert view.reading_error.code == "camera_failed"
    kiosk.tap(c.EnterByHand())
    assert kiosk.service.view().stage is Stage.REVIEW


def test_a_reading_that_comes_after_giving_up_is_dropped(kiosk: Kiosk) -> None:
    kiosk.camera.reading = TableReading(())
    kiosk.camera.shutter.clear()
    kiosk.tap(*win(2)[:3], c.ReadTable(), c.GoBack(Stage.PLAYING))
    kiosk.camera.shutter.set()
    view = kiosk.when_read()
    assert (view.stage, view.reading_error) == (Stage.PLAYING, None)


def test_a_doubtful_tile_has_its_picture(kiosk: Kiosk) -> None:
    kiosk.camera.reading = TableReading((SeatReading(2, hand=(TileReading("1m", 0.4, BOX),)),))
    kiosk.tap(*win(2)[:3], c.ReadTable())
    view = kiosk.when_read()
    assert view.draft is not None
    (tile,) = view.draft.tiles()
    assert kiosk.service.crop(tile.number) == b"\xff\xd8 " + repr(BOX).encode()
    with pytest.raises(Refused, match="not read"):
        kiosk.service.crop(999)


def test_every_tap_is_told_to_the_other_screens(kiosk: Kiosk) -> None:
    with kiosk.service.live.subscribe() as screen:
        kiosk.tap(c.StartPlay())
        change = screen.wait(DEADLINE_S)
    assert change is not None
    assert change.topics == {"session", "draft"}


def test_a_button_is_offered_only_when_it_works(kiosk: Kiosk) -> None:
    assert kiosk.service.can(c.StartPlay())
    assert not kiosk.service.can(c.ConfirmHand())
