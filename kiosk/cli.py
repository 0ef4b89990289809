"""The one command, `jantaku`: every part hands in its own subcommands.

They are loaded when called, so that `jantaku settle` need not import a camera.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import click

from kiosk.files import describe_os_error

CANNOT: Final = 2
"""Exit status where a file or folder cannot be had."""

COMMANDS: Final = {
    "audit": ("kiosk.commands.audit:audit", "Test whether dice and shuffle are fair, by a ledger."),
    "backup": ("kiosk.commands.ledger:backup", "Copy the ledger, also of a kiosk that is running."),
    "break": ("kiosk.commands.rules:break_", "Print where the wall is broken."),
    "calibrate": (
        "kiosk.commands.camera:calibrate",
        "Find the table in the camera's picture and store where it lies.",
    ),
    "demo": (
        "kiosk.commands.demo:demo",
        "Play hands unattended and compare them with the truth.",
    ),
    "doctor": (
        "kiosk.commands.doctor:doctor",
        "Check settings, disk, keys, ledger, machine and camera.",
    ),
    "enrol": (
        "kiosk.commands.camera:enrol_",
        "Learn a set of tiles from photographs of its faces.",
    ),
    "export": (
        "kiosk.commands.ledger:export",
        "Write the whole ledger as JSON or CSV, names included.",
    ),
    "import": ("kiosk.commands.ledger:import_", "Write what an export has more than the ledger."),
    "install": (
        "kiosk.commands.install:install",
        "Make this computer a kiosk: print what it needs, or write it.",
    ),
    "pin": ("kiosk.commands.access:pin", "Choose the operator's PIN."),
    "play": (
        "kiosk.commands.play:play",
        "Play a hand in the terminal, from the wall to its settlement.",
    ),
    "read": ("kiosk.commands.camera:read", "Print the tiles found in photographs as JSON."),
    "replay": ("kiosk.commands.replay:replay", "Show the hand in a log, action by action."),
    "restore": (
        "kiosk.commands.ledger:restore",
        "Bring a backup back, with all that the tape has after it.",
    ),
    "rules": (
        "kiosk.commands.rules:rules_",
        "Print the games, or the options and elements of one.",
    ),
    "serve": (
        "kiosk.commands.serve:serve",
        "Serve the kiosk's pages until Ctrl-C, and print their address.",
    ),
    "settle": ("kiosk.commands.rules:settle", "Print the settlement of hand records."),
    "sim": ("kiosk.commands.sim:sim", "Run a simulated table and print its port; Ctrl-C ends it."),
    "table": ("kiosk.commands.table:table", "Look at the table's machine and give it jobs."),
    "take": ("kiosk.commands.ledger:take", "Take this table over from the kiosk that led it."),
    "token": (
        "kiosk.commands.access:token",
        "Let programs call the kiosk's interface, or not any more.",
    ),
    "update": (
        "kiosk.commands.install:update",
        "Take another release into use, or come back to the one before.",
    ),
    "verify": ("kiosk.commands.ledger:verify", "Recompute a ledger and say whether it is whole."),
    "waits": (
        "kiosk.commands.rules:waits",
        "Print which tiles complete a hand, and what each would pay.",
    ),
}
"""Where each subcommand is, and what `--help` says of it without loading any."""


class LazyGroup(click.Group):
    """Loads a subcommand from its module when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- Click's signature
        """Return the names of all subcommands, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the subcommand *cmd_name*, or nothing if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Carry the subcommand out; of a file or folder that cannot be had say what to do."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            message = describe_os_error(error)
            if message is None:
                raise
            click.echo(f"bad_path: {message}", err=True)
            ctx.exit(CANNOT)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of subcommands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_) for name, (_, help_) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="jantaku")
def main() -> None:
    """Run an automatic mahjong table: read the hands, settle them, keep the ledger."""
