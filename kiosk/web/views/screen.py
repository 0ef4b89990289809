"""The one address of a table: it shows the screen that the session stands at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.i18n import of_game
from kiosk.session import Draft, Stage
from kiosk.session.commands import NoteDice, SayLeader
from kiosk.session.facts import format_fact
from kiosk.session.record import hand_record
from kiosk.table.port import Link
from kiosk.view import HandView, SessionView, View
from kiosk.web.context import at_the_hand, display, open_view, refusal_words, service, voice, words
from kiosk.web.views import endings
from kiosk.web.views.check_play import view_comparison
from kiosk.web.views.frame import (
    PageData,
    SeatView,
    call_words,
    lamps_of,
    stick_of,
    view_everyone,
    view_faults,
    view_game,
    view_seats,
    way_words,
)
from kiosk.web.views.guide import guides_in_play
from kiosk.web.views.lobby import first_games
from kiosk.web.views.paid_time import view_paid_time
from kiosk.web.views.plays import SUMMARIES, play_log_words
from kiosk.web.views.problems import problems_of, rows_with_problems, view_incidents
from kiosk.web.views.repair import view_amendment
from kiosk.web.views.review import choice_words, review_of
from kiosk.web.views.settlement import SettlementWords, indicators_title
from kiosk.web.views.sitting_out import view_sitting_out
from kiosk.web.views.speech import speech_of
from kiosk.web.views.table import break_words, frame, picture_of, throw_words, view_seating
from kiosk.web.views.traces import view_traces, with_traces
from kiosk.web.views.value import page_of_reading, value_link
from kiosk.web.views.watch import can_watch, other_ending
from kiosk.web.views.what_else import find_shown_seats
from rules.game import Game
from rules.play.game import PlayGame
from rules.questions import asks_ready

bp = Blueprint("screen", __name__)
Screen = tuple[str, "Callable[[HandView], PageData]"]
"""A template with what fills it."""


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show where the table stands; a reload or another device comes to the same place."""
    since = service().live.newest.id  # before the view: what comes in between is told twice
    view = at_the_hand()
    faults = view_faults(view.faults, words())
    if any(fault.sort == "game" for fault in view.faults):
        return render_template("event_fault.html", since=since, seen=view.seq, faults=faults)
    if not isinstance(view, HandView):
        context = {**lobby(view), "cue": cue_of(view), "faults": faults}
        return render_template("lobby.html", since=since, **context)
    template, show = screen_of(view)
    context = {**show(view), **view_amendment(), "cue": cue_of(view), "faults": faults}
    context["spoken"] = speech_of(view, context, words(), voice(), display().voice)
    return render_template(template, screen=template, since=since, **context)


@bp.get("/check-play/")
def check() -> ResponseReturnValue:
    """Show whether a play of cards or dominoes is one, and beats what lies there."""
    view = open_view()
    return render_template("check_play.html", **view_comparison(view), **frame(view))


def cue_of(view: View) -> str:
    """Return which sound is due, with what makes it another one than the last."""
    if view.table.fault is not None or view.table.link is Link.LOST:
        return f"fault:{view.table.fault.code if view.table.fault else 'link'}"
    if not isinstance(view, HandView):
        return ""
    draft, paid_time = view.draft, view_paid_time(view, words())
    match view.stage:
        case Stage.PLAYING | Stage.TABLE if paid_time is not None:
            return f"look:{view.seq}.{paid_time.state}"
        case Stage.REVIEW if draft.readings:
            wants = draft.doubtful or draft.problems or draft.reading_problems
            return f"{'look' if wants else 'read'}:{view.seq}.{draft.readings}"
        case Stage.PLAYING:
            return f"ready:{view.seq}"
        case Stage.TABLE if view.session.counted_hands:
            return f"paid:{view.seq}"
        case _:
            return ""


def screen_of(view: HandView) -> Screen:
    """Return the screen of *view*: that of its stage, or the game's own."""
    game = rules.ruleset(view.session.ruleset)
    if not isinstance(game, PlayGame):
        return _ending_screen(view, game) or _value_screen(view) or SCREENS[view.stage]
    if view.stage is Stage.REVIEW:
        template, fill = SUMMARIES[game.summary]
        return template, partial(play_review, fill)
    return PLAY_SCREENS.get(view.stage, SCREENS[view.stage])


def _value_screen(view: HandView) -> Screen | None:
    """Return the screen that asks for a hand's value where no camera reads its tiles."""
    page = page_of_reading(view) if view.stage is Stage.READING else None
    return None if page is None else ("value.html", lambda _: page)


def _ending_screen(view: HandView, game: Game) -> Screen | None:
    """Return the screen of a hand that nobody won, where it has one of its own."""
    outcome, is_review = view.draft.outcome, view.stage is Stage.REVIEW
    is_settled = view.stage is Stage.SETTLEMENT and not view.draft.typed
    if (is_review or is_settled) and asks_ready(game, outcome):
        return "drawn.html", lambda hand_view: endings.view_draw(hand_view, game, review)
    if is_review and outcome == "abort":
        return "void.html", lambda hand_view: endings.void(hand_view, review)
    return None


def lobby(view: View) -> PageData:
    """Return what the lobby shows: the last session, for "Again"."""
    again = None
    if isinstance(view, SessionView):
        game = view_game(view.session.ruleset, words())
        seats = view_everyone(view, words())
        again = {"game": game, "seats": seats, "is_possible": all(view.names)}
    games = first_games(words())
    return {"seen": view.seq, "lamps": lamps_of(view), "again": again, "games": games}


def table(view: HandView) -> PageData:
    """Return what is shown between hands: machine, dice, walls, the last hand."""
    context, game = frame(view), rules.ruleset(view.session.ruleset)
    apart = request.args.get("apart", type=int)
    sticks = [stick_of(view, seat.number) for seat in context["seats"]]
    picture = picture_of(view.session, view.draft, words())
    is_dealt = view.stage is not Stage.TABLE
    return {
        **context,
        **dice(view),
        "picture": picture,
        "sticks": context["standing"].sticks + sum(map(bool, sticks)),
        "stick_points": game.stick,
        "indicators": view.draft.indicators if is_dealt and game.indicators else None,
        "indicators_title": indicators_title(game, words()),
        "call": None,
        "mine": next((seat for seat in context["seats"] if seat.number == apart), None),
        "leaders": _leaders(view),
        "seating": view_seating(view) if view.stage is Stage.TABLE else None,
        "sitting_out": view_sitting_out(view),
        "is_cards": game.plays,
    }


def _leaders(view: HandView) -> list[PageData]:
    """Return who may lead, where the players choose it; nobody where the rules say it."""
    if not service().can(SayLeader(0)):
        return []
    leader = view.draft.leader
    current = view.session.standing.banker if leader is None else leader
    return [
        {"number": seat.number, "name": seat.name, "is_on": seat.number == current}
        for seat in view_seats(view, words())
    ]


def dice(view: HandView) -> PageData:
    """Return the throws so far, what follows from them, and whether more can be noted now."""
    draft, t = view.draft, words()
    count = rules.ruleset(view.session.ruleset).dice
    return {
        "throws": draft.dice,
        "dice_count": count,
        "dice_missing": any(problem.where.startswith("deal.dice") for problem in draft.problems),
        "can_throw": service().can(NoteDice((1,) * count)),
        "break_words": break_words(view, draft, t),
        "needs_throw": throw_words(view, draft, t),
    }


def playing(view: HandView) -> PageData:
    """Return what is shown during a hand: who may call, announce or be fined; wins so far.

    The usual announcement is made at the seats; the others, said once in an evening, are listed.
    """
    calls = sorted(_declarable(view), key=lambda word: word["id"] not in USUAL_CALLS)
    context = {
        **table(view),
        **view_incidents(view, view.draft),
        "guides": guides_in_play(view),
        "call": calls.pop(0) if calls else None,
        "declarable": calls,
        "can_watch": can_watch(view),
    }
    plays_on = rules.ruleset(view.session.ruleset).plays_on
    return {**context, "plays_on": plays_on, "noted": view_wins(view)}


def view_wins(view: HandView) -> list[PageData]:
    """Return the wins noted in this hand, in order."""
    seats = view_seats(view, words())
    return [
        {
            "seat": seats[win.seat],
            "number": win.number,
            "how": way_words({"by": win.by, "from": win.giver}, view.names, words()),
            "tile": win.tile,
        }
        for win in view.draft.noted_wins
    ]


def play_hand(view: HandView) -> PageData:
    """Return what is shown while cards or dominoes are played: it ends, or is given up."""
    game = rules.ruleset(view.session.ruleset)
    can_check = isinstance(game, PlayGame) and game.compares
    return {**table(view), "can_check": can_check, "can_watch": can_watch(view)}


def play_review(fill: Callable[[HandView], PageData], view: HandView) -> PageData:
    """Return what *fill* has of a hand of cards or dominoes, and why it cannot be settled yet."""
    context = {
        **frame(view),
        **fill(view),
        "leaders": _leaders(view),
        "problems": problems_of(view),
    }
    return {**context, "log_words": play_log_words(view.draft, words())}


def _declarable(view: HandView) -> list[PageData]:
    draft, t = view.draft, words()
    return [
        {
            "id": word,
            "title": t(*of_game("declared", view.session.ruleset, word)),
            "call": call_words(view.session.ruleset, word, t),
            "of": [place for place, seat in enumerate(draft.seats) if word in seat.declared],
            "seats": [_declaration_of(seat, word, draft) for seat in view_seats(view, words())],
        }
        for word in rules.ruleset(view.session.ruleset).declared
    ]


def _declaration_of(seat: SeatView, word: str, draft: Draft) -> PageData:
    is_on = word in draft.seats[seat.number].declared
    return {"number": seat.number, "name": seat.name, "is_on": is_on}


def outcome(view: HandView) -> PageData:
    """Return the ways in which the caller may have won, each one tap."""
    context = frame(view)
    wins = view.draft.wins
    pending = next((place for place, win in enumerate(wins) if win.is_pending), 0)
    winner = context["seats"][wins[pending].seat]
    givers = [seat for seat in context["seats"] if seat.number != winner.number]
    also = {win.seat for win in wins[pending + 1 :]}
    others = [{"number": s.number, "name": s.name, "is_on": s.number in also} for s in givers]
    return {
        **context,
        "winner": winner,
        "ways": ways_of(view, winner),
        "others": others,
        "asks": True,
    }


def ways_of(view: HandView, winner: SeatView) -> list[PageData]:
    """Return every way in which *winner* may have won."""
    givers = [seat for seat in view_seats(view, words()) if seat.number != winner.number]
    return [_way(by, givers) for by in rules.ruleset(view.session.ruleset).ways]


def _way(by: str, givers: list[SeatView]) -> PageData:
    t = words()
    if by in NOBODYS:
        button = {"value": by, "seat": None, "label": t(f"ui.how.{by}.button")}
        return {"title": t(f"ui.how.{by}"), "choices": [button]}
    buttons = [{"value": f"{by}:{s.number}", "seat": s, "label": s.name} for s in givers]
    return {"title": t(f"ui.how.{by}"), "choices": buttons}


def reading(view: HandView) -> PageData:
    """Return what has to lie open for the camera, and why the last look came to nothing."""
    t = words()
    problem = refusal_words(view.reading_error.code) if view.reading_error else ""
    problems = (problem,) if problem else ()
    return {
        **frame(view),
        "is_reading": view.reading,
        "reading_problems": (*problems, *_reading_problems(view.draft)),
        "steps": [t(step) for step in _reading_steps(view)],
        "value": value_link(view, t),
        "back_stage": _stage_before(view),
    }


def _stage_before(view: HandView) -> Stage:
    plays_on = rules.ruleset(view.session.ruleset).plays_on
    return Stage.OUTCOME if view.draft.outcome == "win" and not plays_on else Stage.PLAYING


def _reading_steps(view: HandView) -> tuple[str, ...]:
    """Return the ids of what has to lie where; several winning tiles lie side by side."""
    game = rules.ruleset(view.session.ruleset)
    hands = "ui.reading.step.1.everybody" if game.all_hands_shown else "ui.reading.step.1"
    apart = "ui.reading.step.2.plays_on" if game.plays_on else "ui.reading.step.2"
    return hands, apart, "ui.reading.step.3"


def _reading_problems(draft: Draft) -> tuple[str, ...]:
    return tuple(words()(f"reading.{problem}") for problem in draft.reading_problems)


def review(view: HandView) -> PageData:
    """Return every tile on the table, and what only people can say."""
    draft = view.draft
    hand_review = review_of(view, words())
    return {
        **frame(view),
        **dice(view),
        **view_incidents(view, view.draft),
        "title": hand_review.title(),
        "seats": hand_review.seats(),
        "hands_count": rules.ruleset(view.session.ruleset).all_hands_shown,
        "indicators": hand_review.indicators(),
        "wins": draft.outcome == "win" and draft.noted_wins,
        "doubtful": draft.doubtful,
        "log_words": hand_review.log_words(),
        **view_traces(view),
        "other_ending": other_ending(view),
        "is_reading": view.reading,
        "problems": problems_of(view),
        "marked": rows_with_problems(draft.problems),
        "reading_problems": _reading_problems(draft),
        "back_stage": _stage_before(view),
        "plays_on": rules.ruleset(view.session.ruleset).plays_on,
    }


def settlement(view: HandView) -> PageData:
    """Return what the hand pays, before it is counted."""
    session, draft = view.session, view.draft
    record = hand_record(session, draft)
    hand = SettlementWords(record, draft.settlement, session.standing, view.names, words())
    settlement_view = with_traces(hand.view(), view)
    ask_link = url_for("ask.of_settlement") if find_shown_seats(record) else ""
    context = {"settled": settlement_view, "chips": _chips(view), "ask_link": ask_link}
    return {**frame(view), **context}


def _chips(view: HandView) -> dict[int, list[PageData]]:
    ruleset, chips = view.session.ruleset, dict[int, list[PageData]]()
    for word in service().late_facts(view):
        title, group = words()(*of_game(word.kind, ruleset, word.id)), ""
        if word.fact is not None and word.choice is not None:
            group, title = title, choice_words(view, word.fact, word.spot, word.choice, words())
        chip = {
            "kind": word.kind,
            "id": word.id,
            "title": title,
            "group": group,
            "is_on": word.is_on,
        }
        more = {
            "win": word.win.number,
            "then": format_fact(word.then),
            "is_of_seat": word.is_of_seat,
        }
        chips.setdefault(word.win.seat, []).append({**chip, **more})
    return chips


USUAL_CALLS: Final = ("riichi", "ready")
"""What people announce in an ordinary hand."""
NOBODYS: Final = ("self_draw", "declared")
"""Ways of winning in which nobody gave the tile."""
SCREENS: Final[Mapping[Stage, Screen]] = {
    Stage.TABLE: ("table.html", table),
    Stage.PLAYING: ("playing.html", playing),
    Stage.OUTCOME: ("outcome.html", outcome),
    Stage.READING: ("reading.html", reading),
    Stage.REVIEW: ("review.html", review),
    Stage.SETTLEMENT: ("settlement.html", settlement),
    Stage.OVER: ("over.html", endings.over),
}
PLAY_SCREENS: Final[Mapping[Stage, Screen]] = {Stage.PLAYING: ("play_hand.html", play_hand)}
"""The screens that games of cards and dominoes have in place of those of tile hands."""
