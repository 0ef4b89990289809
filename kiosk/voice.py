"""Speech: what a page says, as sound, from Debian's engine espeak-ng or from a house's own files.

A file `<folder>/<language>/<name>.wav` is played in place of the phrase of that name: `riichi`,
`way.discard`, `limit.mangan`. Nothing is kept on a disk, for phrases hold people's names.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

ENGINE: Final = "espeak-ng"
INSTALL: Final = f"apt install {ENGINE}"
VOICES: Final = {
    "en": "en",
    "ja": "ja",
    "zh-Hans": "cmn-latn-pinyin",
    "zh-Hant": "cmn-latn-pinyin",
}
"""Its other Mandarin voice, `cmn`, reads most of these characters as English letters (1.51)."""
WORDS_A_MINUTE: Final = 160
LONGEST_S: Final = 10.0
"""A sentence takes about 60 ms; an engine that hangs is given up after so long."""
MOST: Final = 128
"""Phrases that are remembered, about 100 kB each once they have been asked for."""
VOICE_NAMES: Final = re.compile(r"(?:^ *\d+ +|\()([a-z][a-z0-9-]*)")
"""In a line of the engine's table: its name, and in brackets the others that it goes by."""
KANJI: Final = re.compile("[\u4e00-\u9fff]")

Run = Callable[[list[str], bytes], bytes]
"""Runs a command line on its input and returns its output; raises `OSError` or
`subprocess.SubprocessError` where that fails."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of a sentence that is said in one breath."""

    text: str
    name: str = ""
    """What a file of its own is called; empty for what differs each time."""


def run_engine(command: list[str], text: bytes) -> bytes:
    """Return what *command* makes of *text*."""
    run = subprocess.run(command, input=text, capture_output=True, timeout=LONGEST_S, check=True)  # noqa: S603
    return run.stdout


class Voice:
    """What can be said, and its sound."""

    def __init__(
        self, folder: Path, engine: str | None = shutil.which(ENGINE), run: Run = run_engine
    ) -> None:
        """Say it by *engine*, a path or `None` for none, and by the files in *folder*."""
        self._folder = folder
        self._engine = engine
        self._run = run
        self._offered: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._sounds: dict[str, bytes] = {}
        self._lock = Lock()

    @property
    def has_engine(self) -> bool:
        """Return whether the engine is installed."""
        return self._engine is not None

    def languages(self) -> tuple[str, ...]:
        """Return the screens' languages for which the engine has a voice, as it says itself."""
        if self._engine is None:
            return ()
        try:
            table = self._run([self._engine, "--voices"], b"").decode("utf-8", "replace")
        except (OSError, subprocess.SubprocessError):
            return ()
        names = {name for line in table.splitlines() for name in VOICE_NAMES.findall(line)}
        return tuple(language for language, voice in VOICES.items() if voice in names)

    def offer(self, phrase: Phrase, language: str) -> str:
        """Return the name of the sound of *phrase*, another one for another sound; "" for none."""
        own = self._folder / language / f"{phrase.name}.wav"
        if phrase.name and own.is_file():
            return self._remember(sha256(own.read_bytes()).hexdigest()[:20], "", str(own))
        if self._engine is None or not can_say(phrase.text, language):
            return ""
        digest = sha256(f"{language} {phrase.text}".encode()).hexdigest()[:20]
        return self._remember(digest, VOICES[language], phrase.text)

    def _remember(self, name: str, voice: str, text: str) -> str:
        with self._lock:
            self._offered[name] = voice, text
            self._offered.move_to_end(name)
            if len(self._offered) > MOST:
                oldest, _ = self._offered.popitem(last=False)
                self._sounds.pop(oldest, None)
        return name

    def sound(self, name: str) -> bytes | None:
        """Return the WAV file *name*, `None` where none was offered or the engine fails."""
        with self._lock:
            entry, sound = self._offered.get(name), self._sounds.get(name)
        if sound is not None or entry is None:
            return sound
        try:
            sound = self._make_sound(*entry)
        except (OSError, subprocess.SubprocessError):
            return None
        with self._lock:
            if name in self._offered:
                self._sounds[name] = sound
        return sound

    def _make_sound(self, voice: str, text: str) -> bytes:
        if not voice or self._engine is None:
            return Path(text).read_bytes()
        speed = str(WORDS_A_MINUTE)
        command = [self._engine, "-v", voice, "-s", speed, "--stdin", "--stdout"]
        return self._run(command, text.encode())


def can_say(text: str, language: str) -> bool:
    """Return whether the engine reads all of *text*: it knows no kanji (1.51)."""
    return language != "ja" or not KANJI.search(text)
