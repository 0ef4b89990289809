"""Words for ids: the catalogues under `locales/`, merged by language.

A catalogue is a set of gettext files with symbolic ids (`ui.win`, `element.pure_one_suit`), one
file per part of the program, so that people working on different games never edit the same file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from babel.dates import format_date
from babel.messages.pofile import read_po

LOCALES: Final = Path(__file__).parent / "locales"
FALLBACK: Final = "en"
MINUS: Final = "−"


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the screen offers; its words are in the folder of its code."""

    name: str
    """Its own name for itself."""
    dates: str
    """The locale whose way of writing dates it follows; hours are counted to 24 in all."""


LANGUAGES: Final[Mapping[str, Language]] = {
    "en": Language("English", "en_GB"),
    "ja": Language("日本語", "ja_JP"),
    "zh-Hans": Language("简体中文", "zh_Hans_CN"),
    "zh-Hant": Language("繁體中文", "zh_Hant_TW"),
}
"""All that is said of a language beside its words, by its code; the fallback is the first."""

LANGUAGE_NAMES: Final[Mapping[str, str]] = {code: one.name for code, one in LANGUAGES.items()}

TRADITIONAL: Final = frozenset({"hant", "tw", "hk", "mo"})
"""Subtags of Chinese that mean the traditional characters, where no script is named."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All words of one language, and those of the fallback language behind them."""

    language: str
    words: Mapping[str, str]
    fallback: Mapping[str, str]

    def knows(self, *keys: str) -> bool:
        """Return whether this language itself has words for one of *keys*."""
        return any(key in self.words for key in keys)

    def native(self, term: str, title: str) -> str:
        """Return the native *term* where it says more than *title*, else nothing.

        Chinese and Japanese titles are the native terms themselves, so they stand alone.
        """
        return "" if self.language != FALLBACK or term in title else term

    def __call__(self, *keys: str, **values: object) -> str:
        """Return the text of the first of *keys* that has one, with *values* filled in.

        An id without words is shown as itself with spaces, so that a new rule is readable
        before it is translated; a test keeps that from reaching a release.
        """
        for words in (self.words, self.fallback):
            for key in keys:
                if key in words:
                    return words[key].format(**values) if values else words[key]
        return keys[0].rsplit(".", maxsplit=1)[-1].replace("_", " ")


def of_game(kind: str, ruleset: str, name: str) -> tuple[str, str]:
    """Return the keys for *name* of this *kind* (`mark`, `fact`, …): the game's own word first."""
    return f"{kind}.{ruleset}.{name}", f"{kind}.{name}"


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a catalogue, the fallback first."""
    return tuple(LANGUAGES)


def best_language(tags: Iterable[str]) -> str | None:
    """Return the first of the language *tags* that has a catalogue (RFC 9110 §12.5.4).

    Chinese is told apart by its script, or else by the region: `zh-TW`, `zh-HK` and `zh-MO` are
    traditional, every other `zh` is simplified. Of other languages the first subtag counts.
    """
    return next((language for tag in tags if (language := _language_of(tag))), None)


def _language_of(tag: str) -> str | None:
    first, *more = tag.lower().replace("_", "-").split("-")
    if first != "zh":
        return first if first in LANGUAGES else None
    is_traditional = "hans" not in more and not TRADITIONAL.isdisjoint(more)
    return "zh-Hant" if is_traditional else "zh-Hans"


@cache
def catalogue(language: str, vocabulary: str = "") -> Catalogue:
    """Return the merged catalogue of *language*, or of the fallback for an unknown one.

    What stands under `<vocabulary>.…` goes before the shared text of the same id: games of one
    family have their own words for what all games have (`Game.vocabulary`).
    """
    code = language if language in LANGUAGES else FALLBACK
    return Catalogue(code, _merge_words(code, vocabulary), _merge_words(FALLBACK, vocabulary))


def term_language(term: str) -> str:
    """Return the language tag of a native *term*: with kana it is Japanese, else Chinese."""
    return "ja" if any("\u3041" <= sign <= "\u30fa" for sign in term) else "zh"


def moment(at_ms: int | None, language: str, pattern: str) -> str:
    """Return when *at_ms* (milliseconds since 1970) was, where the kiosk stands.

    *pattern* is `date`, `time`, or `both`. A clock may have said anything: what is no date, or
    was never known, is a dash.
    """
    try:
        when = datetime.fromtimestamp((at_ms or 0) / 1000, UTC).astimezone()
    except (OverflowError, OSError, ValueError):
        return "–"
    if at_ms is None:
        return "–"
    date, time = format_date(when, "medium", LANGUAGES[language].dates), f"{when:%H:%M}"
    return {"date": date, "time": time}.get(pattern, f"{date} {time}")


def number(value: int) -> str:
    """Return *value* grouped by thousands, with a true minus."""
    return f"{value:,}".replace("-", MINUS)


def signed(value: int) -> str:
    """Return *value* as a gain or loss: +3,900, −1,300, ±0."""
    return f"+{value:,}" if value > 0 else number(value) if value else "±0"


@cache
def _merge_words(language: str, vocabulary: str) -> Mapping[str, str]:
    """Return id → text of *language*, as those say it who have this *vocabulary*."""
    words, prefix = _words(language), f"{vocabulary}."
    own = {key.removeprefix(prefix): text for key, text in words.items() if key.startswith(prefix)}
    return {**words, **own} if vocabulary else words


@cache
def _words(language: str) -> Mapping[str, str]:
    """Return id → text from every file of *language*."""
    words: dict[str, str] = {}
    for path in sorted((LOCALES / language).glob("*.po")):
        with path.open("rb") as file:
            messages = read_po(file, locale=language.replace("-", "_"), abort_invalid=True)
        words |= {
            str(message.id): str(message.string)
            for message in messages
            if message.id and message.string and not message.fuzzy
        }
    return words
