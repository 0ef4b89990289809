"""`jantaku sim`: a simulated table on a port of its own, for kiosks and for developers."""

from __future__ import annotations

import signal
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

import rules
from hw_sim import profile as profiles
from hw_sim.control import Control
from hw_sim.ports.pty import PtyPort
from hw_sim.ports.tcp import Rfc2217Port, TcpPort
from hw_sim.scenarios import scenario as scenarios
from hw_sim.scenarios.scenario import Scenario
from hw_sim.table import SimTable
from rules.errors import JantakuError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hw_sim.ports import Port

PORTS: Final[dict[str, Callable[[], Port]]] = {
    "pty": PtyPort,
    "tcp": TcpPort,
    "rfc2217": Rfc2217Port,
}


@click.command()
@click.option("--game", help="Whose tiles the table holds.  [default: riichi]")
@click.option("--seed", type=int, help="The same again gives the same walls.  [default: 0]")
@click.option(
    "--speed",
    type=click.FloatRange(min=0.1, max=1000),
    default=1.0,
    show_default=True,
    help="How many times as fast as a real table.",
)
@click.option(
    "--profile",
    type=click.Choice(profiles.names()),
    help="Which model of table.  [default: four_port]",
)
@click.option(
    "--port",
    "kind",
    type=click.Choice(list(PORTS)),
    default="pty",
    show_default=True,
    help="Pseudo-terminal, bare bytes over TCP, or a serial server.",
)
@click.option(
    "--scenario",
    type=click.Choice(scenarios.names()),
    metavar="NAME",
    help="What goes wrong, and when; with its own game, seed and profile unless told.",
)
@click.option(
    "--control",
    type=click.Path(path_type=Path),
    help="Where the control socket shall be; in a folder of its own unless given.",
)
@click.pass_context
def sim(ctx: click.Context, /, kind: str, speed: float, control: Path | None, **wish: Any) -> None:
    """Run a simulated table and print its port; Ctrl-C ends it."""
    try:
        story = _story(**wish)
        tiles = rules.ruleset(story.game).tiles
    except JantakuError as problem:
        click.echo(str(problem), err=True)
        ctx.exit(2)
    # A shell that starts this in the background hands down a deaf ear for Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with (
        tempfile.TemporaryDirectory(prefix="jantaku-") as folder,
        SimTable(
            tiles, seed=story.seed, speed=speed, profile=story.profile, port=PORTS[kind]()
        ) as table,
        Control(table, control or Path(folder) / "control") as ear,
    ):
        table.act(story.prepare)
        table.act(story.set_up)
        _tell(table, ear)
        _wait()


def _story(scenario: str | None, **wish: Any) -> Scenario:
    """Return the scenario that was chosen, or a table's plain life, as wished."""
    story = Scenario("life", "", seed=0) if scenario is None else scenarios.load(scenario)
    return replace(story, **{name: value for name, value in wish.items() if value is not None})


def _tell(table: SimTable, ear: Control) -> None:
    sets = table.sets
    tiles = f"{sum(sets[0].values())} tiles" + (f", {len(sets)} sets" if len(sets) > 1 else "")
    click.echo(f"table: {tiles}, port {table.port}")
    click.echo(f"connect: jantaku table --port {table.port} status", err=True)
    click.echo(f"control: {ear.path}", err=True)
    click.echo('   lines such as {"do": "press", "key": "lift"} or {"ask": "actions"}', err=True)


def _wait() -> None:
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        click.echo("ended", err=True)
