"""A hand shown step by step: of the ledger, of a log that somebody brings, or of plain players."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from typing import Any, Final

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.i18n import Catalogue
from kiosk.play_words import PlayWords
from kiosk.session.from_log import end_of
from kiosk.web.context import names_of, service, tile_name, words
from kiosk.web.views.frame import name_of, view_game
from kiosk.web.views.ledger import find_hand
from rules.errors import RecordError
from rules.games import play_of
from rules.games.riichi.logs.formats import read_any
from rules.play.actions import Action, Discard, Draw, DrawReplacement, ThrowDice
from rules.play.bots import choose
from rules.play.course import Course, begin_by_chance
from rules.play.grounds import grounds
from rules.play.logs import LogError
from rules.play.views import SeatView, view
from rules.tiles import CODES, Tile

bp = Blueprint("replay", __name__)
MOST_BYTES: Final = 1 << 20
MOST_STEPS: Final = 2_000
"""So many actions no hand has; a log may have more hands, of which the first is shown."""
Json = dict[str, Any]


@bp.get("/replay/")
def ask() -> ResponseReturnValue:
    """Ask for the file of a log."""
    return render_template("replay_file.html", problem="")


@bp.post("/replay/")
def show_file() -> ResponseReturnValue:
    """Show the first hand in the file that was sent, or what is wrong with it and where."""
    request.max_content_length = MOST_BYTES
    sent = request.files.get("file")
    lines = sent.read().decode("utf-8-sig", "replace").splitlines() if sent is not None else []
    return _page(*_read(lines), back=url_for("history.show"))


@bp.get("/ledger/<int:seq>/replay")
def show_hand(seq: int) -> ResponseReturnValue:
    """Show a hand of the ledger as its log has it; end with 404 where none was kept."""
    played = find_hand(service().view(), seq)
    lines = service().past.log(seq)
    if not lines:
        abort(404)
    courses, problem = _read(lines)
    if courses and courses[-1].is_over and end_of(courses[-1].record()) != end_of(played.record):
        problem = words()("play.replay.other_end")
    back = url_for("ledger.hand", seq=seq)
    return _page(courses, problem, names=names_of(played.players), back=back)


def _read(lines: Iterable[str]) -> tuple[list[Course], str]:
    """Return the first hand of a log as far as it can be read, and what is wrong with the rest."""
    courses: list[Course] = []
    try:
        courses += islice(_first_hand(read_any(lines, play_of)), MOST_STEPS)
    except LogError as error:
        return courses, PlayWords(words()).broken_log(error)
    except RecordError as error:
        return courses, str(error)
    return courses, ""


@bp.get("/replay/<ruleset>")
def show_game(ruleset: str) -> ResponseReturnValue:
    """Show a hand that plain players play, always the same for one seed."""
    seed = request.args.get("seed", 1, type=int)
    try:
        courses = list(_played(ruleset, seed))
    except RecordError as error:
        abort(404, str(error))
    back = url_for("game_rules.show", ruleset=ruleset)
    return _page(courses, "", back=back, next_seed=seed + 1)


def _first_hand(courses: Iterable[Course]) -> Iterator[Course]:
    """Yield the courses of the first hand of a log."""
    for number, course in enumerate(courses):
        if number and not course.at.log:
            return
        yield course


def _played(ruleset: str, seed: int) -> Iterator[Course]:
    """Yield a hand of plain players from the deal on."""
    chance = random.Random(seed)  # noqa: S311 -- a hand to look at
    course = begin_by_chance(play_of(ruleset), chance)
    yield course
    while not course.is_over:
        course = course.after(choose(course, course.to_act[0]))
        yield course


def _page(
    courses: list[Course],
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
    ruleset = first.at.game.id
    t = words(ruleset)
    return render_template(
        "replay.html",
        game=view_game(ruleset, t),
        names=[name_of(names, seat, t) for seat in range(first.at.players)],
        frames=list(frames(courses, t)),
        names_of_tiles={code: tile_name(code) for code in _codes(set(first.at.wall.tiles))},
        problem=problem,
        back=back,
        next_seed=next_seed,
        t=t,
    )


def frames(courses: list[Course], t: Catalogue) -> Iterator[Json]:
    """Yield what is shown at each step: of the seats only those that have changed."""
    speech = PlayWords(t)
    lying: dict[int, Json] = {}
    for before, course in pairwise([None, *courses]):
        assert course is not None
        seats = {seat: _seat(one, speech, course) for seat, one in enumerate(_open(course))}
        everybody = range(course.at.players)
        action = course.at.log[-1] if course.at.log else None
        yield {
            "says": speech.last(course, everybody),
            "who": course.at.state.banker if action is None else action.seat,
            "may": "" if before is None or action is None else _allowed(before, action, speech),
            "rules": "" if before is None else _rules(before, course, speech),
            "left": t("play.replay.left", count=course.play.live(course.at)),
            "turned": _codes(course.at.wall.indicators),
            "seats": {seat: one for seat, one in seats.items() if lying.get(seat) != one},
        }
        lying = seats


def _open(course: Course) -> list[SeatView]:
    """Return everybody's tiles, each seat as it sees itself."""
    return [view(course, seat).seats[seat] for seat in range(course.at.players)]


def _seat(one: SeatView, speech: PlayWords, course: Course) -> Json:
    return {
        "hand": _codes(one.hand),
        "sets": [_codes(meld.tiles) for meld in one.melds],
        "apart": _codes((*one.flowers, *one.aside)),
        "river": _codes(one.river),
        "said": [speech.declared(course, word) for word in one.declared],
    }


def _codes(tiles: Iterable[Tile]) -> list[str]:
    return [CODES[tile] for tile in tiles]


def _rules(before: Course, course: Course, speech: PlayWords) -> str:
    """Return the rules by which the step was legal, in words."""
    found = [speech.rule(one, course.at.game.id) for one in grounds(before, course)]
    return speech.t("play.replay.rules", rules=" · ".join(found)) if found else ""


def _allowed(before: Course, action: Action, speech: PlayWords) -> str:
    """Return what else the seat might have done then: the discards together."""
    legal = [one for one in before.legal(action.seat) if one != action]
    if isinstance(action, (Draw, DrawReplacement, ThrowDice)):
        legal = [one for one in legal if not isinstance(one, type(action))]
    plain = [one for one in legal if isinstance(one, Discard) and not one.declares]
    others = [speech.action(one, before) for one in legal if one not in plain]
    tiles = " ".join(CODES[one.tile] for one in plain)
    parts = [speech.t("play.discard", tiles=tiles), *others] if plain else others
    return speech.t("play.replay.may", actions=" · ".join(parts)) if parts else ""
