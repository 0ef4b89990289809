"""`jantaku play`: a hand in the terminal, from the wall to its settlement."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import click

from kiosk.card_words import CardWords
from kiosk.commands.rules import LANGUAGE, REFUSED
from kiosk.commands.terminal import play_out, show_end
from kiosk.i18n import catalogue, of_game
from kiosk.play_words import PlayWords, Words
from rules.errors import RecordError, refuse
from rules.games import CARD_PLAYS, card_play_of, play_of
from rules.games.logs import new_hand
from rules.games.riichi.logs.formats import FORMATS, OURS, write_as
from rules.games.riichi.logs.mjai_writing import check_game
from rules.play.card_logs import write_card_log
from rules.play.cards import CardCourse, CardRules
from rules.play.logs import Hand
from rules.play.play_rules import PlayRules
from rules.record.reader import choose as choose_options

HUMAN: Final = 0
"""The seat of who plays against bots."""
OTHER_FORMS: Final = "the forms of other programs are for riichi"
FORM: Final = click.option(
    "--log-format",
    "form",
    type=click.Choice(FORMATS),
    default=OURS,
    show_default=True,
    help="The form of that file; other programs' are for riichi.",
)


RULES: Final = click.option("--rules", is_flag=True, help="Say by which rules each step was legal.")


@click.command()
@click.argument("game")
@click.option("--seed", default=1, show_default=True, help="Which wall and dice.")
@click.option("--against", type=click.Choice(["bots"]), help="Who plays the other seats.")
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), help="Write the hand into this file."
)
@FORM
@RULES
@click.option("--option", "options", multiple=True, help="A house option: name=value.")
@LANGUAGE
@click.pass_context
def play(ctx: click.Context, /, game: str, seed: int, **params: Any) -> None:
    """Play one hand of GAME: type the number of what you do, a tile or a word to ask why not."""
    try:
        hand = _deal(game, seed, params)
    except RecordError as error:
        click.echo(f"{error.code}: {error}", err=True)
        ctx.exit(REFUSED)
    words, log = words_of(hand, params["language"]), params["log"]
    seats = (HUMAN,) if params["against"] else tuple(range(hand.players))
    if log is not None:
        log.open("a").close()  # a file that cannot be had is refused before the hand is played
    hand = play_out(hand, seats, words, with_rules=params["rules"])
    show_end(hand, words)
    if log is not None:
        _keep(ctx, hand, log, params["form"])


def _deal(game: str, seed: int, params: dict[str, Any]) -> Hand:
    """Return a hand of *game* that begins."""
    play_rules = card_play_of(game) if game in CARD_PLAYS else play_of(game)
    if params["form"] != OURS:
        if isinstance(play_rules, CardRules):
            raise refuse("bad_record", OTHER_FORMS, "log-format")
        check_game(play_rules.game)
    house = house_of(play_rules, params["options"])
    return new_hand(game, random.Random(seed), house)  # noqa: S311 -- to be dealt again


def _keep(ctx: click.Context, course: Hand, log: Path, form: str) -> None:
    """Write the hand; where another program's form has no hand left early, in our own."""
    try:
        write_hand(course, log, form)
    except RecordError as error:
        write_hand(course, log, OURS)
        click.echo(f"{error.code}: {error}; {log} is in the form {OURS}", err=True)
        ctx.exit(REFUSED)


def house_of(play_rules: PlayRules | CardRules[Any], texts: Sequence[str]) -> dict[str, Any]:
    """Return the house options among *texts*, each of the type that the game has it in.

    Raise `RecordError` for the first that the game has not.
    """
    house: dict[str, Any] = {}
    for text in texts:
        name, separator, choice = text.partition("=")
        if not separator:
            raise refuse("unknown_option", f"write it as {text}=value", f"options.{text}")
        option = play_rules.game.by_option.get(name)
        values = option.values if option is not None else ()
        plain = {"null": None, **{str(value).lower(): value for value in values}}
        house[name] = plain.get(choice.lower(), int(choice) if choice.isdecimal() else choice)
    if problems := choose_options(play_rules.game, house)[1]:
        first = problems[0]
        raise refuse(first.code, f"{first.where}: {first.message}", first.where)
    return house


def write_hand(course: Hand, file: Path, form: str) -> None:
    """Write the hand into *file* in one of `FORMATS`; raise `RecordError` where it cannot be."""
    file.write_text("\n".join(_lines(course, form)) + "\n", encoding="utf-8")


def _lines(course: Hand, form: str) -> Iterable[str]:
    if isinstance(course, CardCourse):
        if form != OURS:
            raise refuse("bad_record", OTHER_FORMS, "log-format")
        return write_card_log(course)
    words = catalogue("ja", course.at.game.vocabulary)
    game = course.at.game.id
    return write_as(form, course, lambda element: words(*of_game("element", game, element)))


def words_of(course: Hand, language: str) -> Words:
    """Return the words of a hand in one language."""
    t = catalogue(language, course.play.game.vocabulary)
    return CardWords(t) if isinstance(course, CardCourse) else PlayWords(t)
