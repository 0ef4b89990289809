"""Every command with every kind of nonsense: pages answer, and touch ends the session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rules
from kiosk.api.commands import KINDS
from kiosk.session import Stage
from kiosk.session.steps import STAGES
from tests.kiosk.api.program import Program, lay_down
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import Visitor

Fields = dict[str, Any]
PEOPLE = ["p1", "p2", "p3", "p4"]
HAND = {"part": "hand", "seat": 3}
SENSE: dict[str, Fields] = {
    "open_session": {"ruleset": "wuhan", "players": PEOPLE, "options": {}},
    "use_table": {"job": "next_hand"},
    "note_dice": {"pips": [1, 2], "source": "hand", "proof": {}, "rolled_ms": 0},
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


def spoilt(value: Any) -> Iterator[Any]:
    """Yield nonsense in place of *value*, then of each value within."""
    yield from NONSENSE
    inner = (
        value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    )
    for place, one in inner:
        for nonsense in spoilt(one):
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
        yield from ({**sense, name: nonsense} for nonsense in spoilt(value))


def bring(program: Program, stage: Stage, ruleset: str = "wuhan") -> None:
    """Enrol people, one more than sit down, and play on to *stage*."""
    names = (*NAMES, "Ema")
    ids = [program.send("POST", "/players", {"name": name}).get_json()["id"] for name in names]
    if stage is Stage.LOBBY:
        return
    seats = min(rules.ruleset(ruleset).seats)
    program.do("open_session", ruleset=ruleset, players=ids[:seats])
    if stage is Stage.TABLE:
        return
    program.do("start_play")
    if stage is Stage.PLAYING:
        return
    if rules.ruleset(ruleset).plays:
        program.do("end_play")
        return
    program.do("call_win", seat=3)
    if stage is Stage.OUTCOME:
        return
    program.do("say_who", claims=[{"seat": 3, "by": "discard", "giver": 1}])
    if stage is Stage.READING:
        return
    program.do("enter_by_hand")
    lay_down(program)
    if stage is Stage.SETTLEMENT:
        program.do("settle")


WAY_OUT = ("/close", "/review/confirm", "/by-hand/", "/abort", "/back", "/review/settle")
"""What is tapped to come to the end of a session, the best first."""


def end_by_touch(parlour: Parlour) -> None:
    """Tap on until nobody sits at the table; what cannot be settled is typed."""
    someone, tapped = parlour.visitor(), list[str]()
    while parlour.service.state.stage is not Stage.LOBBY:
        assert len(tapped) < 9, f"there is no way out by {tapped}"
        links = {target.href for target in someone.go("/").page.targets}
        is_stuck = tapped[-1:] == ["/review/settle"]
        better = [one for one in ("/leave", *(["/by-hand/"] if is_stuck else ())) if one in links]
        tapped.append(tap_out(someone.go(next(iter(better), "/")), tapped))


def tap_out(someone: Visitor, tapped: list[str]) -> str:
    """Tap what leads nearest to the end, and return its address."""
    forms = {form.action: form for form in someone.page.forms}
    way = [one for one in WAY_OUT if one in forms and not (one == "/back" and "/abort" in tapped)]
    someone.send(forms[way[0]], forms[way[0]].fields)
    return way[0]


def answers(parlour: Parlour, program: Program, do: str, fields: Fields) -> bool:
    """Send a command; return whether it was taken. Pages must answer either way."""
    answer = program.post("/commands", command={"do": do, **fields})
    assert answer.status_code in (200, 400, 409), (do, fields, answer.text)
    if answer.status_code != 200:
        return False
    for page in PAGES:
        assert parlour.app.test_client().get(page).status_code == 200, (page, do, fields)
    assert program.get("/table").status_code == 200
    return True


@pytest.mark.parametrize("do", KINDS)
def test_no_nonsense_keeps_the_table_from_its_pages_or_its_end(
    parlour: Parlour, program: Program, do: str
) -> None:
    stage = min(STAGES.get(KINDS[do], {Stage.REVIEW}) - {Stage.OVER}, key=list(Stage).index)
    bring(program, stage)
    for fields in fields_of(do):
        if answers(parlour, program, do, fields) and parlour.service.state.stage is not stage:
            end_by_touch(parlour)
            bring(program, stage)
    end_by_touch(parlour)


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
    parlour: Parlour, program: Program, ruleset: str
) -> None:
    bring(program, Stage.REVIEW, ruleset)
    assert answers(parlour, program, "say_play", {"play": PLAYS[ruleset]})
    for play in spoilt(PLAYS[ruleset]):
        answers(parlour, program, "say_play", {"play": play})
    end_by_touch(parlour)
