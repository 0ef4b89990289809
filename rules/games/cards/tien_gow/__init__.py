"""Tien Gow (天九): a trick game with 32 Chinese dominoes, settled by its last trick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.game import Element, choice, switch
from rules.games.cards.tien_gow import summary, values
from rules.games.cards.tien_gow.payment import Account, settle_dealt, settle_played
from rules.games.cards.tien_gow.values import Play
from rules.play.game import PlayGame
from rules.settle.settlement import NextHand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rules.errors import Problem
    from rules.play.game import Played
    from rules.record.reader import Reader
    from rules.settle.settlement import Settlement
    from rules.walls import Throws

OPPOSITE = 2


@dataclass(frozen=True, slots=True)
class Taking:
    """Who lifts tiles from the block, and how: sheet, "Walls, dice, deal"."""

    thrower: int
    first: int
    order: tuple[int, ...]
    """The seats in the order in which they lift."""
    taking: str

    def to_json(self) -> dict[str, object]:
        """Return what `jantaku break` prints."""
        return {
            "wall": None,
            "after": None,
            "indicator": None,
            "thrower": self.thrower,
            "first": self.first,
            "order": list(self.order),
            "taking": self.taking,
            "throws_needed": 1,
        }


class TienGow(PlayGame[Play]):
    """The game of the sheet `tien-gow`."""

    id = "tien-gow"
    native = "天九"
    name = "Tien Gow"
    family = "cards"
    first_banker = "highest_count"
    play_fields = values.PLAY_FIELDS
    options = (
        switch("plus_special", default=True),
        switch("civil_supreme"),
        choice("high_legs", "no", "beats", "beats_kam"),
        choice("banker_opening", "free", "no_eight", "no_sweep"),
        switch("last_trick_premium"),
        choice("four_premium", "winner", "all", "leader", "winning_leader"),
        choice("kam_factor", 2, 4),
        switch("four_kam"),
        switch("dealt_hands"),
        choice(
            "taking",
            "two_columns",
            "rows_from_top",
            "rows_from_bottom",
            "one_column",
            "alternate_columns",
            "middle_columns",
            "outer_columns",
        ),
    )
    elements = (
        Element("last_trick", "結", "the last trick", 1),
        Element("supreme_finish", "包尊", "finish with the supreme", "×2"),
        Element("four_finish", "四大包", "finish with four tiles", "×4"),
        Element("lowest_finish", "幺結", "finish with the lowest tile", "×2"),
        Element("civil_lowest_finish", "", "finish with the lowest civil tile", "×2"),
        Element("kam", "擒", "capture", "×2 or ×4"),
        Element("seven_sweep", "七支", "sweep of seven", "×2"),
        Element("eight_sweep", "八支", "sweep of eight", "×4"),
        Element("dealt_hand", "配牌の手役", "dealt hand", "–"),
        Element("plus_one", "入一", "one over", 1),
        Element("plus_two", "入二", "two over", 2),
        Element("supreme_premium", "賀尊", "premium for the supreme", "2 from each other"),
        Element("four_premium", "四大賀", "premium for four tiles", "4 from each other"),
    )

    def read_play(self, given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the play in *given*."""
        return values.read(given, reader, outcome)

    def problems(self, played: Played[Play]) -> Iterable[Problem]:
        """Return what cannot be in the log or the summary."""
        return summary.problems(played)

    def settle_win(self, played: Played[Play]) -> Settlement:
        """Return the settlement of a hand played out; its winner is the next banker."""
        state, dealt = played.state, played.play.dealt
        account = Account(state)
        if dealt is not None:
            won, losers = settle_dealt(account, dealt)
        else:
            won, losers = settle_played(account, summary.summary(played), played.options)
        repeats = state.repeats + 1 if won.seat == state.banker else 0
        following = NextHand(won.seat, state.round, repeats, state.carry)
        return self.paid(played, account.bill.rows, following, (won,), losers)

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return that the seat opposite the banker throws."""
        return ((throws.banker + OPPOSITE) % throws.players,)

    def break_wall(self, throws: Throws) -> Taking:
        """Return who takes first from the block, counted from the thrower."""
        thrower = (throws.banker + OPPOSITE) % throws.players
        first = throws.counted(throws.total(), thrower)
        order = tuple((first + step) % throws.players for step in range(throws.players))
        taking = throws.options["taking"]
        if taking == "rows_from_bottom":
            order = order[::-1]
        return Taking(thrower, first, order, taking)


GAME = TienGow()
