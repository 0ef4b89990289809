"""How Tien Gow is played: tien-gow.md, "Play"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.game import Options
from rules.games.cards.tien_gow import GAME
from rules.games.cards.tien_gow.course import Course, find_sweep
from rules.games.cards.tien_gow.plays import (
    CIVIL,
    HAND,
    MILITARY,
    SEATS,
    TABLE,
    Premium,
    Tiles,
    TrickPlay,
    combination,
    is_supreme,
)
from rules.play.cards import CardAction, CardRules, CardView, Lay, deal_hands, without_cards
from rules.play.game import PlayGame
from rules.reasons import as_problem, problem_of
from rules.record.values import State

RANKS: Final[Mapping[str, int]] = {
    **{tile: place for place, tile in enumerate(CIVIL)},
    **{tile: 2 * place for place, pair in enumerate(MILITARY) for tile in pair},
}
"""How far down each domino stands among the civil, or military, ones."""


class TienGowPlay(CardRules[Course]):
    """Tricks of dominoes, followed face up by what beats and face down by anything."""

    game: ClassVar[PlayGame[Any]] = GAME

    def deal(self, options: Options, state: State, cards: tuple[str, ...]) -> Course:
        """Return the first trick, which the banker leads."""
        hands, _ = deal_hands(cards, SEATS, HAND)
        return Course(options, state.banker, hands)

    def to_act(self, table: Course) -> tuple[int, ...]:
        """Return whose turn it is."""
        return () if table.is_over else (table.turn,)

    def offers(self, table: Course, seat: int) -> Iterable[CardAction]:
        """Yield what may be led; what beats the best of the trick, and anything face down."""
        hand = hand_of(table, seat)
        up = [tiles for tiles in TABLE if not Counter(tiles) - Counter(hand)]
        plays = [TrickPlay(seat, tiles) for tiles in up if combination(tiles, table.options)]
        if table.trick:
            size = len(table.trick[0].tiles or ())
            down = dict.fromkeys(combinations(hand, size))
            plays += [TrickPlay(seat, tiles, is_down=True) for tiles in down]
            plays = [play for play in plays if len(play.tiles or ()) == size]
        for play in plays:
            if table.face_fault(play) is None:
                yield Lay(seat, play.tiles or (), play.is_down)

    def problem(self, table: Course, action: CardAction) -> Problem | None:
        """Return why *action* may not be done, in the order of the sheet."""
        if not isinstance(action, Lay):
            return as_problem(Reason("all_lay"))
        fault = table.fault(TrickPlay(action.seat, action.cards, action.is_down))
        return None if fault is None else problem_of(fault)

    def grounds(self, table: Course, action: CardAction) -> Iterator[Reason]:
        """Yield by which rule one led, beat or lay face down, then what comes of it."""
        assert isinstance(action, Lay)
        if not table.trick:
            yield Reason("banker_leads" if table.opening is None else "taker_leads")
            meld = combination(action.cards, table.options)
            if meld is not None and is_supreme(meld) and table.options["high_legs"] == "no":
                yield Reason("supreme_wins")
        elif action.is_down:
            is_barred = table.bar(TrickPlay(action.seat, action.cards)) is not None
            yield Reason("no_pile_last" if is_barred else "any_face_down")
        else:
            assert table.led is not None
            yield Reason("high_legs_beat" if is_supreme(table.led) else "stronger_of_sort")
        if len(table.trick) == SEATS - 1:
            yield Reason("last_up_takes")

    def after(self, table: Course, action: CardAction) -> Course:
        """Return the trick with what was laid, or the next one."""
        assert isinstance(action, Lay)
        return table.after(TrickPlay(action.seat, tuple(sorted(action.cards)), action.is_down))

    def choose(self, table: Course, seat: int, offers: Sequence[CardAction]) -> CardAction:  # noqa: ARG002 -- hook
        """Return the strongest of the largest leads; the weakest that beats, or weakest tiles."""
        lays = [one for one in offers if isinstance(one, Lay)]
        up = [one for one in lays if not one.is_down]
        if not table.trick:
            return max(up, key=lambda one: (len(one.cards), -weight(one.cards)))
        return max(up or lays, key=lambda one: weight(one.cards))

    def view(self, table: Course) -> CardView:
        """Return hands, the tiles of the trick that lie face up, and how many piles each has."""
        up = [tile for play in table.trick if not play.is_down for tile in play.tiles or ()]
        hands = tuple([hand_of(table, seat) for seat in range(SEATS)])
        return CardView(hands, tuple(up), tuple([(str(piles),) for piles in table.piles]))

    def summary(self, table: Course) -> Mapping[str, Any]:
        """Return piles, last trick and premiums, and of a sweep and the opening what decides."""
        last = table.last
        assert last is not None
        is_swept = table.piles[last.winner] == HAND and len(last.tiles) == 1
        return {
            "piles": list(table.piles),
            "last": {
                "leader": last.leader,
                "led": list(last.led),
                "winner": last.winner,
                "tiles": list(last.tiles),
                "up": list(last.laid_up),
            },
            "premiums": [_premium(one) for one in table.premiums],
            "sweep": find_sweep(table) if is_swept else None,
            "opening": list(table.opening or ()),
        }

    def play_json(self, table: Course, log: Sequence[CardAction]) -> Mapping[str, Any]:
        """Return all that was laid, trick by trick."""
        lays = [one for one in log if isinstance(one, Lay)]
        tricks = [lays[place : place + SEATS] for place in range(0, len(lays), SEATS)]
        return {
            "hands": [list(hand or ()) for hand in table.hands],
            "tricks": [{"plays": [_play(one) for one in trick]} for trick in tricks],
        }


def weight(tiles: Iterable[str]) -> int:
    """Return how far down *tiles* stand among the dominoes, the weakest most."""
    return sum(RANKS[tile] for tile in tiles)


def hand_of(table: Course, seat: int) -> Tiles:
    """Return what *seat* holds yet."""
    return without_cards(table.hands[seat] or (), table.spent[seat])


def _premium(one: Premium) -> dict[str, Any]:
    if one.kind != "four":
        return {"kind": one.kind, "seat": one.leader}
    return {"kind": one.kind, "leader": one.leader, "up": list(one.up), "winner": one.winner}


def _play(lay: Lay) -> dict[str, Any]:
    play = {"seat": lay.seat, "tiles": list(lay.cards)}
    return {**play, "down": True} if lay.is_down else play


PLAY: Final = TienGowPlay()
