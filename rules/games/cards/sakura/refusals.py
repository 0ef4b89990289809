"""What cannot be in a record of Sakura: sakura.md, "Record: `play`", "Errors"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.errors import Problem
from rules.games.cards.hanafuda.cards import PACK, are_one_flower, cards_of, whole_flowers
from rules.games.cards.hanafuda.checking import card_problems
from rules.games.cards.sakura.sharing import all_cards, gaji_taker, left_by_gaji
from rules.games.cards.sakura.sides import side_of
from rules.games.cards.sakura.table import DEALT_TO_TABLE, TEAM_PLAYERS, cards_shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.games.cards.sakura.sharing import Play
    from rules.play.game import Played

WHOLE_PACK: Final = frozenset(PACK)


def problems(played: Played[Play]) -> Iterator[Problem]:
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
    """Yield teams without four players, and wins that are not counted for each of them."""
    if played.options["teams"] and played.players != TEAM_PLAYERS:
        yield Problem("bad_record", "teams need four players", "options.teams")
    wins = played.state.carry["wins"]
    if wins != () and len(wins) != played.players:
        message = f"must be {played.players} numbers of wins, one for each seat"
        yield Problem("bad_record", message, "state.carry.wins")


def _tiles(played: Played[Play]) -> Iterator[Problem]:
    """Yield cards that do not exist or come twice, and a wrong number of them."""
    play, players = played.play, played.players
    lying = [(f"play.captured[{seat}]", pile) for seat, pile in enumerate(play.captured)]
    lying.append(("play.table", play.table))
    yield from card_problems(lying, WHOLE_PACK)
    there = sum([len(pile) for _, pile in lying])
    wanted = cards_shown(players, played.options["two_player_hand"])
    if there != wanted:
        yield Problem("bad_tiles", f"{there} cards lie there; {wanted} must", "play")
    dealt = play.deal_table
    if dealt is not None:
        yield from card_problems([("play.deal_table", dealt)], WHOLE_PACK)
        if len(dealt) != DEALT_TO_TABLE[players]:
            message = f"{len(dealt)} cards; {DEALT_TO_TABLE[players]} are dealt to the table"
            yield Problem("bad_tiles", message, "play.deal_table")
    pulled = [(f"play.pulls[{at}].cards", pull.cards) for at, pull in enumerate(play.pulls)]
    yield from card_problems(pulled, WHOLE_PACK)


def _pulled_sets(played: Played[Play]) -> Iterator[Problem]:
    """Yield pulls that are not of a whole flower."""
    for place, pull in enumerate(played.play.pulls):
        if not are_one_flower(pull.cards):
            message = "a pull (引き) takes the four cards of one flower"
            yield Problem("bad_meld", message, f"play.pulls[{place}].cards")


def _wrong_piles(played: Played[Play]) -> Iterator[Problem]:
    """Yield cards that do not lie with whom they belong to."""
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
    left = left_by_gaji(play)
    if left and gaji_taker(play.captured) is None:
        message = f"{left[0]} lies alone, but nobody captured the gaji that takes other flowers"
        yield Problem("bad_record", message, "play.table")
