"""What Ataki's B rule lets people do beyond riichi: ataki-b.md, "Play", "Winning"."""

from __future__ import annotations

from rules.games import play_of
from rules.play.actions import Abort, Chow, Discard, Draw, DrawReplacement, Kong, Pung, Win
from rules.play.course import Course, begin
from rules.tiles import TILES, parse
from tests.rules.play.stacked import discard, pass_all, stack_wall

PLAY = play_of("ataki-b")
READY = "123456789m123p1s"


def hand(*hands: str, live: str = "") -> Course:
    """Return a hand in which the seats were dealt *hands* and *live* is drawn first."""
    return begin(PLAY, stack_wall(PLAY, hands, live, {}), [[1, 1]])


def test_the_tile_just_claimed_may_be_thrown() -> None:
    course = discard(hand("4p", "234p"), 0, "4p").after(Chow(1, parse("23p"), TILES["4p"], 0))
    assert course.refusal(Discard(1, TILES["4p"])) is None


def test_nine_terminals_and_honors_end_no_hand() -> None:
    assert Abort(0, "nine_terminals") not in hand("19m19p19s123z").legal(0)


def test_a_kong_of_a_discard_turns_its_dora_up_at_once() -> None:
    course = discard(hand("4p", "444p"), 0, "4p")
    course = course.after(Kong(1, "kong_discard", parse("444p"), TILES["4p"], 0))
    assert len(course.at.wall.indicators) == 2


def let_go() -> Course:
    """Return the hand after seat 1, ready for 1s, has let one go that seat 2 threw."""
    course = hand("1m5z", READY, "1s", live="9p7z5z5z")
    course = pass_all(discard(course, 0, "1m")).after(Draw(1))
    course = pass_all(discard(course, 1, "9p")).after(Draw(2))
    return pass_all(discard(course, 2, "1s"))


def test_who_let_a_win_go_waits_for_his_next_turn() -> None:
    course = let_go()
    facts = PLAY.win_facts(course.at, Win(1, "discard", TILES["1s"], 3))
    assert facts == {"missed": True, "pung_since_turn": False}


def test_a_pung_of_anybody_lifts_that() -> None:
    course = hand("1m55z", READY, "1s", live="9p7z5z")
    course = pass_all(discard(course, 0, "1m")).after(Draw(1))
    course = pass_all(discard(course, 1, "9p")).after(Draw(2))
    course = discard(pass_all(discard(course, 2, "1s")).after(Draw(3)), 3, "5z")
    course = course.after(Pung(0, parse("55z"), TILES["5z"], 3))
    facts = PLAY.win_facts(course.at, Win(1, "discard", TILES["1s"], 0))
    assert facts == {"missed": True, "pung_since_turn": True}


def test_the_kongs_of_a_turn_are_named_with_the_win_on_their_supplement() -> None:
    course = discard(hand("4p", "444p6666s"), 0, "4p")
    course = course.after(Kong(1, "kong_discard", parse("444p"), TILES["4p"], 0))
    course = course.after(DrawReplacement(1)).after(Kong(1, "kong_concealed", parse("6666s")))
    course = course.after(DrawReplacement(1))
    facts = PLAY.win_facts(course.at, Win(1, "self_draw", course.at.drawn))
    assert facts == {"kong_chain": [0, 1]}
