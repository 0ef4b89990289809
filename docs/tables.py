"""Write the tables of the pages that the program itself knows: `python docs/tables.py`.

A page marks their places by `<!-- table: NAME -->` and `<!-- end -->`; a test holds them to the
code.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from enum import IntEnum
from itertools import pairwise, starmap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PLACE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
REGIONS = (
    *("japan", "taiwan", "fujian", "zhejiang", "shanghai", "jiangsu", "jiangxi", "hubei"),
    *("hunan", "shandong", "beijing", "singapore", "hanafuda", "cards"),
)
"""The order in which the games stand."""


def rows(head: str, lines: Iterable[Iterable[object]]) -> str:
    """Return a table with the columns *head*, `a | b`."""
    rule = "|".join("---" for _ in head.split("|"))
    body = (" | ".join(map(str, line)) for line in lines)
    return "".join(f"| {line} |\n" for line in (head, *body)).replace("\n", f"\n|{rule}|\n", 1)


def games() -> str:
    """Return every game with its sheet and what it has."""
    import rules

    pieces = {"mushi": "40 cards", "sakura": "48 cards", "shuangkou": "108 cards"}
    pieces |= {"tien-gow": "32 dominoes", "zero-rule": "34 for each seat"}
    rulesets = sorted(
        map(rules.ruleset, rules.rulesets()), key=lambda one: REGIONS.index(one.family)
    )

    def line(game: Any) -> Iterator[object]:
        """Yield the cells of *game*."""
        yield game.family.capitalize()
        yield f"[{game.name}]({game.id}.md) {game.native}"
        yield f"`{game.id}`"
        yield "–".join(map(str, sorted({min(game.seats), max(game.seats)})))
        yield pieces.get(game.id) or sum(game.tiles.values())
        yield len(game.options)
        yield len(game.elements)

    return rows("region | game | id | seats | tiles | options | elements", map(line, rulesets))


def values() -> str:
    """Return the games in which a hand may be told by its value, in which figures."""
    from rules.games import tile_games

    def line(game: Any, house: dict[str, Any]) -> Iterator[object]:
        """Yield the cells of *game*, played as *house* says."""
        with_ = [f"`{name}` {json.dumps(value)}" for name, value in house.items()]
        yield f"`{game.id}`" + (f" with {with_[0]}" if with_ else "")
        yield "; ".join(map(figure, game.figures({**game.defaults, **house})))
        yield ", ".join(f"`{name}`" for name in game.needs_tiles)
        yield "yes" if game.pays_beside_value else ""

    def figure(one: Any) -> str:
        choices = [f"`{value}`" if type(value) is str else str(value) for value in one.values]
        reach = ", ".join(choices) if len(choices) < 6 else f"{choices[0]}–{choices[-1]}"
        return f"`{one.id}` {reach if choices else f'from {one.least}'}"

    cases = [(game, house) for game in tile_games() for house in houses(game)[:1]]
    return rows(
        "game | figures | takes the tiles beside | more is paid besides", starmap(line, cases)
    )


def houses(game: Any) -> list[dict[str, Any]]:
    """Return how *game* is played where hands may be told by values: as usual, if they may."""
    settings = [{option.name: one} for option in game.options for one in option.values or (0,)]
    return [one for one in ({}, *settings) if game.figures({**game.defaults, **one})]


def folders() -> str:
    """Return every folder of the packages with the first sentence of its face."""
    packages = ("rules", "firmware_bridge", "vision", "hw_sim", "kiosk")
    faces = (
        face
        for package in packages
        for face in sorted((ROOT / package).rglob("__init__.py"))
        if len(face.relative_to(ROOT).parts) == 3 and "locales" not in face.parts
    )
    docstrings = (
        (face, ast.get_docstring(ast.parse(face.read_text("utf-8"))) or "") for face in faces
    )
    lines = (
        (f"`{face.parent.relative_to(ROOT)}/`", first_sentence(text)) for face, text in docstrings
    )
    return rows("folder | what it holds", lines)


def first_sentence(text: str) -> str:
    """Return the first sentence of the docstring *text*."""
    return re.split(r"(?<=[.]) ", " ".join(text.split()), maxsplit=1)[0].rstrip(".")


def faults() -> str:
    """Return every fault with what people should do."""
    from firmware_bridge.faults import FAULTS

    words = {kind.code: (kind.name, kind.severity, kind.action) for kind in FAULTS.values()}
    plain = ((code, *(word.replace("_", " ") for word in words[code])) for code in words)
    return rows("code | fault | severity | what to do", plain)


def frames() -> str:
    """Return the kinds of frames."""
    from firmware_bridge.wire.frame import FrameType

    lines = ((f"{kind:d}", kind.name, words) for kind, words in members(FrameType))
    return rows("type | name | what it is", lines)


def numbers() -> str:
    """Return what the numbers in the messages mean."""
    from firmware_bridge.wire import codes as c

    kinds: tuple[type[IntEnum], ...] = (
        *(c.TableState, c.JobState, c.Stage, c.EventKind, c.Key, c.StatusFlag, c.ControlAction),
        *(c.ResetCause, c.SetState, c.DiceSource, c.Mechanism),
    )
    lines = ((f"**{kind.__name__}**", "", describe(kind)) for kind in kinds)
    of_each = {
        kind: [(f"{one:d}", one.name, words) for one, words in members(kind)] for kind in kinds
    }
    both = (
        line for head, kind in zip(lines, kinds, strict=True) for line in (head, *of_each[kind])
    )
    return rows("number | name | what it means", both)


def members(kind: type[IntEnum]) -> Iterator[tuple[IntEnum, str]]:
    """Yield the members of *kind* with the words that stand behind each in its source."""
    body = ast.parse(inspect.getsource(kind)).body[0].body  # type: ignore[attr-defined]
    notes = {
        one.targets[0].id: " ".join(ast.literal_eval(text.value).split()).rstrip(".")
        for one, text in pairwise(body)
        if isinstance(one, ast.Assign) and isinstance(text, ast.Expr)
    }
    yield from ((one, notes.get(one.name, "")) for one in kind)


def describe(kind: type[object]) -> str:
    """Return what *kind* says of itself, on one line."""
    return " ".join((kind.__doc__ or "").split()).rstrip(".")


def messages() -> str:
    """Return every message with its number and its bytes."""
    from firmware_bridge.wire.messages import ALLOWED_IN_LOCKOUT, MESSAGES, Message

    def line(kind: type[Message]) -> Iterator[str]:
        """Yield the cells of *kind*."""
        names = [field.name for field in fields(kind)]
        first = letters(kind.LAYOUT) + ["run"] * kind.TAIL
        yield f"{kind.NUMBER:#04x}"
        yield kind.__name__ + " †" * (kind in ALLOWED_IN_LOCKOUT)
        yield list_fields(names, first + letters(kind.MORE), len(first))
        yield describe(kind)

    return rows(
        "number | message | its bytes, behind the number | what it says", map(line, MESSAGES)
    )


def letters(layout: str) -> list[str]:
    """Return the letters of a *layout*, each with its length where it is a run of bytes."""
    return re.findall(r"\d*[A-Za-z]", layout)


SIZES = {"B": "8", "H": "16", "I": "32", "Q": "64", "h": "±16", "i": "±32", "run": "n"}
"""How many bits a layout letter has."""


def list_fields(names: Sequence[str], forms: Sequence[str], first_count: int) -> str:
    """Return fields with their bits; those after *first_count* came in later versions."""
    words = [
        f"{name.rstrip('_')} {SIZES.get(form) or form[:-1] + '×8'}"
        for name, form in zip(names, forms, strict=True)
    ]
    later = f" *then, or nothing:* {', '.join(words[first_count:])}" if words[first_count:] else ""
    return ", ".join(words[:first_count]) + later


def jobs() -> str:
    """Return every job with its arguments and the states around it."""
    from firmware_bridge.wire.codes import LEASED, JobKind
    from firmware_bridge.wire.messages import ARGUMENTS, LATER
    from firmware_bridge.wire.states import BUSY_STATE, MAY_START

    def line(kind: JobKind) -> Iterator[object]:
        """Yield the cells of *kind*."""
        (layout, names), (more, later) = ARGUMENTS[kind], LATER[kind]
        forms = letters(layout)
        yield kind.value
        yield kind.name + " ‡" * (kind in LEASED)
        yield list_fields(names + later, forms + letters(more), len(forms)).strip() or "none"
        yield ", ".join(state.name for state in sorted(MAY_START[kind]))
        yield BUSY_STATE[kind].name if kind in BUSY_STATE else ""

    return rows("number | job | arguments | may start in | state meanwhile", map(line, JobKind))


def dictionary() -> str:
    """Return what a table says of itself."""
    from firmware_bridge.wire.dictionary import ENTRIES

    must = {True: "yes", False: ""}
    lines = ((f"`{one.name}`", one.form, must[one.is_required], one.words) for one in ENTRIES)
    return rows("entry | form | must be there | what it says", lines)


def lists() -> str:
    """Return what stands in the lists that a table has for service people."""
    from firmware_bridge.wire.dictionary import OBJECTS

    must = {True: "yes", False: ""}
    lines = (
        (f"`{name}`: `{one.name}`", one.form, must[one.is_required], one.words)
        for name, entries in OBJECTS.items()
        for one in entries
    )
    return rows("list: field | form | must be there | what it says", lines)


def calls() -> str:
    """Return every call of the interface with the right that it takes."""
    from kiosk.api.spec import description

    paths = description()["paths"]
    lines = (
        (f"`{way.upper()} {path}`", call["summary"], call["x-right"])
        for path, ways in paths.items()
        for way, call in ways.items()
        if way != "parameters"
    )
    return rows("call | what it does | right", lines)


def commands() -> str:
    """Return every command with its fields."""
    from kiosk.api.spec import description

    schemas = description()["components"]["schemas"]
    commands = {name: one for name, one in schemas.items() if name.startswith("Command.")}
    lines = (
        (
            f"`{name.removeprefix('Command.')}`",
            ", ".join(f"`{field}`" for field in one["properties"] if field != "do"),
            one.get("description", ""),
        )
        for name, one in commands.items()
    )
    return rows("do | fields | what it does", lines)


def settings() -> str:
    """Return every setting with its default and what it means."""
    from kiosk.settings import Settings

    body = ast.parse(inspect.getsource(Settings)).body[0].body  # type: ignore[attr-defined]
    notes = {
        field.target.id: " ".join(ast.literal_eval(text.value).split())
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr)
    }
    fields = Settings.model_fields
    lines = ((f"`{name}`", default(fields[name].default), notes[name]) for name in fields)
    return rows("setting | default | what it says", lines)


def default(value: object) -> str:
    """Return the default *value* as a file of settings has it."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"`{text}`" if text else ""


TABLES: dict[str, Callable[[], str]] = {
    one.__name__: one
    for one in (
        *(games, values, folders, faults, frames, numbers, messages, jobs, dictionary, lists),
        *(calls, commands, settings),
    )
}


def fill_tables(text: str) -> str:
    """Return *text* with every marked table as the program has it now."""
    return PLACE.sub(lambda place: f"{place[1]}{TABLES[place[2]]()}{place[3]}", text)


def pages() -> list[Path]:
    """Return every page that holds such a table."""
    return [page for page in (ROOT / "docs").rglob("*.md") if PLACE.search(page.read_text("utf-8"))]


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    for page in pages():
        page.write_text(fill_tables(page.read_text("utf-8")), "utf-8")
