"""What lies on the table is filled in where that is certain, else proposed; what was said stays."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import rules
from hw_sim.camera import SimCamera
from hw_sim.players import HandSpec
from hw_sim.players.by_rule import TableHand, deal
from kiosk.camera.worker import says_all
from kiosk.session import Draft, State, apply, step
from kiosk.session import commands as c
from kiosk.session.draft import Stage, draft_from_json, draft_to_keep
from kiosk.session.events import PlayerId
from kiosk.session.from_table import proposals, won_in_rivers
from vision.geometry import Layout
from vision.table import read_table
from vision.types import SeatReading, TableReading, TileReading

PLAYERS = tuple(PlayerId(f"p{number}") for number in range(1, 5))
BOX = ((0.0, 0.0), (26.0, 0.0), (26.0, 35.0), (0.0, 35.0))
WINNER, GIVER = 1, 2
HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z")


def read_tiles(*codes: str, sideways: int | None = None) -> tuple[TileReading, ...]:
    """Return tiles as they are read, one of them sideways."""
    return tuple(
        TileReading(code, 0.99, BOX, sideways=place == sideways) for place, code in enumerate(codes)
    )


READY = SeatReading(
    WINNER,
    read_tiles(*HAND),
    winning=read_tiles("2z")[0],
    river=read_tiles("9m", "5p", "1s", sideways=1),
    has_stick=True,
)
SEAT_WITH_STICK = SeatReading(3, river=read_tiles("9p", "7z"), has_stick=True)


class Table:
    """Four who play a hand, until it is read."""

    def __init__(self, game: str = "riichi", end: c.Command | None = None) -> None:
        self.state = State()
        self.game = game
        claim = c.Claim(WINNER, "discard", GIVER)
        self.do(c.OpenSession(game, PLAYERS), c.StartPlay())
        self.do(end or c.SayWho((claim,)))

    def do(self, *taps: c.Command) -> Draft:
        """Carry *taps* out and return the hand as it is drafted then."""
        for tap in taps:
            for event in step(self.state, tap, rules):
                self.state = apply(self.state, event, 1)
        return self.draft

    def read(self, *seats: SeatReading, **how: object) -> Draft:
        """Let the camera see these seats."""
        return self.do(c.TakeReading(TableReading(seats, **how)))  # type: ignore[arg-type]

    @property
    def draft(self) -> Draft:
        assert self.state.draft is not None
        return self.state.draft

    @property
    def questions(self) -> list[tuple[int, str]]:
        """Return what people are asked: the seat, and the word."""
        session, draft = self.state.open
        suggestions = proposals(session, draft, rules.ruleset(session.ruleset))
        return [(one.seat, one.word) for one in suggestions]


def test_who_laid_a_stick_and_a_discard_sideways_was_ready() -> None:
    draft = Table().read(READY)
    assert draft.seats[WINNER].declared == ("riichi",)
    assert draft_from_json(draft_to_keep(draft)) == draft


def test_a_stick_alone_is_asked_about_and_a_tap_says_it() -> None:
    table = Table()
    assert table.read(READY, SEAT_WITH_STICK).seats[3].declared == ()
    assert table.questions == [(3, "riichi")]
    table.do(c.Declare(3, "riichi"))
    assert table.questions == []


def test_what_people_said_in_play_stays() -> None:
    table = Table()
    table.do(c.GoBack(Stage.PLAYING), c.Declare(WINNER, "double_riichi"))
    table.do(c.SayWho((c.Claim(WINNER, "discard", GIVER),)))
    assert table.read(READY).seats[WINNER].declared == ("double_riichi",)


def test_what_people_took_back_stays_away_when_the_table_is_read_again() -> None:
    table = Table()
    table.read(READY)
    table.do(c.Declare(WINNER, "riichi", on=False))
    assert table.read(READY).seats[WINNER].declared == ()
    assert table.questions == []


def test_a_winning_tile_that_still_lies_in_the_river_is_found() -> None:
    lies_there = SeatReading(GIVER, river=read_tiles("3s", "2z"))
    table = Table()
    draft = table.read(replace(READY, winning=None), lies_there)
    assert [win.tile and win.tile.code for win in draft.wins] == ["2z"]
    assert list(won_in_rivers(draft)) == list(draft.wins)
    assert draft.wins[0].tile is not None
    assert draft.wins[0].tile.seen == "2z"


@pytest.mark.parametrize("hand", [HAND[:12], (*HAND, "2z")])
def test_it_is_not_looked_for_where_the_hand_does_not_lack_just_one(hand: tuple[str, ...]) -> None:
    lies_there = SeatReading(GIVER, river=read_tiles("3s", "2z"))
    draft = Table().read(replace(READY, hand=read_tiles(*hand), winning=None), lies_there)
    assert draft.wins[0].tile is None


def test_where_discards_lie_in_disorder_their_rows_tell_nothing() -> None:
    table = Table("wuhan")
    draft = table.read(
        replace(READY, winning=None), SeatReading(GIVER, river=read_tiles("3s", "2z"))
    )
    assert draft.wins[0].tile is None
    assert draft.seats[WINNER].declared == ()
    assert table.questions == []


def test_an_own_discard_that_bars_the_win_is_asked_about_not_filled_in() -> None:
    table = Table()
    draft = table.read(replace(READY, river=read_tiles("9m", "2z", "1s", sideways=2)))
    assert draft.wins[0].facts == {}
    assert table.questions == [(WINNER, "furiten")]
    table.do(c.WinFact(WINNER, "furiten", value=False))
    assert table.questions == []


def test_a_reading_that_something_hindered_fills_nothing_in() -> None:
    table = Table()
    draft = table.read(READY, problems=("in_the_way",))
    assert draft.seats[WINNER].declared == ()
    assert (WINNER, "riichi") in table.questions


def test_a_table_on_which_nothing_is_left_keeps_what_was_seen_before() -> None:
    table = Table()
    table.read(READY, SEAT_WITH_STICK)
    bare = replace(READY, river=(), has_stick=False)
    assert table.read(bare).seats[WINNER].declared == ("riichi",)
    assert table.questions == [(3, "riichi")]


def test_no_watch_settles_a_hand_by_itself_while_something_is_asked() -> None:
    state, turned_up = Table().state, read_tiles("3m")
    hand = replace(
        READY,
        hand=read_tiles(
            *["1m", "2m", "3m", "4m", "5m", "6m", "4p", "5p", "6p", "1z", "1z", "2z", "2z"]
        ),
    )
    assert says_all(state, TableReading((hand,), turned_up), rules)
    assert not says_all(state, TableReading((hand, SEAT_WITH_STICK), turned_up), rules)


def test_back_in_play_nothing_of_it_is_told_any_more() -> None:
    table = Table()
    table.read(READY, SEAT_WITH_STICK)
    assert table.do(c.GoBack(Stage.PLAYING)).left == {}


@pytest.fixture(scope="module")
def table_hand() -> TableHand:
    """Return a hand of riichi that one of several who were ready won."""
    hands = (deal("riichi", None, random.Random(seed), HandSpec()) for seed in range(1, 30))
    over = (hand.to_the_end() for hand in hands)
    return next(hand for hand in over if len(hand.course.at.wins) == 1 and _ready(hand) > 1)


def _ready(hand: TableHand) -> int:
    return sum(bool(seat["declared"]) for seat in hand.course.record()["seats"])


def test_of_a_rendered_table_is_filled_in_what_the_log_of_the_hand_has(
    table_hand: TableHand,
) -> None:
    truth, log = table_hand.record(), table_hand.course.record()
    (win,) = log["wins"]
    table = Table(end=c.SayWho((c.Claim(win["seat"], win["by"], win.get("from")),)))
    camera = SimCamera(Layout(), seed=3)
    camera.show(table_hand.scene(truth))
    tiles = rules.ruleset("riichi").tiles
    draft = table.do(
        c.TakeReading(read_table(camera.grab().image, camera.calibration, tiles, Layout()))
    )
    assert [seat.declared for seat in draft.seats] == [
        tuple(seat["declared"]) for seat in log["seats"]
    ]
    assert set(draft.wins[0].marks) == {"ippatsu"} & set(win["marks"])
