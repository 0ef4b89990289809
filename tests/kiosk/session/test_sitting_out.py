"""More people than seats: who sits out, who comes in, and that everybody keeps what is theirs."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from kiosk.errors import Refused
from kiosk.ledger import codec
from kiosk.ledger.sittings import sitting_of
from kiosk.session import DraftChanged, Session, Stage, State, apply, can, replay, step
from kiosk.session import commands as c
from kiosk.session import repairs as r
from kiosk.session.events import LedgerEvent, PlayerId, SeatsChanged, balance, seat_account
from kiosk.session.sitting_out import is_due, last_exchange, order_of, proposed_seats
from rules.guides import SittingOut

AIKO, BO, CHIE, DANA, EMI, FAY = (PlayerId(f"p{number}") for number in range(1, 7))
WINNING = "03-bright 03-junk1 05-animal 05-junk2 06-ribbon 06-junk1 09-ribbon 09-junk1 10-ribbon"
PILES = (
    "01-bright 01-junk1 02-animal 02-ribbon 04-ribbon 04-junk1 12-junk1 12-junk2 08-animal"
    " 08-junk2",
    f"{WINNING} 10-junk1 07-ribbon 07-junk1",
    "02-junk1 02-junk2 05-ribbon 05-junk1 06-animal 06-junk2 09-animal 09-junk2 11-junk 07-animal",
    "01-ribbon 01-junk2 03-ribbon 03-junk2 04-animal 04-junk2 08-bright 08-junk1 10-animal"
    " 10-junk2 12-bright 12-junk3 11-bright 11-animal",
)
"""Cards of four players as the sheet has them: whoever holds the second pile wins three."""


def make_win(seat: int) -> dict[str, Any]:
    """Return the cards of a hand that *seat* wins."""
    piles = [PILES[(1 + at - seat) % 4].split() for at in range(4)]
    return {"captured": piles, "table": ["11-ribbon", "07-junk2"]}


class Table:
    """A session of Sakura with more people than seats, each event as the ledger keeps it."""

    def __init__(self, *bench: PlayerId) -> None:
        self.state = State()
        self.log: dict[int, LedgerEvent] = {}
        self.do(c.OpenSession("sakura", (AIKO, BO, CHIE, DANA), bench=bench))

    def do(self, *commands: c.Command) -> Table:
        """Carry the commands out, one after another."""
        for command in commands:
            for event in step(self.state, command, rules):
                if not isinstance(event, DraftChanged):
                    text = codec.body_of(event)  # type: ignore[arg-type]
                    copy = codec.event_of(codec.kind_of(event), text)  # type: ignore[arg-type]
                    self.log[len(self.log) + 1] = copy
                self.state = apply(self.state, event, len(self.log))
        return self

    def hand(self, winner: int) -> Table:
        """Play and count a hand that the person on this seat wins."""
        cards = make_win(winner)
        return self.do(c.StartPlay(), c.EndPlay(), c.SayPlay(cards), c.Settle(), c.ConfirmHand())

    def exchange(self) -> Table:
        """Let those come in whom the sheet lets come in."""
        return self.do(r.ChangeSeats(order_of(self.session, proposed_seats(self.session))))

    @property
    def session(self) -> Session:
        assert self.state.session is not None
        return self.state.session

    @property
    def scores(self) -> dict[PlayerId, int]:
        """Everybody's points as the screens show them."""
        return dict(zip(self.session.everyone, self.session.standing.everyones, strict=True))

    @property
    def wins(self) -> dict[PlayerId, int]:
        """How often everybody at a seat has won, as the record of the next hand says it."""
        win_counts = self.session.standing.carry["wins"]
        return dict(zip(self.session.players, win_counts, strict=True))

    def accounts(self) -> dict[PlayerId, int]:
        """Everybody's points as the postings of all events come to."""
        rows = [
            row
            for event in self.log.values()
            for row in codec.postings(event, self.log.__getitem__)
        ]
        gains = balance(tuple(rows))
        everyone = enumerate(self.session.everyone)
        return {player: gains.get(seat_account(place), 0) for place, player in everyone}


def test_who_sits_out_comes_in_for_the_last_in_turn_and_the_dealer_stays() -> None:
    table = Table(EMI).hand(winner=1)
    assert table.session.standing.banker == 1
    assert is_due(table.session)
    table.exchange()
    assert (table.session.players, table.session.bench) == ((EMI, BO, CHIE, DANA), (AIKO,))
    assert not is_due(table.session)


def test_everybody_plays_equally_often_in_turn() -> None:
    table = Table(EMI)
    for winner in (0, 1, 2, 3, 0, 1, 2, 3, 0, 1):
        table.hand(winner)
        table.exchange()
    turns = [player for hand in table.session.counted_hands for player in hand.players]
    assert {turns.count(player) for player in (AIKO, BO, CHIE, DANA, EMI)} <= {7, 8, 9}


def test_points_and_wins_go_with_people_and_the_dealers_post_stays() -> None:
    table = Table(EMI).hand(winner=1).exchange()
    assert table.scores == {AIKO: -1, BO: 3, CHIE: -1, DANA: -1, EMI: 0}
    table.hand(winner=0)
    assert table.scores == {AIKO: -1, BO: 2, CHIE: -2, DANA: -2, EMI: 3}
    assert table.wins == {EMI: 1, BO: 1, CHIE: 0, DANA: 0}
    table.do(r.ChangeSeats((0, 4, 2, 3, 1)))
    assert table.wins == {EMI: 1, AIKO: 0, CHIE: 0, DANA: 0}
    table.do(r.ChangeSeats((0, 4, 2, 3, 1)))
    assert table.wins == {EMI: 1, BO: 1, CHIE: 0, DANA: 0}
    assert table.session.standing.banker == 0
    assert table.accounts() == table.scores


def test_the_record_of_a_hand_names_only_those_who_play() -> None:
    table = Table(EMI).hand(winner=1).exchange().hand(winner=0)
    state = table.session.hands[-1].record["state"]
    assert (state["scores"], state["carry"]) == ([0, 3, -1, -1], {"wins": [0, 1, 0, 0]})


def test_the_last_exchange_is_taken_back() -> None:
    table = Table(EMI).hand(winner=1)
    before = (table.session.players, table.scores, table.wins)
    table.exchange()
    move = last_exchange(table.session)
    assert move is not None
    table.do(r.ChangeSeats(tuple(move.order.index(place) for place in range(5))))
    assert (table.session.players, table.scores, table.wins) == before
    assert is_due(table.session)
    assert table.accounts() == table.scores


def test_a_hand_is_undone_once_who_played_it_sits_there_again() -> None:
    table = Table(EMI).hand(winner=1).exchange()
    with pytest.raises(Refused) as refusal:
        table.do(c.VoidHand(table.session.hands[0].seq))
    assert refusal.value.code == "sits_out"
    table.do(r.ChangeSeats((4, 1, 2, 3, 0)), c.VoidHand(table.session.hands[0].seq))
    assert set(table.scores.values()) == {0}
    assert table.accounts() == table.scores


def test_an_older_hand_is_put_right_for_those_who_played_it() -> None:
    table = Table(EMI).hand(winner=1).exchange().hand(winner=0)
    first = table.session.hands[0]
    table.do(r.AmendHand(first.seq), c.SayPlay(make_win(0)), c.Settle(), c.ConfirmHand())
    assert table.scores == {AIKO: 3, BO: -2, CHIE: -2, DANA: -2, EMI: 3}
    assert table.accounts() == table.scores
    assert table.wins == {EMI: 1, BO: 0, CHIE: 0, DANA: 0}
    assert table.session.standing.bench_carry == {"wins": [1]}


def test_a_penalty_is_given_back_to_who_sits_out_by_now() -> None:
    table = Table(EMI).hand(winner=1).do(r.PayPenalty(0, (1, 2, 3), 2))
    penalty_seq = len(table.log)
    table.exchange()
    assert table.scores[AIKO] == -7
    table.do(r.WithdrawPenalty(penalty_seq))
    assert table.scores == {AIKO: -1, BO: 3, CHIE: -1, DANA: -1, EMI: 0}
    assert table.accounts() == table.scores


def test_names_that_were_mixed_up_are_put_right_with_who_sits_out() -> None:
    table = Table(EMI).hand(winner=1)
    table.do(r.ChangeSeats((4, 1, 2, 3, 0), is_mix_up=True))
    assert table.session.hands[0].players == (EMI, BO, CHIE, DANA)
    assert table.session.bench == (AIKO,)
    assert table.scores == {EMI: -1, BO: 3, CHIE: -1, DANA: -1, AIKO: 0}


def test_someone_else_takes_the_place_of_who_sits_out() -> None:
    table = Table(EMI).do(r.ReplacePlayer(4, FAY))
    assert (table.session.players, table.session.bench) == ((AIKO, BO, CHIE, DANA), (FAY,))


def test_two_who_sit_out_come_in_together() -> None:
    table = Table(EMI, FAY).hand(winner=1).exchange()
    assert table.session.players == (EMI, BO, CHIE, FAY)
    assert table.session.bench == (AIKO, DANA)


def test_places_are_told_among_all_who_took_part() -> None:
    table = Table(EMI).hand(winner=1).exchange().hand(winner=0).do(c.CloseSession())
    sitting = sitting_of(1, table.state)
    places = {tally.player: (tally.place, tally.result) for tally in sitting.tallies}
    assert places == {AIKO: (3, -1), BO: (2, 2), CHIE: (4, -2), DANA: (4, -2), EMI: (1, 3)}
    assert dict(zip(sitting.players, sitting.totals, strict=True)) == table.scores


def test_the_session_comes_back_from_its_events() -> None:
    table = Table(EMI).hand(winner=1).exchange().hand(winner=0).exchange()
    state = State()
    for seq, event in table.log.items():
        state = replay(state, event, seq)
    assert (state.session, state.faults) == (table.session, ())


def test_a_change_of_seats_that_names_the_seats_only_leaves_who_sits_out() -> None:
    table = Table(EMI).do(r.ChangeSeats((1, 0, 2, 3)))
    assert (table.session.players, table.session.bench) == ((BO, AIKO, CHIE, DANA), (EMI,))


def test_the_draw_of_seats_leaves_who_sits_out() -> None:
    table = Table(EMI).do(r.DrawSeats("seats"))
    table.do(*(c.NoteDice((1, pips)) for pips in (1, 2, 3, 4)))
    assert (table.session.players, table.session.bench) == ((DANA, CHIE, BO, AIKO), (EMI,))


@pytest.mark.parametrize(
    "order",
    [(0, 1, 2, 3, 4), (4, 4, 2, 3, 0), (5, 1, 2, 3, 0), (0, 1, 2), (-1, 1, 2, 3, 4), ()],
)
def test_an_order_that_seats_somebody_twice_or_nobody_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(Refused) as refusal:
        Table(EMI).do(r.ChangeSeats(order))
    assert refusal.value.code == "bad_seating"


@pytest.mark.parametrize(
    ("ruleset", "players", "bench", "code"),
    [
        ("sakura", (AIKO, BO, CHIE), (DANA,), "bad_seats"),
        ("sakura", (AIKO, BO, CHIE, DANA), (BO,), "same_player_twice"),
        ("riichi", (AIKO, BO, CHIE, DANA), (EMI,), "bad_seats"),
        ("sakura", (AIKO, BO, CHIE, DANA), tuple(f"p{n}" for n in range(5, 10)), "bad_seats"),
    ],
)
def test_nobody_sits_out_where_a_seat_is_free_or_the_game_knows_no_turns(
    ruleset: str, players: tuple[PlayerId, ...], bench: tuple[PlayerId, ...], code: str
) -> None:
    with pytest.raises(Refused) as refusal:
        step(State(), c.OpenSession(ruleset, players, bench=bench), rules)
    assert refusal.value.code == code


def test_people_change_between_hands_only() -> None:
    table = Table(EMI).do(c.StartPlay())
    assert table.state.stage is Stage.PLAYING
    assert not can(table.state, r.ChangeSeats((4, 1, 2, 3, 0)), rules)


def test_a_move_to_a_place_that_is_not_there_counts_for_nothing() -> None:
    state = replay(Table(EMI).state, SeatsChanged((5, 1, 2, 3, 4, 0)), 2)
    assert [fault.what for fault in state.faults] == ["seats"]


def test_no_game_in_which_people_sit_out_has_prizes_or_asks_who_has_won() -> None:
    games = [
        game
        for game in map(rules.ruleset, rules.rulesets())
        if any(isinstance(guide, SittingOut) for guide in game.guides)
    ]
    assert "sakura" in {game.id for game in games}
    for game in games:
        assert not game.prize_unit(game.defaults)
        assert not game.counts_winners(game.defaults)
