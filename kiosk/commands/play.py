"""`jantaku play`: a hand in the terminal, from the wall to its settlement."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from kiosk.commands.explain import explain
from kiosk.commands.rules import LANGUAGE, REFUSED
from kiosk.i18n import catalogue, of_game
from kiosk.play_words import LEAVE, PlayWords
from rules.errors import RecordError
from rules.games import play_of
from rules.games.riichi.logs.formats import FORMATS, OURS, write_as
from rules.games.riichi.logs.mjai_writing import check_game
from rules.play.actions import Action, Discard, Win
from rules.play.bots import choose
from rules.play.course import Course, begin
from rules.play.play_rules import PlayRules
from rules.play.wall import shuffled, thrown
from rules.tiles import TILES

HUMAN: Final = 0
"""The seat of who plays against bots."""
FORM: Final = click.option(
    "--log-format",
    "form",
    type=click.Choice(FORMATS),
    default=OURS,
    show_default=True,
    help="The form of that file; other programs' are for riichi.",
)


@click.command()
@click.argument("game")
@click.option("--seed", default=1, show_default=True, help="Which wall and dice.")
@click.option("--against", type=click.Choice(["bots"]), help="Who plays the other seats.")
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), help="Write the hand into this file."
)
@FORM
@click.option("--option", "options", multiple=True, help="A house option: name=value.")
@LANGUAGE
@click.pass_context
def play(ctx: click.Context, /, game: str, seed: int, **chosen: Any) -> None:
    """Play one hand of GAME: type the number of what you do, a tile or a word to ask why not."""
    try:
        played = play_of(game)
        if chosen["form"] != OURS:
            check_game(played.game)
        course = _deal(played, seed, house_of(played, chosen["options"]))
    except RecordError as error:
        click.echo(f"{error.first.code}: {error}", err=True)
        ctx.exit(REFUSED)
    words = words_of(course, chosen["language"])
    seats = (HUMAN,) if chosen["against"] else tuple(range(course.at.players))
    course = _played(course, seats, words)
    if chosen["log"] is not None:
        write_hand(course, chosen["log"], chosen["form"])
    show_end(course, words)


def house_of(played: PlayRules, given: Sequence[str]) -> dict[str, Any]:
    """Return the house options among *given*, each of the type that the game has it in."""
    found: dict[str, Any] = {}
    for text in given:
        name, _, said = text.partition("=")
        option = played.game.by_option.get(name)
        values = option.values if option is not None else ()
        plain = {str(value).lower(): value for value in values}
        found[name] = plain.get(said.lower(), int(said) if said.isdecimal() else said)
    return found


def _deal(played: PlayRules, seed: int, options: dict[str, Any]) -> Course:
    chance = random.Random(seed)  # noqa: S311 -- a hand that can be dealt again, no secret
    game = played.game
    house = {**game.defaults, **options}
    wall = shuffled(game.tiles_for(house), chance)
    dice = thrown(game, 0, house, chance, played.later_throws)
    return begin(played, wall, dice, {}, options)


def write_hand(course: Course, file: Path, form: str) -> None:
    """Write the hand into *file* in one of `FORMATS`; raise `RecordError` where it cannot be."""
    words = catalogue("ja", course.at.game.vocabulary)
    game = course.at.game.id
    lines = write_as(form, course, lambda element: words(*of_game("element", game, element)))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def words_of(course: Course, language: str) -> PlayWords:
    """Return the words of a hand in one language."""
    return PlayWords(catalogue(language, course.at.game.vocabulary))


def _played(course: Course, seats: Sequence[int], words: PlayWords) -> Course:
    """Return the hand once it is over, or left; people play *seats*, the others are bots."""
    while not course.is_over:
        seat = next((one for one in course.to_act if one not in seats), course.to_act[0])
        legal = course.legal(seat)
        if seat not in seats:
            action: Action | None = choose(course, seat)
        elif len(legal) == 1 and not isinstance(legal[0], Win):
            action = legal[0]
        else:
            action = _asked(course, seat, legal, words)
        if action is None:
            return course
        course = course.after(action)
        click.echo(words.last(course, seats))
    return course


def _asked(course: Course, seat: int, legal: Sequence[Action], words: PlayWords) -> Action | None:
    """Return what the player on *seat* chooses; nothing where he leaves the hand."""
    click.echo(words.table(course, seat))
    for number, action in enumerate(legal, start=1):
        click.echo(f"{number:>3}  {words.action(action, course)}")
    while True:
        said = click.prompt(words.prompt(seat), prompt_suffix=" ").strip()
        if said.isdecimal() and 1 <= int(said) <= len(legal):
            return legal[int(said) - 1]
        if said == LEAVE:
            return None
        click.echo(_why_not(course, seat, said, words))


def _why_not(course: Course, seat: int, said: str, words: PlayWords) -> str:
    """Return why what was typed may not be done, or what may be typed."""
    at = course.at
    tries: list[Action] = []
    if said in TILES:
        tries = [Discard(seat, TILES[said])]
    elif said in at.game.declared:
        tries = [Discard(seat, tile, said) for tile in dict.fromkeys(at.seats[seat].hand)]
    elif said == "win":
        window = at.window
        tries = [
            Win(seat, "self_draw", at.drawn)
            if window is None
            else Win(seat, window.by, window.tile, window.source)
        ]
    refused = {problem.message for one in tries if (problem := course.refusal(one)) is not None}
    return "\n".join(sorted(refused)) if refused else words.help(("win", *at.game.declared))


def show_end(course: Course, words: PlayWords) -> None:
    """Print the table and the settlement of a hand that is over, or that it was left."""
    if not course.is_over:
        click.echo(words.left_early())
        return
    click.echo(words.table(course, None))
    click.echo(explain(course.record(), course.settlement().to_json(), words.t.language))
