"""Speech from the engine and from a house's own files."""

from __future__ import annotations

import io
import shutil
import subprocess
import wave
from pathlib import Path

import pytest

from kiosk.voice import ENGINE, MOST, VOICES, Phrase, Voice, can_say, run_engine

needs_engine = pytest.mark.skipif(shutil.which(ENGINE) is None, reason="espeak-ng is not installed")
RON = Phrase("Ron.", "way.discard")


class Engine:
    """A speech engine: what it says sounds as long as its text is."""

    def __init__(self, seconds_a_byte: float = 0.1) -> None:
        self.frames_a_byte = round(22050 * seconds_a_byte)
        self.commands: list[list[str]] = []

    def __call__(self, command: list[str], text: bytes) -> bytes:
        self.commands.append(command)
        buffer = io.BytesIO()
        with wave.open(buffer, "wb") as sound:
            sound.setnchannels(1)
            sound.setsampwidth(2)
            sound.setframerate(22050)
            sound.writeframes(bytes(2 * self.frames_a_byte * len(text)))
        return buffer.getvalue()


def length_s(wav: bytes | None) -> float:
    """Return how long *wav* sounds."""
    assert wav is not None
    with wave.open(io.BytesIO(wav)) as sound:
        return sound.getnframes() / sound.getframerate()


def test_a_phrase_is_made_once_in_the_voice_of_its_language(tmp_path: Path) -> None:
    engine = Engine()
    voice = Voice(tmp_path, "espeak-ng", engine)
    name = voice.offer(Phrase("荣和。"), "zh-Hans")
    assert length_s(voice.sound(name)) == length_s(voice.sound(name)) == pytest.approx(0.9)
    assert [command[2] for command in engine.commands] == ["cmn-latn-pinyin"]


def test_the_same_words_sound_otherwise_in_another_language(tmp_path: Path) -> None:
    voice = Voice(tmp_path, "espeak-ng", Engine())
    assert voice.offer(RON, "en") != voice.offer(RON, "zh-Hans")


def test_only_what_a_page_has_offered_is_said(tmp_path: Path) -> None:
    assert Voice(tmp_path, "espeak-ng", Engine()).sound("0" * 20) is None


def test_a_file_of_the_house_goes_before_the_engine(tmp_path: Path) -> None:
    own = tmp_path / "en" / "way.discard.wav"
    own.parent.mkdir()
    own.write_bytes(b"our own voice")
    voice = Voice(tmp_path, None)
    first = voice.offer(RON, "en")
    assert voice.sound(first) == b"our own voice"
    own.write_bytes(b"another one")
    assert voice.offer(RON, "en") != first


def test_without_engine_and_file_nothing_is_offered(tmp_path: Path) -> None:
    assert Voice(tmp_path, None).offer(RON, "en") == ""


def test_kanji_are_left_to_the_browser(tmp_path: Path) -> None:
    assert Voice(tmp_path, "espeak-ng", Engine()).offer(Phrase("流局。"), "ja") == ""
    assert can_say("リュウキョク。", "ja")


def test_an_engine_that_fails_makes_no_sound(tmp_path: Path) -> None:
    def fail(command: list[str], text: bytes) -> bytes:
        raise subprocess.TimeoutExpired(command, len(text))

    voice = Voice(tmp_path, "espeak-ng", fail)
    assert voice.sound(voice.offer(RON, "en")) is None


def test_the_oldest_phrases_are_forgotten(tmp_path: Path) -> None:
    voice = Voice(tmp_path, "espeak-ng", Engine())
    names = [voice.offer(Phrase(str(number)), "en") for number in range(MOST + 1)]
    assert [name for name in names if voice.sound(name) is None] == names[:1]


@needs_engine
@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Ron."), ("ja", "ロン。"), ("zh-Hans", "荣和。"), ("zh-Hant", "榮和。")],
)
def test_the_engine_of_debian_says_it_in_every_language(
    tmp_path: Path, language: str, text: str
) -> None:
    voice = Voice(tmp_path, shutil.which(ENGINE), run_engine)
    assert (voice.sound(voice.offer(Phrase(text), language)) or b"").startswith(b"RIFF")


VOICES_OF_THE_ENGINE = b"""\
Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn      (zh-cmn 5)(zh 5)
 5  cmn-latn-pinyin --/M      Chinese_(Mandarin,_latin_as_Pinyin) sit/cmn-Latn-pinyin  (zh 5)
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
"""
"""As espeak-ng 1.51 tells them, shortened: no Japanese, and English under another name."""


def test_the_languages_of_the_engine_are_those_that_it_names_itself(tmp_path: Path) -> None:
    voice = Voice(tmp_path, "espeak-ng", lambda _command, _text: VOICES_OF_THE_ENGINE)
    assert voice.languages() == ("en", "zh-Hans", "zh-Hant")


def test_an_engine_that_fails_speaks_no_language(tmp_path: Path) -> None:
    def broken(command: list[str], _text: bytes) -> bytes:
        raise subprocess.CalledProcessError(1, command)

    assert Voice(tmp_path, "espeak-ng", broken).languages() == ()
    assert Voice(tmp_path, None).languages() == ()


@needs_engine
def test_the_engine_speaks_every_language_of_the_screens(tmp_path: Path) -> None:
    assert Voice(tmp_path).languages() == tuple(VOICES)
