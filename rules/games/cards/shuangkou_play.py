"""How Shuangkou is played: shuangkou.md, "Play"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.game import Options
from rules.games.cards.shuangkou import (
    GAME,
    HAND,
    JOKERS,
    LEAST_BOMB,
    LEAST_RUN,
    SEATS,
    STEPS,
    STRENGTH,
    TWO,
    CardPlay,
    Combination,
    Course,
    combination,
    partner_of,
)
from rules.play.actions import Pass
from rules.play.cards import CardAction, CardRules, Cards, CardView, Lay, deal_hands, without_cards
from rules.play.game import PlayGame
from rules.reasons import as_problem, problem_of
from rules.record.values import State


class ShuangkouPlay(CardRules[Course]):
    """Whoever can beats what was laid last, until partners have finished or three players."""

    game: ClassVar[PlayGame[Any]] = GAME

    def deal(self, options: Options, state: State, cards: Cards) -> Course:
        """Return the first lead, which the banker has."""
        hands, _ = deal_hands(cards, SEATS, HAND)
        return Course(state.banker, STEPS[options["direction"]], hands, owner=state.banker)

    def to_act(self, table: Course) -> tuple[int, ...]:
        """Return whose turn it is."""
        return () if table.is_over else (table.turn,)

    def offers(self, table: Course, seat: int) -> Iterable[CardAction]:
        """Yield what beats what lies there, or may be led, and that one passes.

        Suits mean nothing: of equal cards those that come first stand for all.
        """
        for cards in holdings(hand_of(table, seat)):
            if table.meld_fault(CardPlay(seat, cards)) is None:
                yield Lay(seat, cards)
        if table.last is not None:
            yield Pass(seat)

    def problem(self, table: Course, action: CardAction) -> Problem | None:
        """Return why *action* may not be done, in the order of the sheet."""
        if not isinstance(action, (Lay, Pass)) or (isinstance(action, Lay) and action.is_down):
            return as_problem(Reason("lay_or_pass"))
        if isinstance(action, Lay) and not action.cards:
            return as_problem(Reason("nothing_is_pass"))
        fault = table.fault(_play_of(action))
        return None if fault is None else problem_of(fault)

    def grounds(self, table: Course, action: CardAction) -> Iterator[Reason]:
        """Yield by which rule one led, beat what lay there, or let it be."""
        assert isinstance(action, (Lay, Pass))
        if isinstance(action, Pass):
            yield Reason("need_not_beat")
        elif table.last is None:
            yield Reason(_lead_rule(table))
        else:
            yield Reason(_beat_rule(table.last, combination(action.cards)))

    def after(self, table: Course, action: CardAction) -> Course:
        """Return whose turn it is then, and what he has to beat."""
        assert isinstance(action, (Lay, Pass))
        return table.after(_play_of(action))

    def choose(self, table: Course, seat: int, offers: Sequence[CardAction]) -> CardAction:
        """Return the longest of the lowest leads, or the lowest that beats; bombs come last.

        What the partner has laid is left lying.
        """
        lays = [one for one in offers if isinstance(one, Lay)]
        if not lays or (table.last is not None and table.owner == partner_of(seat)):
            return next((one for one in offers if isinstance(one, Pass)), offers[0])

        def cost(lay: Lay) -> tuple[bool, int, int]:
            meld = combination(lay.cards)
            return meld is not None and meld.is_bomb, STRENGTH[lay.cards[-1]], -len(lay.cards)

        return min(lays, key=cost)

    def view(self, table: Course) -> CardView:
        """Return hands, and what has to be beaten."""
        hands = tuple([hand_of(table, seat) for seat in range(SEATS)])
        size = table.last.size if table.last is not None else 0
        cards = table.spent[table.owner]
        return CardView(hands, cards[len(cards) - size :], ((),) * SEATS)

    def summary(self, table: Course) -> Mapping[str, Any]:
        """Return who has finished in which order, and the bombs."""
        bombs = [{"seat": one.seat, "cards": list(one.cards)} for one in table.bombs]
        return {"finish": list(table.finish), "bombs": bombs}

    def play_json(self, table: Course, log: Sequence[CardAction]) -> Mapping[str, Any]:
        """Return all that was laid, in order."""
        plays = [_play_of(one) for one in log if isinstance(one, (Lay, Pass))]
        return {
            "hands": [list(hand or ()) for hand in table.hands],
            "plays": [{"seat": one.seat, "cards": list(one.cards)} for one in plays],
        }


def hand_of(table: Course, seat: int) -> Cards:
    """Return what *seat* holds yet."""
    return without_cards(table.hands[seat] or (), table.spent[seat])


def _lead_rule(table: Course) -> str:
    """Return the rule by which it is who leads that does."""
    if not any(table.spent):
        return "leads_freely"
    return "partner_leads" if table.turn == partner_of(table.owner) else "last_laid_leads"


def _beat_rule(last: Combination, meld: Combination | None) -> str:
    """Return the rule by which *meld* beats the *last* one."""
    if meld is None or not meld.is_bomb:
        return "stronger_of_sort"
    if meld.kind == "king_bomb":
        return "king_bomb_beats"
    return "larger_bomb_beats" if last.is_bomb else "bomb_beats"


def _play_of(action: Lay | Pass) -> CardPlay:
    return CardPlay(action.seat, action.cards if isinstance(action, Lay) else ())


def holdings(cards: Iterable[str]) -> Iterator[Cards]:
    """Yield everything that can be laid from *cards*, equal cards in one way."""
    by_strength: dict[int, list[str]] = {}
    for card in sorted(cards):
        by_strength.setdefault(STRENGTH[card], []).append(card)
    for equal in by_strength.values():
        yield from (tuple(equal[:count]) for count in range(1, len(equal) + 1))
    jokers = [card for card in sorted(cards) if card in JOKERS]
    if len(jokers) == LEAST_BOMB:
        yield tuple(jokers)
    for each, least in LEAST_RUN.items():
        for low in range(TWO):
            yield from _runs(by_strength, each, low, least)


def _runs(by_strength: dict[int, list[str]], each: int, low: int, least: int) -> Iterator[Cards]:
    row: list[str] = []
    for strength in range(low, TWO):
        equal = by_strength.get(strength, [])
        if len(equal) < each:
            return
        row += equal[:each]
        if strength - low + 1 >= least:
            yield tuple(row)


PLAY: Final = ShuangkouPlay()
