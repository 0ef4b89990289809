"""`jantaku sim`: a simulated table on a port of its own, for kiosks and for developers."""

from __future__ import annotations

import signal
import threading

import click

import rules
from hw_sim.table import SimTable
from rules.errors import JantakuError


@click.command()
@click.option("--game", default="riichi", show_default=True, help="Whose tiles the table holds.")
@click.option("--seed", default=0, show_default=True, help="The same again gives the same walls.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0.1, max=1000),
    default=1.0,
    show_default=True,
    help="How many times as fast as a real table.",
)
@click.pass_context
def sim(ctx: click.Context, game: str, seed: int, speed: float) -> None:
    """Run a simulated table and print its port; Ctrl-C ends it."""
    try:
        tiles = rules.ruleset(game).tiles
    except JantakuError as problem:
        click.echo(str(problem), err=True)
        ctx.exit(2)
    # A shell that starts this in the background hands down a deaf ear for Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with SimTable(tiles, seed=seed, speed=speed) as table:
        click.echo(f"table: {len(table.tiles)} tiles, port {table.port}")
        click.echo(f"connect: jantaku table --port {table.port} status", err=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            click.echo("ended", err=True)
