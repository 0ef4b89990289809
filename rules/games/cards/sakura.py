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
from rules.play.game import Played, PlayGame
from rules.record.reader import Reader
from rules.settle.settlement import Bill, Item, NextHand, Scored, Settlement, value_of
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


def sides(played: Played[Play]) -> tuple[Side, ...]:
    """Return all sides."""
    if played.options["teams"]:
        return TEAMS
    return tuple([(seat,) for seat in range(played.players)])


def side_of(seat: int, played: Played[Play]) -> Side:
    """Return the side on which *seat* plays."""
    return next(side for side in sides(played) if seat in side)


def from_dealer(side: Side, played: Played[Play]) -> Side:
    """Return the seats of *side* in the order of play, from the dealer on."""
    return tuple(sorted(side, key=lambda seat: (seat - played.state.banker) % played.players))


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


def gaji_taker(captured: Sequence[Pile]) -> int | None:
    """Return the seat that captured the gaji; nothing if nobody did."""
    return next((seat for seat, pile in enumerate(captured) if GAJI in pile), None)


def left_by_gaji(play: Play) -> Pile:
    """Return the cards of the table that have no mate because the gaji took another flower.

    The three rain cards are among them only where somebody captured the gaji.
    """
    taken = {card for pile in play.captured for card in pile}
    left = [card for card in play.table if cards_of(flower(card)) - {card} <= taken]
    if GAJI in taken and set(play.table) >= RAINS:
        left += of_flower(RAIN, play.table)
    return tuple(left)


def shared_out(play: Play) -> tuple[Pile, ...]:
    """Return the piles with what the gaji left over in them; other cards stay nobody's (D2).

    The play must be one that can occur (`find_problems`).
    """
    piles = list(play.captured)
    if left := left_by_gaji(play):
        taker = gaji_taker(play.captured)
        assert taker is not None
        piles[taker] += left
    return tuple(piles)


def all_cards(captured: Sequence[Pile], seats: Sequence[int]) -> frozenset[Card]:
    """Return what *seats* captured together."""
    return frozenset(card for seat in seats for card in captured[seat])


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

    def wins(self, played: Played[Play]) -> tuple[Scored, ...]:
        """Return the winner's entries: of partners the nearer to the dealer first (D4)."""
        score, items = self.winner.points, self.winner.items
        terms = tuple([add(item.id, item.value) for item in items])
        if self.times in BIG_WINS:
            items = (*items, Item(BIG_WINS[self.times], self.times))
        seats = from_dealer(self.winner.side, played)
        return tuple([Scored(seat, score, "points", items, terms=terms) for seat in seats])

    def lost(self) -> tuple[Scored, ...]:
        """Return the entries of all others, by seats."""
        rows = sorted([(seat, one) for one in self.losers for seat in one.side])
        return tuple([Scored(seat, one.points, "points", one.items) for seat, one in rows])


def result(played: Played[Play]) -> Result:
    """Return the result of a hand played out; of equal scores the one nearest the dealer wins."""
    winner, *losers = sorted(_scores(played), key=lambda one: _precedence(one, played))
    margin = winner.points - losers[0].points
    steps = MARGINS[played.options["margin_classes"]]
    return Result(winner, tuple(losers), 1 + sum([margin >= step for step in steps]))


def _precedence(score: SideScore, played: Played[Play]) -> tuple[int, int]:
    """Return what sorts the winner first: the highest score, then the nearest to the dealer."""
    nearest = from_dealer(score.side, played)[0]
    return -score.points, (nearest - played.state.banker) % played.players


def _scores(played: Played[Play]) -> list[SideScore]:
    """Return what every side has reached.

    A combination adds nothing to its holder's score (0) and takes points off all others (D7).
    """
    piles = shared_out(played.play)
    cards = {side: all_cards(piles, side) for side in sides(played)}
    found = {side: combinations_in(pile, COMBINATIONS) for side, pile in cards.items()}
    scores = []
    for side, pile in cards.items():
        items = [Item("card_points", sum([points(card) for card in pile]))]
        items += [Item(one.id, 0) for one in found[side]]
        if taken := sum([one.value for other in found if other != side for one in found[other]]):
            items.append(Item("others_combinations", -taken))
        scores.append(SideScore(side, value_of(items), tuple(items)))
    return scores


# What cannot be: "Record: `play`"


def find_problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield what is wrong with the seats, cards and pulls of *played*.

    What follows is only looked for where what comes before is sound; a hand given up
    says nothing about the cards.
    """
    for stage in (_seats, _tiles, _pulled_sets, _wrong_piles):
        found = tuple(stage(played))
        yield from found
        if found or not played.is_played_out:
            return


def _seats(played: Played[Play]) -> Iterator[Problem]:
    if played.options["teams"] and played.players != TEAM_PLAYERS:
        yield Problem("bad_record", "teams need four players", "options.teams")
    wins = played.state.carry["wins"]
    if wins != () and len(wins) != played.players:
        message = f"must be {played.players} numbers of wins, one for each seat"
        yield Problem("bad_record", message, "state.carry.wins")


def _tiles(played: Played[Play]) -> Iterator[Problem]:
    play, players = played.play, played.players
    lying = [(f"play.captured[{seat}]", pile) for seat, pile in enumerate(play.captured)]
    lying.append(("play.table", play.table))
    yield from card_problems(lying, frozenset(PACK))
    there = sum([len(pile) for _, pile in lying])
    wanted = cards_shown(players, played.options["two_player_hand"])
    if there != wanted:
        yield Problem("bad_tiles", f"{there} cards lie there; {wanted} must", "play")
    if (dealt := play.deal_table) is not None:
        yield from card_problems([("play.deal_table", dealt)], frozenset(PACK))
        if len(dealt) != DEALT_TO_TABLE[players]:
            message = f"{len(dealt)} cards; {DEALT_TO_TABLE[players]} are dealt to the table"
            yield Problem("bad_tiles", message, "play.deal_table")
    pulled = [(f"play.pulls[{at}].cards", pull.cards) for at, pull in enumerate(play.pulls)]
    yield from card_problems(pulled, frozenset(PACK))


def _pulled_sets(played: Played[Play]) -> Iterator[Problem]:
    for place, pull in enumerate(played.play.pulls):
        if not are_one_flower(pull.cards):
            message = "a pull (引き) takes the four cards of one flower"
            yield Problem("bad_meld", message, f"play.pulls[{place}].cards")


def _wrong_piles(played: Played[Play]) -> Iterator[Problem]:
    play = played.play
    for place, pull in enumerate(play.pulls):
        if not set(pull.cards) <= all_cards(play.captured, side_of(pull.seat, played)):
            message = "the pulled cards (引き) must lie in the pile of the one who pulled"
            yield Problem("bad_record", message, f"play.pulls[{place}].cards")
    dealers = all_cards(play.captured, side_of(played.state.banker, played))
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

    def read_play(self, given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the cards at the end; a hand given up says nothing about them."""
        if outcome == "abort":
            return Play()
        captured = reader.rows(given.get("captured"), "play.captured", reader.codes)
        if len(captured) != reader.players:
            reader.wrong("play.captured", f"must be {reader.players} lists, one for each seat")
        return Play(
            captured,
            reader.codes(given.get("table", []), "play.table"),
            reader.optional(given, "deal_table", "play", reader.codes),
            reader.rows(given.get("pulls", ()), "play.pulls", partial(_a_pull, reader)),
        )

    def problems(self, played: Played[Play]) -> Iterator[Problem]:
        """Yield seats, cards and pulls that cannot be."""
        return find_problems(played)

    def settle_win(self, played: Played[Play]) -> Settlement:
        """Return the settlement of a hand played out: wins are paid by the losers (D6)."""
        found = result(played)
        wins = found.wins(played)
        after = _next_hand(played, wins[0].seat, {one.seat: found.times for one in wins})
        return self.settlement(played, _bill(played, found).rows, after, wins, found.lost())

    def settle_abort(self, played: Played[Play]) -> Settlement:
        """Return the settlement of a hand given up: nobody has won once more."""
        state = played.state
        kept = NextHand(state.banker, state.round, state.repeats, _wins(played, {}))
        return self.settlement(played, (), kept)


def _a_pull(reader: Reader, said: object, where: str) -> Pull:
    given = reader.fields(said, PULL_FIELDS, where)
    seat = reader.a_seat(given.get("seat"), f"{where}.seat")
    return Pull(seat, reader.codes(given.get("cards"), f"{where}.cards"))


def _bill(played: Played[Play], found: Result) -> Bill:
    """Return what is paid: every loser gives the winner, partners the seat after them, the wins."""
    bill, best = Bill(), found.losers[0]
    terms = (
        add("hand", found.winner.points, seat=found.winner.side[0]),
        add("hand", -best.points, seat=best.side[0]),
        become(BIG_WINS.get(found.times, "win"), found.times),
    )
    for loser in found.lost():
        after_loser = (loser.seat + 1) % played.players
        winner = after_loser if played.options["teams"] else found.winner.side[0]
        bill.charge(loser.seat, winner, terms)
    return bill


def _next_hand(played: Played[Play], dealer: int, more: Mapping[int, int]) -> NextHand:
    repeats = played.state.repeats + 1 if dealer == played.state.banker else 0
    return NextHand(dealer, played.state.round, repeats, _wins(played, more))


def _wins(played: Played[Play], more: Mapping[int, int]) -> Mapping[str, list[int]]:
    before = played.state.carry["wins"] or (0,) * played.players
    return {"wins": [won + more.get(seat, 0) for seat, won in enumerate(before)]}


GAME: Final = Sakura()
