"""How Mushi is played: mushi.md, "Deal", "Play"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.game import Options
from rules.games.cards.hanafuda import RAINS, Card, Pile, cards_of, picture, whole_flowers
from rules.games.cards.hanafuda_play import FlowerPlay, FlowerTable
from rules.games.cards.mushi import BUNDLE, DEVIL, GAME, POINTS, SEATS, Turn, captures
from rules.play.actions import Abort, Pass
from rules.play.cards import CardAction, Cards, Take
from rules.play.game import PlayGame
from rules.record.values import State
from rules.value import evolve

PACKET: Final = 4
"""Cards dealt at a time."""
DEALS: Final = {
    "younger_elder_table": ("younger", "elder", "table") * 2,
    "table_first": ("table", *("younger", "elder") * 2, "table"),
}
"""Who gets each packet."""


class MushiPlay(FlowerPlay):
    """Two players; the devil takes any flower, and four of one in a hand may be shown."""

    game: ClassVar[PlayGame[Any]] = GAME
    lets_be = "four_kept"

    def deal(self, options: Options, state: State, cards: Cards) -> FlowerTable:
        """Return the table as dealt: what is captured or thrown in at once is."""
        elder = state.banker
        piles: dict[str, Pile] = {"elder": (), "younger": (), "table": ()}
        for number, place in enumerate(DEALS[options["deal_order"]]):
            piles[place] += cards[number * PACKET : (number + 1) * PACKET]
        hands = [piles["younger"], piles["younger"]]
        hands[elder] = piles["elder"]
        rest = cards[len(DEALS[options["deal_order"]]) * PACKET :]
        table = FlowerTable(
            options,
            state,
            tuple([tuple(sorted(hand)) for hand in hands]),
            rest,
            piles["table"],
            ((),) * SEATS,
            piles["table"],
            elder,
            "show",
            turns=1,
        )
        return _settle_dealt_sets(table)

    def others_due(self, table: FlowerTable) -> tuple[int, ...]:
        """Return who may show four of a flower before the first card is laid."""
        if table.phase != "show":
            return ()
        first = table.state.banker
        order = (first, 1 - first)
        return tuple(
            [
                seat
                for seat in order
                if seat not in table.passes and whole_flowers(table.hands[seat])
            ]
        )[:1]

    def offers(self, table: FlowerTable, seat: int) -> Iterable[CardAction]:
        """Yield that one shows four of a flower, or plays; then what one's turn has."""
        if table.phase == "show":
            yield from (Abort(seat, "hand_four"), Pass(seat))
            return
        yield from self.turn_offers(table, seat)

    def takes(self, table: FlowerTable) -> tuple[Pile, ...]:
        """Return what the card laid may capture; an empty pile where it may stay."""
        capture = captures(_turn(table), [one for one in table.table if one != table.card],
                         table.options)  # fmt: skip
        return (*capture.takes, *([()] if capture.may_stay and () not in capture.takes else []))

    def takes_itself(self, table: FlowerTable) -> bool:
        """Return whether the devil, as last card of the stock, goes to who turned it."""
        return _turn(table).is_last and table.card == DEVIL

    def of_capture(self, table: FlowerTable, take: Take) -> Reason:
        """Return the rule by which the card laid makes the capture *take*."""
        if self.takes_itself(table):
            return Reason("devil_takes_itself")
        if table.card == DEVIL:
            if not take.cards:
                return Reason("devil_may_stay")
            return Reason("devil_from_stock" if table.from_stock else "devil_captures")
        if DEVIL in take.cards:
            return Reason("devil_captured")
        if len(take.cards) >= BUNDLE:
            return Reason("bundle_captured", {"card": table.card})
        return super().of_capture(table, take)

    def points(self, card: Card) -> int:
        """Return the card's points."""
        return POINTS[picture(card)]

    def is_last_turn(self, table: FlowerTable) -> bool:
        """Return whether the stock is used up."""
        return not table.stock

    def after(self, table: FlowerTable, action: CardAction) -> FlowerTable:
        """Return the table after *action*."""
        if isinstance(action, Abort):
            number = whole_flowers(table.hands[action.seat])[0]
            again = ("hand_four", tuple(sorted(cards_of(number))), action.seat)
            return evolve(table, phase="over", why_again=again)
        if table.phase == "show":
            return _begin_turns(evolve(table, passes=table.passes | {action.seat}), self)
        is_devil = isinstance(action, Take) and self.takes_itself(table)
        table = super().after(table, action)
        return evolve(table, devil_last=True) if is_devil else table

    def outcome(self, table: FlowerTable) -> str:
        """Return that cards thrown in are no hand."""
        return "win" if table.why_again is None else "abort"

    def summary(self, table: FlowerTable) -> Mapping[str, Any]:
        """Return where the cards lie, or why they are dealt again."""
        if table.why_again is not None:
            reason, cards, seat = table.why_again
            redeal = {"reason": reason, "cards": sorted(cards)}
            return {"redeal": redeal if seat is None else {**redeal, "seat": seat}}
        return {**super().summary(table), "devil_last": table.devil_last}

    def play_json(self, table: FlowerTable, log: Sequence[CardAction]) -> Mapping[str, Any]:  # noqa: ARG002 -- hook
        """Return where the cards lie and were dealt, or why they are dealt again."""
        summary = self.summary(table)
        return {**summary, "deal_table": list(table.dealt)} if table.why_again is None else summary


def _turn(table: FlowerTable) -> Turn:
    assert table.card is not None
    return Turn(table.card, table.from_stock, table.from_stock and not table.stock)


def _settle_dealt_sets(table: FlowerTable) -> FlowerTable:
    """Return the table once four of a flower, or three rains, that were dealt to it are gone."""
    elder, options = table.state.banker, table.options
    sets = [("table_four", cards_of(number)) for number in whole_flowers(table.dealt)]
    if RAINS.issubset(table.dealt) and DEVIL not in table.dealt:
        sets.append(("table_three_rain", RAINS))
    for reason, cards in sets:
        if options[reason] == "redeal":
            again = (reason, tuple(sorted(cards)), None)
            return evolve(table, phase="over", why_again=again)
    for reason, cards in sets:
        if options[reason] == "elder":
            table = table.with_capture(elder, cards)
    return _begin_turns(table, PLAY)


def _begin_turns(table: FlowerTable, play: MushiPlay) -> FlowerTable:
    """Return the table with the first turn, once nobody shows four of a flower."""
    return table if play.others_due(table) else evolve(table, phase="hand")


PLAY: Final = MushiPlay()
