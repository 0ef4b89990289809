"""What a correction does to a draft: pure, one small function for each tap; and what it needs."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, assert_never

from kiosk.errors import Refused
from kiosk.session import commands as c
from kiosk.session.answers import SayReady, SayValue, SayWinner
from kiosk.session.draft import (
    Draft,
    DraftMeld,
    DraftSeat,
    DraftTile,
    DraftWin,
    Numbering,
    Part,
    Place,
    Stage,
)
from kiosk.session.from_log import TakeLog, said_play, with_log
from kiosk.session.readiness import with_ready
from kiosk.session.record import split
from kiosk.session.sets import with_tiles
from kiosk.session.shapes import Json
from kiosk.session.vocabulary import check_words
from kiosk.session.winning import (
    check_seat,
    check_winners,
    forget_win,
    give_win,
    separate_wins,
    share_tile,
)
from rules.game import Game

FACES: Final = 6
"""Pips of a die."""
MAX_DICE: Final = 4
MAX_THROWS: Final = 8
MAX_ROW: Final = 60
"""Tiles that a row can hold; more is a slip of the finger, not a hand."""

Change = Callable[[DraftTile], DraftTile | None]
Row = tuple[DraftTile, ...]


def correct(draft: Draft, correction: c.Correction) -> Draft:
    """Return *draft* after *correction*; raise `Refused` where it names something not there."""
    match correction:
        case c.SayPlay(play):
            next_draft = said_play(draft, play)
        case c.SayLeader(seat):
            next_draft = replace(draft, leader=seat)
        case SayReady(seats):
            next_draft = with_ready(draft, seats)
        case TakeLog():
            next_draft = with_log(draft, correction)
        case SayValue(seat, value, number):
            next_draft = with_win(draft, seat, lambda win: replace(win, value=value), number)
            next_draft = replace(next_draft, stage=Stage.REVIEW)
        case _:
            next_draft = _correct_tiles(draft, correction) or _correct_words(draft, correction)
    return replace(next_draft, settlement={}, problems=())


def _correct_tiles(draft: Draft, correction: c.Correction) -> Draft | None:
    """Return *draft* after a correction of tiles or sets; `None` for one of another kind."""
    match correction:
        case c.CorrectTile(tile, code):
            return _retile(draft, tile, lambda old: replace(old, code=code, checked=True))
        case c.RemoveTile(tile):
            return _without(draft, tile)
        case c.AddTiles(place, text):
            numbering = Numbering(draft.next_number)
            row = (*row_of(draft, place), *numbering.tiles(split(text)))
            return replace(with_row(draft, place, row), next_number=numbering.next)
        case c.WriteRow(place, text):
            return _write_row(draft, place, text)
        case c.MoveTile(number, place):
            draft_tile = find_tile(draft, number)
            rest = _retile(draft, number, lambda _: None)
            return with_row(rest, place, (*row_of(rest, place), replace(draft_tile, checked=True)))
        case c.LayMeld():
            return _lay_meld(draft, correction)
        case c.RemoveMeld(meld):
            return _remove_meld(draft, meld)
        case _:
            return None


def _correct_words(draft: Draft, correction: c.Correction) -> Draft:
    """Return *draft* after a correction of wins, declarations, facts or incidents."""
    match correction:
        case c.ForgetWin(win):
            return forget_win(draft, win)
        case c.SeatFact(seat, fact, value):
            before = draft.seats[seat]
            return with_seat(draft, seat, replace(before, facts=_put(before.facts, fact, value)))
        case c.Declare(seat, word, on):
            before = draft.seats[seat]
            words = _toggle(before.declared, word, on=on)
            return with_seat(draft, seat, replace(before, declared=words))
        case c.NoteIncident(kind, seat_, details):
            incident = {"kind": kind, **({} if seat_ is None else {"seat": seat_}), **details}
            return replace(draft, incidents=(*draft.incidents, incident))
        case c.ForgetIncident(index):
            if not 0 <= index < len(draft.incidents):
                raise Refused("no_such_incident", f"there is no incident {index}", where="index")
            remaining = draft.incidents[:index] + draft.incidents[index + 1 :]
            return replace(draft, incidents=remaining)
        case _:
            return _correct_win(draft, correction)


def _correct_win(draft: Draft, correction: c.Correction) -> Draft:
    """Return *draft* after a correction of one win."""
    match correction:
        case c.WinOn():
            return _win_on(draft, correction)
        case c.WinOnTile(tile):
            return _win_on_tile(draft, tile)
        case c.SayHow(c.Claim(seat, by, giver), number):
            how = with_win(draft, seat, lambda win: replace(win, by=by, giver=giver), number)
            return replace(how, wins=separate_wins(how.wins))
        case SayWinner(seat, winner, number):
            return give_win(draft, seat, winner, number)
        case c.Mark(seat, mark, on, number):
            return with_win(
                draft,
                seat,
                lambda win: replace(win, marks=_toggle(win.marks, mark, on=on)),
                number,
            )
        case c.WinKong(seat, kong, number):
            return with_win(draft, seat, lambda win: replace(win, kong=kong), number)
        case c.WinFact(seat, fact, value, number):
            return with_win(
                draft,
                seat,
                lambda win: replace(win, facts=_put(win.facts, fact, value)),
                number,
            )
        case _:
            raise AssertionError(correction)


def find_tile(draft: Draft, number: int) -> DraftTile:
    """Return the tile with this number; raise `Refused` where it is gone."""
    for tile in draft.tiles():
        if tile.number == number:
            return tile
    raise Refused("no_such_tile", "this tile is not there any more", where="tile")


def row_of(draft: Draft, place: Place) -> Row:
    """Return the tiles that lie at *place*; none where a hand was not shown."""
    if place.seat is None:
        return draft.indicators if place.part is Part.INDICATORS else draft.hidden_indicators
    seat = draft.seats[place.seat]
    rows = {Part.HAND: seat.hand or (), Part.FLOWERS: seat.flowers, Part.ASIDE: seat.aside}
    return rows[place.part]


def with_row(draft: Draft, place: Place, row: Row) -> Draft:
    """Return *draft* with *row* at *place*; an empty hand is a hand that was not shown."""
    if place.part is Part.INDICATORS:
        return replace(draft, indicators=row)
    if place.part is Part.HIDDEN_INDICATORS:
        return replace(draft, hidden_indicators=row)
    before = draft.seats[place.owner]
    match place.part:
        case Part.HAND:
            after = replace(before, hand=row or None)
        case Part.FLOWERS:
            after = replace(before, flowers=row)
        case Part.ASIDE:
            after = replace(before, aside=row)
        case _:
            assert_never(place.part)
    return with_seat(draft, place.owner, after)


def with_seat(draft: Draft, seat: int, after: DraftSeat) -> Draft:
    """Return *draft* with *after* at *seat*."""
    return replace(draft, seats=(*draft.seats[:seat], after, *draft.seats[seat + 1 :]))


def with_win(
    draft: Draft, seat: int, change: Callable[[DraftWin], DraftWin], number: int | None = None
) -> Draft:
    """Return *draft* with one win of *seat* changed; raise `Refused` if *seat* has none such."""
    matches = [win for win in draft.wins_of(seat) if number in (None, win.number)]
    if not matches:
        raise Refused("no_such_win", f"seat {seat} has no such win in this hand", where="seat")
    wins = tuple(change(win) if win is matches[0] else win for win in draft.wins)
    return replace(draft, wins=wins)


def _retile(draft: Draft, number: int, change: Change) -> Draft:
    """Return *draft* with one tile changed, or taken out where *change* gives `None`."""
    find_tile(draft, number)

    def row(tiles: Iterable[DraftTile]) -> Row:
        new_tiles = (change(tile) if tile.number == number else tile for tile in tiles)
        return tuple(tile for tile in new_tiles if tile is not None)

    return replace(
        draft,
        seats=tuple(_seat_rows(seat, row) for seat in draft.seats),
        wins=tuple(
            replace(win, tile=next(iter(row([win.tile])), None)) if win.tile else win
            for win in draft.wins
        ),
        indicators=row(draft.indicators),
        hidden_indicators=row(draft.hidden_indicators),
    )


def _seat_rows(seat: DraftSeat, row: Callable[[Iterable[DraftTile]], Row]) -> DraftSeat:
    """Return *seat* with *row* applied to each of its rows; sets left empty go."""
    melds = (with_tiles(meld, row(meld.tiles)) for meld in seat.melds)
    return replace(
        seat,
        hand=None if seat.hand is None else row(seat.hand) or None,
        melds=tuple(meld for meld in melds if meld.tiles),
        flowers=row(seat.flowers),
        aside=row(seat.aside),
    )


def _without(draft: Draft, number: int) -> Draft:
    """Return *draft* without one tile; a tile that the camera read counts as a correction."""
    tile = find_tile(draft, number)
    rest = _retile(draft, number, lambda _: None)
    return replace(rest, removed=rest.removed + bool(tile.seen))


def _write_row(draft: Draft, place: Place, text: str) -> Draft:
    """Return *draft* with the row rewritten; tiles that stay keep what the camera read."""
    numbering = Numbering(draft.next_number)
    row, removed_count = _keep_tiles(row_of(draft, place), split(text), numbering)
    after = with_row(draft, place, row)
    return replace(after, next_number=numbering.next, removed=draft.removed + removed_count)


def _keep_tiles(old: Row, codes: Iterable[str], numbering: Numbering) -> tuple[Row, int]:
    """Return the row of *codes*, made of *old* tiles where they fit; and how many read ones go."""
    left = list(old)
    row: list[DraftTile] = []
    for code in codes:
        match = next((tile for tile in left if tile.code == code), None)
        if match is None:
            row.extend(numbering.tiles([code]))
        else:
            left.remove(match)
            row.append(replace(match, checked=True))
    return tuple(row), sum(bool(tile.seen) for tile in left)


def _find_meld(draft: Draft, number: int) -> tuple[int, DraftMeld]:
    """Return the seat and the set with this number; raise `Refused` where it is gone."""
    for place, seat in enumerate(draft.seats):
        for meld in seat.melds:
            if meld.number == number:
                return place, meld
    raise Refused("no_such_meld", "this set is not there any more", where="meld")


def _lay_meld(draft: Draft, correction: c.LayMeld) -> Draft:
    """Return *draft* with a set laid down, in place of an older one where *correction* names it."""
    numbering = Numbering(draft.next_number)
    seat = draft.seats[correction.seat]
    number = numbering.take()
    old: Row = ()
    if correction.meld is not None:
        owner, old_meld = _find_meld(draft, correction.meld)
        if owner != correction.seat:
            raise Refused("no_such_meld", "this set lies before another seat", where="meld")
        number, old = old_meld.number, old_meld.tiles
    tiles, removed_count = _keep_tiles(old, split(correction.tiles), numbering)
    meld = DraftMeld(number, correction.kind, tiles, correction.claimed, correction.giver)
    if correction.meld is None:
        melds = (*seat.melds, meld)
    else:
        melds = tuple(meld if other.number == number else other for other in seat.melds)
    after = with_seat(draft, correction.seat, replace(seat, melds=melds))
    return replace(after, next_number=numbering.next, removed=draft.removed + removed_count)


def _remove_meld(draft: Draft, number: int) -> Draft:
    """Return *draft* without the set; its tiles that the camera read count as corrections."""
    seat, old_meld = _find_meld(draft, number)
    before = draft.seats[seat]
    melds = tuple(meld for meld in before.melds if meld.number != number)
    after = with_seat(draft, seat, replace(before, melds=melds))
    return replace(after, removed=draft.removed + sum(bool(tile.seen) for tile in old_meld.tiles))


def _win_on(draft: Draft, correction: c.WinOn) -> Draft:
    """Return *draft* with a winning tile, that of others who won on it and have none yet too."""
    seat, code, number = correction.seat, correction.code, correction.win
    numbering = Numbering(draft.next_number)
    new = numbering.tiles([code])[0]

    def change(win: DraftWin) -> DraftWin:
        tile = win.tile
        return replace(win, tile=new if tile is None else replace(tile, code=code, checked=True))

    next_draft = with_win(draft, seat, change, number)
    wins = share_tile(next_draft.wins, numbering)
    return replace(next_draft, wins=wins, next_number=numbering.next)


def _win_on_tile(draft: Draft, number: int) -> Draft:
    """Return *draft* with a tile of a winner's hand as the winning one; an older one goes back."""
    winning_tile = find_tile(draft, number)
    for place, seat in enumerate(draft.seats):
        if winning_tile not in (seat.hand or ()):
            continue
        wins = draft.wins_of(place)
        target = next((win for win in wins if win.tile is None), wins[0] if wins else None)
        win_number = None if target is None else target.number
        back = (target.tile,) if target is not None and target.tile is not None else ()
        hand = (*(tile for tile in seat.hand or () if tile is not winning_tile), *back)
        winner = with_win(draft, place, lambda win: replace(win, tile=winning_tile), win_number)
        return with_seat(winner, place, replace(seat, hand=hand))
    raise Refused("no_such_tile", "this tile is in no hand", where="tile")


def _toggle(words: tuple[str, ...], word: str, *, on: bool) -> tuple[str, ...]:
    rest = tuple(other for other in words if other != word)
    return (*rest, word) if on else rest


def _put(facts: Mapping[str, Any], fact: str, value: Any) -> dict[str, Any]:
    """Return *facts* with *fact* said, or unsaid where *value* is `None`."""
    rest = {key: old for key, old in facts.items() if key != fact}
    return rest if value is None else {**rest, fact: value}


def check_correction(command: c.Command, draft: Draft, game: Game, options: Json) -> None:
    """Raise `Refused` unless what *command* names exists in *game* under *options*."""
    tiles = game.tiles_for(options)
    seats = ((name, getattr(command, name, None)) for name in ("seat", "giver", "winner"))
    for name, seat in seats:
        check_seat(seat or 0, len(draft.seats), name)
    check_words(command, game, options)
    match command:
        case c.NoteDice(pips):
            _check_throw(pips, draft)
        case c.CorrectTile(_, code) | c.WinOn(_, code):
            _check_codes((code,), tiles, "code")
        case c.AddTiles(place, text) | c.WriteRow(place, text):
            _check_text(text, tiles)
            check_seat(place.seat or 0, len(draft.seats), str(place))
        case c.LayMeld(_, _, text):
            _check_text(text, tiles)
        case c.MoveTile(_, place):
            check_seat(place.seat or 0, len(draft.seats), str(place))
        case c.SayHow(claim):
            check_winners((claim,), len(draft.seats))
        case _:
            return


def _check_throw(pips: Sequence[int], draft: Draft) -> None:
    """Raise `Refused` unless *pips* can be one throw and this hand needs no more than a few."""
    if not 1 <= len(pips) <= MAX_DICE or any(not 1 <= pip <= FACES for pip in pips):
        raise Refused("bad_dice", f"{list(pips)} is no throw of dice", where="pips")
    if draft.drawn and len(pips) != len(draft.drawn[0]):
        raise Refused("bad_dice", "everyone throws as many dice in a draw", where="pips")
    if len(draft.dice) >= MAX_THROWS:
        raise Refused("bad_dice", "there are throws enough for this hand", where="pips")


def _check_text(text: str, tiles: Container[str]) -> None:
    """Raise `Refused` unless *text* is a row of these tiles in compact notation."""
    try:
        codes = split(text)
    except ValueError as error:
        raise Refused("bad_tiles", str(error), where="tiles") from error
    if len(codes) > MAX_ROW:
        raise Refused("bad_tiles", f"{len(codes)} tiles are too many for a row", where="tiles")
    _check_codes(codes, tiles, "tiles")


def _check_codes(codes: Iterable[str], tiles: Container[str], where: str) -> None:
    """Raise `Refused` unless each code is one of these tiles."""
    for code in codes:
        if code not in tiles:
            raise Refused("bad_tiles", f"{code!r} is no tile of this game", where=where)
