"""What a screen says, in every language, and how much of it aloud."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from kiosk.voice import Phrase, Voice
from kiosk.web.context import YEAR_S
from tests.kiosk.web.parlour import NAMES, Parlour, read_tiles, sheet_example
from tests.kiosk.web.visitor import Visitor
from vision.types import SeatReading, TableReading

MANGAN = {
    "en": "Ron. Dana from Bo, 8000. Mangan.",
    "ja": "ロン。 BoからDanaへ、8000。 マンガン。",
    "zh-Hans": "荣和。 Dana，Bo放铳，8000。 满贯。",
    "zh-Hant": "榮和。 Dana，Bo放銃，8000。 滿貫。",
}


def mangan() -> TableReading:
    """Return a hand of Dana's that is worth a mangan."""
    hand = SeatReading(3, read_tiles("234m234p23455s67s"), winning=read_tiles("8s")[0])
    return TableReading((hand,), indicators=read_tiles("1m"))


def read_announcement(visitor: Visitor) -> str:
    """Return what the page in front of *visitor* says to who cannot see it."""
    match = re.search(r'id="says"[^>]*>([^<]*)<', visitor.html)
    assert match is not None
    return unescape(match.group(1))


def read_sounds(visitor: Visitor) -> list[str]:
    """Return what the page says with a voice."""
    match = re.search(r'data-sounds="([^"]*)"', visitor.html)
    return [one["text"] for one in json.loads(unescape(match.group(1)))] if match else []


def with_voice(visitor: Visitor, voice: str, address: str = "/") -> Visitor:
    """Return *visitor* with the table's page as it speaks where *voice* is chosen."""
    visitor.browser.set_cookie("voice", voice)
    return visitor.go(address)


@pytest.mark.parametrize("language", MANGAN)
def test_a_mangan_is_told_in_every_language(parlour: Parlour, language: str) -> None:
    visitor = parlour.at_review(mangan(), "riichi").tap("Score it")
    visitor.browser.set_cookie("language", language)
    assert read_announcement(visitor.go("/")) == MANGAN[language]


def play_to_the_end(visitor: Visitor) -> Visitor:
    """Return *visitor* at the end of a game in which nobody wins any more."""
    while "Close the session" not in visitor.html:
        visitor.tap("Skip the machine", "Exhaustive draw", "Nobody", "Confirm")
    return visitor


CHIPS = {
    "en": "Chips. Bo pays 1. Dana gets 1.",
    "ja": "チップ。 Bo、マイナス1。 Dana、プラス1。",
    "zh-Hans": "筹码。 Bo付1。 Dana得1。",
    "zh-Hant": "籌碼。 Bo付1。 Dana得1。",
}
CHIPS_AT_THE_END = {
    "en": "Chips. Bo, minus 1. Dana, plus 1.",
    "ja": "チップ。 Bo、マイナス1。 Dana、プラス1。",
    "zh-Hans": "筹码。 Bo，负1。 Dana，正1。",
    "zh-Hant": "籌碼。 Bo，負1。 Dana，正1。",
}


@pytest.mark.parametrize("language", CHIPS)
def test_chips_are_told_after_the_points_and_at_the_end(parlour: Parlour, language: str) -> None:
    visitor = parlour.win_chip().tap("Score it")
    visitor.browser.set_cookie("language", language)
    assert read_announcement(visitor.go("/")).endswith(CHIPS[language])
    visitor.browser.set_cookie("language", "en")
    play_to_the_end(visitor.go("/").tap("Confirm & next hand"))
    visitor.browser.set_cookie("language", language)
    assert read_announcement(visitor.go("/")).endswith(CHIPS_AT_THE_END[language])


def test_prizes_in_points_are_told_as_such(parlour: Parlour) -> None:
    dana = SeatReading(3, read_tiles("456m3477p456s567p"), winning=read_tiles("2p")[0])
    reading = TableReading((*map(SeatReading, range(3)), dana), indicators=read_tiles("3s"))
    visitor = parlour.at_review(reading, "ataki-b").tap("Riichi (立直)", "Ippatsu (一発)")
    visitor.tap("Score it")
    assert read_announcement(visitor).endswith("Prizes. Bo pays 5000. Dana gets 5000.")


def test_several_payments_are_told_one_by_one(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example()).tap("Score it")
    text = read_announcement(visitor)
    assert text.startswith("Win. Dana from Bo, 96.")
    assert [text.count(f"{name} pays") for name in NAMES] == [1, 1, 1, 0]


def test_a_draw_says_who_gets_and_who_pays(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi").tap("Skip the machine", "Exhaustive draw")
    visitor.tap("Aiko", place=0)
    assert read_announcement(visitor).startswith("Exhaustive draw. Aiko gets 3000. Bo pays 1000.")


def test_aloud_only_as_far_as_the_screen_wants(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi")
    assert read_announcement(visitor) == "Aiko rolls."
    sounds = [read_sounds(with_voice(visitor, voice)) for voice in ("off", "results", "everything")]
    assert sounds == [[], [], ["Aiko rolls."]]
    visitor.tap("Skip the machine", "Exhaustive draw", "Nobody")
    assert read_sounds(with_voice(visitor, "results")) == ["Exhaustive draw.", "Nobody pays."]
    assert read_sounds(with_voice(visitor, "off")) == []


def test_a_declaration_is_called_out(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi").tap("Skip the machine", "Riichi: Bo Riichi")
    assert read_announcement(visitor.go("/")) == "Riichi. Bo"


def test_names_in_kanji_are_called_by_their_seats(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new/riichi/seats")
    visitor.tap("Start", name=["山田", "ケン", "Chie", "佐藤"])
    visitor.tap("Skip the machine", "Exhaustive draw").tap("ケン", place=0)
    visitor.browser.set_cookie("language", "ja")
    sounds = with_voice(visitor, "results")
    assert "佐藤、マイナス1000。" in read_announcement(sounds)
    assert "ペーチャ、マイナス1000。" in read_sounds(sounds)
    assert "ケン、プラス3000。" in read_sounds(sounds)


def test_the_end_of_the_game_names_everybody_by_rank(parlour: Parlour) -> None:
    visitor = parlour.at_review(mangan(), "riichi").tap("Score it", "Confirm & next hand")
    play_to_the_end(visitor)
    assert read_announcement(visitor).startswith("Game over. 1. Dana, 33000. 2. Aiko, 25000.")


def test_settings_say_how_to_get_a_voice(parlour: Parlour, tmp_path: Path) -> None:
    parlour.app.extensions["jantaku_voice"] = Voice(tmp_path, None)
    page = parlour.visitor().go("/settings").page.text
    assert "apt install espeak-ng" in page


def test_a_sound_is_kept_by_the_browser(parlour: Parlour, tmp_path: Path) -> None:
    voice = Voice(tmp_path, "espeak-ng", lambda _command, text: b"RIFF" + text)
    parlour.app.extensions["jantaku_voice"] = voice
    browser = parlour.visitor().browser
    answer = browser.get(f"/voice/{voice.offer(Phrase('Ron.'), 'en')}.wav")
    assert (answer.data, answer.cache_control.max_age) == (b"RIFFRon.", YEAR_S)
    assert browser.get("/voice/nothing.wav").status_code == 404
