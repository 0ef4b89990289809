"""A hand shown step by step: of the ledger, of a log that somebody brings, or of plain players."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.play_words import Words
from kiosk.session.from_log import has_end
from kiosk.web.context import names_of, service, words
from kiosk.web.views.frame import name_of, view_game
from kiosk.web.views.ledger import find_hand
from kiosk.web.views.replay_frames import frames, pieces_of
from rules.errors import RecordError
from rules.games.logs import new_hand, read_hands
from rules.play.logs import Hand, LogError
from rules.play.plain import played_on

bp = Blueprint("replay", __name__)
MOST_BYTES: Final = 1 << 20
MOST_STEPS: Final = 2_000
"""More actions than any hand has; a log may have more hands, of which the first is shown."""


@bp.get("/replay/")
def ask() -> ResponseReturnValue:
    """Ask for the file of a log."""
    return render_template("replay_file.html", problem="")


@bp.post("/replay/")
def show_file() -> ResponseReturnValue:
    """Show the first hand in the file that was sent, or what is wrong with it and where."""
    request.max_content_length = MOST_BYTES
    upload = request.files.get("file")
    lines = upload.read().decode("utf-8-sig", "replace").splitlines() if upload is not None else []
    return _page(*_read(lines), back=url_for("history.show"))


@bp.get("/ledger/<int:seq>/replay")
def show_hand(seq: int) -> ResponseReturnValue:
    """Show a hand of the ledger as its log has it; end with 404 where none was kept."""
    hand = find_hand(service().view(), seq)
    lines = service().past.log(seq)
    if not lines:
        abort(404)
    courses, problem = _read(lines)
    if courses and courses[-1].is_over and not has_end(courses[-1], hand.record):
        problem = words()("play.replay.other_end")
    back = url_for("ledger.hand", seq=seq)
    return _page(courses, problem, names=names_of(hand.players), back=back)


def _read(lines: Iterable[str]) -> tuple[list[Hand], str]:
    """Return the first hand of a log as far as it can be read, and what is wrong with the rest."""
    courses: list[Hand] = []
    try:
        courses += islice(_first_hand(read_hands(lines)), MOST_STEPS)
    except LogError as error:
        return courses, Words(words()).broken_log(error)
    except RecordError as error:
        return courses, str(error)
    return courses, ""


@bp.get("/replay/<ruleset>")
def show_game(ruleset: str) -> ResponseReturnValue:
    """Show a hand that plain players play, always the same for one seed."""
    seed = request.args.get("seed", 1, type=int)
    try:
        courses = list(_play_hand(ruleset, seed))
    except RecordError as error:
        abort(404, str(error))
    back = url_for("game_rules.show", ruleset=ruleset)
    return _page(courses, "", back=back, next_seed=seed + 1)


def _first_hand(courses: Iterable[Hand]) -> Iterator[Hand]:
    """Yield the courses of the first hand of a log."""
    for number, course in enumerate(courses):
        if number and not course.log:
            return
        yield course


def _play_hand(ruleset: str, seed: int) -> Iterator[Hand]:
    """Yield a hand of plain players from the deal on."""
    hand = new_hand(ruleset, random.Random(seed))  # noqa: S311 -- a hand to look at
    yield hand
    yield from played_on(hand)


def _page(
    courses: list[Hand],
    problem: str,
    *,
    back: str,
    names: tuple[str, ...] = (),
    next_seed: int | None = None,
) -> ResponseReturnValue:
    """Return the page of a hand, and of the *problem* alone where no step of it can be read."""
    if not courses:
        return render_template("replay_file.html", problem=problem), 400
    first = courses[0]
    ruleset = first.play.game.id
    t = words(ruleset)
    return render_template(
        "replay.html",
        game=view_game(ruleset, t),
        names=[name_of(names, seat, t) for seat in range(first.players)],
        frames=list(frames(courses, t, names)),
        pieces=pieces_of(first, t),
        problem=problem,
        back=back,
        next_seed=next_seed,
        t=t,
    )
