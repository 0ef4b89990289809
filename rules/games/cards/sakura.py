"""Sakura or Higobana (さくら, 肥後花), a flower-card game of Hawaii: sakura.md."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.errors import Problem, refuse
from rules.game import Element, choice, switch
from rules.games.cards.hanafuda import (
    DECK,
    PACK,
    RAIN,
    RAIN_JUNK,
    RAINS,
    Card,
    Pile,
    are_one_flower,
    by_flower,
    card_problems,
    cards_by_id,
    cards_of,
    combinations_in,
    combinations_of,
    flower,
    of_flower,
    picture,
    whole_flowers,
)
from rules.guides import SittingOut
from rules.play.game import PlayedHand, PlayGame
from rules.record.reader import Reader
from rules.settle.settlement import Bill, Item, NextHand, ScoredHand, Settlement, value_of
from rules.settle.terms import add, become

OPTIONS: Final = (
    switch("teams"),
    choice("two_player_hand", 10, 8),
    choice("margin_classes", "100", "50_100"),
)
COMBINATION: Final = 50
"""Points that a combination takes off everybody else."""
POINTS: Final = {"bright": 20, "ribbon": 10, "animal": 5, "junk": 0}
"""What a card of each class is worth: ribbons and animals the other way round than usual."""
OTHER_CLASSES: Final = {"11-bright": "animal", "12-junk1": "ribbon"}
"""The rain man and the yellow paulownia count in another class than their picture says."""
EACH_OTHER: Final = f"each other −{COMBINATION}"

ELEMENTS: Final = (
    Element("card_points", "札の点", "points of the cards", "20 / 10 / 5"),
    Element("flower_moon_cup", "桜に幕・ススキに月・菊に盃", "curtain, moon, cup", EACH_OTHER),
    Element("boar_deer_geese", "萩に猪・紅葉に鹿・ススキに雁", "boar, deer, geese", EACH_OTHER),
    Element("red_ribbons", "赤タンの表", "red ribbons", EACH_OTHER),
    Element("red_pictures", "赤タンの裏", "pictures of the red ribbons' flowers", EACH_OTHER),
    Element("blue_ribbons", "青タンの表", "blue ribbons", EACH_OTHER),
    Element("blue_pictures", "青タンの裏", "pictures of the blue ribbons' flowers", EACH_OTHER),
    Element("grass_ribbons", "くさの表", "grass ribbons", EACH_OTHER),
    Element("grass_pictures", "くさの裏", "pictures of the grass ribbons' flowers", EACH_OTHER),
    Element("others_combinations", "出来役代", "taken off by the others' combinations", "−50 each"),
    Element("double_win", "2勝", "double win", 2),
    Element("triple_win", "3勝", "triple win", 3),
)

COMBINATIONS: Final = combinations_of(
    COMBINATION,
    flower_moon_cup="03-bright 08-bright 09-animal",
    boar_deer_geese="07-animal 10-animal 08-animal",
    red_ribbons="01-ribbon 02-ribbon 03-ribbon",
    red_pictures="01-bright 02-animal 03-bright",
    blue_ribbons="06-ribbon 09-ribbon 10-ribbon",
    blue_pictures="06-animal 09-animal 10-animal",
    grass_ribbons="04-ribbon 05-ribbon 07-ribbon",
    grass_pictures="04-animal 05-animal 07-animal",
)
MARGINS: Final = {"100": (100,), "50_100": (50, 100)}
"""The margins from which a hand counts as one win more (D5)."""
SEATS: Final = (2, 3, 4)
TEAM_PLAYERS: Final = 4
TEAMS: Final = ((0, 2), (1, 3))
DEALT_TO_TABLE: Final = {2: 8, 3: 6, 4: 8}
"""Cards dealt to the table, by the number of players."""


def points(card: Card) -> int:
    """Return what *card* is worth."""
    return POINTS[OTHER_CLASSES.get(card, picture(card))]


def hand_size(players: int, two_player_hand: int) -> int:
    """Return how many cards each of *players* is dealt."""
    return {2: two_player_hand, 3: 7, 4: 5}[players]


def cards_shown(players: int, two_player_hand: int) -> int:
    """Return how many cards are turned up in a hand: each turn one is played and one turned."""
    return 2 * players * hand_size(players, two_player_hand) + DEALT_TO_TABLE[players]


# Which cards of the table a card may take, and who may pull: "Play"

GAJI: Final = RAIN_JUNK


def takes(card: Card, table: Collection[Card]) -> tuple[Card, ...]:
    """Return the cards of *table* of which *card*, played or turned, captures one.

    A card that can capture does, else it stays. On the table the gaji is an ordinary rain card.
    """
    if card == GAJI:
        return tuple(table)
    return of_flower(flower(card), table)


def pulls(hand: Collection[Card], table: Collection[Card]) -> tuple[str, ...]:
    """Return the flowers that the owner of *hand* may pull (引き), in order.

    All four cards lie in *hand* and on *table* together, at least one of them in the hand.
    """
    own = by_flower(hand)
    return tuple([one for one in whole_flowers([*hand, *table]) if one in own])


# Who plays together

Side = tuple[int, ...]
"""The seats whose cards and points are counted together."""


def sides(hand: PlayedHand[Play]) -> tuple[Side, ...]:
    """Return all sides."""
    if hand.options["teams"]:
        return TEAMS
    return tuple([(seat,) for seat in range(hand.players)])


def side_of(seat: int, hand: PlayedHand[Play]) -> Side:
    """Return the side on which *seat* plays."""
    return next(side for side in sides(hand) if seat in side)


def from_dealer(side: Side, hand: PlayedHand[Play]) -> Side:
    """Return the seats of *side* in the order of play, from the dealer on."""
    return tuple(sorted(side, key=lambda seat: (seat - hand.state.banker) % hand.players))


# Who gets the cards left over


class Pull(NamedTuple):
    """Four cards of one flower that were captured out of turn (引き)."""

    seat: int
    cards: Pile


class Play(NamedTuple):
    """The cards at the end of a hand."""

    captured: tuple[Pile, ...] = ()
    table: Pile = ()
    """The cards left over."""
    deal_table: Pile | None = None
    pulls: tuple[Pull, ...] = ()


def gaji_taker(piles: Sequence[Pile]) -> int | None:
    """Return the seat that captured the gaji; nothing if nobody did."""
    return next((seat for seat, pile in enumerate(piles) if GAJI in pile), None)


def left_by_gaji(play: Play) -> Pile:
    """Return the cards of the table that have no mate because the gaji took another flower.

    The three rain cards are among them only where somebody captured the gaji.
    """
    captures = {card for pile in play.captured for card in pile}
    left = [card for card in play.table if cards_of(flower(card)) - {card} <= captures]
    if GAJI in captures and set(play.table) >= RAINS:
        left += of_flower(RAIN, play.table)
    return tuple(left)


def share_out(play: Play) -> tuple[Pile, ...]:
    """Return the piles with what the gaji left over in them; other cards stay nobody's (D2).

    The play must be one that can occur (`find_problems`).
    """
    piles = list(play.captured)
    if left := left_by_gaji(play):
        taker = gaji_taker(play.captured)
        assert taker is not None
        piles[taker] += left
    return tuple(piles)


def all_cards(piles: Sequence[Pile], seats: Sequence[int]) -> frozenset[Card]:
    """Return what *seats* captured together."""
    return frozenset(card for seat in seats for card in piles[seat])


# Scores, the winner and by how much: "Scoring elements", "Payment"

BIG_WINS: Final = {2: "double_win", 3: "triple_win"}
"""What a hand is called that counts as several wins."""


class SideScore(NamedTuple):
    """What one side has reached."""

    side: Side
    points: int
    items: tuple[Item, ...]


class Result(NamedTuple):
    """Who won a hand, and as how many wins it counts."""

    winner: SideScore
    losers: tuple[SideScore, ...]
    times: int
    """Wins that the hand counts as: 1, 2 or 3."""

    def wins(self, hand: PlayedHand[Play]) -> tuple[ScoredHand, ...]:
        """Return the winner's entries: of partners the nearer to the dealer first (D4)."""
        score, items = self.winner.points, self.winner.items
        terms = tuple([add(item.id, item.value) for item in items])
        if self.times in BIG_WINS:
            items = (*items, Item(BIG_WINS[self.times], self.times))
        seats = from_dealer(self.winner.side, hand)
        return tuple([ScoredHand(seat, score, "points", items, terms=terms) for seat in seats])

    def losses(self) -> tuple[ScoredHand, ...]:
        """Return the entries of all others, by seats."""
        rows = sorted([(seat, one) for one in self.losers for seat in one.side])
        return tuple([ScoredHand(seat, one.points, "points", one.items) for seat, one in rows])


def find_result(hand: PlayedHand[Play]) -> Result:
    """Return the result of a hand played out; of equal scores the one nearest the dealer wins."""
    winner, *losers = sorted(_scores(hand), key=lambda one: _precedence(one, hand))
    margin = winner.points - losers[0].points
    steps = MARGINS[hand.options["margin_classes"]]
    return Result(winner, tuple(losers), 1 + sum([margin >= step for step in steps]))


def _precedence(score: SideScore, hand: PlayedHand[Play]) -> tuple[int, int]:
    """Return what sorts the winner first: the highest score, then the nearest to the dealer."""
    nearest = from_dealer(score.side, hand)[0]
    return -score.points, (nearest - hand.state.banker) % hand.players


def _scores(hand: PlayedHand[Play]) -> list[SideScore]:
    """Return what every side has reached.

    A combination adds nothing to its holder's score (0) and takes points off all others (D7).
    """
    piles = share_out(hand.play)
    cards = {side: all_cards(piles, side) for side in sides(hand)}
    combinations = {side: combinations_in(pile, COMBINATIONS) for side, pile in cards.items()}
    scores = []
    for side, pile in cards.items():
        items = [Item("card_points", sum([points(card) for card in pile]))]
        items += [Item(one.id, 0) for one in combinations[side]]
        others = [one for other, row in combinations.items() if other != side for one in row]
        if deduction := sum([one.value for one in others]):
            items.append(Item("others_combinations", -deduction))
        scores.append(SideScore(side, value_of(items), tuple(items)))
    return scores


# What cannot be: "Record: `play`"


def find_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    """Yield what is wrong with the seats, cards and pulls of *hand*.

    What follows is only looked for where what comes before is sound; a hand given up
    says nothing about the cards.
    """
    for stage in (_seat_problems, _tile_problems, _pull_problems, _pile_problems):
        problems = tuple(stage(hand))
        yield from problems
        if problems or not hand.is_played_out:
            return


def _seat_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    if hand.options["teams"] and hand.players != TEAM_PLAYERS:
        yield Problem("bad_record", "teams need four players", "options.teams")
    wins = hand.state.carry["wins"]
    if wins != () and len(wins) != hand.players:
        message = f"must be {hand.players} numbers of wins, one for each seat"
        yield Problem("bad_record", message, "state.carry.wins")


def _tile_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    play, players = hand.play, hand.players
    lying = [(f"play.captured[{seat}]", pile) for seat, pile in enumerate(play.captured)]
    lying.append(("play.table", play.table))
    yield from card_problems(lying, frozenset(PACK))
    there = sum([len(pile) for _, pile in lying])
    total = cards_shown(players, hand.options["two_player_hand"])
    if there != total:
        yield Problem("bad_tiles", f"{there} cards lie there; {total} must", "play")
    if (deal_table := play.deal_table) is not None:
        yield from card_problems([("play.deal_table", deal_table)], frozenset(PACK))
        if len(deal_table) != DEALT_TO_TABLE[players]:
            message = f"{len(deal_table)} cards; {DEALT_TO_TABLE[players]} are dealt to the table"
            yield Problem("bad_tiles", message, "play.deal_table")
    pull_cards = [(f"play.pulls[{at}].cards", pull.cards) for at, pull in enumerate(play.pulls)]
    yield from card_problems(pull_cards, frozenset(PACK))


def _pull_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    for place, pull in enumerate(hand.play.pulls):
        if not are_one_flower(pull.cards):
            message = "a pull (引き) takes the four cards of one flower"
            yield Problem("bad_meld", message, f"play.pulls[{place}].cards")


def _pile_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    play = hand.play
    for place, pull in enumerate(play.pulls):
        if not set(pull.cards) <= all_cards(play.captured, side_of(pull.seat, hand)):
            message = "the pulled cards (引き) must lie in the pile of the one who pulled"
            yield Problem("bad_record", message, f"play.pulls[{place}].cards")
    dealers = all_cards(play.captured, side_of(hand.state.banker, hand))
    for number in whole_flowers(play.deal_table or ()):
        if not cards_of(number) <= dealers:
            message = f"the four cards of flower {number} dealt to the table are the dealer's"
            yield Problem("bad_record", message, "play.deal_table")
    if (left := left_by_gaji(play)) and gaji_taker(play.captured) is None:
        message = f"{left[0]} lies alone, but nobody captured the gaji that takes other flowers"
        yield Problem("bad_record", message, "play.table")


# The game

PULL_FIELDS: Final = frozenset(("seat", "cards"))


class Sakura(PlayGame[Play]):
    """Combinations take points from everybody else; the best score wins, by margins twice."""

    id = "sakura"
    native = "さくら・肥後花"
    name = "Sakura"
    family = "hanafuda"
    seats = SEATS
    has_break = False
    options = OPTIONS
    elements = ELEMENTS
    carry = MappingProxyType({"wins": ()})
    counters_of_people = ("wins",)
    guides = (SittingOut(most=4),)
    deck = DECK
    pieces = dict.fromkeys(PACK, 1)
    made_of = cards_by_id(COMBINATIONS)
    summary = "captured_cards"
    play_fields = frozenset(("captured", "table", "deal_table", "pulls"))

    def players_in(self, document: Mapping[str, Any]) -> int:
        """Return how many play: as many as have a score."""
        state = document.get("state")
        scores = state.get("scores") if type(state) is dict else None
        if type(scores) is not list or len(scores) not in SEATS:
            message = "must be a list of 2, 3 or 4 scores: it says how many play"
            raise refuse("bad_record", message, "state.scores")
        return len(scores)

    def players(self, options: Mapping[str, Any]) -> int:
        """Return how many take part under *options*: teams need four."""
        return TEAM_PLAYERS if options["teams"] else self.seats[0]

    def seat_choices(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return how many may take part under *options*: two to four, teams of two are four."""
        return (TEAM_PLAYERS,) if options["teams"] else self.seats

    def counter_problem(self, name: str, value: object) -> str | None:  # noqa: ARG002 -- one counter
        """Return why *value* does not say how often each seat has won, or nothing."""
        if type(value) is list and all(type(one) is int and one >= 0 for one in value):
            return None
        return "must be a whole number from 0 for each seat"

    def read_play(self, fields: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the cards at the end; a hand given up says nothing about them."""
        if outcome == "abort":
            return Play()
        piles = reader.rows(fields.get("captured"), "play.captured", reader.codes)
        if len(piles) != reader.players:
            reader.wrong("play.captured", f"must be {reader.players} lists, one for each seat")
        return Play(
            piles,
            reader.codes(fields.get("table", []), "play.table"),
            reader.optional(fields, "deal_table", "play", reader.codes),
            reader.rows(fields.get("pulls", ()), "play.pulls", partial(_a_pull, reader)),
        )

    def problems(self, hand: PlayedHand[Play]) -> Iterator[Problem]:
        """Yield seats, cards and pulls that cannot be."""
        return find_problems(hand)

    def settle_win(self, hand: PlayedHand[Play]) -> Settlement:
        """Return the settlement of a hand played out: wins are paid by the losers (D6)."""
        result = find_result(hand)
        wins = result.wins(hand)
        after = _next_hand(hand, wins[0].seat, {one.seat: result.times for one in wins})
        return self.settlement(hand, _bill(hand, result).rows, after, wins, result.losses())

    def settle_abort(self, hand: PlayedHand[Play]) -> Settlement:
        """Return the settlement of a hand given up: nobody has won once more."""
        state = hand.state
        next_hand = NextHand(state.banker, state.round, state.repeats, _wins(hand, {}))
        return self.settlement(hand, (), next_hand)


def _a_pull(reader: Reader, value: object, where: str) -> Pull:
    fields = reader.fields(value, PULL_FIELDS, where)
    seat = reader.a_seat(fields.get("seat"), f"{where}.seat")
    return Pull(seat, reader.codes(fields.get("cards"), f"{where}.cards"))


def _bill(hand: PlayedHand[Play], result: Result) -> Bill:
    """Return what is paid: every loser gives the winner, partners the seat after them, the wins."""
    bill, best = Bill(), result.losers[0]
    terms = (
        add("hand", result.winner.points, seat=result.winner.side[0]),
        add("hand", -best.points, seat=best.side[0]),
        become(BIG_WINS.get(result.times, "win"), result.times),
    )
    for loser in result.losses():
        after_loser = (loser.seat + 1) % hand.players
        winner = after_loser if hand.options["teams"] else result.winner.side[0]
        bill.charge(loser.seat, winner, terms)
    return bill


def _next_hand(hand: PlayedHand[Play], dealer: int, more: Mapping[int, int]) -> NextHand:
    repeats = hand.state.repeats + 1 if dealer == hand.state.banker else 0
    return NextHand(dealer, hand.state.round, repeats, _wins(hand, more))


def _wins(hand: PlayedHand[Play], more: Mapping[int, int]) -> Mapping[str, list[int]]:
    before = hand.state.carry["wins"] or (0,) * hand.players
    return {"wins": [count + more.get(seat, 0) for seat, count in enumerate(before)]}


GAME: Final = Sakura()
