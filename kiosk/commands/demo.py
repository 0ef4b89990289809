"""`jantaku demo`: whole hands unattended, each compared with what the simulator knows."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

import rules
from hw_sim.emulated.firmware import ToolMissingError
from kiosk.demo.cards import DEMOS
from kiosk.demo.hands import Demo, PlayedHand
from kiosk.demo.mishaps import Look
from kiosk.demo.players import service_in, simulated_world
from kiosk.demo.touch import SIDES, ByHandDemo, PlayDemo, TouchDemo
from kiosk.errors import Refused
from kiosk.ledger.verify import verify
from kiosk.settings import Settings
from rules.errors import JantakuError
from rules.play.game import PlayGame

SPEED: Final = 400.0
"""How many times faster than real the simulated machine works when nobody watches."""
DIFFERENT: Final = 1
"""Exit status when something was not as the simulator knows it to be."""
CANNOT_RUN: Final = 2


@dataclass(frozen=True, slots=True)
class Wish:
    """What to play."""

    hands: int
    seed: int
    game: str
    plant: int | None
    """In which hand to put a wrong tile before the camera, or to tell what was not played."""
    rough: bool = False
    """Whether light, lens and haste are those of a bad evening."""
    rivers: bool | None = None
    """Whether discards, walls and sticks lie on the table when it is read; else unless *rough*."""
    touch: bool = False
    """Whether hands are told by touch and not read."""
    board: str = ""
    """The emulated chip whose firmware drives the machine; empty: the simulator's own board."""


@click.command()
@click.option("--hands", default=8, type=click.IntRange(1), help="How many hands to play.")
@click.option("--seed", default=1, help="The same seed plays the same hands.")
@click.option("--game", default="riichi", type=click.Choice(rules.rulesets()), help="The game.")
@click.option("--data", type=click.Path(path_type=Path), help="Keep the ledger in this folder.")
@click.option("--plant", type=int, help="Show or tell something wrong in this hand.")
@click.option("--rough", is_flag=True, help="Bad light, a bent lens, tiles laid in haste.")
@click.option(
    "--rivers/--no-rivers",
    default=None,
    help="Discards, walls and sticks lie there as well.  [default: unless --rough]",
)
@click.option("--touch", is_flag=True, help="Tell hands by touch; nothing is read.")
@click.option("--board", default="", type=click.Choice(["", "mps2"]), help="An emulated chip.")
@click.pass_context
def demo(ctx: click.Context, /, data: Path | None, **params: Any) -> None:
    """Play hands from the machine to the ledger and compare everything with the truth."""
    wish = Wish(**params)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=data or Path(folder))
        try:
            good = _play(settings, wish)
        except (JantakuError, Refused) as error:
            click.echo(f"{error.code}: {error}", err=True)
            ctx.exit(CANNOT_RUN)
        except ToolMissingError as error:
            click.echo(str(error), err=True)
            ctx.exit(CANNOT_RUN)
    if not good:
        ctx.exit(DIFFERENT)


def _play(settings: Settings, wish: Wish) -> bool:
    """Play, print a line for each hand and the checks; return whether everything was right."""
    rivers = not wish.rough if wish.rivers is None else wish.rivers
    look = Look(is_rough=wish.rough, has_rivers=rivers)
    world = simulated_world(settings, seed=wish.seed, speed=SPEED, look=look, board=wish.board)
    service = service_in(world, settings)
    try:
        game_demo = _demo_of(wish)(world, service, wish.game, wish.seed)
        hands = game_demo.play(wish.hands, wish.plant)
        outcomes = [(_print_hand(hand), hand.unlike_log) for hand in _with_bar(hands, wish.hands)]
        missing = game_demo.imbalance()
    finally:
        service.close()
    report = verify(settings.ledger)
    click.echo(f"sum check: {'balanced' if missing == 0 else f'off by {missing}'}")
    state = f"whole, {report.hands} hands" if report.is_whole else "damaged"
    click.echo(f"ledger: {state}, {report.events} events")
    like_log = [not unlike for _, unlike in outcomes if unlike is not None]
    if like_log:
        what = "discards, walls and sticks seen as the log has them"
        click.echo(f"{sum(like_log)} of {len(like_log)} hands: {what}")
    right = [is_right for is_right, _ in outcomes]
    click.echo(f"{sum(right)} of {wish.hands} hands read and settled as they lay")
    return all(right) and missing == 0 and report.is_whole and report.hands >= wish.hands


def _demo_of(wish: Wish) -> type[Demo]:
    """Return how the game is played here, saying so where the machine cannot deal it."""
    game = rules.ruleset(wish.game)
    if isinstance(game, PlayGame):
        return PlayDemo if wish.touch else DEMOS.get(game.summary, PlayDemo)
    players = game.players(game.defaults)
    if players > SIDES:
        click.echo(f"{players} players: the machine serves {SIDES} sides, so people deal by hand")
    if wish.touch:
        return TouchDemo
    return Demo if players <= SIDES else ByHandDemo


def _with_bar(hands: Iterator[PlayedHand], count: int) -> Iterator[PlayedHand]:
    """Yield *hands*, a progress bar running on standard error where someone can see it."""
    if not sys.stderr.isatty():
        yield from hands
        return
    with click.progressbar(hands, length=count, label="hands", file=sys.stderr) as bar:
        yield from bar


def _print_hand(hand: PlayedHand) -> bool:
    """Print the line of *hand* and return whether nothing differed."""
    dice = " ".join("+".join(map(str, throw)) for throw in hand.dice)
    place = _place(hand.wall_break)
    by_camera = f"{hand.tiles} tiles read, {hand.corrected} corrected"
    read = "told by touch" if hand.tiles is None else by_camera
    net = " ".join(f"{points:+d}" for points in hand.settlement.get("net", ()))
    totals = " ".join(map(str, hand.totals))
    throws = f"dice {dice}, {place}" if dice else "no dice"
    click.echo(f"hand {hand.number}: {throws} | {read} | {_describe_wins(hand)} {net} | {totals}")
    for difference in hand.differences:
        click.echo(f"  differs: {difference}")
    for unlike in hand.unlike_log or ():
        click.echo(f"  unlike the log: {unlike}")
    return not hand.differences


def _place(wall_break: Mapping[str, Any]) -> str:
    """Return where tiles are taken, in a few words."""
    if "first" in wall_break:
        return f"seat {wall_break['first']} takes first"
    return (
        f"wall {wall_break['wall']} after {wall_break['after']}"
        if "wall" in wall_break
        else "any wall"
    )


def _describe_wins(hand: PlayedHand) -> str:
    """Return who won what, in a few words."""
    wins = hand.settlement.get("wins", [])
    if not wins:
        return "nobody wins"
    return ", ".join(f"seat {win['seat']} wins {win['score']} {win['unit']}" for win in wins)
