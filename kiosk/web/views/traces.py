"""What discards, sticks and walls tell of the hand, in words: what was filled in, what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import url_for

import rules
from kiosk.i18n import Catalogue, of_game
from kiosk.session import at_work
from kiosk.session.from_table import is_filled_in, proposals, traces_of, won_in_rivers
from kiosk.view import HandView
from kiosk.web.context import tile_name, words
from kiosk.web.views.frame import PageData, name_of
from kiosk.web.views.settlement import SettlementView
from rules.traces import Reason, Trace


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that the table tells with some doubt, and what a tap on it sends."""

    seat: int
    words: str
    title: str
    action: str
    values: PageData


def view_traces(view: HandView) -> PageData:
    """Return what the table has filled in, and what it lets people be asked, for the review."""
    t = words()
    lines = [f"{name_of(view.names, seat, t)}: {line}" for seat, line in _filled_in(view, t)]
    return {"table_words": lines, "proposed": _view_proposals(view, t)}


def with_traces(settlement_view: SettlementView, view: HandView) -> SettlementView:
    """Return *settlement_view* with what the table has filled in among the reasons of each seat."""
    trace_lines = _filled_in(view, words())
    why = tuple(
        (*(line for seat, line in trace_lines if seat == number), *lines)
        for number, lines in enumerate(settlement_view.why)
    )
    return replace(settlement_view, why=why)


def _filled_in(view: HandView, t: Catalogue) -> tuple[tuple[int, str], ...]:
    """Return what the table has filled in and nobody took back: whose it is, and why it is so."""
    session, draft = at_work(view.session, view.draft), view.draft
    game = rules.ruleset(session.ruleset)
    trace_lines = [
        (one.seat, _words(view, one, t))
        for one in traces_of(session, draft, game)
        if is_filled_in(draft, one)
    ]
    return (*trace_lines, *_won_tiles(view, t))


def _view_proposals(view: HandView, t: Catalogue) -> tuple[Proposal, ...]:
    """Return what people are asked, as the table tells it with some doubt."""
    session, draft = at_work(view.session, view.draft), view.draft
    questions = proposals(session, draft, rules.ruleset(session.ruleset))
    return tuple(
        Proposal(
            one.seat,
            f"{name_of(view.names, one.seat, t)}: {_reasons(one.reasons, t)}",
            _title(view, one, t),
            *_tap(view, one),
        )
        for one in questions
    )


def _won_tiles(view: HandView, t: Catalogue) -> Iterator[tuple[int, str]]:
    for win in won_in_rivers(view.draft):
        if win.tile is not None and win.giver is not None:
            giver = name_of(view.names, win.giver, t)
            yield win.seat, t("trace.won_tile", tile=tile_name(win.tile.code), name=giver)


def _words(view: HandView, trace: Trace, t: Catalogue) -> str:
    return t("trace.words", word=_title(view, trace, t), reasons=_reasons(trace.reasons, t))


def _title(view: HandView, trace: Trace, t: Catalogue) -> str:
    return t(*of_game(trace.sort, view.session.ruleset, trace.word))


def _reasons(reasons: tuple[Reason, ...], t: Catalogue) -> str:
    return t("trace.and").join(_reason(one, t) for one in reasons)


def _reason(reason: Reason, t: Catalogue) -> str:
    key, values = reason
    texts = {name: tile_name(one) if name == "tile" else one for name, one in values.items()}
    return t(f"trace.{key}", **texts)


def _tap(view: HandView, trace: Trace) -> tuple[str, PageData]:
    """Return where a tap on what *trace* tells goes, and what it says."""
    whose = {"seat": trace.seat}
    if trace.win is not None:
        whose["win"] = view.draft.wins[trace.win].number
    match trace.sort:
        case "declared":
            fields = {**whose, "word": trace.word, "on": "1"}
            return url_for("actions.review.declare"), fields
        case "mark":
            return url_for("actions.review.mark"), {**whose, "mark": trace.word, "on": "1"}
        case _:
            of = "seat" if trace.win is None else "win"
            fields = {**whose, "fact": trace.word, "of": of, "value": "true"}
            return url_for("actions.review.fact"), fields
