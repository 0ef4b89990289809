"""All languages say the same: every text, with its places to fill in, in its own characters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import Final

import pytest
from babel.messages.pofile import read_po

import rules
from kiosk.i18n import FALLBACK, LANGUAGE_NAMES, LOCALES, best_language, catalogue

OTHERS: Final = tuple(name for name in LANGUAGE_NAMES if name != FALLBACK)
ID: Final = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
PLACE: Final = re.compile(r"\{(\w*)\}")
LATIN: Final = re.compile(r"[A-Za-z]{3,}")
HAN: Final = re.compile("[\u3400-\u9fff]")
KANA: Final = re.compile("[\u3041-\u3096\u30a1-\u30fa]")

TAKEN_OVER: Final = frozenset(
    {
        *("CSV", "JPEG", "JSON", "MiB", "PNG", "WebP"),
        *("Ataki", "MIGI", "Python", "jantaku", "mjai", "net", "pin", "serve", "tenhou"),
    }
)
"""Latin words that stay in every language: names, units, commands."""
CHARACTERS: Final[Mapping[str, tuple[str, str]]] = {
    "zh-Hans": ("gb2312", ""),
    "zh-Hant": ("big5", "冧"),
}
"""The national set of each script, and what our texts have beyond it (of a Cantonese name)."""
NEVER: Final[Mapping[str, str]] = {
    "zh-Hans": "於後",
    "zh-Hant": "庄杠听万离宁儿体适虫机确气与异岭胜种复扑扰",
}
"""Characters of the other script that the set has too, for words that we never use."""
PAIRS: Final = (
    "麻將 麻将,莊家 庄家,槓上 杠上,聽牌 听牌,對子 对子,條子 条子,萬子 万子,發財 发财,"
    "張數 张数,開門 开门,門清 门清,風牌 风牌,邊張 边张,單吊 单吊,雙碰 双碰,補花 补花"
)
"""The same words in both scripts: the test of scripts tells them apart."""


@cache
def parts(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of each file of *language*, by its name."""
    by_file = {}
    for path in sorted((LOCALES / language).glob("*.po")):
        with path.open("rb") as file:
            messages = read_po(file, locale=language.replace("-", "_"), abort_invalid=True)
        assert not [message.id for message in messages if message.fuzzy]
        by_file[path.name] = {str(one.id): str(one.string) for one in messages if one.id}
    return by_file


def texts(language: str) -> dict[str, str]:
    """Return every text of *language* by its id."""
    return {key: text for part in parts(language).values() for key, text in part.items()}


VOCABULARIES: Final = sorted({rules.ruleset(game).vocabulary for game in rules.rulesets()} - {""})
"""Whose words go before the shared ones."""


def plain(key: str) -> str:
    """Return the id of the shared text that the family's own *key* goes before."""
    return key.partition(".")[2]


def shared(part: Mapping[str, str]) -> set[str]:
    """Return the ids of *part* that are no family's own."""
    return {key for key in part if key.partition(".")[0] not in VOCABULARIES}


def is_written_in(text: str, language: str) -> bool:
    """Return whether each Chinese character of *text* belongs to *language*'s script."""
    charset, beyond = CHARACTERS[language]
    if not set(NEVER[language]).isdisjoint(text):
        return False
    try:
        "".join(sign for sign in HAN.findall(text) if sign not in beyond).encode(charset)
    except UnicodeEncodeError:
        return False
    return True


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text_in_the_same_file(language: str) -> None:
    english = {name: shared(part) for name, part in parts(FALLBACK).items()}
    assert {name: shared(part) for name, part in parts(language).items()} == english


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_a_family_says_in_its_own_words_only_what_there_is(vocabulary: str, language: str) -> None:
    """It may keep the shared word in one language and have its own in another."""
    every, all_keys = texts(language), set(chain.from_iterable(map(texts, LANGUAGE_NAMES)))
    own = {key for key in all_keys if key.startswith(f"{vocabulary}.")}
    assert own
    assert {key for key in own - every.keys() if plain(key) not in every} == set()
    assert [key for key in own & every.keys() if every[key] == every.get(plain(key))] == []


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_no_id_stands_twice(language: str) -> None:
    """Read as lines: what reads a catalogue keeps the first of two and is silent."""
    files = (path.read_text(encoding="utf-8") for path in (LOCALES / language).glob("*.po"))
    every = sorted(chain.from_iterable(map(ID.findall, files)))
    assert every == sorted(set(every))


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_no_text_is_empty(language: str) -> None:
    assert [key for key, text in texts(language).items() if not text.strip()] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_same_places_to_fill_in(language: str) -> None:
    english = {key: sorted(PLACE.findall(text)) for key, text in texts(FALLBACK).items()}
    theirs = {key: sorted(PLACE.findall(text)) for key, text in texts(language).items()}
    same = {key: english.get(key, english.get(plain(key))) for key in theirs}
    assert {key: places for key, places in theirs.items() if same[key] != places} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    left = {
        key: text
        for key, text in texts(language).items()
        if set(LATIN.findall(PLACE.sub("", text))) - TAKEN_OVER
    }
    assert left == {}


@pytest.mark.parametrize("language", CHARACTERS)
def test_no_text_mixes_the_two_scripts_of_chinese(language: str) -> None:
    mixed = {
        key: text for key, text in texts(language).items() if not is_written_in(text, language)
    }
    assert mixed == {}


@pytest.mark.parametrize("language", CHARACTERS)
def test_no_chinese_text_has_kana(language: str) -> None:
    assert {key: text for key, text in texts(language).items() if KANA.search(text)} == {}


@pytest.mark.parametrize("pair", PAIRS.split(","))
def test_the_two_scripts_are_told_apart(pair: str) -> None:
    traditional, simplified = pair.split()
    assert is_written_in(traditional, "zh-Hant")
    assert is_written_in(simplified, "zh-Hans")
    assert not is_written_in(traditional, "zh-Hans")
    assert not is_written_in(simplified, "zh-Hant")


@pytest.mark.parametrize(
    ("tags", "language"),
    [
        (["zh-CN", "zh", "en"], "zh-Hans"),
        (["zh-SG"], "zh-Hans"),
        (["zh"], "zh-Hans"),
        (["zh-TW", "zh", "en-US"], "zh-Hant"),
        (["zh-HK"], "zh-Hant"),
        (["zh_Hant_MO"], "zh-Hant"),
        (["zh-Hans-HK"], "zh-Hans"),
        (["ja-JP", "en"], "ja"),
        (["tlh", "de-AT", "ja"], "ja"),
        (["en-GB"], "en"),
        (["tlh"], None),
        ([], None),
    ],
)
def test_a_browser_gets_the_language_it_asks_for(tags: list[str], language: str | None) -> None:
    assert best_language(tags) == language


@pytest.mark.parametrize(
    ("language", "term", "title", "native"),
    [
        ("en", "清一色", "Pure one suit", "清一色"),
        ("en", "自摸", "Self-draw (自摸)", ""),
        ("ja", "平胡", "小胡", ""),
        ("zh-Hans", "対対和", "对对胡", ""),
        ("zh-Hant", "対対和", "對對胡", ""),
    ],
)
def test_a_native_term_stands_only_where_it_says_more(
    language: str, term: str, title: str, native: str
) -> None:
    assert catalogue(language).native(term, title) == native
