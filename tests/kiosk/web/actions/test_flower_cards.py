"""A hand of flower cards told by touch: who captured what, what is left, why dealt again."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.i18n import catalogue, languages
from rules.games.cards.hanafuda import PACK, PICTURES, picture
from rules.games.cards.mushi import MUSHI_PACK, REDEALS
from tests.kiosk.web.parlour import BOX, NAMES, Parlour
from tests.kiosk.web.visitor import Visitor
from tests.rules.games.hanafuda.hands import cards, mushi, sakura
from vision.table import CardReading
from vision.types import TileReading

MAN = "Rain 雨, rain man"


def sit(parlour: Parlour, game: str = "mushi", seats: int = 2, options: str = "") -> Visitor:
    """Return someone at a table where the first hand is being played."""
    path = f"/new/{game}/seats?seated={seats}&{options}"
    visitor = parlour.visitor().go(path).tap("Start", name=list(NAMES[:seats]))
    return visitor.tap("Skip the machine" if parlour.is_waiting else "Start the hand")


def at_review(parlour: Parlour, game: str = "mushi", seats: int = 2, options: str = "") -> Visitor:
    """Return someone who is to say who captured what."""
    return sit(parlour, game, seats, options).tap("The hand is over")


def play(parlour: Parlour) -> dict[str, Any]:
    """Return what was said of the hand at work."""
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.play is not None
    return dict(draft.play)


def tell(visitor: Visitor, hand: dict[str, Any]) -> Visitor:
    """Tap the piles of *hand*: every card but the last seat's, which gets the rest."""
    piles = {NAMES[seat]: pile for seat, pile in enumerate(hand["captured"])}
    *_, last = piles
    for place, pile in {**piles, "Left on the table": hand["table"]}.items():
        if place == last:
            continue
        visitor.tap(f"{place} ")
        for card in pile:
            tap_card(visitor, card)
    return visitor.tap(f"{last} ").tap("Remaining cards here")


def tap_card(visitor: Visitor, card: str) -> None:
    """Tap the one *card*."""
    form = next(one for one in visitor.page.forms if one.action.endswith("/card"))
    visitor.send(form, [*form.fields, ("card", card)])


def test_a_hand_told_by_touch_pays_what_it_must(parlour: Parlour) -> None:
    hand = mushi("01 02-animal 03-bright 11-junk 08 09", table="11-ribbon 05-junk2")["play"]
    visitor = tell(at_review(parlour), hand)
    entry = play(parlour)
    assert [sorted(pile) for pile in entry["captured"]] == [sorted(x) for x in hand["captured"]]
    visitor.tap("Score it", "Confirm & next hand")
    assert sum(parlour.totals) == 0
    assert parlour.totals != (0, 0)


def test_three_tell_a_hand_of_sakura(parlour: Parlour) -> None:
    hand = sakura("01 02 03", "04 05", table="12-junk2 12-junk3")["play"]
    tell(at_review(parlour, "sakura", 3), hand).tap("Score it", "Confirm & next hand")
    assert sorted(parlour.totals) == [-2, -2, 4]


def test_a_card_tapped_again_is_taken_back(parlour: Parlour) -> None:
    visitor = at_review(parlour).tap(MAN)
    assert play(parlour)["captured"] == [["11-bright"], []]
    visitor.tap(MAN)
    assert play(parlour)["captured"] == [[], []]


def test_a_card_tapped_for_another_seat_moves_there(parlour: Parlour) -> None:
    at_review(parlour).tap(MAN).tap("Bo 0").tap(MAN)
    assert play(parlour)["captured"] == [[], ["11-bright"]]


def test_the_name_of_a_flower_takes_all_of_it_that_lies_nowhere(parlour: Parlour) -> None:
    at_review(parlour).tap(MAN).tap("Bo 0").tap("Rain 雨")
    assert play(parlour)["captured"] == [["11-bright"], ["11-animal", "11-ribbon", "11-junk"]]


def test_a_pack_is_scored_once_every_card_lies_somewhere(parlour: Parlour) -> None:
    visitor = at_review(parlour).tap(MAN)
    assert visitor.sees("1 of 40")
    assert not visitor.sees("Score it")
    assert visitor.tap("Remaining cards here: 39").sees("Score it")


def test_the_devil_may_be_the_last_card(parlour: Parlour) -> None:
    at_review(parlour).tap("The devil was the last card")
    assert play(parlour)["devil_last"] is True


def test_sakura_has_no_devil(parlour: Parlour) -> None:
    visitor = at_review(parlour, "sakura", 4)
    assert not visitor.sees("devil")
    assert visitor.sees("gaji")


@pytest.mark.parametrize(
    ("reason", "number", "redeal"),
    [
        ("table_four", "04", {"reason": "table_four", "cards": sorted(cards("04"))}),
        (
            "hand_four",
            "12",
            {"reason": "hand_four", "cards": sorted(cards("12")), "seat": 1},
        ),
        (
            "table_three_rain",
            "01",
            {"reason": "table_three_rain", "cards": ["11-animal", "11-bright", "11-ribbon"]},
        ),
    ],
)
def test_why_cards_are_dealt_again_can_be_said(
    parlour: Parlour, reason: str, number: str, redeal: dict[str, Any]
) -> None:
    visitor = sit(parlour).tap("Void hand")
    visitor.tap("Save", reason=reason, flower=number, seat="1")
    assert play(parlour)["redeal"] == redeal
    visitor.tap("Score it", "Confirm & next hand")
    assert parlour.totals == (0, 0)


def test_a_reason_is_taken_back(parlour: Parlour) -> None:
    visitor = sit(parlour).tap("Void hand").tap("Save", reason="table_four", flower="04", seat="0")
    visitor.tap("Remove")
    assert "redeal" not in play(parlour)


def test_who_leads_the_first_hand_is_chosen(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/mushi/seats").tap("Start", name=list(NAMES[:2]))
    visitor.tap("Bo", place=0)
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.leader == 1


@pytest.mark.parametrize(
    ("path", "field"),
    [("card", ("card", "06-animal")), ("card", ("card", "")), ("card", ("to", "7"))],
)
def test_what_no_button_sends_is_refused(
    parlour: Parlour, path: str, field: tuple[str, str]
) -> None:
    visitor = at_review(parlour)
    form = next(one for one in visitor.page.forms if one.action.endswith(path))
    others = [pair for pair in form.fields if pair[0] != field[0]]
    visitor.send(
        form, [("card", "01-bright"), *others, field] if field[0] == "to" else [*others, field]
    )
    assert visitor.status == 400


@pytest.mark.parametrize("language", languages())
def test_every_card_flower_and_reason_has_words(language: str) -> None:
    words = catalogue(language)
    key_groups = [
        *((f"card.{card}", f"card.{picture(card)}") for card in PACK),
        *((f"flower.{number}",) for number in PICTURES),
        *((f"redeal.{reason}",) for reason in REDEALS),
    ]
    assert [keys for keys in key_groups if not words.knows(*keys)] == []


def read_piles(piles: list[list[str]], middle: list[str], doubtful: str = "") -> CardReading:
    """Return what the camera sees of *piles* and *middle*, the card *doubtful* not surely."""

    def read_cards(cards: list[str]) -> tuple[TileReading, ...]:
        return tuple(TileReading(one, 0.5 if one == doubtful else 0.99, BOX) for one in cards)

    return CardReading(tuple(read_cards(pile) for pile in piles), read_cards(middle))


def test_the_camera_tells_where_the_cards_lie_and_leaves_out_what_it_is_unsure_of(
    parlour: Parlour,
) -> None:
    pack = [card for card in PACK if card in MUSHI_PACK]
    parlour.camera.card_reading = read_piles([pack[:20], pack[20:38]], pack[38:], doubtful=pack[3])
    visitor = at_review(parlour).tap("Read the cards")
    assert play(parlour)["captured"] == [[*pack[:3], *pack[4:20]], pack[20:38]]
    assert play(parlour)["table"] == pack[38:]
    assert visitor.sees("39 of 40")


def test_what_was_tapped_holds_where_the_camera_is_unsure(parlour: Parlour) -> None:
    pack = [card for card in PACK if card in MUSHI_PACK]
    parlour.camera.card_reading = read_piles([pack[:20], pack[20:]], [], doubtful=pack[0])
    visitor = at_review(parlour)
    tap_card(visitor.tap(f"{NAMES[1]} "), pack[0])
    visitor.tap("Read the cards")
    assert pack[0] in play(parlour)["captured"][1]
    assert sum(map(len, play(parlour)["captured"])) == 40


def test_a_covered_lens_leaves_the_cards_to_be_tapped(parlour: Parlour) -> None:
    visitor = at_review(parlour).tap("Read the cards")
    assert visitor.sees("camera")
    assert visitor.sees("0 of 40")
