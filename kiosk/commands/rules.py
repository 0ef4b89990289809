"""`jantaku settle`, `waits`, `break` and `rules`: `hand-record.md`, "Command line"."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import IO, Any, Final

import click

import rules
from rules.errors import JantakuError

REFUSED: Final = 2
"""Exit status when something was wrong with the input."""

MOST_DIGITS: Final = 15
"""Longer numbers are no points of any table, and could not be printed once multiplied."""


LANGUAGE: Final = click.option(
    "--language",
    type=click.Choice(["en", "ja", "zh-Hans", "zh-Hant"]),  # `kiosk.i18n` takes its time to load
    default="en",
    help="The language of words.",
)


def _print(value: object) -> None:
    """Print *value* as a line of JSON in UTF-8, wherever it goes; broken characters escaped."""
    click.echo(_WRITER.encode(value).encode("utf-8", "backslashreplace"))


def _whole(digits: str) -> int:
    """Return the whole number in *digits*; raise `ValueError` for one that nobody can owe."""
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of more than {MOST_DIGITS} digits")
    return int(digits)


_READER: Final = json.JSONDecoder(parse_int=_whole)
_WRITER: Final = json.JSONEncoder(ensure_ascii=False)
"""Made once: a file may hold a hundred thousand records."""


def _record(text: str) -> Any:
    """Return the record in the JSON *text*, or in an object with a `record`."""
    data: Any = _READER.decode(text)
    return data["record"] if isinstance(data, dict) and "record" in data else data


def _answer(text: str, ask: Callable[[Any], dict[str, object]]) -> dict[str, object]:
    """Return the answer to the JSON text of a record, or of an object with a `record`."""
    try:
        record = _record(text)
    except (ValueError, RecursionError) as error:
        problem = {"code": "bad_record", "message": f"is not JSON: {error}", "where": ""}
        return {"error": {**problem, "problems": [problem]}}
    return ask(record)


@click.command()
@click.argument("source", type=click.File(encoding="utf-8-sig", errors="replace"))
@click.option("--lines", is_flag=True, help="One record per line in, one answer per line out.")
@click.option("--explain", is_flag=True, help="Say in words how every amount comes about.")
@LANGUAGE
@click.pass_context
def settle(
    ctx: click.Context, source: IO[str], *, lines: bool, explain: bool, language: str
) -> None:
    """Print the settlement of the hand record in SOURCE (`-`: standard input)."""
    if lines:
        if explain:
            raise click.UsageError("--explain is for one record: leave out --lines")
        for line in source:
            if line.strip():
                _print(_answer(line, rules.settle_json))
        return
    text = source.read()
    answer = _answer(text, rules.settle_json)
    if explain and "error" not in answer:
        from kiosk.commands.explain import explain as explained  # loads pages: only when asked

        click.echo(explained(_record(text), answer, language))
    else:
        _print(answer)
    if "error" in answer:
        ctx.exit(REFUSED)


@click.command()
@click.argument("source", type=click.File(encoding="utf-8-sig", errors="replace"))
@click.option("--seat", default=0, show_default=True, help="Whose hand is asked about.")
@click.option("--explain", is_flag=True, help="Say it in words.")
@LANGUAGE
@click.pass_context
def waits(ctx: click.Context, source: IO[str], *, seat: int, explain: bool, language: str) -> None:
    """Print which tiles complete a hand of the record in SOURCE, and what each would pay.

    The record is one that nobody has won yet: `outcome` and `wins` may be missing.
    """
    text = source.read()
    answer = _answer(text, lambda record: rules.waits_json(record, seat))
    if explain and "error" not in answer:
        from kiosk.commands.explain import explain_waits  # loads pages: only when asked

        click.echo(explain_waits(_record(text), seat, language))
    else:
        _print(answer)
    if "error" in answer:
        ctx.exit(REFUSED)


def _throw(text: str) -> list[int]:
    """Return the pips in a text like `3,4`."""
    try:
        return [int(pips) for pips in text.split(",")]
    except ValueError as error:
        raise click.BadParameter(f"{text!r}: write a throw like 3,4") from error


def _option(text: str) -> tuple[str, Any]:
    """Return name and value of a text like `name=value`; values are JSON, or words as they are."""
    name, sign, value = text.partition("=")
    if not sign:
        raise click.BadParameter(f"{text!r}: write an option like name=value")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


@click.command(name="break")
@click.argument("ruleset")
@click.option("--banker", default=0, help="The seat that throws.")
@click.option("--dice", multiple=True, help="One throw's pips, such as 3,4; once per throw.")
@click.option("--option", "options", multiple=True, help="A house option, name=value.")
@click.pass_context
def break_(
    ctx: click.Context, ruleset: str, banker: int, dice: tuple[str, ...], options: tuple[str, ...]
) -> None:
    """Print where the wall of RULESET is broken."""
    throws = [_throw(throw) for throw in dice]
    try:
        place = rules.break_wall(ruleset, banker, throws, dict(map(_option, options)))
    except JantakuError as error:
        _print({"error": error.to_json()})
        ctx.exit(REFUSED)
    _print(place)


@click.command(name="rules")
@click.argument("ruleset", required=False)
@LANGUAGE
@click.pass_context
def rules_(ctx: click.Context, ruleset: str | None, language: str) -> None:
    """Print the games, or the options, their meanings and the scoring elements of RULESET."""
    try:
        _print(_catalogue() if ruleset is None else _with_meanings(ruleset, language))
    except JantakuError as error:
        _print({"error": error.to_json()})
        ctx.exit(REFUSED)


def _catalogue() -> list[dict[str, object]]:
    games = map(rules.ruleset, rules.rulesets())
    return [{"id": game.id, "native": game.native, "name": game.name} for game in games]


def _with_meanings(ruleset: str, language: str) -> dict[str, Any]:
    from kiosk.i18n import catalogue  # `jantaku settle` needs no words and starts sooner

    entry: dict[str, Any] = rules.describe(ruleset)
    words = catalogue(language, rules.ruleset(ruleset).vocabulary)
    for option in entry["options"]:
        key = f"option.{ruleset}.{option['name']}"
        option["meaning"] = f"{words(key)}. {words(f'{key}.help')}"
    return entry
