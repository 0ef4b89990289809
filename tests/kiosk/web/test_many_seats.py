"""Tables of other than four: seats, winds, longer kongs and seasons on the screens."""

from __future__ import annotations

import pytest

import rules
from kiosk.session import Draft, Part
from kiosk.session.commands import WinOn, WriteRow
from kiosk.session.draft import Place
from kiosk.web.actions.review import faces_alike, meld_tiles
from kiosk.web.views.edit import meld_sizes
from rules.ruleset import Ruleset
from tests.kiosk.web.parlour import Parlour, sheet_example
from tests.kiosk.web.visitor import Visitor

NAMES = ("Aiko", "Bo", "Chie", "Dana", "Emi", "Fumio", "Gao", "Hana", "Ines")


def sit_down(parlour: Parlour, ruleset: str, players: int) -> Visitor:
    """Return someone at a table of *players* who have just begun."""
    options = "" if ruleset != "zero-rule" else f"?players={players}"
    someone = parlour.visitor().go(f"/new/{ruleset}/seats{options}")
    return someone.tap("Start", name=list(NAMES[:players]))


def at_review(parlour: Parlour, ruleset: str, players: int) -> Visitor:
    """Return someone who enters Bo's win on Aiko's discard by hand."""
    someone = sit_down(parlour, ruleset, players)
    someone.tap("Start the hand" if not parlour.is_waiting else "Skip the machine")
    return someone.tap("Bo wins").tap("Aiko", place=0).tap("Enter by hand")


def draft(parlour: Parlour) -> Draft:
    """Return the hand at work."""
    hand = parlour.service.view().draft
    assert hand is not None
    return hand


@pytest.mark.parametrize("players", range(1, 10))
def test_as_many_sit_down_as_the_option_says(parlour: Parlour, players: int) -> None:
    sit_down(parlour, "zero-rule", players)
    session = parlour.service.view().session
    assert session is not None
    assert len(session.players) == players


def test_the_fifth_seat_is_the_flowers(parlour: Parlour) -> None:
    assert sit_down(parlour, "five-player-1", 5).sees("花")


def test_the_fifth_seat_of_six_is_whites(parlour: Parlour) -> None:
    table = sit_down(parlour, "zero-rule", 6)
    signs = [letter for letter in "白發中" if f">{letter}</text>" in table.page.html]
    assert signs == ["白", "發"]


def test_a_kong_of_five_is_laid(parlour: Parlour) -> None:
    visitor = at_review(parlour, "zero-rule", 5).go("/edit/meld/1")
    visitor.tap("5 of circles", kind="kong_discard", giver="3", size="5")
    (meld,) = draft(parlour).seats[1].melds
    assert [tile.code for tile in meld.tiles] == ["5p"] * 5


def test_where_the_table_does_not_show_whose_tile_was_claimed_nobody_is_asked(
    parlour: Parlour,
) -> None:
    visitor = at_review(parlour, "wenzhou", 4).go("/edit/meld/1")
    assert 'name="giver"' not in visitor.page.html
    visitor.tap("5 of circles", kind="pung")
    (meld,) = draft(parlour).seats[1].melds
    assert meld.giver == 0


def test_no_one_is_asked_for_the_size_of_a_kong_of_four(parlour: Parlour) -> None:
    html = at_review(parlour, "five-player-1", 5).go("/edit/meld/1").page.html
    assert 'name="size"' not in html.partition("<main")[2]


def test_a_pung_of_flowers_is_of_different_seasons(parlour: Parlour) -> None:
    visitor = at_review(parlour, "five-player-1", 5).go("/edit/meld/1")
    visitor.tap("autumn", kind="pung", giver="3")
    (meld,) = draft(parlour).seats[1].melds
    assert sorted(tile.code for tile in meld.tiles) == ["1f", "3f", "4f"]


def test_a_hand_with_flowers_is_settled_on_the_screens(parlour: Parlour) -> None:
    visitor = at_review(parlour, "five-player-1", 5)
    hand = WriteRow(Place(Part.HAND, 1), "234m567m345p12f67s")
    parlour.service.submit(hand, "hand")
    parlour.service.submit(WinOn(1, "8s"), "tile")
    visitor.go("/").tap("Score it", "Confirm & next hand")
    assert parlour.totals == (24000, 26000, 25000, 25000, 25000)


def test_a_kong_has_four_tiles_where_nobody_says_more() -> None:
    assert meld_tiles("kong_discard", ["5p"], None) == ("5p5p5p5p", "")
    assert meld_tiles("kong_added", ["5p"], None, 7) == ("5p" * 7, "")
    assert meld_tiles("pung", ["5p"], None, 7) == ("5p5p5p", "")


def test_seasons_follow_each_other_round() -> None:
    game = rules.ruleset("five-player-1")
    assert isinstance(game, Ruleset)
    seasons = game.substitutes((), game.defaults)
    assert faces_alike("3f", seasons) == ["3f", "4f", "1f", "2f"]
    assert faces_alike("5p", seasons) == ["5p"]


def test_longer_kongs_are_offered_as_far_as_there_are_tiles() -> None:
    assert list(meld_sizes(9, [6, 6])) == [4, 5, 6]
    assert not meld_sizes(9, [4])
    assert not meld_sizes(4, [9])


def test_the_camera_reads_for_nine_seats(parlour: Parlour) -> None:
    someone = sit_down(parlour, "zero-rule", 9)
    someone.tap("Start the hand" if not parlour.is_waiting else "Skip the machine")
    someone.tap("Bo wins").tap("Aiko", place=0)
    parlour.read(someone, sheet_example())
    assert parlour.camera.asked[-1][1] == 9
    assert "could not be read" not in someone.page.html
