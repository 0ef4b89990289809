"""Checking a play of cards or dominoes before it lies: what it is, and whether it wins.

Nothing is written down: the rows stand in the address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import abort, request, url_for

import rules
from kiosk.view import HandView
from kiosk.web.context import words
from rules.games.cards import shuangkou as cards
from rules.games.cards.tien_gow import plays as dominoes


def check_shown(view: HandView) -> dict[str, Any]:
    """Return two rows and what the rules say of them; end the request in another game."""
    game = view.session.ruleset
    if game not in STOCKS:
        abort(404)
    stock = STOCKS[game]
    rows = {name: row_of(name, stock.codes) for name in ROWS}
    to = "lies" if request.args.get("to") == "lies" else "laid"
    house = {**rules.ruleset(game).defaults, **view.session.options}
    return {
        "rows": [_row(name, rows, to, game) for name in ROWS],
        "choices": [
            (title(code, game), _address(rows, to, (*rows.get(to, ()), code)))
            for code, copies in stock.codes.items()
            if sum(row.count(code) for row in rows.values()) < copies
        ],
        "verdict": _verdict(stock.judge(rows["lies"], rows["laid"], house), rows, game),
    }


ROWS: Final = ("lies", "laid")
"""What lies there, and what is to be laid upon it."""
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """What the rules say of a play."""

    lies: str | None
    """The kind of what lies there; nothing if that is no combination."""
    laid: str | None
    beats: bool


@dataclass(frozen=True, slots=True)
class Stock:
    """What can be laid in a game, how often, and how it is judged."""

    codes: Mapping[str, int]
    judge: Callable[[Row, Row, Mapping[str, Any]], Judged]


def judge_dominoes(lies: Row, laid: Row, house: Mapping[str, Any]) -> Judged:
    """Return whether *laid* is a combination and beats *lies*, which was led."""
    led, made = dominoes.combination(lies, house), dominoes.combination(laid, house)
    wins = led is not None and made is not None and dominoes.beats(made, led, led, house)
    return Judged(led and led.kind, made and made.kind, wins)


def judge_cards(lies: Row, laid: Row, _house: Mapping[str, Any]) -> Judged:
    """Return whether *laid* is a combination and beats *lies*."""
    last, made = cards.combination(lies), cards.combination(laid)
    wins = last is not None and made is not None and cards.beats(made, last)
    return Judged(last and last.kind, made and made.kind, wins)


STOCKS: Final = {
    "tien-gow": Stock(dominoes.COPIES, judge_dominoes),
    "shuangkou": Stock(dict.fromkeys(cards.STRENGTH, cards.COPIES), judge_cards),
}
"""The games whose plays can be checked one by one."""


def row_of(name: str, stock: Mapping[str, int]) -> Row:
    """Return the row *name* in the address; end the request where it cannot lie there."""
    row = tuple(code for code in request.args.get(name, "").split(".") if code)
    if any(row.count(code) > stock.get(code, 0) for code in row):
        abort(400)
    return row


def title(code: str, game: str) -> str:
    """Return the name of a tile or card: 3♠, ten of hearts as 10♥, heaven 6-6."""
    if game == "tien-gow":
        return words()(f"domino.{code}")
    if code in cards.JOKERS:
        return words()(f"card.{code}")
    rank = "10" if code[0] == "T" else code[0]
    return rank + dict(zip(cards.SUITS, "♠♥♦♣", strict=True))[code[1]]


def _row(name: str, rows: Mapping[str, Row], to: str, game: str) -> dict[str, Any]:
    row = rows[name]
    without = (row[:place] + row[place + 1 :] for place in range(len(row)))
    return {
        "title": words()(f"ui.check_play.{name}"),
        "is_on": name == to,
        "choose": url_for("screen.check", to=name, **_joined(rows)),
        "pieces": [
            (title(code, game), url_for("screen.check", to=to, **_joined({**rows, name: rest})))
            for code, rest in zip(row, without, strict=True)
        ],
    }


def _address(rows: Mapping[str, Row], to: str, row: Row) -> str:
    return url_for("screen.check", to=to, **_joined({**rows, to: row}))


def _joined(rows: Mapping[str, Row]) -> dict[str, Any]:
    return {name: ".".join(row) for name, row in rows.items() if name in ROWS}


def _verdict(judged: Judged, rows: Mapping[str, Row], game: str) -> Sequence[str]:
    t = words()
    lines = [
        t(f"combination.{game}.{kind}") if kind else t("ui.check_play.none")
        for kind, row in ((judged.lies, rows["lies"]), (judged.laid, rows["laid"]))
        if row
    ]
    if rows["lies"] and rows["laid"]:
        lines.append(t("ui.check_play.beats" if judged.beats else "ui.check_play.loses"))
    return lines
