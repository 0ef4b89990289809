"""Putting right what was counted: when that is possible, and the events that it gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, assert_never

from kiosk.errors import Refused
from kiosk.session import repairs as r
from kiosk.session.commands import VoidHand
from kiosk.session.draft import Draft, DraftChanged, Stage
from kiosk.session.events import (
    HandAmended,
    HandVoided,
    LedgerEvent,
    OptionsChanged,
    PenaltyPaid,
    PenaltyWithdrawn,
    PlayerId,
    PlayerReplaced,
    SeatsChanged,
)
from kiosk.session.fold import change_options
from kiosk.session.opening import check_rules
from kiosk.session.record import draft_of, hand_record
from kiosk.session.settle import Engine, even_out, typed_settlement
from kiosk.session.shapes import Json
from kiosk.session.standings import carry_forward, standing_after
from kiosk.session.state import PlayedHand, Session, Standing, State
from kiosk.session.winning import with_calls
from rules.errors import Problem

BETWEEN: Final = frozenset({Stage.TABLE, Stage.OVER})
REPAIR_STAGES: Final[Mapping[type, frozenset[Stage]]] = {
    r.AmendHand: BETWEEN | {Stage.PLAYING},
    r.KeepHand: frozenset(Stage) - {Stage.LOBBY},
    r.PayPenalty: BETWEEN | {Stage.PLAYING},
    r.WithdrawPenalty: BETWEEN | {Stage.PLAYING},
    r.ChangeSeats: BETWEEN,
    r.ReplacePlayer: BETWEEN,
    r.ChangeOptions: BETWEEN | {Stage.PLAYING},
}
MAX_PENALTY: Final = 1_000_000
MAX_NOTE: Final = 60


def at_work(session: Session, draft: Draft) -> Session:
    """Return *session* as it stands before the hand of *draft*: the next one, or one amended."""
    hand = None if draft.amends is None else session.hand(draft.amends)
    if hand is None:
        return session
    earlier = tuple(one for one in session.hands if one.seq < hand.seq)
    return replace(
        session, standing=hand.before, hands=earlier, players=hand.players, bench=hand.bench
    )


def verify_repair(session: Session, draft: Draft, command: r.Repair, engine: Engine) -> None:
    """Raise `Refused` unless *command* names something that can be put right now."""
    if isinstance(command, r.KeepHand):
        _set_aside(draft)
        return
    if draft.outcome or draft.wins or draft.amends is not None:
        raise Refused("not_now", "finish or leave the hand at work first", where="stage")
    match command:
        case r.AmendHand(seq):
            session.hand_that_counts(seq)
        case r.PayPenalty():
            _verify_penalty(session, command)
        case r.WithdrawPenalty(seq) if seq not in session.penalties_that_count:
            raise Refused("no_penalty", "this penalty does not count any more", where="seq")
        case r.ChangeSeats() | r.ReplacePlayer() | r.ChangeOptions():
            _verify_sitting(session, command, engine)
        case _:
            return


Sitting = r.ChangeSeats | r.ReplacePlayer | r.ChangeOptions


def _verify_sitting(session: Session, command: Sitting, engine: Engine) -> None:
    """Raise `Refused` unless people can sit, or play, as *command* says."""
    match command:
        case r.ChangeSeats(order):
            _verify_order(session, order)
        case r.ReplacePlayer(seat, player):
            _verify_newcomer(session, seat, player)
        case r.ChangeOptions(options):
            options_change(session, options, engine)


def _verify_order(session: Session, order: tuple[int, ...]) -> None:
    """Raise `Refused` unless *order* seats everyone, and somebody elsewhere.

    Who sits out stays where *order* ends with the seats.
    """
    places = list(range(len(order)))
    is_whole = len(order) in (len(session.players), len(session.everyone))
    if not is_whole or sorted(order) != places or list(order) == places:
        raise Refused("bad_seating", "everyone needs one seat, someone another", where="order")


def _verify_newcomer(session: Session, seat: int, player: PlayerId) -> None:
    """Raise `Refused` unless *player* can take *seat* over."""
    _verify_place(range(len(session.everyone)), seat, "seat")
    if player in session.everyone:
        raise Refused("same_player_twice", "one person cannot sit twice", where="player")


def _verify_place(places: range, seat: int, where: str) -> None:
    """Raise `Refused` unless *seat* is one of *places*."""
    if seat not in places:
        raise Refused("no_such_seat", f"there is no seat {seat}", where=where)


def _verify_penalty(session: Session, command: r.PayPenalty) -> None:
    """Raise `Refused` unless *command* is a payment between people who play."""
    seats = range(len(session.players))
    _verify_place(seats, command.seat, "seat")
    for payee in command.payees:
        _verify_place(seats, payee, "payees")
    is_fair = command.payees and command.seat not in command.payees
    if not is_fair or len(set(command.payees)) != len(command.payees):
        raise Refused("bad_penalty", "say who pays whom, each once", where="payees")
    if not 1 <= command.amount <= MAX_PENALTY or len(command.note) > MAX_NOTE:
        raise Refused("bad_penalty", f"a penalty has 1 to {MAX_PENALTY:,} points", where="amount")


def repair(
    session: Session, draft: Draft, command: r.Repair, engine: Engine
) -> tuple[LedgerEvent | DraftChanged, ...]:
    """Return what *command* brings about; the hand at work goes on as it is."""
    match command:
        case r.AmendHand(seq):
            again = _at_review(session.hand_that_counts(seq), engine)
            return (DraftChanged(replace(again, amends=seq, set_aside=draft)),)
        case r.KeepHand():
            return (DraftChanged(_set_aside(draft)),)
        case r.PayPenalty(seat, payees, amount, note):
            rows = [
                {"from": seat, "to": payee, "amount": amount, "for": "penalty"} for payee in payees
            ]
            return PenaltyPaid(tuple(rows), note.strip()), DraftChanged(draft)
        case r.WithdrawPenalty(seq):
            return PenaltyWithdrawn(seq, session.seats_since(seq)), DraftChanged(draft)
        case r.ChangeSeats(order, is_mix_up):
            return move_to(session, order, engine, is_mix_up=is_mix_up), DraftChanged(draft)
        case r.ReplacePlayer(seat, player):
            return PlayerReplaced(seat, player), DraftChanged(draft)
        case r.ChangeOptions(options):
            event = options_change(session, options, engine)
            after = change_options(session, event, 0).standing
            return event, DraftChanged(_without_dice_of_another(draft, session.standing, after))
        case _:
            assert_never(command)


def move_to(
    session: Session,
    order: tuple[int, ...],
    engine: Engine,
    *,
    is_mix_up: bool = False,
    throws: tuple[Json, ...] = (),
) -> SeatsChanged:
    """Return the event by which people come to sit as *order* says, with what is theirs."""
    if is_mix_up:
        return SeatsChanged(order, is_mix_up=True, throws=throws)
    counters = engine.ruleset(session.ruleset).counters_of_people
    return SeatsChanged(
        order, tuple(_seat_payments(session, order)), throws=throws, counters=counters
    )


def _seat_payments(session: Session, order: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return payments that give each seat the total of who comes to sit there."""
    totals = session.standing.everyones
    net = [totals[comes] - totals[seat] for seat, comes in enumerate(order)]
    return even_out(net, range(len(order)), "moved")


def amendment(
    session: Session, draft: Draft, engine: Engine
) -> tuple[HandAmended | None, tuple[Problem, ...]]:
    """Return the event that puts the hand of *draft* right, or why a later hand forbids it.

    Each later hand is settled as it was recorded, from where the hand before it leaves the table.
    """
    target = session.hand_that_counts(draft.amends or 0)
    record: Json = hand_record(at_work(session, draft), draft)
    first = _amended_hand(session, target, record, draft.settlement)
    after = standing_after(target.before, draft.settlement)
    try:
        later = _settle_later_hands(session, after, target.seq, session.options, engine)
    except Refused as refusal:
        return None, (Problem(refusal.code, str(refusal), refusal.where),)
    return HandAmended(target.seq, (first, *later)), ()


def options_change(session: Session, options: Mapping[str, Any], engine: Engine) -> OptionsChanged:
    """Return the event by which *options* count from the first hand on.

    Raise `Refused` where they are no other rules, or leave a hand that cannot be settled.
    """
    game = engine.ruleset(session.ruleset)
    check_rules(options, len(session.players), game)
    if dict(options) == dict(session.options):
        raise Refused("same_options", "these are the rules in force", where="options")
    start_score = game.start_score_for({**game.defaults, **options})
    first = session.counted_hands[0].before if session.counted_hands else session.standing
    began = first.with_more_points(start_score - session.start_score)
    hands = _settle_later_hands(session, began, 0, options, engine)
    return OptionsChanged(dict(options), start_score, tuple(hands))


def _settle_later_hands(
    session: Session, standing: Standing, last: int, options: Mapping[str, Any], engine: Engine
) -> list[dict[str, Any]]:
    """Return the hands after event *last*, settled by *options* from *standing* on.

    Raise `Refused` at the first that cannot be.
    """
    hands = []
    for hand in session.counted_hands:
        if hand.seq <= last:
            continue
        before = carry_forward(session, standing, last, hand.seq) if last else standing
        record = {**hand.record, "options": dict(options), "state": _state(hand, before)}
        reply = _settle_again(hand, record, before, engine)
        if "error" in reply:
            message = f"hand {hand.number}: {reply['error']['message']}"
            raise Refused("amend_later", message, where=f"hands[{hand.number}]")
        hands.append(_amended_hand(session, hand, record, reply))
        last, standing = hand.seq, standing_after(before, reply)
    return hands


def _settle_again(
    hand: PlayedHand, record: Json, before: Standing, engine: Engine
) -> dict[str, Any]:
    """Return what a later hand comes to now; one whose payments were typed keeps them."""
    if entry := hand.settlement.get("typed"):
        return typed_settlement(record, before, entry, engine)
    return engine.settle_json(record)


def _state(hand: PlayedHand, before: Standing) -> dict[str, Any]:
    """Return the state of a later hand's record; who led by the players' choice leads again."""
    state = hand.record["state"]
    was_chosen = state["banker"] != hand.before.banker or before.banker is None
    return before.to_state(state["banker"] if was_chosen else before.banker)


def _amended_hand(
    session: Session, hand: PlayedHand, record: Json, settlement: Json
) -> dict[str, Any]:
    """Return one hand as `HandAmended` writes it."""
    seats = session.seats_since(hand.seq)
    seat_field = {"seats": list(seats)} if seats else {}
    return {
        "seq": hand.seq,
        "was": hand.version,
        "record": record,
        "settlement": settlement,
        **seat_field,
    }


def take_up(draft: Draft, before: Standing, after: Standing) -> Draft:
    """Return the hand that was set aside; dice that another banker threw do not count for it."""
    return _without_dice_of_another(_set_aside(draft), before, after)


def _without_dice_of_another(draft: Draft, before: Standing, after: Standing) -> Draft:
    if (before.banker, before.round) == (after.banker, after.round):
        return draft
    return replace(draft, dice=(), wall_break={})


def _set_aside(draft: Draft) -> Draft:
    """Return the hand at work that waits while *draft* amends an older one; else refuse."""
    if draft.set_aside is None:
        raise Refused("not_now", "no hand is being amended", where="stage")
    return draft.set_aside


def verify_outside(state: State, command: r.WithdrawEvent | r.ReopenSession) -> None:
    """Raise `Refused` unless *command*, which needs no open session, has what it names."""
    match command:
        case r.WithdrawEvent(seq) if all(fault.seq != seq for fault in state.faults):
            message = f"event {seq} is none that can be taken back"
            raise Refused("event_counts", message, where="seq")
        case r.ReopenSession() if state.session is None or not state.session.is_closed:
            raise Refused("not_now", "no session was closed", where="stage")
        case _:
            return


def verify_void(session: Session, draft: Draft, seq: int) -> None:
    """Raise `Refused` unless hand *seq* is the last that counts and no other one is at work."""
    last = session.last_hand
    if last is None:
        raise Refused("no_hand", "no hand has been counted yet", where="seq")
    if last.seq != seq:
        raise Refused("not_last", "only the last hand can be undone", where="seq")
    if session.hand_to_undo is None:
        raise Refused("sits_out", "somebody who played this hand sits out now", where="seq")
    if draft.outcome or draft.wins:
        raise Refused("not_now", "finish or leave the hand at work first", where="stage")


def void_events(
    session: Session, command: VoidHand, engine: Engine
) -> tuple[LedgerEvent | DraftChanged, ...]:
    """Return what undoes the last hand, and its tiles for the review screen if they are wanted."""
    last = session.hand_that_counts(command.seq)
    was = 0 if last.version == last.seq else last.version
    event = HandVoided(last.seq, was, session.seats_since(last.seq))
    return (event, DraftChanged(_at_review(last, engine))) if command.fix else (event,)


def _at_review(hand: PlayedHand, engine: Engine) -> Draft:
    draft = draft_of(hand.record)
    plays_on = engine.ruleset(hand.record["ruleset"]).plays_on
    entry = hand.settlement.get("typed", {})
    stills = tuple(hand.reading.get("stills", ()))
    return replace(with_calls(draft) if plays_on else draft, typed=entry, stills=stills)
