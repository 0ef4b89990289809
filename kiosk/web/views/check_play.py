"""Checking a play of cards or dominoes before it lies: what it is, and whether it wins.

Nothing is written down: the rows stand in the address.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import abort, request, url_for

import rules
from kiosk.view import HandView
from kiosk.web.context import words
from rules.games.cards import shuangkou as cards
from rules.play.game import Comparison, PlayGame, Row


class PieceLink(NamedTuple):
    """A piece to tap, and the page that follows."""

    code: str
    name: str
    then: str


def view_comparison(view: HandView) -> dict[str, Any]:
    """Return two rows and what the rules say of them; end the request in another game."""
    game = rules.ruleset(view.session.ruleset)
    if not isinstance(game, PlayGame) or not game.compares:
        abort(404)
    rows = {name: row_of(name, game.pieces) for name in ROWS}
    to = "lies" if request.args.get("to") == "lies" else "laid"
    house = {**game.defaults, **view.session.options}
    return {
        "deck": game.deck,
        "rows": [_row(name, rows, to, game) for name in ROWS],
        "choices": [
            PieceLink(
                code, title(code, game), _address({**rows, to: (*rows.get(to, ()), code)}, to)
            )
            for code, copies in game.pieces.items()
            if sum(row.count(code) for row in rows.values()) < copies
        ],
        "verdict": _verdict(game.compare(rows["lies"], rows["laid"], house), rows, game),
    }


ROWS: Final = ("lies", "laid")
"""What lies there, and what is to be laid upon it."""


def row_of(name: str, stock: Mapping[str, int]) -> Row:
    """Return the row *name* in the address; end the request where it cannot lie there."""
    row = tuple(code for code in request.args.get(name, "").split(".") if code)
    if any(row.count(code) > stock.get(code, 0) for code in row):
        abort(400)
    return row


def title(code: str, game: PlayGame[Any]) -> str:
    """Return the name of a tile or card: 3♠, ten of hearts as 10♥, heaven 6-6."""
    if game.deck == "dominoes":
        return words()(f"domino.{code}")
    if code in cards.JOKERS:
        return words()(f"card.{code}")
    rank = "10" if code[0] == "T" else code[0]
    return rank + dict(zip(cards.SUITS, "♠♥♦♣", strict=True))[code[1]]


def _row(name: str, rows: Mapping[str, Row], to: str, game: PlayGame[Any]) -> dict[str, Any]:
    row = rows[name]
    without = (row[:place] + row[place + 1 :] for place in range(len(row)))
    return {
        "title": words()(f"ui.check_play.{name}"),
        "is_on": name == to,
        "choose": _address(rows, name),
        "pieces": [
            PieceLink(code, title(code, game), _address({**rows, name: rest}, to))
            for code, rest in zip(row, without, strict=True)
        ],
    }


def _address(rows: Mapping[str, Row], to: str) -> str:
    return url_for("screen.check", to=to, **_join_rows(rows))


def _join_rows(rows: Mapping[str, Row]) -> dict[str, Any]:
    return {name: ".".join(row) for name, row in rows.items() if name in ROWS}


def _verdict(comparison: Comparison, rows: Mapping[str, Row], game: PlayGame[Any]) -> Sequence[str]:
    t = words()
    lines = [
        t(f"combination.{game.id}.{kind}") if kind else t("ui.check_play.none")
        for kind, row in ((comparison.lies, rows["lies"]), (comparison.laid, rows["laid"]))
        if row
    ]
    if rows["lies"] and rows["laid"]:
        lines.append(t("ui.check_play.beats" if comparison.beats else "ui.check_play.loses"))
    return lines
