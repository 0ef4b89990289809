"""Whatever people tap, in whatever order: points are never made or lost, buttons never lie."""

from __future__ import annotations

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from kiosk.errors import Refused
from kiosk.session import Part, Place, Stage, State, apply, can, check_settlement
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.asking import AllowAsking
from kiosk.session.draft import draft_from_json, draft_to_json, draft_to_keep
from tests.kiosk.plain_game import HAND, OPEN, EndlessGame, PlainGame, Sitting, draw, win

SEATS = st.integers(0, 4)
NUMBERS = st.integers(1, 40)
CODES = st.sampled_from(["1m", "9p", "5s", "7z", "0m", "1f"])
ROWS = st.sampled_from(["", "1m", "19p5s", HAND, "12", "5x"])
PLACES = st.builds(Place, st.sampled_from([Part.HAND, Part.ASIDE]), SEATS) | st.just(
    Place(Part.INDICATORS)
)
WAYS = st.sampled_from(["self_draw", "discard"])
CLAIMS = st.builds(c.Claim, SEATS, WAYS, st.none() | SEATS)
TAPS = st.one_of(
    st.just(OPEN),
    st.sampled_from(
        [
            c.CloseSession(),
            c.NoteWalls(),
            c.ForgetDice(),
            c.StartPlay(),
            c.CallDraw(),
            c.CallAbort(),
            c.UseUpWall(),
            c.EnterByHand(),
            c.Settle(),
            c.ConfirmHand(),
            c.UseTable("next_hand"),
            c.ReadTable(),
        ]
    ),
    st.builds(c.NoteDice, st.tuples(st.integers(0, 7), st.integers(1, 6))),
    st.builds(c.CallWin, SEATS),
    st.builds(AllowAsking, SEATS),
    st.builds(c.SayWho, st.lists(CLAIMS, max_size=3).map(tuple)),
    st.builds(c.SayHow, CLAIMS),
    st.builds(c.CorrectTile, NUMBERS, CODES),
    st.builds(c.RemoveTile, NUMBERS),
    st.builds(c.AddTiles, PLACES, ROWS),
    st.builds(c.WriteRow, PLACES, ROWS),
    st.builds(c.MoveTile, NUMBERS, PLACES),
    st.builds(c.LayMeld, SEATS, st.just("pung"), ROWS, giver=SEATS),
    st.builds(c.RemoveMeld, NUMBERS),
    st.builds(c.WinOn, SEATS, CODES, st.none() | NUMBERS),
    st.builds(c.ForgetWin, NUMBERS),
    st.builds(c.WinOnTile, NUMBERS),
    st.builds(c.Declare, SEATS, st.just("ready"), st.booleans()),
    st.builds(c.NoteIncident, st.just("false_win"), SEATS),
    st.builds(c.ForgetIncident, st.integers(0, 2)),
    st.builds(c.VoidHand, st.integers(1, 12), st.booleans()),
    st.builds(c.GoBack, st.sampled_from(list(Stage))),
    st.builds(r.AmendHand, st.integers(1, 12)),
    st.sampled_from([r.KeepHand(), r.ReopenSession()]),
    st.builds(r.ChangeOptions, st.sampled_from([{}, {"stake": 20}, {"stake": 15}])),
    st.builds(r.PayPenalty, SEATS, st.lists(SEATS, max_size=2).map(tuple), st.integers(0, 9)),
    st.builds(
        r.TypePayments,
        st.sampled_from([(9, -3, -3, -3), (0, 0, 0, 0), (-2, 1, 0, 0), (1, 0, 0, 0)]),
        st.sampled_from([0, 1]),
        st.none() | SEATS,
    ),
    st.builds(r.WithdrawPenalty, st.integers(1, 12)),
    st.builds(r.ChangeSeats, st.permutations(range(4)).map(tuple), st.booleans()),
    st.builds(r.ReplacePlayer, SEATS, st.sampled_from(["p4", "p8", "p9"])),
)


class AnyTaps(RuleBasedStateMachine):
    """A table at which anything may be tapped."""

    game = PlainGame

    def __init__(self) -> None:
        super().__init__()
        self.sitting = Sitting(self.game)
        self.sitting.do(OPEN)

    @rule(tap=TAPS)
    def tap(self, tap: c.Command) -> None:
        """Tap anything; the button's claim must come true."""
        before = self.sitting.state
        is_possible = can(before, tap, self.sitting.engine)
        try:
            self.sitting.do(tap)
        except Refused:
            assert not is_possible
            assert self.sitting.state == before
        else:
            assert is_possible

    @precondition(lambda self: self.sitting.state.stage is Stage.TABLE)
    @rule(seat=st.integers(0, 3), giver=st.none() | st.integers(0, 3))
    def play_a_hand(self, seat: int, giver: int | None) -> None:
        """Play one hand as people do."""
        taps = win(seat) if giver in (None, seat) else win(seat, giver)
        calls, rest = taps[:3], taps[3:]
        ends = (c.UseUpWall(),) if self.game.plays_on else ()
        self.sitting.do(*calls, *ends, *rest)

    @precondition(lambda self: self.sitting.state.stage is Stage.TABLE)
    @rule(ready=st.sets(st.integers(0, 3)))
    def draw_a_hand(self, ready: set[int]) -> None:
        """Play one hand that nobody wins."""
        self.sitting.do(*draw(*sorted(ready)))

    @precondition(lambda self: self.sitting.state.stage in (Stage.TABLE, Stage.OVER))
    @rule()
    def undo(self) -> None:
        """Undo the last hand, if one counts: everything stands as before it."""
        session = self.sitting.state.session
        assert session is not None
        last = session.last_hand
        if last is not None:
            self.sitting.do(c.VoidHand(last.seq))
            undone = self.sitting.state.session
            assert undone is not None
            after = undone.standing
            assert (after.banker, after.round) == (last.before.banker, last.before.round)
            if not session.penalties and not session.moves:
                assert after == last.before

    @invariant()
    def no_point_is_made_or_lost(self) -> None:
        """Hold the seats, the pot and the bank against the start."""
        session = self.sitting.state.session
        assert session is not None
        standing = session.standing
        assert sum(standing.totals) + standing.pot + standing.bank == 400

    @invariant()
    def a_power_cut_would_lose_nothing(self) -> None:
        """Hold the draft against what its JSON gives back."""
        draft = self.sitting.state.draft
        if draft is not None:
            assert draft_from_json(draft_to_json(draft)) == draft
            assert draft_from_json(json.loads(json.dumps(draft_to_keep(draft)))) == draft

    @invariant()
    def what_would_be_confirmed_is_what_the_rules_say(self) -> None:
        """Hold the settlement shown against the hand settled once more."""
        state = self.sitting.state
        assert check_settlement(state, self.sitting.engine) == state

    @invariant()
    def no_two_tiles_share_a_number(self) -> None:
        """Hold the numbers of tiles and sets apart."""
        draft = self.sitting.state.draft
        if draft is not None:
            melds = [meld.number for seat in draft.seats for meld in seat.melds]
            wins = [win.number for win in draft.wins]
            numbers = [tile.number for tile in draft.tiles()] + melds + wins
            assert len(numbers) == len(set(numbers))
            assert all(number < draft.next_number for number in numbers)


class AnyTapsInAnEndlessGame(AnyTaps):
    """The same table, at a game in which play goes on after a win."""

    game = EndlessGame


TestAnyTaps = AnyTaps.TestCase
TestAnyTaps.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestAnyTapsInAnEndlessGame = AnyTapsInAnEndlessGame.TestCase
TestAnyTapsInAnEndlessGame.settings = TestAnyTaps.settings


def test_the_events_alone_give_the_same_session() -> None:
    sitting = Sitting()
    taps = [(OPEN,), win(2, giver=1), draw(0, 3), win(3), (c.VoidHand(4),), win(0)]
    log = []
    for commands in taps:
        events = sitting.do(*commands)
        log.append((sitting.seq, events[0]))
    again = State()
    for seq, event in log:
        again = apply(again, event, seq)
    assert again.session == sitting.state.session
