"""Every rule of play has its words, and every step of a hand a rule that made it legal."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

import rules
from rules.errors import Problem, Reason
from rules.play.actions import Discard, Draw, Exchange, Pass, ThrowDice
from rules.play.cards import Lay
from rules.play.course import Course
from rules.play.grounds import grounds
from rules.reasons import RULES, as_problem, problem_from_json, problem_of, words_of
from tests.rules.play.card_hands import GAMES as CARD_GAMES
from tests.rules.play.card_hands import by_chance, hands
from tests.rules.play.hands import GAMES, courses, mixed_player, new_course
from tests.rules.play.test_card_games import dominoes

SOURCES = sorted(Path(rules.__file__).parent.rglob("*.py"))


OF_WINS: Final = ("barred", "not_a_win", "below_minimum")
FOREIGN: Final = Path("games", "riichi", "logs")
"""Logs of other programs: what goes on there as no hand does is no win that people typed."""


def play_courses(name: str, seed: int) -> list[Course]:
    chance = random.Random(seed)
    return list(courses(new_course(name, chance), mixed_player(chance, 0.7), chance))


def nodes() -> Iterator[ast.AST]:
    """Yield everything that stands in the rules' own code but the words themselves."""
    for path in SOURCES:
        if path.name != "reasons.py":
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def collect_rules() -> tuple[set[str], set[str]]:
    """Return the rules that the games name themselves, and every word that stands anywhere."""
    rules_named, words = set(), set()
    for node in nodes():
        match node:
            case ast.Constant(value=str() as word):
                words.add(word)
            case ast.Call(func=ast.Name("Reason"), args=[ast.Constant(value=str() as rule), *_]):
                rules_named.add(rule)
    return rules_named, words


def test_every_rule_that_bars_something_has_words_and_none_has_words_for_nothing() -> None:
    rules_named, words = collect_rules()
    assert rules_named <= RULES.keys()
    assert words >= RULES.keys()


def unnamed(node: ast.AST) -> bool:
    """Return whether *node* refuses a win in words that have no name."""
    match node:
        case ast.Call(ast.Name("Problem" | "refuse"), [ast.Constant(code), *_]):
            return code in OF_WINS
        case ast.Tuple([ast.Constant(code), ast.Constant(words)]):
            return code in OF_WINS and words not in OF_WINS
        case ast.Tuple([ast.Constant(code), ast.JoinedStr() | ast.Name()]):
            return code in OF_WINS
    return False


def test_no_game_refuses_a_win_in_words_that_only_english_has() -> None:
    base = Path(rules.__file__).parent
    places = [
        f"{path.relative_to(base)}:{node.lineno}"
        for path in SOURCES
        if FOREIGN not in path.relative_to(base).parents
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if unnamed(node) and isinstance(node, ast.expr)
    ]
    assert places == []


def test_a_refusal_in_json_keeps_its_rule() -> None:
    refused = as_problem(Reason("gold_discarded", {"tile": 0}), where="wins[0].tile")
    answer = refused.to_json()
    assert (answer["rule"], answer["values"]) == ("gold_discarded", {"tile": "1m"})
    reason = problem_from_json(answer).reason
    assert reason is not None
    assert words_of(reason) == refused.message


def test_the_rule_of_another_version_keeps_its_words_only() -> None:
    answer = {"code": "barred", "message": "not so", "rule": "of_tomorrow", "values": {}}
    assert problem_from_json(answer) == Problem("barred", "not so")


def test_the_words_are_filled_in_as_people_write_seats_and_tiles() -> None:
    assert words_of(Reason("other_turn", {"seat": 2})) == "it is seat 2's turn"
    assert words_of(Reason("not_in_hand", {"tile": 0})) == "1m is not in the hand"


def test_what_is_wrong_with_a_record_only_keeps_its_own_words() -> None:
    assert problem_of(("bad_tiles", "there is no such card"), "play").reason is None


@pytest.mark.parametrize("name", GAMES)
def test_every_step_names_the_rule_that_made_it_legal(name: str) -> None:
    for before, after in pairwise(play_courses(name, 1)):
        reasons = grounds(before, after)
        assert all(words_of(one) for one in reasons)
        assert reasons or isinstance(after.at.log[-1], (Pass, Exchange, ThrowDice))


def test_a_discard_that_was_the_only_one_names_what_stood_against_the_others() -> None:
    hands = (pairwise(play_courses("riichi", seed)) for seed in range(20))
    after_riichi = [
        grounds(before, after)
        for hand in hands
        for before, after in hand
        if isinstance(after.at.log[-1], Discard) and before.at.seats[before.at.turn].declared
    ]
    assert after_riichi
    assert set(after_riichi) == {(Reason("riichi_discards_drawn"),)}


def test_of_several_claims_the_order_is_named_that_decided() -> None:
    decided = {
        one.rule
        for seed in range(12)
        for before, after in pairwise(play_courses("taiwan", seed))
        for one in grounds(before, after)
    }
    assert {"pung_first", "chow_from_left", "pung_of_discard"} <= decided


def test_a_draw_after_a_tile_let_go_says_that_nobody_claimed_it() -> None:
    steps = list(pairwise(play_courses("riichi", 3)))
    draws = [(before, grounds(before, after)) for before, after in steps if drew(after)]
    for before, reasons in draws:
        was_let_go = bool(before.at.log) and isinstance(before.at.log[-1], Pass)
        assert reasons == (Reason("unclaimed" if was_let_go else "next_draws"),)
    assert {one[0].rule for _, one in draws} == {"unclaimed", "next_draws"}


def drew(course: Course) -> bool:
    return isinstance(course.at.log[-1], Draw)


OF_CARDS = {
    "mushi": {"one_card_laid", "captures_flower", "devil_captures", "devil_captured"},
    "sakura": {"captures_flower", "flower_pulled", "need_not_pull", "gaji_captures"},
    "shuangkou": {"leads_freely", "partner_leads", "last_laid_leads", "need_not_beat",
                  "stronger_of_sort", "bomb_beats", "larger_bomb_beats"},
    "tien-gow": {"banker_leads", "taker_leads", "any_face_down", "no_pile_last",
                 "stronger_of_sort", "last_up_takes"},
}  # fmt: skip


@pytest.mark.parametrize("name", CARD_GAMES)
def test_every_step_with_cards_names_the_rule_that_made_it_legal(name: str) -> None:
    brought_about = set()
    for seed in range(16):
        for before, after in pairwise(hands(name, seed, by_chance(seed))):
            reasons = grounds(before, after)
            assert reasons
            assert all(words_of(one) for one in reasons)
            brought_about |= {one.rule for one in reasons}
    assert OF_CARDS[name] <= brought_about


def test_a_supreme_that_is_led_wins_by_its_own_rule() -> None:
    before = dominoes("2-4 1-2 6-6 1-1 4-4 1-3 5-5 3-3")
    after = before.after(Lay(0, ("1-2", "2-4")))
    assert grounds(before, after) == (Reason("banker_leads"), Reason("supreme_wins"))
