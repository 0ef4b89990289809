"""What the screens say of the machine: its jobs, its faults, a line that is lost."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import rules
from kiosk.ledger.store import LedgerStore
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.session import Stage
from kiosk.session.repairs import DrawSeats
from kiosk.table.port import Link, TableFault
from tests.guards import PATIENCE_S
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.stand_ins import LoadedCamera
from tests.kiosk.table.test_bridge import Bench
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import Visitor
from tests.kiosk.whole_app import create_app


def test_a_job_at_work_shows_what_it_does_and_how_far_it_is(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Build the walls")
    parlour.machine.now = replace(parlour.machine.now, stage="shuffle", percent=40)
    visitor.go("/")
    assert visitor.sees("Shuffling")
    assert 'value="40"' in visitor.page.html


def test_a_job_whose_times_are_known_says_how_long_it_still_takes(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Build the walls")
    parlour.machine.now = replace(parlour.machine.now, stage="build", percent=60, left_s=12)
    assert visitor.go("/").sees("12 s left")


def test_a_jam_names_the_player_before_whom_it_is_and_the_way_out(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    fault = TableFault(202, side=2)
    parlour.machine.now = replace(parlour.machine.now, outcome="failed", fault=fault)
    visitor.go("/")
    assert visitor.sees("Tiles are stuck on the belt. In front of Chie.")
    assert visitor.sees("Take the stuck tiles out and close it.")
    assert visitor.find("Skip the machine")


def test_a_jam_that_is_still_there_is_said_to_be_so(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    store = LedgerStore(tmp_path / "ledger.sqlite", TickingClock(), boot_id="boot")
    service = Service(store, bench.machine, LoadedCamera(), LiveBoard(), rules)
    visitor = Visitor(create_app(service)).go("/new/wuhan/seats").tap("Start", name=list(NAMES))
    bench.sim.jam(203, 2)
    with service.live.subscribe() as screen:
        visitor.tap("Build the walls")
        while service.view().table.outcome != "failed":
            assert screen.wait(PATIENCE_S) is not None
    visitor.go("/").tap("Done, try again")
    assert visitor.sees("The table still senses it.")
    bench.sim.unjam(203, 2)
    visitor.tap("Done, try again")
    assert not visitor.sees("stuck")
    assert visitor.find("Build the walls").is_disabled is False
    service.close()
    bench.sim.close()


def test_dice_that_look_unfair_are_told_and_nobody_is_stopped(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    parlour.machine.now = replace(parlour.machine.now, warning=TableFault(606))
    assert visitor.go("/").sees("The dice look unfair.")
    assert not visitor.find("Build the walls").is_disabled


def test_a_fault_without_words_still_says_what_to_do(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    parlour.machine.now = replace(parlour.machine.now, fault=TableFault(999))
    assert visitor.go("/").sees("The table has stopped.")


def test_a_lost_line_leaves_the_game_to_go_on_by_hand(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    parlour.machine.now = replace(parlour.machine.now, link=Link.LOST)
    assert visitor.go("/").sees("The table does not answer.")
    visitor.tap("Start the hand")
    assert parlour.service.view().stage is Stage.PLAYING


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (902, "This program may not use the table's port."),
        (903, "Another program is using the table."),
        (907, "This is not the table."),
        (910, "The table's firmware is too old."),
        (911, "The table's firmware is too new."),
    ],
)
def test_a_line_that_cannot_be_had_says_why(code: int, words: str, parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    parlour.machine.now = replace(parlour.machine.now, link=Link.LOST, line_code=code)
    assert visitor.go("/").sees(words)


def test_an_order_on_a_lost_line_is_refused_with_words(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    parlour.machine.now = replace(parlour.machine.now, link=Link.LOST)
    assert visitor.tap("Build the walls").sees("The connection to the table was lost.")


def test_stop_is_one_tap_and_becomes_resume(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Stop")
    assert [job for job, _ in parlour.machine.orders] == ["stop"]
    parlour.machine.now = replace(parlour.machine.now, outcome="done", is_stopped=True)
    visitor.go("/").tap("Resume")
    assert [job for job, _ in parlour.machine.orders] == ["stop", "resume"]


def test_without_a_camera_the_hand_is_entered_at_once(tmp_path: Path) -> None:
    place = Parlour(tmp_path / "ledger.sqlite", has_camera=False)
    visitor = place.sit_down().tap("Skip the machine", "Dana wins", "Bo")
    assert visitor.sees("Check the hand")
    assert 'class="word">Camera' not in visitor.page.html
    place.service.close()


def test_a_camera_that_went_dark_can_be_read_again_or_passed_over(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine", "Dana wins", "Bo")
    parlour.camera.picture = b""
    visitor.browser.get("/camera/still.jpg")
    assert visitor.go("/").sees("The camera gives no picture.")
    assert visitor.find("Enter by hand")
    assert visitor.find("Read")


def test_the_camera_s_picture_and_a_tile_cut_out_of_it_are_served(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    still = visitor.browser.get("/camera/still.jpg")
    assert (still.mimetype, still.data[:2]) == ("image/jpeg", b"\xff\xd8")
    assert visitor.browser.get("/camera/tile/77.jpg").status_code == 409


def test_walls_that_the_machine_cannot_build_are_offered_by_hand(parlour: Parlour) -> None:
    parlour.machine.refuses = "too_many"
    visitor = parlour.sit_down()
    assert visitor.sees("are too many for this machine: build by hand.")
    assert not visitor.sees("Build the walls")
    visitor.tap("Skip the machine")
    assert parlour.service.view().stage is Stage.PLAYING


THROWS = ((1, 2), (6, 5), (2, 2), (4, 4))


def names(parlour: Parlour) -> tuple[str, ...]:
    return parlour.service.view().names


def roll(parlour: Parlour, visitor: Visitor, *throws: tuple[int, ...]) -> None:
    """Let the machine throw these, each when *visitor* taps for it."""
    for pips in throws:
        visitor.tap("Roll the dice")
        parlour.machine.finish(dice=pips)
        visitor.go("/")


def test_the_table_s_dice_draw_the_seats(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Seats")
    assert visitor.sees("Aiko rolls.")
    roll(parlour, visitor, *THROWS[:1])
    assert visitor.sees("1 + 2 = 3")
    assert visitor.sees("Bo rolls.")
    roll(parlour, visitor, *THROWS[1:])
    assert names(parlour) == ("Bo", "Dana", "Chie", "Aiko")
    assert visitor.sees("Sit down like this")
    assert visitor.sees("6 + 5 = 11")
    assert re.findall(r"<strong>(sits where .*?|stays there)</strong>", visitor.page.html) == [
        "sits where Aiko sat",
        "sits where Bo sat",
        "stays there",
        "sits where Dana sat",
    ]


def test_a_draw_is_taken_back_with_one_tap(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Seats")
    roll(parlour, visitor, *THROWS)
    visitor.tap("Take the draw back")
    assert names(parlour) == NAMES
    assert not visitor.sees("Sit down like this")


def test_dice_thrown_by_hand_draw_too(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("First banker")
    visitor.tap("Save", die0="3", die1="4")
    assert names(parlour) == ("Chie", "Dana", "Aiko", "Bo")


def test_whoever_does_not_want_to_move_stays(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Seats")
    roll(parlour, visitor, *THROWS[:2])
    visitor.tap("Stay as you sit")
    assert names(parlour) == NAMES
    assert visitor.find("Build the walls").form is not None


def test_in_a_card_game_the_dice_say_who_leads_and_nobody_moves(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/tien-gow/seats").tap("Start", name=list(NAMES))
    visitor.tap("Who leads first")
    roll(parlour, visitor, *THROWS, (1, 2))
    draft = parlour.service.view().draft
    assert draft is not None
    assert (names(parlour), draft.leader) == (NAMES, 3)


def test_after_the_first_hand_nothing_is_drawn_any_more(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine", "Draw", "Confirm & next hand")
    assert not visitor.sees("Draw by dice")
    assert not parlour.service.can(DrawSeats("seats"))


def test_dice_that_break_no_wall_say_who_takes_first(parlour: Parlour) -> None:
    visitor = parlour.sit_down("tien-gow")
    visitor.tap("Save", die0="3", die1="4")
    assert visitor.sees("The tiles are taken in this order: Aiko, Bo, Chie, Dana.")
