"""A hand shown step by step: of a log that somebody brings, or one to watch."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from kiosk.i18n import catalogue
from kiosk.ledger.export import export, import_into
from kiosk.ledger.history import Chronicle
from kiosk.ledger.store import LedgerStore
from kiosk.play_words import PlayWords
from kiosk.session import Part, Place, Stage
from kiosk.session.commands import Command, ConfirmHand, Settle, WinOn, WriteRow
from kiosk.view import HandView
from kiosk.web.views.replay_frames import frames
from rules.games import CARD_PLAYS, PLAYS, card_play_of, play_of
from rules.games.riichi.logs.formats import write_as
from rules.play.card_logs import write_card_log
from rules.play.cards import begin_cards, choose
from rules.play.course import Course
from rules.play.logs import Hand, LogError, again, read_log, write_log
from rules.tiles import CODES
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.session.test_real_games import seat_taps
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.views.test_watch import at_play
from tests.rules.play.hands import last_of, mixed_player, new_course


def over(name: str, seed: int = 1) -> Course:
    chance = random.Random(seed)
    return last_of(new_course(name, chance), mixed_player(chance, 0.8), chance)


def list_frames(course: Course) -> list[dict[str, Any]]:
    return list(frames(list(again(course)), catalogue("en"), ()))


def test_every_step_shows_what_was_done_and_the_last_one_all_tiles() -> None:
    course = over("taiwan")
    steps = list_frames(course)
    assert len(steps) == len(course.at.log) + 1
    lies: dict[int, Any] = {}
    for frame in steps:
        lies |= frame["seats"]
        assert frame["says"]
    for seat, place in enumerate(course.at.seats):
        assert lies[seat]["hand"] == [CODES[tile] for tile in place.hand]
        assert len(lies[seat]["sets"]) == len(place.melds)


def test_a_step_says_what_else_was_allowed() -> None:
    steps = list_frames(over("riichi"))
    discards = [frame for frame in steps if ": discards" in frame["says"]]
    assert discards[0]["may"].startswith("Also allowed: discards ")


@pytest.mark.parametrize("form", ["jantaku", "mjai", "tenhou"])
def test_a_log_that_somebody_brings_is_shown(parlour: Parlour, form: str) -> None:
    text = "\n".join(write_as(form, over("riichi")))
    page = send(parlour, text)
    assert page.status_code == 200
    assert "data-replay" in page.text


def test_a_log_that_is_cut_off_is_shown_as_far_as_it_goes(parlour: Parlour) -> None:
    lines = list(write_as("jantaku", over("wuhan")))[:9]
    page = send(parlour, "\n".join(lines))
    assert "line 10: the log ends before the hand does" in page.text
    assert "data-replay" in page.text


def test_what_is_no_log_is_told_and_asked_for_again(parlour: Parlour) -> None:
    page = send(parlour, "hello")
    assert page.status_code == 400
    assert "line 1: is not JSON" in page.text


@pytest.mark.parametrize("game", sorted([*PLAYS, *CARD_PLAYS]))
def test_a_hand_of_every_game_can_be_watched(parlour: Parlour, game: str) -> None:
    assert "data-replay" in parlour.visitor().go(f"/replay/{game}?seed=2").html


def test_a_game_that_there_is_not_cannot_be_watched(parlour: Parlour) -> None:
    assert parlour.app.test_client().get("/replay/whist").status_code == 404


def test_cards_are_drawn_as_themselves(parlour: Parlour) -> None:
    page = parlour.visitor().go("/replay/sakura?seed=2").html
    assert 'data-deck="hanafuda"' in page
    assert "/hanafuda.svg" in page


@pytest.mark.parametrize("game", sorted(CARD_PLAYS))
def test_a_log_of_cards_is_shown_act_by_act(parlour: Parlour, game: str) -> None:
    course = begin_cards(card_play_of(game), random.Random(3))
    hands: list[Hand] = [course]
    while not course.is_over:
        hands.append(course := course.after(choose(course, course.to_act[0])))
    steps = list(frames(hands, catalogue("en"), NAMES))
    assert len(steps) == len(course.log) + 1
    assert steps[1]["says"].startswith("Aiko: ")
    assert steps[0]["seats"][0]["hand"] == list(course.play.view(hands[0].table).hands[0])
    assert send(parlour, "\n".join(write_card_log(course))).status_code == 200


def send(parlour: Parlour, text: str) -> Any:
    """Return the page that comes back when a file with *text* is sent."""
    data = {"file": (io.BytesIO(text.encode()), "hand.jsonl")}
    same = {"Sec-Fetch-Site": "same-origin"}
    return parlour.app.test_client().post("/replay/", data=data, headers=same)


def play_hand(parlour: Parlour) -> int:
    """Return the number of a hand in the ledger that simulated players have played."""
    someone = at_play(parlour, "riichi").tap("Watch", "Play to the end", "Take this end over")
    if parlour.service.view().stage is Stage.READING:
        someone.tap("Enter by hand")
    view, watcher = parlour.service.view(), parlour.service.watcher
    assert isinstance(view, HandView)
    assert watcher is not None
    course = watcher.course(view.session, view.draft)
    assert course is not None
    record = course.record()
    for seat, seat_record in enumerate(record["seats"]):
        tap(parlour, *seat_taps(seat, seat_record))
    tap(parlour, *(WinOn(win["seat"], win["tile"]) for win in record["wins"]))
    tap(parlour, WriteRow(Place(Part.INDICATORS), "".join(record["deal"]["indicators"])))
    tap(parlour, Settle(), ConfirmHand())
    session = parlour.service.view().session
    assert session is not None
    return session.hands[-1].seq


def tap(parlour: Parlour, *commands: Command) -> None:
    for command in commands:
        parlour.service.submit(command, f"tap-{uuid4()}")


def test_a_hand_of_the_ledger_is_played_again_from_its_log(parlour: Parlour) -> None:
    seq = play_hand(parlour)
    someone = parlour.visitor().go(f"/ledger/{seq}").tap("Replay")
    assert "data-replay" in someone.page.html
    assert someone.sees("Aiko")
    assert not someone.page.html.count("banner wrong")


def test_an_export_takes_the_log_along(parlour: Parlour, tmp_path: Path) -> None:
    seq = play_hand(parlour)
    lines = parlour.service.past.log(seq)
    text = export(tmp_path / "ledger.sqlite", "csv")
    import_into(tmp_path / "copy.sqlite", text)
    copy = LedgerStore(tmp_path / "copy.sqlite", TickingClock(), boot_id="boot")
    assert lines
    assert Chronicle(copy).log(seq) == lines
    copy.close()


@pytest.mark.parametrize(
    ("forge", "message"),
    [
        (lambda lines: [*lines[:5], *lines[6:]], "line 6: "),
        (lambda lines: [lines[0].replace('"version": 1', '"version": 9')], "line 1: version: "),
        (lambda lines: lines[:-1], "the log ends before the hand does"),
    ],
)
def test_a_log_that_is_cut_forged_or_of_another_version_is_refused_with_its_line(
    parlour: Parlour, forge: Callable[[list[str]], list[str]], message: str
) -> None:
    page = send(parlour, "\n".join(forge(list(write_log(over("taiwan"))))))
    assert message in page.text


def test_others_hear_of_a_draw_but_not_of_its_tile() -> None:
    private = [one for one in list_frames(over("riichi")) if one["says"] != one["others_hear"]]
    assert len(private) > 20
    assert {one["others_hear"].rpartition(": ")[2] for one in private} == {"draws"}


def test_a_step_says_by_which_rule_it_was_legal() -> None:
    steps = list_frames(over("riichi"))
    assert steps[0]["rules"] == ""
    assert steps[1]["rules"] == "By the rules: who has drawn discards"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "line 9: the log ends before the hand does"),
        ("ja", "9行目：牌譜は局の終わりより前で切れています"),
        ("zh-Hans", "第9行：牌谱在这一局结束之前就断了"),
        ("zh-Hant", "第9行：牌譜在這一局結束之前就斷了"),
    ],
)
def test_what_is_wrong_with_a_log_is_said_in_the_language_of_the_page(
    language: str, says: str
) -> None:
    with pytest.raises(LogError) as error:
        list(read_log([*write_log(over("riichi"))][:8], play_of))
    assert PlayWords(catalogue(language)).broken_log(error.value) == says


def test_a_hand_that_nobody_followed_has_no_replay(parlour: Parlour) -> None:
    someone = parlour.count_hand().go("/ledger/2")
    assert not any(target.text == "Replay" for target in someone.page.targets)
    assert parlour.app.test_client().get("/ledger/2/replay").status_code == 404


def test_a_step_says_which_claims_a_rule_barred() -> None:
    reasons = [
        words for frame in list_frames(over("wuhan", seed=3)) for _, words in frame["unclaimed"]
    ]
    assert "Player 3 could not: wins on 6s – a winning hand needs an open set" in reasons[0]
