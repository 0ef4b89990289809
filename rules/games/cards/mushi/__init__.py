"""Mushi (むし, 大阪むし), a flower-card game for two: mushi.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules.game import Element, choice, switch
from rules.games.cards.hanafuda.cards import cards_of, picture
from rules.games.cards.hanafuda.combinations import Combination, held
from rules.games.cards.mushi import refusals
from rules.games.cards.mushi.sharing import Play, Redeal, shared_out
from rules.play.game import PlayGame
from rules.settle.settlement import Bill, Item, NextHand, Scored, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.errors import Problem
    from rules.games.cards.hanafuda.cards import Pile
    from rules.play.game import Played
    from rules.record.reader import Reader
    from rules.settle.settlement import Settlement

ELEMENTS: Final = (
    Element("card_points", "札の点", "points of the cards", "20 / 10 / 5 / 1"),
    Element("the_three", "三光 (表菅原)", "The Three", 25),
    Element("four_wisteria", "藤シマ", "four wisteria", 10),
    Element("four_paulownia", "桐シマ", "four paulownia", 10),
    Element("others_combinations", "出来役代", "paid for the opponent's combinations", "−"),
)
COMBINATIONS: Final = (
    Combination("the_three", frozenset(("01-bright", "02-animal", "03-bright")), 25),
    Combination("four_wisteria", cards_of("04"), 10),
    Combination("four_paulownia", cards_of("12"), 10),
)
POINTS: Final = {"bright": 20, "animal": 10, "ribbon": 5, "junk": 1}
HALF: Final = 115
"""Half of the points of all forty cards."""
SEATS: Final = 2
DEALT_TO_TABLE: Final = 8


class Mushi(PlayGame[Play]):
    """Who has more than half of the 230 card points is paid what he has above 115."""

    id = "mushi"
    native = "むし"
    name = "Mushi"
    family = "hanafuda"
    seats = (SEATS,)
    has_break = False
    options = (
        choice("table_four", "redeal", "elder"),
        choice("table_three_rain", "redeal", "elder", "devil_taker"),
        choice("last_stock_devil", "alone", "with_rain"),
        switch("devil_takes_bundle"),
        choice("deal_order", "younger_elder_table", "table_first"),
    )
    elements = ELEMENTS
    play_fields = frozenset(("captured", "table", "devil_last", "deal_table", "redeal"))

    def read_play(self, given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the piles, the cards left over and why the cards were dealt again."""
        if "captured" in given or outcome == "win":
            captured = reader.rows(given.get("captured"), "play.captured", reader.codes)
            if len(captured) != SEATS:
                reader.wrong("play.captured", "must be two lists of cards, one for each seat")
        else:
            captured = ((), ())
        dealt = reader.optional(given, "deal_table", "play", reader.codes)
        if dealt is not None and len(dealt) != DEALT_TO_TABLE:
            reader.wrong("play.deal_table", f"must be the {DEALT_TO_TABLE} cards dealt there")
        return Play(
            captured,
            reader.codes(given.get("table", []), "play.table"),
            reader.a_switch(given.get("devil_last", False), "play.devil_last"),
            dealt,
            _redeal(given, reader, outcome),
        )

    def problems(self, played: Played[Play]) -> Iterator[Problem]:
        """Yield cards, sets and left-over cards that cannot be."""
        return refusals.problems(played)

    def settle_win(self, played: Played[Play]) -> Settlement:
        """Return the settlement of a hand played out; with 115 each nobody pays (D1)."""
        scored = _scored(shared_out(played.play, played.options))
        winner = max(scored, key=lambda one: one.score)
        bill = Bill()
        bill.pay(1 - winner.seat, winner.seat, winner.score - HALF)
        wins = (winner,) if winner.score > HALF else ()
        losers = tuple([one for one in scored if one not in wins])
        next_hand = _next_hand(played, wins)
        return self.paid(played, bill.rows, next_hand, wins, losers)


def _redeal(given: Mapping[str, Any], reader: Reader, outcome: str) -> Redeal | None:
    """Return why the cards were dealt again, if it is said."""
    if given.get("redeal") is None:
        return None
    where = "play.redeal"
    if outcome == "win":
        reader.wrong(where, "a hand played out was not dealt again")
    said = reader.fields(given["redeal"], frozenset(("reason", "cards", "seat")), where)
    reason = reader.a_word(said.get("reason"), f"{where}.reason", refusals.REASONS)
    cards = reader.codes(said.get("cards"), f"{where}.cards")
    seat = reader.optional(said, "seat", where, reader.a_seat)
    if reason is not None and (seat is None) == (reason == "hand_four"):
        reader.wrong(f"{where}.seat", "must say who showed four cards of his hand, and only that")
    return Redeal(reason or "", cards, seat)


def _scored(piles: Sequence[Pile]) -> tuple[Scored, ...]:
    """Return each seat's total with what it is made of: both together always have 230."""
    found = [held(pile, COMBINATIONS) for pile in piles]
    entries = []
    for seat, pile in enumerate(piles):
        items = [Item("card_points", sum([POINTS[picture(card)] for card in pile]))]
        items += [Item(one.id, one.value) for one in found[seat]]
        if owed := sum([one.value for one in found[1 - seat]]):
            items.append(Item("others_combinations", -owed))
        entries.append(Scored(seat, value_of(items), "points", tuple(items)))
    return tuple(entries)


def _next_hand(played: Played[Play], wins: Sequence[Scored]) -> NextHand:
    """Return the next hand: the winner is elder, after a tie the same as before."""
    state = played.state
    elder = wins[0].seat if wins else state.banker
    repeats = state.repeats + 1 if elder == state.banker else 0
    return NextHand(elder, state.round, repeats, state.carry)


GAME: Final = Mushi()
