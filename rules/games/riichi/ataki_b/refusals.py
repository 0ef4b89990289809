"""What this game refuses beyond riichi: ataki-b.md, "Seats", "Play", "Winning", "Fouls"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.errors import Problem, Reason
from rules.games.riichi.ataki_b import fouls
from rules.games.riichi.scoring import RiichiScore
from rules.reasons import as_problem
from rules.record.claims import check_named_kong
from rules.record.values import Record, Win

ROUNDS: Final = (1, 2)
MOST_KONGS: Final = 4
LAST_ROUND: Final = 2


def of_form(record: Record) -> Iterator[Problem]:
    """Yield rounds that are not played, kongs too many, and turns of kongs that cannot be."""
    if record.state.round not in ROUNDS:
        message = "a half game has an East and a South round: 1 or 2"
        yield Problem("bad_record", message, "state.round")
    kongs = 0
    for number in range(record.players):
        kongs += sum(meld.is_kong for meld in record.melds_after_robbing(number))
        if kongs > MOST_KONGS:
            message = f"a hand has at most {MOST_KONGS} kongs, whoever makes them"
            yield Problem("bad_meld", message, f"seats[{number}].melds")
            break
    for place, win in enumerate(record.wins):
        if win.kong is not None and win.kong < len(record.seats[win.seat].melds):
            yield from check_named_kong(record, win, f"wins[{place}]")
        if "kong_chain" in win.facts:
            yield from _of_turn(record, win, f"wins[{place}].facts.kong_chain")


def _of_turn(record: Record, win: Win, where: str) -> Iterator[Problem]:
    melds, chain = record.seats[win.seat].melds, win.facts["kong_chain"]
    if any(not 0 <= place < len(melds) or not melds[place].is_kong for place in chain):
        yield Problem("bad_record", "must name kongs of the winner", where)
    elif any(melds[place].kind == "kong_discard" for place in chain[1:]):
        message = "a kong with a discard begins a turn, it cannot follow another kong"
        yield Problem("bad_record", message, where)
    elif chain and win.kong is not None and chain[-1] != win.kong:
        yield Problem("bad_record", "the last kong of the turn is the one that won", where)


def of_incidents(record: Record) -> Iterator[Problem]:
    """Yield fouls of nobody, and hands that ended otherwise than their fouls say."""
    for place, foul in enumerate(record.incidents):
        if foul.seat is None and foul.kind not in fouls.FREE:
            message = f"{foul.kind}: must say whose it is"
            yield Problem("bad_record", message, f"incidents[{place}].seat")
        if record.outcome == "draw" and foul.kind in fouls.ENDING:
            message = f"{foul.kind}: ends the hand at once, so the outcome is abort"
            yield Problem("bad_record", message, f"incidents[{place}]")
    if record.outcome == "abort" and not any(
        foul.kind in fouls.ENDING for foul in record.incidents
    ):
        message = "no hand is void but by a foul that ends it; there are no abortive draws"
        yield Problem("bad_record", message, "outcome")


def of_win(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield the bars of this game that a winner is under."""
    facts = win.facts
    if win.is_taken and facts.get("missed") and not facts.get("pung_since_turn"):
        yield as_problem(Reason("missed_win_until_turn"), where=where)
    if win.seat in fouls.barred_seats(record):
        yield as_problem(Reason("foul_no_win"), where=where)


def is_last_hand(record: Record) -> bool:
    """Return whether this is South 4, or a repeat of it."""
    return record.state.round == LAST_ROUND and record.state.banker == record.players - 1


def of_last_hand(
    record: Record, scores: Sequence[RiichiScore], after: Sequence[int]
) -> Iterator[Problem]:
    """Yield open wins of the last hand that leave the winner at his rank (D5)."""
    if not is_last_hand(record):
        return
    before = record.state.scores
    for place, win in enumerate(record.wins):
        winner = next(score.winner for score in scores if score.winner.seat == win.seat)
        rank = rank_of(before, win.seat)
        is_free = winner.is_closed or winner.is_banker or not rank
        if not is_free and rank == rank_of(after, win.seat):
            yield as_problem(Reason("last_hand_rank"), where=f"wins[{place}]")


def rank_of(points: Sequence[int], seat: int) -> int:
    """Return how many come before *seat*; of equal points the lower seat does (D4)."""
    mine = (-points[seat], seat)
    return sum((-those, other) < mine for other, those in enumerate(points))
