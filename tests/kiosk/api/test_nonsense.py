"""Every command with every kind of nonsense: pages answer, and touch ends the session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

import rules
from kiosk.api.commands import KINDS, Call
from kiosk.api.operations import read
from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session.commands import Command
from rules.errors import JantakuError
from tests.kiosk.api.program import Program, lay_down
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import Visitor

Fields = dict[str, Any]
PEOPLE = ["p1", "p2", "p3", "p4"]
HAND = {"part": "hand", "seat": 3}
SENSE: dict[str, Fields] = {
    "open_session": {"ruleset": "wuhan", "players": PEOPLE, "options": {}, "bench": ["p5"]},
    "use_table": {"job": "next_hand"},
    "note_dice": {"pips": [1, 2], "source": "hand", "proof": {}, "rolled_ms": 0},
    "roll_for": {"guide": "supplement", "dice": 2},
    "say_east": {"seat": 1},
    "call_win": {"seat": 3},
    "say_who": {"claims": [{"seat": 3, "by": "discard", "giver": 1}]},
    "forget_win": {"win": 0},
    "say_play": {"play": {}},
    "say_leader": {"seat": 1},
    "read_table": {"afresh": False},
    "correct_tile": {"tile": 1, "code": "1m"},
    "remove_tile": {"tile": 1},
    "add_tiles": {"place": HAND, "tiles": "1m"},
    "write_row": {"place": HAND, "tiles": "1m"},
    "move_tile": {"tile": 1, "place": {"part": "aside", "seat": 1}},
    "lay_meld": {"seat": 1, "kind": "pung", "tiles": "111z", "claimed": "1z", "giver": 0},
    "remove_meld": {"meld": 1},
    "win_on": {"seat": 3, "code": "8m", "win": None},
    "win_on_tile": {"tile": 3},
    "say_how": {"claim": {"seat": 3, "by": "discard", "giver": 1}, "win": None},
    "mark": {"seat": 3, "mark": "last_tile", "on": True, "win": None},
    "win_fact": {"seat": 3, "fact": "robbed", "value": True, "win": None},
    "win_kong": {"seat": 3, "kong": 1, "win": None},
    "seat_fact": {"seat": 3, "fact": "laizi", "value": 1},
    "declare": {"seat": 3, "word": "ready", "on": True},
    "note_incident": {"kind": "false_win", "seat": 1, "details": {}},
    "forget_incident": {"index": 0},
    "void_hand": {"seq": 2, "fix": False},
    "go_back": {"stage": "playing"},
    "type_payments": {"net": [1, -1, 0, 0], "pot": 0, "banker": 0, "carry": {}, "prizes": []},
    "amend_hand": {"seq": 2},
    "pay_penalty": {"seat": 1, "payees": [0], "amount": 5, "note": ""},
    "withdraw_penalty": {"seq": 3},
    "change_seats": {"order": [1, 0, 2, 3], "is_mix_up": False},
    "replace_player": {"seat": 1, "player": "p5"},
    "draw_seats": {"draw": "seats"},
}
"""A sensible value for each field; commands that are not named here have none."""
NONSENSE: tuple[Any, ...] = (
    *(None, True, -1, 0, 99, 2**63, -(2**63), 10**30, 1.5),
    *("", "x", "p0", "p-1", f"p{2**63}", "p１", "p01", "9z", "x" * 300),
    *([], [[]], [0, 0, 0, 0], [-1, 7, True, None], ["a", "b", "c", "d"], [1] * 65),
    *({}, {"seat": 99}, {"kind": "x", "seat": 99}, {"part": "hand", "seat": 99}),
)
PAGES = ("/", "/ledger/", "/history/")


def spoil(value: Any) -> Iterator[Any]:
    """Yield nonsense in place of *value*, then of each value within."""
    yield from NONSENSE
    inner = (
        value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    )
    for place, one in inner:
        for nonsense in spoil(one):
            if type(value) is dict:
                yield {**value, place: nonsense}
            else:
                yield [*value[:place], nonsense, *value[place + 1 :]]
        if place == 0:
            return  # the other entries of a list are no different


def fields_of(do: str) -> Iterator[Fields]:
    """Yield the fields of command *do*, each spoilt, left out, or with one too many."""
    sense = SENSE.get(do, {})
    yield sense
    yield {**sense, "more": 1}
    for name, value in sense.items():
        yield {key: one for key, one in sense.items() if key != name}
        yield from ({**sense, name: nonsense} for nonsense in spoil(value))


def bring(program: Program, place: str, ruleset: str = "wuhan") -> None:
    """Enrol people, one more than sit down, and play on to *place*."""
    names = (*NAMES, "Ema")
    ids = [program.send("POST", "/players", {"name": name}).get_json()["id"] for name in names]
    if place == "lobby":
        return
    if place == "bench":
        program.do("open_session", ruleset=ruleset, players=ids[:4], bench=ids[4:])
        return
    seats = min(rules.ruleset(ruleset).seats)
    program.do("open_session", ruleset=ruleset, players=ids[:seats])
    seq = 0
    for do, fields in WAYS_IN[place]:
        seq = program.do(do, **({"seq": seq} if do == "amend_hand" else fields))["seq"]
        if do == "enter_by_hand":
            lay_down(program)


Tap = tuple[str, Fields]
CLAIM = {"seat": 3, "by": "discard", "giver": 1}
TO_PLAYING: tuple[Tap, ...] = (("start_play", {}),)
TO_OUTCOME = (*TO_PLAYING, ("call_win", {"seat": 3}))
TO_READING = (*TO_OUTCOME, ("say_who", {"claims": [CLAIM]}))
TO_REVIEW = (*TO_READING, ("enter_by_hand", {}))
TO_SETTLEMENT = (*TO_REVIEW, ("settle", {}))
TO_THE_NEXT = (*TO_SETTLEMENT, ("confirm_hand", {}))
PAYMENTS = {"net": [1, -1, 0, 0], "pot": 0, "banker": 0, "carry": {}, "over": True}
WAYS_IN: dict[str, tuple[Tap, ...]] = {
    "table": (),
    "drawing": (("draw_seats", {"draw": "seats"}),),
    "playing": TO_PLAYING,
    "outcome": TO_OUTCOME,
    "reading": TO_READING,
    "review": TO_REVIEW,
    "settlement": TO_SETTLEMENT,
    "next": (*TO_THE_NEXT, ("pay_penalty", {"seat": 1, "payees": [0], "amount": 5, "note": ""})),
    "amending": (*TO_THE_NEXT, ("amend_hand", {})),
    "over": (*TO_REVIEW, ("type_payments", PAYMENTS), ("confirm_hand", {})),
    "closed": (("close_session", {}),),
    "cards": (*TO_PLAYING, ("end_play", {})),
}
"""What is tapped from the start of a session to each place that nonsense comes to."""


WAY_OUT = ("/close", "/review/confirm", "/by-hand/", "/abort", "/back", "/review/settle")
"""What is tapped to come to the end of a session, the best first."""


def end_by_touch(parlour: Parlour) -> None:
    """Tap on until nobody sits at the table; what cannot be settled is typed."""
    someone, taps = parlour.visitor(), list[str]()
    while parlour.service.state.stage is not Stage.LOBBY:
        assert len(taps) < 9, f"there is no way out by {taps}"
        links = {target.href for target in someone.go("/").page.targets}
        is_stuck = taps[-1:] == ["/review/settle"]
        better = [one for one in ("/leave", *(["/by-hand/"] if is_stuck else ())) if one in links]
        taps.append(tap_out(someone.go(next(iter(better), "/")), taps))


def tap_out(someone: Visitor, taps: list[str]) -> str:
    """Tap what leads nearest to the end, and return its address."""
    forms = {form.action: form for form in someone.page.forms}
    way = [one for one in WAY_OUT if one in forms and not (one == "/back" and "/abort" in taps)]
    someone.send(forms[way[0]], forms[way[0]].fields)
    return way[0]


def look(parlour: Parlour, program: Program, commands: Sequence[Command]) -> None:
    """Assert that every page answers after *commands*."""
    for page in PAGES:
        assert parlour.app.test_client().get(page).status_code == 200, (page, commands)
    assert program.get("/table").status_code == 200, commands


def throw(
    parlour: Parlour, place: str, nonsense: Sequence[Command], ruleset: str = "wuhan"
) -> None:
    """Send each piece of *nonsense* to *place*; look at the pages whenever one leads elsewhere.

    Nothing but a refusal may come of it, and the session can be ended by touch.
    """
    program, ops, commands = Program(parlour.app), count(1), list[Command]()
    bring(program, place, ruleset)
    start = parlour.service.state.stage
    for command in nonsense:
        with suppress(JantakuError):
            parlour.service.submit(command, f"nonsense-{next(ops)}")
            commands.append(command)
        if parlour.service.state.stage is not start:
            look(parlour, program, commands)
            end_by_touch(parlour)
            commands.clear()
            bring(program, place, ruleset)
    look(parlour, program, commands)
    end_by_touch(parlour)


def well_formed(calls: Iterable[tuple[str, Fields]]) -> list[Command]:
    """Return the commands that *calls* make; a call that makes none is refused at any stage."""
    command_by_text: dict[str, Command] = {}
    for do, fields in calls:
        with suppress(Refused):
            body = {"op": "operation-1", "command": {"do": do, **fields}}
            command = read(Call, body).command
            command_by_text[repr(command)] = command
    return list(command_by_text.values())


@pytest.fixture(scope="module")
def nonsense() -> list[Command]:
    return well_formed((do, fields) for do in KINDS for fields in fields_of(do))


@pytest.mark.parametrize("place", ["lobby", *(one for one in WAYS_IN if one != "cards")])
def test_no_nonsense_keeps_the_table_from_its_pages_or_its_end(
    parlour: Parlour, nonsense: list[Command], place: str
) -> None:
    throw(parlour, place, nonsense)


PLAYS: dict[str, Fields] = {
    "mushi": {
        "captured": [["01-bright"], []],
        "table": ["01-bright"],
        "devil_last": False,
        "redeal": {"reason": "hand_four", "cards": ["01-bright"], "seat": 0},
    },
    "sakura": {"captured": [["01-bright"], []], "table": [], "deal_table": [], "pulls": []},
    "shuangkou": {"finish": [0, 1], "bombs": [{"seat": 1, "cards": ["BJ", "RJ"]}], "plays": []},
    "tien-gow": {
        "piles": [8, 0, 0, 0],
        "last": {"leader": 0, "led": ["6-6"], "winner": 1, "tiles": ["6-6"], "up": [0]},
        "premiums": [{"kind": "four", "leader": 0, "winner": 1}],
        "sweep": "seven",
        "opening": ["6-6"],
        "dealt_hand": {"seat": 0, "as": "seven"},
    },
}


@pytest.mark.parametrize("ruleset", PLAYS)
def test_no_nonsense_about_cards_keeps_the_table_from_its_pages(
    parlour: Parlour, ruleset: str
) -> None:
    plays = [PLAYS[ruleset], *spoil(PLAYS[ruleset])]
    commands = well_formed(("say_play", {"play": play}) for play in plays)
    throw(parlour, "cards", commands, ruleset)


OF_BENCH: tuple[tuple[str, Fields], ...] = (
    ("open_session", {"ruleset": "sakura", "players": PEOPLE, "options": {}, "bench": ["p5"]}),
    ("change_seats", {"order": [4, 1, 2, 3, 0], "is_mix_up": False}),
    ("replace_player", {"seat": 4, "player": "p6"}),
    ("pay_penalty", {"seat": 4, "payees": [0], "amount": 5, "note": ""}),
)
"""What concerns who sits out, where more people take part than have a seat."""


@pytest.mark.parametrize("place", ["lobby", "bench"])
def test_no_nonsense_about_who_sits_out_keeps_the_table_from_its_pages(
    parlour: Parlour, place: str
) -> None:
    calls = [
        (do, {**sense, name: nonsense})
        for do, sense in OF_BENCH
        for name, value in sense.items()
        for nonsense in (value, *spoil(value))
    ]
    throw(parlour, place, well_formed(calls), "sakura")
