"""Shuangkou (双扣): a climbing card game for two pairs of partners with two packs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules.errors import Problem
from rules.game import Element, choice, number
from rules.games.cards.shuangkou import values
from rules.games.cards.shuangkou.course import (
    PACK,
    STEPS,
    UNKNOWN,
    Course,
    followed,
    is_decided,
    partner_of,
)
from rules.games.cards.shuangkou.plays import STRENGTH, combination
from rules.games.cards.shuangkou.values import HAND, SEATS, Laid, Play
from rules.play.dealt import not_held
from rules.play.game import PlayGame
from rules.settle.settlement import Bill, Item, NextHand, Scored

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rules.play.dealt import Hands
    from rules.play.game import Played
    from rules.record.reader import Reader
    from rules.settle.settlement import Settlement

FINISHES: Final = {1: ("double_finish", 4), 2: ("single_finish", 2)}
"""What the partner's place, counted from 0, is worth; the last one nothing."""

BOMB_FACTORS: Final = {size: size - 3 for size in range(5, 9)}
"""What a bomb multiplies by; one of four does not."""


class Shuangkou(PlayGame[Play]):
    """The game of the sheet `shuangkou`."""

    id = "shuangkou"
    native = "双扣"
    name = "Shuangkou"
    family = "cards"
    first_banker = "count"
    has_break = False
    play_fields = values.PLAY_FIELDS
    options = (
        number("base", 1, at_least=1),
        choice("king_bomb_factor", 4, 5),
        choice("direction", "counterclockwise", "clockwise"),
    )
    elements = (
        Element("double_finish", "双扣", "first and second", "4 × base"),
        Element("single_finish", "単扣", "first and third", "2 × base"),
        Element("bomb_5", "5枚の炸弾", "bomb of five", "×2"),
        Element("bomb_6", "6枚の炸弾", "bomb of six", "×3"),
        Element("bomb_7", "7枚の炸弾", "bomb of seven", "×4"),
        Element("bomb_8", "8枚の炸弾", "bomb of eight", "×5"),
        Element("king_bomb", "天王炸弾", "bomb of all four jokers", "×4 or ×5"),
    )

    def read_play(self, given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the play in *given*."""
        return values.read(given, reader, outcome)

    def problems(self, played: Played[Play]) -> Iterator[Problem]:
        """Yield what cannot be in the log or the summary."""
        found = list(_finish_problems(played))
        found += PACK.hand_problems(played.play.hands or (), "play.hands")
        if played.play.plays is not None and not found:
            found += _log_problems(played)
        if not found:
            found += _bomb_problems(played)
        yield from found

    def settle_win(self, played: Played[Play]) -> Settlement:
        """Return the settlement of a hand played out."""
        finish, bombs = _result(played)
        first = finish[0]
        partner = partner_of(first)
        place = finish.index(partner) if partner in finish else SEATS - 1
        state = played.state
        leader = None if place == 1 else first
        following = NextHand(leader, state.round, state.repeats, state.carry)
        if place not in FINISHES:
            return self.paid(played, (), following)
        name, worth = FINISHES[place]
        items = [Item(name, worth * played.options["base"])]
        items += greatest(bombs, (first, partner), played.options["king_bomb_factor"])
        amount = items[0].value * (items[1].value if items[1:] else 1)
        bill = Bill()
        for winner in sorted((first, partner)):
            bill.pay((winner - 1) % SEATS, winner, amount)
        wins = [Scored(seat, amount, "points", tuple(items)) for seat in (first, partner)]
        return self.paid(played, bill.rows, following, wins)


def greatest(bombs: Iterable[Laid], seats: Sequence[int], king: int) -> list[Item]:
    """Return the bomb of *seats* with the greatest factor, the stronger of equal ones; or none.

    *king* is the factor of the bomb of jokers.
    """
    found = []
    for seat, cards in bombs:
        made = combination(cards)
        if seat not in seats or made is None:
            continue
        if made.kind == "king_bomb":
            found.append((king, True, Item("king_bomb", king)))
        elif made.size in BOMB_FACTORS:
            factor = BOMB_FACTORS[made.size]
            found.append((factor, False, Item(f"bomb_{made.size}", factor)))
    return [max(found)[2]] if found else []


def course_of(played: Played[Play]) -> tuple[Course, Problem | None]:
    """Return how the logged hand went, and the first fault in the log."""
    play = played.play
    hands = UNKNOWN if play.hands is None else play.hands
    start = Course(played.state.banker, STEPS[played.options["direction"]], hands)
    return followed(start, play.plays or ())


def _result(played: Played[Play]) -> tuple[Sequence[int], Sequence[Laid]]:
    """Return who finished in which order and the bombs, from the log where there is one."""
    if played.play.plays is not None:
        course, _ = course_of(played)
        return course.finish, course.bombs
    return played.play.finish or (), played.play.bombs


def _finish_problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield an order of finishing that cannot be."""
    finish = played.play.finish
    if finish is None:
        return
    if len(set(finish)) < len(finish):
        yield Problem("bad_record", "nobody finishes twice", "play.finish")
    elif played.is_played_out and not (is_decided(finish) and not is_decided(finish[:-1])):
        message = "two seats where they are partners, otherwise three"
        yield Problem("bad_record", message, "play.finish")


def _log_problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield the first fault of the log, or where the summary does not agree with it."""
    course, fault = course_of(played)
    if fault is not None:
        yield fault
        return
    if played.is_played_out and not course.is_over:
        yield Problem("bad_record", "the hand has not come to its end", "play.plays")
    elif played.play.finish not in (None, course.finish):
        yield Problem("bad_record", "does not agree with the log", "play.finish")


def _bomb_problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield bombs that are none, that cannot be, or that the log does not show."""
    bombs = played.play.bombs
    yield from _card_problems(bombs, played.play.hands or UNKNOWN)
    left = [_sorted(bomb) for bomb in course_of(played)[0].bombs]
    for place, bomb in enumerate(bombs):
        exists = all(card in STRENGTH for card in bomb.cards)
        made = combination(bomb.cards) if exists else None
        if exists and (made is None or not made.is_bomb):
            yield Problem("bad_meld", "these cards are no bomb", f"play.bombs[{place}].cards")
        elif played.play.plays is None:
            continue
        elif _sorted(bomb) in left:
            left.remove(_sorted(bomb))
        else:
            yield Problem("bad_record", "the log shows no such bomb", f"play.bombs[{place}]")


def _card_problems(bombs: Sequence[Laid], hands: Hands) -> Iterator[Problem]:
    """Yield cards of *bombs* that do not exist, or that their seats cannot have held."""
    for place, bomb in enumerate(bombs):
        yield from PACK.strange(bomb.cards, f"play.bombs[{place}].cards")
    yield from PACK.too_many([card for bomb in bombs for card in bomb.cards], "play.bombs")
    for seat, hand in enumerate(hands):
        laid = [card for bomb in bombs if bomb.seat == seat for card in bomb.cards]
        message = not_held(hand, laid, seat)
        if len(laid) > HAND:
            message = f"a hand has {HAND} cards"
        if message is not None:
            yield Problem("bad_tiles", message, "play.bombs")


def _sorted(bomb: Laid) -> Laid:
    """Return *bomb* with its cards in one order, so that it can be compared."""
    return Laid(bomb.seat, tuple(sorted(bomb.cards)))


GAME = Shuangkou()
