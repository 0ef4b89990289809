"""Flower-card records in a line each: who captured what, and what is left over."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Mapping
from typing import Any, Final

import rules
from hw_sim.players import HandSpec
from hw_sim.players.cards import played_record
from rules.games.cards.hanafuda import PACK, cards_of
from rules.games.cards.mushi import MUSHI_PACK
from tests.rules.games.turning import moved_row
from tests.rules.records import Data

PACKS: Final = {"mushi": tuple(sorted(MUSHI_PACK)), "sakura": PACK}


def cards(text: str) -> list[str]:
    """Return the cards in *text*: codes, and for the number of a flower all four of it.

    A card after a minus is left out: `04 -04-junk1` are three wisterias.
    """
    codes: list[str] = []
    for word in text.split():
        if word.startswith("-"):
            codes.remove(word[1:])
        else:
            codes += [word] if "-" in word else sorted(cards_of(word))
    return codes


def piles(game: str, *first: str, table: str = "") -> Data:
    """Return the piles of a whole pack: the last seat has what the *first* ones have not.

    What is on the *table* comes off whatever pile it would be in.
    """
    left = cards(table)
    captured = [[card for card in cards(text) if card not in left] for text in first]
    placed_cards = {card for pile in (*captured, left) for card in pile}
    captured.append([card for card in PACKS[game] if card not in placed_cards])
    return {"captured": captured, "table": left}


def mushi(first: str, table: str = "", *, state: Data | None = None, **more: Any) -> Data:
    """Return a Mushi record: seat 0, the elder, captured *first*, seat 1 the rest.

    *more* are further fields of `play` and options, as their names say.
    """
    options = {one.name: more.pop(one.name) for one in _options("mushi") if one.name in more}
    return {
        "ruleset": "mushi",
        "options": options,
        "state": {"banker": 0, "scores": [0, 0]} | (state or {}),
        "play": piles("mushi", first, table=table) | more,
        "outcome": "win",
    }


def redeal(reason: str, text: str, seat: int | None = None, **options: Any) -> Data:
    """Return a Mushi record of cards dealt again."""
    facts: Data = {"reason": reason, "cards": cards(text)}
    if seat is not None:
        facts["seat"] = seat
    return {
        "ruleset": "mushi",
        "options": options,
        "state": {"banker": 1, "repeats": 2, "scores": [0, 0]},
        "play": {"redeal": facts},
        "outcome": "abort",
    }


def sakura(*first: str, table: str = "", state: Data | None = None, **more: Any) -> Data:
    """Return a Sakura record: the seats but the last captured *first*, seat 0 being dealer."""
    options = {one.name: more.pop(one.name) for one in _options("sakura") if one.name in more}
    return {
        "ruleset": "sakura",
        "options": options,
        "state": {"banker": 0, "scores": [0] * (len(first) + 1)} | (state or {}),
        "play": piles("sakura", *first, table=table) | more,
        "outcome": "win",
    }


def by_players(game: str, rng: random.Random, options: Mapping[str, Any]) -> tuple[Data, Data]:
    """Return two records of a hand that players have played: told in full, and as people tap it."""
    house = {**rules.ruleset(game).defaults, **options}
    players = 4 if house.get("teams") else rng.choice(rules.ruleset(game).seats)
    banker = rng.randrange(players)
    state = {"banker": banker, "scores": [0] * players}
    full, summary = played_record(game, rng, HandSpec(options=options, state=state))
    return full, summary


def settled(data: Data) -> Data:
    """Return the settlement of *data*, which there must be; each seat's entry is in `seats`."""
    answer: Any = rules.settle_json(data)
    assert "error" not in answer, answer
    entries = [*answer["wins"], *answer.get("losers", ())]
    return {**answer, "seats": {entry["seat"]: entry for entry in entries}}


def items(answer: Data, seat: int) -> dict[str, int]:
    """Return what was counted for *seat*."""
    return {item["id"]: item["value"] for item in answer["seats"][seat]["items"]}


def problems(data: Data) -> list[tuple[str, str]]:
    """Return the code and place of everything that is wrong in *data*, the first one first."""
    answer: Any = rules.settle_json(data)
    return [(one["code"], one["where"]) for one in answer["error"]["problems"]]


def turn_seats(data: Data, by: int) -> Data:
    """Return the record *data* with everyone moved *by* places."""
    new = copy.deepcopy(data)
    state, play = new["state"], new["play"]
    count = len(state["scores"])
    state["banker"] = (state["banker"] + by) % count
    state["scores"] = moved_row(state["scores"], by)
    if "wins" in state.get("carry", {}):
        state["carry"]["wins"] = moved_row(state["carry"]["wins"], by)
    if "captured" in play:
        play["captured"] = moved_row(play["captured"], by)
    for entry in (*play.get("pulls", ()), play.get("redeal") or {}):
        if "seat" in entry:
            entry["seat"] = (entry["seat"] + by) % count
    return new


def check_turning(data: Data, by: int) -> None:
    """Fail unless turning the seats *by* places turns what is paid, scored and carried on."""
    before, after = settled(data), settled(turn_seats(data, by))
    count = len(before["net"])
    entries = {(seat + by) % count: entry for seat, entry in before["seats"].items()}
    assert after["net"] == moved_row(before["net"], by)
    assert {seat: {**entry, "seat": seat} for seat, entry in entries.items()} == after["seats"]
    assert after["next"]["banker"] == (before["next"]["banker"] + by) % count
    assert after["next"]["repeats"] == before["next"]["repeats"]
    if "wins" in before["next"]["carry"]:
        assert after["next"]["carry"]["wins"] == moved_row(before["next"]["carry"]["wins"], by)


def _options(game: str) -> Iterable[Any]:
    """Return the options of *game*."""
    return rules.ruleset(game).options
