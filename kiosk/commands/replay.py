"""`jantaku replay`: a log shown action by action, and written in another form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final

import click

from kiosk.commands.play import FORM, RULES, house_of, words_of, write_hand
from kiosk.commands.rules import LANGUAGE, REFUSED
from kiosk.commands.terminal import show_end, show_step
from rules.errors import JantakuError
from rules.games import play_of
from rules.games.logs import read_hands
from rules.play.logs import Hand, LogError

RIICHI: Final = "riichi"
"""The game whose house options are meant: logs of other programs tell no others."""


@click.command()
@click.argument("source", type=click.File(encoding="utf-8-sig", errors="replace"))
@click.option("--hand", type=click.IntRange(1), help="Show only this hand of several.")
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path), help="Write the hand.")
@FORM
@RULES
@click.option("--option", "options", multiple=True, help="A house option of a log of riichi.")
@LANGUAGE
@click.pass_context
def replay(ctx: click.Context, /, source: IO[str], hand: int | None, **params: Any) -> None:
    """Show the hand in the log SOURCE action by action (`-`: standard input).

    It is one that `jantaku play` has written, or one of riichi in mjai or tenhou.net/6.
    """
    language, over = params["language"], []
    try:
        house = house_of(play_of(RIICHI), params["options"])
        before = None
        for course in _select_hands(read_hands(source, house), hand):
            before = before if course.log else None
            words, seats = words_of(course, language), range(course.players)
            show_step(before, course, seats, words, with_rules=params["rules"])
            before = course
            if course.is_over:
                show_end(course, words)
                over.append(course)
        if not over:
            raise click.UsageError("the log has no hand" + (f" {hand}" if hand else ""))
        if params["log"] is not None:
            if len(over) > 1:
                raise click.UsageError("the log has several hands: name one with --hand")
            write_hand(over[0], params["log"], params["form"])
    except JantakuError as error:
        if isinstance(error, LogError) and error.course is not None:
            words = words_of(error.course, language)
            click.echo(words.table(error.course, None))
            click.echo(f"{error.code}: {words.broken_log(error)}", err=True)
        else:
            click.echo(f"{error.code}: {error}", err=True)
        ctx.exit(REFUSED)


def _select_hands(courses: Iterable[Hand], hand: int | None) -> Iterator[Hand]:
    """Yield those of *courses* that are of the hand with this number, or all."""
    number = 0
    for course in courses:
        number += not course.log
        if hand in (None, number):
            yield course
