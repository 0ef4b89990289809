"""Mushi (むし, 大阪むし), a flower-card game for two: mushi.md."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.errors import Problem, Reason
from rules.game import Element, choice, switch
from rules.games.cards.hanafuda import (
    COPIES,
    DECK,
    PACK,
    RAIN,
    RAIN_JUNK,
    RAINS,
    Card,
    Combination,
    Pile,
    are_one_flower,
    by_flower,
    card_problems,
    cards_by_id,
    cards_of,
    combinations_in,
    flower,
    missing_problems,
    of_flower,
    picture,
    whole_flowers,
)
from rules.play.game import PlayedHand, PlayGame, RedealReason
from rules.reasons import as_problem
from rules.record.reader import Reader
from rules.settle.settlement import Bill, Item, NextHand, ScoredHand, Settlement, value_of
from rules.settle.terms import add

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

LEFT_OUT: Final = frozenset(("06", "07"))
"""Peony and bush clover, which this pack has not."""
MUSHI_PACK: Final = frozenset(card for card in PACK if card[:2] not in LEFT_OUT)
"""The forty cards of the game (虫札)."""

PIECES: Final = {card: 1 for card in PACK if card in MUSHI_PACK}

TABLE_REDEALS: Final = {
    "table_four": RedealReason(),
    "table_three_rain": RedealReason(RAINS),
}
"""Redeals for what was dealt to the table; each is an option by the same name."""
REDEALS: Final = {"hand_four": RedealReason(has_seat=True), **TABLE_REDEALS}

DEVIL: Final = RAIN_JUNK
BUNDLE: Final = 3
"""Cards of one flower that lie together and are captured together (3枚組)."""
NOTHING_ELSE: Final[Pile] = ()


# Which cards of the table a card may take: "Play"


class Turn(NamedTuple):
    """A card that is laid on the table, and where it comes from."""

    card: Card
    from_stock: bool = False
    is_last: bool = False
    """Whether it is the last card of the stock."""


class Capture(NamedTuple):
    """What may become of a card that is laid on the table."""

    takes: tuple[Pile, ...]
    """Each set of table cards that it may capture; an empty one is the card by itself."""
    may_stay: bool
    """Whether it may be left on the table."""

    def allows(self, cards: Collection[Card]) -> bool:
        """Return whether the card may capture just *cards*, or stay if that is nothing."""
        if not cards and self.may_stay:
            return True
        return any(set(one) == set(cards) for one in self.takes)


def captures(turn: Turn, table: Collection[Card], options: Mapping[str, Any]) -> Capture:
    """Return what may become of the card of *turn* when *table* lies there."""
    if turn.card == DEVIL:
        return _devils_captures(turn, table, options)
    if turn.from_stock and DEVIL in table and flower(turn.card) != RAIN:
        return Capture(((DEVIL,),), may_stay=False)
    takes = _one_of([card for card in table if card != DEVIL], flower(turn.card))
    return Capture(takes, may_stay=not takes)


def _one_of(table: Collection[Card], number: str) -> tuple[Pile, ...]:
    """Return each capture of the flower *number*: one card, or a bundle whole."""
    there = of_flower(number, table)
    if len(there) >= BUNDLE:
        return (there,)
    return tuple([(card,) for card in there])


def _devils_captures(turn: Turn, table: Collection[Card], options: Mapping[str, Any]) -> Capture:
    """Return what may become of the devil: from the hand it may always stay (D6)."""
    if turn.is_last:
        return Capture((_with_the_last(table, options),), may_stay=False)
    takes: list[Pile] = []
    for number, copies in sorted(by_flower(table).items()):
        if number == RAIN or (copies >= BUNDLE and not options["devil_takes_bundle"]):
            continue
        takes += _one_of(table, number)
    return Capture(tuple(takes), may_stay=not (turn.from_stock and takes))


def _with_the_last(table: Collection[Card], options: Mapping[str, Any]) -> Pile:
    if options["last_stock_devil"] == "alone":
        return NOTHING_ELSE
    return of_flower(RAIN, table)


class Redeal(NamedTuple):
    """Why the cards were dealt again."""

    reason: str
    """`hand_four`, `table_four` or `table_three_rain`."""
    cards: Pile
    seat: int | None = None
    """Who showed them from his hand."""


class Play(NamedTuple):
    """What a record of this game says about the cards."""

    captured: tuple[Pile, ...] = ((), ())
    table: Pile = ()
    """The cards left over."""
    devil_last: bool = False
    """Whether the devil was the last card of the stock."""
    deal_table: Pile | None = None
    redeal: Redeal | None = None

    def holder(self, *cards: Card) -> int | None:
        """Return the seat that captured all of *cards*; nothing if no one seat did."""
        for seat, pile in enumerate(self.captured):
            if all(card in pile for card in cards):
                return seat
        return None

    @property
    def rains_left(self) -> Pile:
        """Return the rain cards left over, without the devil."""
        return tuple([card for card in self.table if card in RAINS])

    @property
    def others_left(self) -> Pile:
        """Return the cards of other flowers left over."""
        return tuple([card for card in self.table if card != DEVIL and card not in RAINS])


# Who gets the cards that nobody could capture: "Cards left over"


def rain_heir(play: Play, options: Mapping[str, Any]) -> int | None:
    """Return who gets the rain left over (rules 1, 2 and 4); nothing if nobody has a claim."""
    left = play.rains_left
    goes_with_devil = play.devil_last and options["last_stock_devil"] == "with_rain"
    if len(left) == BUNDLE or goes_with_devil:
        return play.holder(DEVIL)
    return play.holder(*RAINS.difference(left))


def share_out(play: Play, options: Mapping[str, Any]) -> tuple[Pile, ...]:
    """Return the piles with the cards left over in them.

    The play must be one that can occur (`find_problems`), so that everything has an heir.
    """
    rain_to, others_to = rain_heir(play, options), play.holder(DEVIL)
    piles = list(play.captured)
    for card in play.table:
        heir = others_to if card in play.others_left else rain_to
        assert heir is not None
        piles[heir] += (card,)
    return tuple(piles)


# What cannot be: "Record: `play`"


def find_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    """Yield what is wrong with the cards, sets and left-over cards of *hand*.

    What follows is only looked for where what comes before is sound.
    """
    for stage in (
        _tile_problems,
        _redeal_problems,
        _bar_problems,
        _dealt_set_problems,
        _left_over_problems,
    ):
        problems = tuple(stage(hand))
        yield from problems
        if problems:
            return


def _tile_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    play = hand.play
    lying = [(f"play.captured[{seat}]", pile) for seat, pile in enumerate(play.captured)]
    lying.append(("play.table", play.table))
    yield from card_problems(lying, MUSHI_PACK)
    if hand.is_played_out:
        yield from missing_problems([card for _, pile in lying for card in pile], MUSHI_PACK)
    yield from card_problems([("play.deal_table", play.deal_table or ())], MUSHI_PACK)
    if play.redeal is not None:
        yield from card_problems([("play.redeal.cards", play.redeal.cards)], MUSHI_PACK)


def _redeal_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    redeal = hand.play.redeal
    if redeal is None:
        return
    if redeal.reason == "table_three_rain":
        if set(redeal.cards) != RAINS:
            message = "three rains are the rain cards without the devil (鬼札)"
            yield Problem("bad_meld", message, "play.redeal.cards")
    elif not are_one_flower(redeal.cards):
        message = f"{redeal.reason} means the four cards of one flower"
        yield Problem("bad_meld", message, "play.redeal.cards")


def _bar_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    options, redeal = hand.options, hand.play.redeal
    if redeal is not None and _is_kept(redeal, options):
        yield as_problem(Reason("no_redeal"), where="play.redeal.reason")
    if hand.is_played_out:
        for reason, cards in _dealt_sets(hand.play):
            if options[reason] == "redeal":
                thrown_in = Reason("table_redealt", {"cards": ", ".join(sorted(cards))})
                yield as_problem(thrown_in, where="play.deal_table")


def _is_kept(redeal: Redeal, options: Mapping[str, Any]) -> bool:
    return redeal.reason in TABLE_REDEALS and options[redeal.reason] != "redeal"


def _dealt_sets(play: Play) -> Iterator[tuple[str, frozenset[Card]]]:
    """Yield the sets on the dealt table that are captured or thrown in, with the option for each.

    With the devil among them the rain cards are four of a flower, not three rains (D4).
    """
    table = set(play.deal_table or ())
    for number in whole_flowers(table):
        yield "table_four", cards_of(number)
    if table >= RAINS and DEVIL not in table:
        yield "table_three_rain", RAINS


def _dealt_set_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    if not hand.is_played_out:
        return
    play = hand.play
    for reason, cards in _dealt_sets(play):
        if hand.options[reason] == "devil_taker":
            lie_right = cards <= {*play.table, *_devils_pile(play)}
            whose = "whoever takes the devil (鬼札)"
        else:
            lie_right = cards <= set(play.captured[hand.state.banker])
            whose = "the elder"
        if not lie_right:
            message = f"{', '.join(sorted(cards))} were dealt to the table for {whose}"
            yield Problem("bad_record", message, "play.deal_table")


def _devils_pile(play: Play) -> Pile:
    """Return the pile in which the devil lies, if it lies in one."""
    holder = play.holder(DEVIL)
    return () if holder is None else play.captured[holder]


def _left_over_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    if hand.is_played_out:
        for message in (*_last_devil(hand), *_rains(hand), *_others(hand.play)):
            yield Problem("bad_record", message, "play.table")


def _last_devil(hand: PlayedHand[Play]) -> Iterator[str]:
    """Yield where the devil cannot be: who turns the last card of the stock is the younger."""
    play = hand.play
    if play.devil_last and play.holder(DEVIL) != 1 - hand.state.banker:
        yield "the devil as last card of the stock is the younger's, who turns that card"


def _rains(hand: PlayedHand[Play]) -> Iterator[str]:
    play, options = hand.play, hand.options
    left = play.rains_left
    if DEVIL in play.table and (len(left) != 1 or play.others_left):
        yield "a devil that was never taken lies beside exactly one rain card"
    elif len(left) not in (0, 1, BUNDLE):
        yield "two rain cards would have taken one another"
    if len(left) == BUNDLE and options["table_three_rain"] != "devil_taker":
        yield "three rains are left lying by the option table_three_rain = devil_taker only"
    if len(left) == 1 and rain_heir(play, options) is None:
        yield "the other two rain cards must lie in one pile: one of them took the other"


def _others(play: Play) -> Iterator[str]:
    counts = by_flower(play.others_left)
    if len(counts) > 1:
        yield "the devil leaves cards of one other flower at most"
    for number, copies in sorted(counts.items()):
        if copies in (2, COPIES):
            yield f"{copies} cards of flower {number} would have taken one another"
    if counts and play.holder(DEVIL) is None:
        yield "a card of another flower is left over only if the devil took its mate"
    if counts and play.devil_last:
        yield "the devil as last card of the stock takes no mate of another flower's card"


# The game


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
    deck = DECK
    pieces = PIECES
    made_of = cards_by_id(COMBINATIONS)
    summary = "captured_cards"
    redeals = REDEALS
    play_fields = frozenset(("captured", "table", "devil_last", "deal_table", "redeal"))

    def read_play(self, fields: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the piles, the cards left over and why the cards were dealt again."""
        if "captured" in fields or outcome == "win":
            piles = reader.rows(fields.get("captured"), "play.captured", reader.codes)
            if len(piles) != SEATS:
                reader.wrong("play.captured", "must be two lists of cards, one for each seat")
        else:
            piles = ((), ())
        deal_table = reader.optional(fields, "deal_table", "play", reader.codes)
        if deal_table is not None and len(deal_table) != DEALT_TO_TABLE:
            reader.wrong("play.deal_table", f"must be the {DEALT_TO_TABLE} cards dealt there")
        return Play(
            piles,
            reader.codes(fields.get("table", []), "play.table"),
            reader.a_switch(fields.get("devil_last", False), "play.devil_last"),
            deal_table,
            _read_redeal(fields, reader, outcome),
        )

    def problems(self, hand: PlayedHand[Play]) -> Iterator[Problem]:
        """Yield cards, sets and left-over cards that cannot be."""
        return find_problems(hand)

    def settle_win(self, hand: PlayedHand[Play]) -> Settlement:
        """Return the settlement of a hand played out; with 115 each nobody pays (D1)."""
        entries = _score_piles(share_out(hand.play, hand.options))
        winner = max(entries, key=lambda one: one.score)
        bill = Bill()
        bill.charge(1 - winner.seat, winner.seat, (*winner.explain(), add("half", -HALF)))
        wins = (winner,) if winner.score > HALF else ()
        losers = tuple([one for one in entries if one not in wins])
        next_hand = _next_hand(hand, wins)
        return self.settlement(hand, bill.rows, next_hand, wins, losers)


def _read_redeal(fields: Mapping[str, Any], reader: Reader, outcome: str) -> Redeal | None:
    """Return why the cards were dealt again, if it is said."""
    if fields.get("redeal") is None:
        return None
    where = "play.redeal"
    if outcome == "win":
        reader.wrong(where, "a hand played out was not dealt again")
    redeal = reader.fields(fields["redeal"], frozenset(("reason", "cards", "seat")), where)
    reason = reader.a_word(redeal.get("reason"), f"{where}.reason", tuple(REDEALS))
    cards = reader.codes(redeal.get("cards"), f"{where}.cards")
    seat = reader.optional(redeal, "seat", where, reader.a_seat)
    if reason is not None and (seat is None) == REDEALS[reason].has_seat:
        reader.wrong(f"{where}.seat", "must say who showed four cards of his hand, and only that")
    return Redeal(reason or "", cards, seat)


def _score_piles(piles: Sequence[Pile]) -> tuple[ScoredHand, ...]:
    """Return each seat's total with what it is made of: both together always have 230."""
    combinations = [combinations_in(pile, COMBINATIONS) for pile in piles]
    entries = []
    for seat, pile in enumerate(piles):
        items = [Item("card_points", sum([POINTS[picture(card)] for card in pile]))]
        items += [Item(one.id, one.value) for one in combinations[seat]]
        if deduction := sum([one.value for one in combinations[1 - seat]]):
            items.append(Item("others_combinations", -deduction))
        entries.append(ScoredHand(seat, value_of(items), "points", tuple(items)))
    return tuple(entries)


def _next_hand(hand: PlayedHand[Play], wins: Sequence[ScoredHand]) -> NextHand:
    """Return the next hand: the winner is elder, after a tie the same as before."""
    state = hand.state
    elder = wins[0].seat if wins else state.banker
    repeats = state.repeats + 1 if elder == state.banker else 0
    return NextHand(elder, state.round, repeats, state.carry)


GAME: Final = Mushi()
