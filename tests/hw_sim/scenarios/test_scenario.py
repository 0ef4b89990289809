"""Every story plays as it is told, in virtual time; what makes no sense is refused."""

from __future__ import annotations

import pytest

from hw_sim.scenarios.scenario import Rule, from_toml, load, names
from tests.hw_sim.scenarios.play import play
from tests.soak import hands, nonsense


@pytest.mark.parametrize("name", names())
def test_a_story_ends_as_it_is_told(name: str) -> None:
    story = load(name)
    assert story.expect
    assert play(story).differs(story.expect) == []


@pytest.mark.parametrize("name", ["clean_hands", "bad_cable", "power_cut_in_build"])
def test_a_story_is_the_same_each_time(name: str) -> None:
    assert play(load(name)) == play(load(name))


def test_a_forgotten_tile_is_waited_for_ten_minutes() -> None:
    assert play(load("forgotten_tile")).virtual_s > 600


def test_there_are_stories_of_every_kind() -> None:
    assert len(names()) >= 40


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({"title": "x", "timeline": [{"action": "fly", "stage": "build"}]}, "no action 'fly'"),
        ({"title": "x", "timeline": [{"action": "bring"}]}, "one of rate, nth and stage"),
        ({"title": "x", "timeline": [{"action": "bring", "rate": 2.0}]}, "between 0 and 1"),
        ({"title": "x", "orders": [{"dance": 1}]}, "one of job"),
        ({"title": "x", "colour": "red"}, "colour"),
    ],
)
def test_a_story_without_sense_is_refused(raw: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        from_toml("mine", raw)


def test_an_unknown_story_is_named_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="clean_hands"):
        load("the end of the world")


def test_a_rule_needs_exactly_one_when() -> None:
    with pytest.raises(ValueError, match="one of rate, nth and stage"):
        Rule("bring", rate=0.5, nth=3)


def test_a_third_movement_brings_what_was_planned_for_it() -> None:
    story = from_toml(
        "third",
        {
            "title": "the third movement finds the cover open",
            "timeline": [{"action": "put", "fault": 703, "nth": 3}],
            "orders": [{"job": "next_hand", "tiles": 0}],
        },
    )
    outcome = play(story)
    assert (outcome.ends, outcome.faults) == (["failed"], [703])


def test_a_story_that_wants_the_impossible_is_no_story() -> None:
    story = from_toml(
        "sweep",
        {
            "title": "tiles are pushed through a closed lid",
            "timeline": [{"action": "sweep", "at_s": 1.0}, {"action": "sweep", "stage": "build"}],
            "orders": [{"job": "next_hand", "tiles": 0}],
        },
    )
    with pytest.raises(ValueError, match=r"hole is closed.*hole is closed"):
        play(story)


@pytest.mark.parametrize(
    ("profile", "rate"), [("single_port", 0.01), ("jp_deal", 0.03), ("roller_coaster", 0.03)]
)
def test_every_stop_of_other_models_is_explained_too(profile: str, rate: float) -> None:
    assert hands.measure(builds=7, seed=3, rate=rate, profile=profile)["stops_explained"] > 2


def test_fifty_hands_with_faults_are_all_explained() -> None:
    figures = hands.measure(builds=50, seed=7)
    assert figures["builds"] == 50
    assert figures["stops_explained"] > 10
    assert figures["different_stops"] > 5
    assert figures["frames_damaged"] > 100


def test_a_stop_that_nobody_caused_is_not_passed_over() -> None:
    ill = hands.Soak(seed=3, rate=0.0)
    ill.play()
    ill.simulation.device.machine.peripherals.cover_open = True
    with pytest.raises(hands.UnexplainedStopError, match="703"):
        ill.play()


def test_half_a_million_bytes_of_nonsense_harm_no_board() -> None:
    figures = nonsense.measure(500_000, seed=2)
    assert figures["bytes"] >= 500_000
    assert figures["reasons"] >= 5
