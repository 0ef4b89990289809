"""A hand of Tien Gow or Shuangkou told by touch."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hw_sim.players import HandSpec
from hw_sim.players.cards import played_record
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import Visitor
from vision.table import CardReading
from vision.types import TileReading


def at_review(parlour: Parlour, game: str, options: str = "") -> Visitor:
    """Return someone who is to say what was played in a first hand."""
    path = f"/new/{game}/seats?{options}"
    visitor = parlour.visitor().go(path).tap("Start", name=list(NAMES))
    visitor.tap("Skip the machine" if parlour.is_waiting else "Start the hand")
    return visitor.tap("The hand is over")


def press(visitor: Visitor, action: str, **fields: object) -> Visitor:
    """Send the form of *action*, its fields set so."""
    form = next(one for one in visitor.page.forms if one.action.endswith(action))
    others = [(name, value) for name, value in form.fields if name not in fields]
    pairs = [
        (name, str(one))
        for name, value in fields.items()
        for one in (value if isinstance(value, list) else [value])
    ]
    return visitor.send(form, [*others, *pairs])


def play(parlour: Parlour) -> dict[str, Any]:
    """Return what was said of the hand at work."""
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.play is not None
    return dict(draft.play)


def tell(visitor: Visitor, hand: dict[str, Any]) -> Visitor:
    """Tap a hand of Tien Gow."""
    for seat, count in enumerate(hand["piles"]):
        press(visitor, "/piles", seat=seat, count=count)
    for role in ("leader", "winner"):
        press(visitor, "/last", role=role, seat=hand["last"][role])
    for tile in hand["last"]["led"]:
        press(visitor, "/tile", to="led", tile=tile)
    if hand["last"]["leader"] != hand["last"]["winner"]:
        for tile in hand["last"]["tiles"]:
            press(visitor, "/tile", to="tiles", tile=tile)
    for premium in hand["premiums"]:
        seat = premium.get("seat", premium.get("leader"))
        press(visitor, "/premium", kind=premium["kind"], seat=seat,
              winner=premium.get("winner", 0), up=premium.get("up", []))  # fmt: skip
    if hand["sweep"]:
        press(visitor, "/sweep", sweep=hand["sweep"])
    return visitor


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hand_of_dominoes_told_by_touch_pays_what_it_must(parlour: Parlour, seed: int) -> None:
    state = {"banker": 0, "scores": [0, 0, 0, 0]}
    full, record = played_record("tien-gow", random.Random(seed), HandSpec(state=state))
    visitor = tell(at_review(parlour, "tien-gow"), record["play"])
    visitor.tap("Score it", "Confirm & next hand")
    gains = parlour.service.view().session
    assert gains is not None
    assert gains.hands[0].settlement["net"] == list(parlour.totals)
    assert [one["tiles"] for one in full["play"]["tricks"][-1]["plays"]]
    assert sum(parlour.totals) == 0
    assert parlour.totals != (0, 0, 0, 0)


def test_who_leads_and_wins_has_won_with_what_he_led(parlour: Parlour) -> None:
    visitor = at_review(parlour, "tien-gow")
    press(visitor, "/last", role="leader", seat=2)
    press(visitor, "/last", role="winner", seat=2)
    press(visitor, "/tile", to="led", tile="1-2")
    assert play(parlour)["last"] == {"leader": 2, "winner": 2, "led": ["1-2"], "tiles": ["1-2"]}
    press(visitor, "/untile", row="led", tile="1-2")
    assert play(parlour)["last"]["tiles"] == []


def test_no_more_dominoes_are_taken_than_there_are(parlour: Parlour) -> None:
    visitor = at_review(parlour, "tien-gow")
    for _ in range(3):
        press(visitor, "/tile", to="led", tile="6-6")
    press(visitor, "/tile", to="led", tile="3-6")
    press(visitor, "/tile", to="led", tile="3-6")
    assert play(parlour)["last"]["led"] == ["6-6", "6-6", "3-6"]


def test_a_premium_may_be_taken_back(parlour: Parlour) -> None:
    visitor = at_review(parlour, "tien-gow")
    press(visitor, "/premium", kind="four", seat=3, winner=1, up=[2])
    assert play(parlour)["premiums"] == [
        {"kind": "four", "leader": 3, "up": [3, 1, 2], "winner": 1}
    ]
    assert visitor.sees("Dana → Bo")
    press(visitor, "/unpremium", index=0)
    assert play(parlour)["premiums"] == []


def test_what_only_some_houses_ask_is_not_asked_elsewhere(parlour: Parlour) -> None:
    visitor = at_review(parlour, "tien-gow")
    assert not visitor.sees("Civil supreme led")
    assert not visitor.sees("Dealt hand")


def test_a_house_with_all_options_asks_for_all(parlour: Parlour) -> None:
    options = "civil_supreme=true&dealt_hands=true&banker_opening=no_sweep"
    visitor = at_review(parlour, "tien-gow", options)
    assert visitor.sees("Civil supreme led")
    press(visitor, "/piles", seat=0, count=8)
    assert visitor.sees("Banker's first lead")
    press(visitor, "/dealt", seat=1, sweep="seven")
    visitor.tap("Score it", "Confirm & next hand")
    assert parlour.totals == (-20, 40, -10, -10)


def test_who_else_laid_a_last_four_may_be_told(parlour: Parlour) -> None:
    visitor = at_review(parlour, "tien-gow")
    press(visitor, "/last", role="leader", seat=0)
    press(visitor, "/last", role="winner", seat=2)
    for tile in ("1-3", "1-3", "1-4", "2-3"):
        press(visitor, "/tile", to="led", tile=tile)
    press(visitor, "/up", seat=1)
    assert play(parlour)["last"]["up"] == [0, 1, 2]


def test_what_is_missing_is_told_at_review(parlour: Parlour) -> None:
    visitor = at_review(parlour, "tien-gow")
    assert not visitor.sees("Score it")
    visitor.tap("Aiko 3").tap("Score it")
    assert visitor.sees("piles")


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("/piles", {"seat": 4, "count": 1}),
        ("/piles", {"seat": 0, "count": 9}),
        ("/tile", {"to": "led", "tile": "7-7"}),
        ("/tile", {"to": "hand", "tile": "6-6"}),
        ("/premium", {"kind": "five", "seat": 0}),
    ],
)
def test_a_form_that_no_screen_has_is_refused(
    parlour: Parlour, action: str, fields: dict[str, object]
) -> None:
    visitor = press(at_review(parlour, "tien-gow"), action, **fields)
    assert visitor.status == 400
    assert play(parlour) == {}


def test_a_hand_of_cards_told_by_touch_pays_what_it_must(parlour: Parlour) -> None:
    visitor = at_review(parlour, "shuangkou")
    press(visitor, "/finish", seat=1)
    press(visitor, "/finish", seat=3)
    press(visitor, "/bomb", seat=3, rank="7", size=6)
    press(visitor, "/bomb", seat=0, rank="JJJJ", size=5)
    assert visitor.sees("Dana · 6 × 7")
    visitor.tap("Score it", "Confirm & next hand")
    assert parlour.totals == (-12, 12, -12, 12)


def test_a_finisher_tapped_again_is_taken_back(parlour: Parlour) -> None:
    visitor = at_review(parlour, "shuangkou")
    for seat in (1, 0, 2, 0):
        press(visitor, "/finish", seat=seat)
    assert play(parlour)["finish"] == [1]


def test_bombs_share_the_cards_that_there_are(parlour: Parlour) -> None:
    visitor = at_review(parlour, "shuangkou")
    for seat in (0, 1, 2):
        press(visitor, "/bomb", seat=seat, rank="T", size=4)
    bombs = play(parlour)["bombs"]
    assert [bomb["seat"] for bomb in bombs] == [0, 1]
    assert sorted(card for bomb in bombs for card in bomb["cards"]) == sorted(
        f"T{suit}" for suit in "SSHHDDCC"
    )
    press(visitor, "/unbomb", index=0)
    assert [bomb["seat"] for bomb in play(parlour)["bombs"]] == [1]


def test_after_a_double_finish_the_table_asks_who_leads(parlour: Parlour) -> None:
    visitor = at_review(parlour, "shuangkou")
    press(visitor, "/finish", seat=0)
    press(visitor, "/finish", seat=2)
    visitor.tap("Score it")
    assert visitor.sees("Whoever is chosen")
    visitor.tap("Confirm & next hand")
    press(visitor, "/leader", seat=3, on=1)
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.leader == 3


@pytest.mark.parametrize("game", ["tien-gow", "shuangkou"])
def test_a_hand_given_up_is_settled_for_nothing(parlour: Parlour, game: str) -> None:
    visitor = parlour.visitor().go(f"/new/{game}/seats").tap("Start", name=list(NAMES))
    visitor.tap("Skip the machine" if parlour.is_waiting else "Start the hand")
    visitor.tap("Void", "Score it", "Confirm & next hand")
    assert parlour.totals == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("game", "options", "lies", "tiles", "answer"),
    [
        ("tien-gow", "", "5-5", "1-3", "civil tile · civil tile · beats what is on the table"),
        ("tien-gow", "", "3-6", "4-5", "does not beat"),
        ("tien-gow", "", "", "6-6.1-1", "not a combination"),
        ("tien-gow", "", "", "1-2.2-4", "supreme"),
        ("tien-gow", "", "1-5.1-5", "1-6.1-6", "civil pair · beats"),
        ("tien-gow", "civil_supreme=true", "1-5.1-5", "1-6.1-6", "does not beat"),
        ("tien-gow", "civil_supreme=true&high_legs=beats", "1-5.1-5", "1-6.1-6",
         "civil supreme (文尊) · civil pair · beats"),
        ("shuangkou", "", "2S", "BJ", "single card · single card · beats"),
        ("shuangkou", "", "BJ.RJ", "", "not a combination"),
        ("shuangkou", "", "RJ.RJ", "3S.3S.3H.3D", "bomb (炸弾) · beats"),
        ("shuangkou", "", "3S.4S.5S.6S.7S", "4S.5S.6S.7S.8S.9S", "does not beat"),
    ],
)  # fmt: skip
def test_a_play_is_checked_before_it_lies(
    parlour: Parlour, game: str, options: str, lies: str, tiles: str, answer: str
) -> None:
    visitor = at_review(parlour, game, options)
    assert visitor.go(f"/check-play/?lies={lies}&laid={tiles}").sees(answer)
    assert play(parlour) == {}


def test_pieces_are_laid_and_taken_back_by_tapping_them(parlour: Parlour) -> None:
    visitor = at_review(parlour, "tien-gow").tap("Back", "Check a play")
    visitor.tap("On the table", "plum").tap("To be played", "goose")
    assert visitor.sees("civil tile · civil tile · beats what is on the table")
    visitor.tap("Remove: goose")
    assert not visitor.sees("beats")


@pytest.mark.parametrize("row", ["7-7", "3-6.3-6"])
def test_a_play_of_tiles_that_there_are_not_is_not_checked(parlour: Parlour, row: str) -> None:
    assert at_review(parlour, "tien-gow").go(f"/check-play/?laid={row}").status == 400


def test_other_games_have_no_plays_to_check(parlour: Parlour) -> None:
    assert parlour.sit_down("wuhan").go("/check-play/").status == 404


BOX = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def read_tile(code: str) -> TileReading:
    """Return the tile *code* as a camera surely sees it."""
    return TileReading(code, 0.99, BOX)


def test_the_camera_tells_piles_and_last_trick_and_a_tap_corrects_them(parlour: Parlour) -> None:
    pile, trick = read_tile("0z"), tuple(map(read_tile, ("1-2", "0z", "2-4", "0z")))
    seats = ((pile,) * 3, (), (pile,) * 2, (pile,) * 2)
    parlour.camera.card_reading = CardReading(seats, trick, (0, 1, 2, 3))
    visitor = at_review(parlour, "tien-gow").tap("Read the piles and the last trick")
    last = play(parlour)["last"]
    assert (last["leader"], last["winner"], last["tiles"]) == (0, 2, ["2-4"])
    assert play(parlour)["piles"] == [3, 0, 3, 2]
    press(visitor, "/piles", seat=0, count=4)
    assert play(parlour)["piles"] == [4, 0, 3, 2]


def test_an_empty_table_says_what_to_lay_there(parlour: Parlour) -> None:
    parlour.camera.card_reading = CardReading(((),) * 4)
    visitor = at_review(parlour, "tien-gow").tap("Read the piles and the last trick")
    assert visitor.sees("Not everyone laid the same number of tiles")
