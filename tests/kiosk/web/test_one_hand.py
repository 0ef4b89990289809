"""One hand, from the lobby to the ledger, without any script."""

from __future__ import annotations

from kiosk.session import Stage
from tests.kiosk.web.parlour import NAMES, Parlour, sheet_example
from tests.kiosk.web.visitor import Visitor


def test_a_hand_read_by_the_camera_goes_into_the_ledger(parlour: Parlour, visitor: Visitor) -> None:
    visitor.tap("Play", "武汉", "Seats").tap("Start", name=list(NAMES))
    visitor.tap("Skip the machine", "Dana wins", "Bo")
    parlour.read(visitor, sheet_example())
    visitor.tap("Score it")
    assert visitor.sees("−64")
    assert visitor.sees("+96")
    visitor.tap("Confirm & next hand")
    assert parlour.totals == (-16, -16, -64, 96)
    assert visitor.tap("Ledger").sees("±0 ✓")


def test_a_hand_entered_by_hand_settles_the_same(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine", "Dana wins", "Bo", "Enter by hand")
    lay(visitor, 0, "pung", "9 of characters", giver="2")
    lay(visitor, 1, "pung", "East", giver="3")
    lay(visitor, 2, "pung", "7 of circles", giver="0")
    lay(visitor, 3, "chow", "2 of characters", giver="2", claimed="1")
    enter(visitor, "Dana: add to Hand", "67m 456p 55789s")
    enter(visitor, "Chie: add to Set aside", "7z 4s")
    visitor.tap("Choose the winning tile", "8 of characters")
    visitor.tap("Add a tile", "3 of bamboos", "Done")
    visitor.tap("Score it", "Confirm & next hand")
    assert parlour.totals == (-16, -16, -64, 96)


def test_a_drawn_hand_pays_nobody_and_the_banker_stays(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Skip the machine", "Draw")
    assert visitor.sees("Nobody pays.")
    assert visitor.sees("Aiko stays banker")
    visitor.tap("Confirm & next hand")
    assert parlour.totals == (0, 0, 0, 0)


def test_a_reload_comes_back_to_the_same_screen(parlour: Parlour) -> None:
    parlour.at_review(sheet_example()).tap("Score it")
    assert parlour.visitor().sees("Confirm & next hand")


def test_the_machine_leads_to_the_deal(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    visitor.tap("Build the walls")
    parlour.machine.finish(walls_up=True)
    visitor.go("/").tap("Roll the dice")
    parlour.machine.finish(dice=(3, 4))
    assert visitor.go("/").sees("Break Chie's wall: leave 3 on the right.")
    visitor.tap("Start the hand")
    assert parlour.service.view().stage is Stage.PLAYING


def test_every_throw_names_who_is_to_throw(parlour: Parlour) -> None:
    visitor = parlour.sit_down("nanchang")
    assert visitor.sees("Aiko rolls.")
    visitor.tap("Save", die0="1", die1="2")
    assert visitor.sees("Chie rolls.")
    visitor.tap("Save", die0="1", die1="1")
    assert visitor.sees("Aiko rolls.")
    visitor.tap("Save", die0="2", die1="3")
    assert visitor.sees("Break Chie's wall: leave 5 on the right.")


def test_a_throw_of_real_dice_shows_where_the_wall_is_broken(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Save", die0="2", die1="6")
    assert visitor.sees("Break Dana's wall: leave 2 on the right.")
    assert visitor.tap("Re-roll").sees("Aiko rolls.")


def lay(visitor: Visitor, seat: int, kind: str, first: str, **fields: str) -> None:
    """Lay a set before *seat* by the form, its lowest tile being *first*."""
    visitor.tap(f"{NAMES[seat]}: add to Sets")
    visitor.tap(first, kind=kind, **fields)


def enter(visitor: Visitor, row: str, tiles: str) -> None:
    """Enter *tiles* into the row that the button *row* opens, tap by tap."""
    suits = {"m": "characters", "p": "circles", "s": "bamboos"}
    visitor.tap(row)
    for group in tiles.split():
        for rank in group[:-1]:
            suit = suits.get(group[-1])
            visitor.key("red dragon" if suit is None else f"{rank} of {suit}")
    visitor.tap("Done")
