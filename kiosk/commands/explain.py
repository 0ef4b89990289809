"""`jantaku settle --explain` and `waits --explain`: what people read, in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from unicodedata import east_asian_width

import rules
from kiosk.i18n import Catalogue, catalogue, number, signed
from kiosk.web.views.frame import name_of, view_game
from kiosk.web.views.scores import ItemView, ScoreView
from kiosk.web.views.settlement import PaymentView, SettlementView, SettlementWords, standing_before
from kiosk.web.views.waits import WaitView, WaitWords, names_by_wind
from kiosk.web.views.what_else import view_what_else
from rules import WhatElse

GAP: Final = "  "


def explain(record: Mapping[str, Any], settlement: Mapping[str, Any], language: str) -> str:
    """Return *settlement* in words: each hand with its elements, each payment with its steps."""
    t = _catalogue_of(record, language)
    before = standing_before(record, len(settlement["net"]))
    view = SettlementWords(record, settlement, before, (), t).view()
    game = view_game(record["ruleset"], t)
    parts = [
        [" ".join(filter(None, (game.title, game.native))), view.title],
        *([view.unseen] if view.unseen else [],),
        *(_hand(score, t) for score in (*view.wins, *view.losers)),
        *map(_payment, view.payments),
        *([[view.prizes_title]] if view.prizes else []),
        *map(_payment, view.prizes),
        _align([seat.name, signed(seat.gain), f"= {number(seat.total)}"] for seat in view.totals),
        *([_result(view, t)] if view.results else []),
        *(_what_else(one, record, t) for one in rules.what_else(record)),
        [view.next],
    ]
    return "\n\n".join("\n".join(lines) for lines in map(list, parts) if lines)


def _catalogue_of(record: Mapping[str, Any], language: str) -> Catalogue:
    return catalogue(language, rules.ruleset(record["ruleset"]).vocabulary)


def explain_waits(record: Mapping[str, Any], seat: int, language: str) -> str:
    """Return in words what *seat* waits for in *record*, what each tile pays, and why not."""
    t = _catalogue_of(record, language)
    waits = rules.waits(record, seat)
    words = WaitWords(record, seat, names_by_wind(record, t), t)
    lines = [line for wait in words.view(waits) for line in _wait(wait, t)]
    return "\n".join(lines or [t("ui.waits.none")])


def _wait(wait: WaitView, t: Catalogue) -> Iterator[str]:
    yield f"{wait.tile} · {t('ui.waits.left', count=wait.left)}"
    amounts = _align(
        (way.title, "" if way.refusal else signed(way.gain), way.score) for way in wait.ways
    )
    notes = (
        " ".join(filter(None, (way.refusal, way.detail, _items(way.items), way.other_role)))
        for way in wait.ways
    )
    yield from _indent(map(GAP.join, zip(amounts, notes, strict=True)))


def _items(items: Iterable[ItemView]) -> str:
    return ", ".join(f"{item.title} {item.value}".strip() for item in items)


def _what_else(what_else: WhatElse, record: Mapping[str, Any], t: Catalogue) -> Iterator[str]:
    """Yield what else would have counted for one winner; nothing where nothing would."""
    view = view_what_else(what_else, record, (), t)
    rows = [
        (" ".join((one.title, *one.tiles)), signed(one.gain), one.score)
        for one in view.alternatives
    ]
    if rows or view.contained:
        yield f"{name_of((), what_else.seat, t)} · {t('ui.else.title')}"
    notes = (_items(one.items) for one in view.alternatives)
    lines = zip(_align(rows), notes, strict=True) if rows else ()
    yield from _indent(GAP.join(line).rstrip() for line in lines)
    yield from _indent(view.contained)


def _hand(score: ScoreView, t: Catalogue) -> Iterator[str]:
    """Yield what makes the score, how, and then what only raises the payments."""
    heading = [score.seat.name, score.how, score.score]
    yield " · ".join(part for part in heading if part)
    rows, raising = score.rows, score.rows_of_the_payment
    lines = _align((item.title, item.native, item.value) for item in (*rows, *raising))
    yield from _indent(lines[: len(rows)])
    if score.formula:
        yield GAP + score.formula
    if raising:
        yield GAP + t("ui.items.of_the_payment")
        yield from _indent(lines[len(rows) :])


def _payment(payment: PaymentView) -> Iterator[str]:
    yield f"{payment.payer} → {payment.payee}: {number(payment.amount)} ({payment.reason})"
    steps = payment.explained.steps
    yield from _indent(_align((step.title, step.change, step.amount) for step in steps))


def _result(view: SettlementView, t: Catalogue) -> Iterator[str]:
    """Yield what the game brings everybody in the end, and the parts of it."""
    yield t("ui.result")
    parts = view.result_parts
    rows = [["", *(part.title for part in parts), "="]] if parts else []
    for seat, result in zip(view.totals, view.results, strict=True):
        shares = (signed(part.shares[seat.number]) for part in parts)
        rows.append([seat.name, *shares, signed(result)])
    yield from _indent(_align(rows))


def _indent(lines: Iterable[str]) -> Iterator[str]:
    return (GAP + line for line in lines)


def _align(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return *rows* as lines, their columns one under another; the first to the left."""
    table = [tuple(row) for row in rows]
    widths = [max(map(_width, column)) for column in zip(*table, strict=True)]
    return [
        GAP.join(
            cell + fill if place == 0 else fill + cell
            for place, cell in enumerate(row)
            for fill in [" " * (widths[place] - _width(cell))]
        ).rstrip()
        for row in table
    ]


def _width(text: str) -> int:
    """Return how many columns of a terminal *text* takes."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
