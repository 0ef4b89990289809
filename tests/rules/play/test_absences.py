"""What plain players have brought about of every game, and why not the rest."""

from __future__ import annotations

import pytest

from bench.frequencies import read_counts, table, words_of
from rules.games import play_of
from tests.rules.play.hands import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_what_play_never_brought_about_has_a_reason_and_nothing_else_has(name: str) -> None:
    counts = read_counts()[name]["counts"]
    assert set(counts) == set(words_of(play_of(name).game))
    never = {word for word, count in counts.items() if not count}
    assert set(play_of(name).absences) == never


@pytest.mark.parametrize("name", GAMES)
def test_what_is_rare_says_how_rare(name: str) -> None:
    absences = play_of(name).absences.values()
    assert all((one.once_in > 0) == (one.why == "rare") for one in absences)


def test_the_table_shows_counts_and_reasons() -> None:
    riichi = table()["riichi"]
    assert int(riichi["self_draw"]) > 0
    assert riichi["chombo"] == "0 (people)"
    assert str(riichi["dealt"]).startswith("0 (rare, once in ")
