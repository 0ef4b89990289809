"""The session's state machine: a state and a command give events, and nothing is touched.

Every rule of "what is possible now" stands here once: `verify` raises, `can` asks the same
question for a button, and `step` verifies before it acts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from kiosk.errors import Refused
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.answers import SayReady, SayValue
from kiosk.session.asking import AllowAsking, allow_asking, verify_consent
from kiosk.session.corrections import check_correction, correct
from kiosk.session.dice import (
    DICE_STAGES,
    add_throw,
    change_deal,
    concerns_dice,
    may_choose_leader,
    take_dice_step,
    verify_dice,
)
from kiosk.session.draft import Draft, DraftChanged, Stage
from kiosk.session.events import (
    EventWithdrawn,
    HandSettled,
    LedgerEvent,
    ReadingRequest,
    SessionClosed,
    SessionReopened,
    TableRequest,
)
from kiosk.session.fold import fold, session_after
from kiosk.session.from_log import without_log
from kiosk.session.from_table import with_reading
from kiosk.session.opening import check_opening, opening
from kiosk.session.record import hand_record
from kiosk.session.repair_events import (
    REPAIR_STAGES,
    amendment,
    at_work,
    repair,
    take_up,
    verify_outside,
    verify_repair,
    verify_void,
    void_events,
)
from kiosk.session.settle import Engine, answer, verify_typed, with_settlement
from kiosk.session.state import Session, State
from kiosk.session.winning import (
    call_win,
    check_ending,
    check_winners,
    claims_of,
    use_up_wall,
    with_claims,
)
from rules.errors import JantakuError
from rules.game import Game
from rules.questions import asks_ready

Event = LedgerEvent | DraftChanged | TableRequest | ReadingRequest
"""What a command can bring about. At most one of a step's events is `LedgerEvent`."""

IN_HAND: Final = (Stage.OUTCOME, Stage.READING, Stage.REVIEW, Stage.SETTLEMENT)
OF_THE_NEXT: Final = (c.NoteWalls, c.ReadTable, c.TakeReading, c.CloseSession, c.VoidHand)
"""What concerns the hand at the table, not an older one that is being amended."""
EVERYWHERE: Final = frozenset(Stage)
ORDER: Final = (Stage.TABLE, Stage.PLAYING, *IN_HAND)
"""The screens of a hand in order; `GoBack` goes left."""

STAGES: Final[Mapping[type, frozenset[Stage]]] = {
    c.OpenSession: frozenset({Stage.LOBBY}),
    c.CloseSession: frozenset({Stage.TABLE, Stage.OVER}),
    c.UseTable: EVERYWHERE - {Stage.LOBBY},
    c.NoteWalls: frozenset({Stage.TABLE}),
    c.NoteDice: frozenset({Stage.TABLE, Stage.PLAYING, Stage.REVIEW}),
    c.ForgetDice: frozenset({Stage.TABLE, Stage.PLAYING, Stage.REVIEW}),
    c.SayEast: frozenset({Stage.PLAYING, Stage.REVIEW}),
    c.StartPlay: frozenset({Stage.TABLE}),
    c.CallWin: frozenset({Stage.PLAYING}),
    c.SayWho: frozenset({Stage.PLAYING, Stage.OUTCOME}),
    AllowAsking: frozenset({Stage.PLAYING}),
    c.UseUpWall: frozenset({Stage.PLAYING}),
    c.CallDraw: frozenset({Stage.PLAYING, Stage.OUTCOME}),
    c.CallAbort: frozenset({Stage.PLAYING, Stage.OUTCOME}),
    c.EndPlay: frozenset({Stage.PLAYING}),
    c.SayPlay: frozenset({Stage.PLAYING, Stage.REVIEW}),
    c.SayLeader: frozenset({Stage.TABLE, Stage.PLAYING, Stage.REVIEW}),
    c.ReadTable: frozenset({Stage.READING, Stage.REVIEW}),
    c.TakeReading: frozenset({Stage.READING, Stage.REVIEW}),
    c.EnterByHand: frozenset({Stage.READING}),
    c.ForgetWin: frozenset({Stage.PLAYING, Stage.REVIEW}),
    c.WinOn: frozenset({Stage.PLAYING, Stage.REVIEW}),
    c.SayHow: frozenset({Stage.PLAYING, Stage.REVIEW}),
    c.Mark: frozenset({Stage.REVIEW, Stage.SETTLEMENT}),
    c.WinFact: frozenset({Stage.REVIEW, Stage.SETTLEMENT}),
    c.WinKong: frozenset({Stage.REVIEW, Stage.SETTLEMENT}),
    c.SeatFact: frozenset({Stage.PLAYING, Stage.REVIEW, Stage.SETTLEMENT}),
    c.Declare: frozenset({Stage.PLAYING, Stage.REVIEW, Stage.SETTLEMENT}),
    SayReady: frozenset({Stage.REVIEW, Stage.SETTLEMENT}),
    SayValue: frozenset({Stage.READING, Stage.REVIEW}),
    c.NoteIncident: frozenset({Stage.PLAYING, Stage.REVIEW}),
    c.ForgetIncident: frozenset({Stage.PLAYING, Stage.REVIEW}),
    c.AddTiles: frozenset({Stage.PLAYING, Stage.REVIEW}),
    c.WriteRow: frozenset({Stage.PLAYING, Stage.REVIEW}),
    c.Settle: frozenset({Stage.REVIEW}),
    r.TypePayments: frozenset({Stage.REVIEW, Stage.SETTLEMENT}),
    c.ConfirmHand: frozenset({Stage.SETTLEMENT}),
    c.VoidHand: frozenset({Stage.TABLE, Stage.PLAYING, Stage.OVER}),
    c.GoBack: frozenset({Stage.PLAYING, *IN_HAND}),
    r.WithdrawEvent: EVERYWHERE,
    r.ReopenSession: frozenset({Stage.LOBBY}),
    **REPAIR_STAGES,
    **DICE_STAGES,
}
"""In which stages each command is taken; corrections not named here: review only."""


def step(state: State, command: c.Command, engine: Engine) -> tuple[Event, ...]:
    """Return what happens when *command* reaches *state*; touch nothing.

    Refusals are raised as `Refused`, never returned. An engine that fails on a record is no
    refusal: the draft is kept with the problem written into it.
    """
    _check(state, command, engine)
    match command:
        case c.OpenSession():
            return (opening(command, engine),)
        case r.WithdrawEvent(seq):
            return (EventWithdrawn(seq),)
        case r.ReopenSession():
            return (SessionReopened(),)
        case _:
            return _step_in_session(state, command, engine)


def _step_in_session(state: State, command: c.Command, engine: Engine) -> tuple[Event, ...]:
    session, draft = _current(state)
    if isinstance(command, r.REPAIRS):
        return repair(session, draft, command, engine)
    if concerns_dice(draft, command):
        return take_dice_step(session, draft, command, engine)
    if draft.amends is not None and _settles(draft, command):
        return _amend_hand(state, command, engine)
    match command:
        case c.CloseSession():
            return (SessionClosed(session.standing.everyones, draft.throws),)
        case c.VoidHand():
            return void_events(session, command, engine)
        case c.ConfirmHand():
            return (_confirm_hand(session, draft),)
        case AllowAsking(seat):
            return allow_asking(session, draft, seat)
        case _:
            return (_device_request(command) or _change_draft(session, draft, command, engine),)


def _device_request(command: c.Command) -> TableRequest | ReadingRequest | None:
    """Return what the machine or the camera is asked for; `None` where neither is."""
    match command:
        case c.UseTable(job):
            return TableRequest(job)
        case c.ReadTable(afresh):
            return ReadingRequest(afresh)
        case _:
            return None


def apply(state: State, event: Event, seq: int) -> State:
    """Return the state after *event*; *seq* is the ledger's number after it."""
    match event:
        case DraftChanged(draft):
            return replace(state, draft=draft)
        case TableRequest() | ReadingRequest():
            return state
        case _:
            return fold(state, event, seq)


def verify(state: State, command: c.Command, engine: Engine) -> None:
    """Raise `Refused` unless *command* is possible now."""
    _check(state, command, engine)
    if isinstance(command, c.Correction):
        session, draft = _current(state)
        _draft_after(session, draft, command, engine)


def _check(state: State, command: c.Command, engine: Engine) -> None:
    """Raise `Refused` where *command* is out of place; carrying it out may still refuse it."""
    stages = STAGES.get(type(command), frozenset({Stage.REVIEW}))
    if state.stage not in stages:
        raise Refused("not_now", f"not possible at {state.stage}", where="stage")
    if isinstance(command, c.OpenSession):
        check_opening(command, engine)
        return
    if isinstance(command, r.WithdrawEvent | r.ReopenSession):
        verify_outside(state, command)
        return
    session, draft = _current(state)
    if isinstance(command, c.CloseSession) and draft.amends is None:
        return  # of a game, too, that this program does not know any more
    _verify_game(session, draft, command, engine)
    if isinstance(command, r.REPAIRS):
        verify_repair(session, draft, command, engine)
    else:
        _verify_hand(session, draft, command, engine)


def _verify_hand(session: Session, draft: Draft, command: c.Command, engine: Engine) -> None:
    """Raise `Refused` unless *command* is possible at the hand of *draft*."""
    match command:
        case c.SayWho() | c.CallWin():
            check_winners(claims_of(command), len(draft.seats))
        case c.VoidHand(seq):
            verify_void(session, draft, seq)
        case AllowAsking(seat):
            verify_consent(draft, seat)
        case c.GoBack(stage) if stage not in ORDER[: ORDER.index(draft.stage)]:
            raise Refused("not_now", f"{stage} does not lie before {draft.stage}", where="stage")
        case c.GoBack() | c.UseUpWall() | c.CallDraw() | c.ForgetWin():
            check_ending(command, draft, engine.ruleset(session.ruleset))
            _try_out(session, draft, command, engine)
        case _:
            game = engine.ruleset(session.ruleset)
            check_correction(command, draft, game, {**game.defaults, **session.options})
            _try_out(session, draft, command, engine)


def _verify_game(session: Session, draft: Draft, command: c.Command, engine: Engine) -> None:
    """Raise `Refused` where *command* is one of another sort of game, or of another hand."""
    if draft.amends is not None and isinstance(command, OF_THE_NEXT):
        raise Refused("not_now", "an older hand is being amended", where="stage")
    plays = engine.ruleset(session.ruleset).plays
    match command:
        case c.EndPlay() | c.SayPlay() if not plays:
            raise Refused("not_now", "this game is settled by its tiles", where="stage")
        case c.CallWin() | c.SayWho() | c.CallDraw() | c.ReadTable() if plays:
            raise Refused("not_now", "this game is settled by its play", where="stage")
        case SayReady() if not asks_ready(engine.ruleset(session.ruleset), draft.outcome):
            raise Refused("not_now", "nobody is asked who was ready", where="stage")
        case c.SayLeader() if not may_choose_leader(session, engine):
            raise Refused("not_now", "the rules say who leads", where="seat")
        case _:
            return


def _try_out(session: Session, draft: Draft, command: c.Command, engine: Engine) -> None:
    """Raise `Refused` where the draft or the game itself would refuse *command*."""
    if isinstance(command, r.TypePayments):
        verify_typed(session, command, engine.ruleset(session.ruleset))
    elif isinstance(command, r.DrawSeats | r.KeepSeats | r.RollFor):
        verify_dice(session, draft, command, engine)
    elif isinstance(command, c.NoteDice) and not draft.drawing:
        add_throw(session, draft, command, engine)


def can(state: State, command: c.Command, engine: Engine) -> bool:
    """Return whether *command* is possible now; the screen asks this before it shows a button."""
    try:
        verify(state, command, engine)
    except JantakuError:  # of an unknown game, too
        return False
    return True


def _current(state: State) -> tuple[Session, Draft]:
    """Return the draft and the session as it stands before that hand; in all but the lobby."""
    session, draft = state.open
    return at_work(session, draft), draft


def _change_draft(
    session: Session, draft: Draft, command: c.Command, engine: Engine
) -> DraftChanged:
    return DraftChanged(_draft_after(session, draft, command, engine))


def _draft_after(session: Session, draft: Draft, command: c.Command, engine: Engine) -> Draft:
    match command:
        case c.NoteDice():
            return add_throw(session, draft, command, engine)
        case c.NoteWalls() | c.ForgetDice() | c.SayEast():
            return change_deal(draft, command)
        case c.TakeReading():
            return with_reading(session, draft, command, engine.ruleset(session.ruleset))
        case _ if _settles(draft, command):
            return with_settlement(session, draft, command, engine)
        case c.StartPlay() if engine.ruleset(session.ruleset).plays:
            dealt_out = _change_screen(draft, command, engine.ruleset(session.ruleset))
            return replace(dealt_out, play=draft.play or {})
        case c.StartPlay() | c.EnterByHand() | c.GoBack():
            return _change_screen(draft, command, engine.ruleset(session.ruleset))
        case c.CallWin() | c.SayWho() | c.UseUpWall() | c.CallDraw() | c.CallAbort() | c.EndPlay():
            return _end_hand(draft, command, engine.ruleset(session.ruleset))
        case _:
            assert isinstance(command, c.Correction)
            return correct(draft, command)


def _settles(draft: Draft, command: c.Command) -> bool:
    is_shown = draft.stage is Stage.SETTLEMENT
    changes = isinstance(command, c.Correction) and is_shown
    return changes or isinstance(command, c.Settle | SayReady | c.ConfirmHand | r.TypePayments)


def _change_screen(
    draft: Draft, command: c.StartPlay | c.EnterByHand | c.GoBack, game: Game
) -> Draft:
    """Return *draft* at another screen; back in play, nobody has called anything.

    Where play goes on after a win, those that were noted stay.
    """
    match command:
        case c.StartPlay():
            return replace(draft, stage=Stage.PLAYING, drawing="", drawn=())
        case c.EnterByHand():
            return replace(draft, stage=Stage.REVIEW)
        case c.GoBack(stage):
            back = replace(draft, stage=stage, settlement={}, problems=())
            in_play = stage in (Stage.TABLE, Stage.PLAYING)
            wins = draft.noted_wins if game.plays_on else ()
            return without_log(replace(back, outcome="", wins=wins)) if in_play else back
        case _:
            assert_never(command)


Ending = c.CallWin | c.SayWho | c.UseUpWall | c.CallDraw | c.CallAbort | c.EndPlay


def _end_hand(draft: Draft, command: Ending, game: Game) -> Draft:
    """Return *draft* at the screen after a call; wins noted before a void hand are kept beside."""
    match command:
        case c.EndPlay():
            return replace(draft, stage=Stage.REVIEW, outcome="win")
        case c.CallWin(seat):
            return call_win(draft, seat, game)
        case c.SayWho(claims):
            return with_claims(draft, claims, game)
        case c.UseUpWall():
            return use_up_wall(draft)
        case c.CallDraw():
            return replace(draft, stage=Stage.REVIEW, outcome="draw", wins=())
        case c.CallAbort():
            wins = draft.noted_wins if game.plays_on else ()
            return replace(draft, stage=Stage.REVIEW, outcome="abort", wins=wins)
        case _:
            assert_never(command)


def check_settlement(state: State, engine: Engine) -> State:
    """Return *state*, at review where the rules no longer give the settlement that it shows.

    For a draft kept by an earlier run: another version may have settled it. Within one run every
    tap that changes the hand settles it, so that confirming need not.
    """
    if state.stage is not Stage.SETTLEMENT:
        return state
    session, draft = _current(state)
    if answer(session, draft, engine) == draft.settlement:
        return state
    return replace(state, draft=replace(draft, stage=Stage.REVIEW, settlement={}))


def _confirm_hand(session: Session, draft: Draft) -> HandSettled:
    return HandSettled(
        number=len(session.counted_hands) + 1,
        record=hand_record(session, draft),
        settlement=draft.settlement,
        reading=draft.reading_summary(),
        throws=draft.throws,
        log=draft.log,
    )


def _amend_hand(state: State, command: c.Command, engine: Engine) -> tuple[Event, ...]:
    """Return the settlement of an older hand, or the one event that puts it right.

    Either way every later hand is settled again; one that cannot be is told as a problem.
    """
    session, draft = state.open
    preview = with_settlement(at_work(session, draft), draft, command, engine)
    if preview.stage is not Stage.SETTLEMENT:
        return (DraftChanged(preview),)
    event, problems = amendment(session, preview, engine)
    if event is None:
        return (DraftChanged(replace(preview, stage=Stage.REVIEW, problems=problems)),)
    if not isinstance(command, c.ConfirmHand):
        return (DraftChanged(preview),)
    after = session_after(session, event, event.target)
    next_draft = take_up(draft, session.standing, after.standing)
    return event, DraftChanged(next_draft)
