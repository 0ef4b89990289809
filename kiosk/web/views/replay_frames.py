"""What is drawn of a hand that is shown step by step: of tiles, of cards and dominoes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from kiosk.card_words import CardWords
from kiosk.i18n import Catalogue
from kiosk.play_words import PlayWords
from kiosk.web.context import tile_name
from kiosk.web.svg.pieces import TILES
from kiosk.web.views.plays import card_title
from rules.games.cards.hanafuda import flower
from rules.play.actions import Action, Discard, Draw, DrawReplacement, ThrowDice
from rules.play.cards import CardCourse
from rules.play.course import Course
from rules.play.logs import Hand
from rules.play.views import SeatView, view
from rules.tiles import BACK, CODES, Tile

Json = dict[str, Any]
MOST: Final = 8
"""How many other acts of cards are named at most: a long hand has hundreds."""


class Pieces(NamedTuple):
    """With what a hand is played, as its page draws it."""

    deck: str
    symbol: str
    """What stands before a piece's code in the name of its drawing."""
    back: str
    """The code of the back; nothing where the deck has none drawn."""
    names: Mapping[str, str]


def pieces_of(hand: Hand, t: Catalogue) -> Pieces:
    """Return with what *hand* is played."""
    if isinstance(hand, Course):
        codes = _codes(set(hand.at.wall.tiles))
        return Pieces(TILES, "t", CODES[BACK], {code: tile_name(code) for code in codes})
    game = hand.play.game
    return Pieces(game.deck, "", "", card_titles(hand, t) or {code: code for code in game.pieces})


def card_titles(hand: CardCourse[Any], t: Catalogue) -> dict[str, str]:
    """Return what cards are called: flower cards alone; others by what is printed on them."""
    game = hand.play.game
    if game.deck != "hanafuda":
        return {}
    return {
        code: f"{t(f'flower.{flower(code)}')} {card_title(game.id, code, t)}"
        for code in game.pieces
    }


def frames(hands: Sequence[Hand], t: Catalogue, names: Sequence[str]) -> Iterator[Json]:
    """Yield what is shown at each step: of the seats only those that have changed."""
    lying: Mapping[int, Json] = {}
    for before, hand in pairwise([None, *hands]):
        if isinstance(hand, Course):
            assert before is None or isinstance(before, Course)
            frame = _tile_frame(before, hand, PlayWords(t, names))
        else:
            assert isinstance(hand, CardCourse)
            assert before is None or isinstance(before, CardCourse)
            frame = _card_frame(before, hand, CardWords(t, names, card_titles(hand, t)))
        seats = frame["seats"]
        yield frame | {
            "seats": {seat: one for seat, one in seats.items() if lying.get(seat) != one}
        }
        lying = seats


def _tile_frame(before: Course | None, course: Course, speech: PlayWords) -> Json:
    action = course.at.log[-1] if course.at.log else None
    return {
        "says": speech.last(course, range(course.at.players)),
        "others_hear": speech.last(course, ()),
        "who": course.at.state.banker if action is None else action.seat,
        "may": "" if before is None or action is None else _alternatives(before, action, speech),
        "rules": "" if before is None else speech.rules(before, course),
        "unclaimed": [] if before is None else _unclaimed_reasons(before, course, speech),
        "left": speech.t("play.replay.left", count=course.play.live(course.at)),
        "turned": _codes(course.at.wall.indicators),
        "seats": {seat: _seat(one, speech, course) for seat, one in enumerate(_open(course))},
    }


def _card_frame(before: CardCourse[Any] | None, hand: CardCourse[Any], speech: CardWords) -> Json:
    action = hand.log[-1] if hand.log else None
    table_view = hand.play.view(hand.table)
    return {
        "says": speech.last(hand, range(hand.players)),
        "others_hear": speech.last(hand, ()),
        "who": hand.state.banker if action is None else action.seat,
        "may": "" if before is None or action is None else _others(before, action, speech),
        "rules": "" if before is None else speech.rules(before, hand),
        "unclaimed": [],
        "left": "",
        "turned": list(table_view.table),
        "seats": {
            seat: _card_seat(hand, codes, table_view.before[seat], speech.t)
            for seat, codes in enumerate(table_view.hands)
        },
    }


def _card_seat(
    hand: CardCourse[Any], codes: Sequence[str], before: Sequence[str], t: Catalogue
) -> Json:
    """Return what lies before a seat: captured cards are drawn, a number of piles is said."""
    pieces = [one for one in before if one in hand.play.game.pieces]
    pile_words = [t("play.piles", count=one) for one in before if one not in hand.play.game.pieces]
    return {"hand": list(codes), "sets": [], "apart": [], "river": pieces, "said": pile_words}


def _others(before: CardCourse[Any], action: Any, speech: CardWords) -> str:
    """Return what else the seat might have done then, the first of it."""
    legal = [one for one in before.legal(action.seat) if one != action]
    parts = [speech.action(one, before) for one in legal[:MOST]]
    parts += ["…"] if len(legal) > MOST else []
    return speech.t("play.replay.may", actions=" · ".join(parts)) if parts else ""


def _open(course: Course) -> list[SeatView]:
    """Return everybody's tiles, each seat as it sees itself."""
    return [view(course, seat).seats[seat] for seat in range(course.at.players)]


def _seat(one: SeatView, speech: PlayWords, course: Course) -> Json:
    return {
        "hand": _codes(one.hand),
        "sets": [_codes(meld.tiles) for meld in one.melds],
        "apart": _codes((*one.flowers, *one.aside)),
        "river": _codes(one.river),
        "said": [speech.declaration(course, word) for word in one.declared],
    }


def _codes(tiles: Iterable[Tile]) -> list[str]:
    return [CODES[tile] for tile in tiles]


def _unclaimed_reasons(before: Course, course: Course, speech: PlayWords) -> list[tuple[int, str]]:
    """Return why seats could not claim the tile that their hands would have made up a claim of."""
    seats = range(course.at.players)
    reasons = [
        (seat, speech.unclaimed_reason(before, course, seat, is_asked=False)) for seat in seats
    ]
    return [(seat, words) for seat, words in reasons if words]


def _alternatives(before: Course, action: Action, speech: PlayWords) -> str:
    """Return what else the seat might have done then: the discards together."""
    legal = [one for one in before.legal(action.seat) if one != action]
    if isinstance(action, (Draw, DrawReplacement, ThrowDice)):
        legal = [one for one in legal if not isinstance(one, type(action))]
    plain = [one for one in legal if isinstance(one, Discard) and not one.declares]
    others = [speech.action(one, before) for one in legal if one not in plain]
    tiles = " ".join(CODES[one.tile] for one in plain)
    parts = [speech.t("play.discard", tiles=tiles), *others] if plain else others
    return speech.t("play.replay.may", actions=" · ".join(parts)) if parts else ""
