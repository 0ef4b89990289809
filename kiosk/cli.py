"""The one command, `jantaku`: every part hands in its own subcommands.

They are loaded when called, so that `jantaku settle` need not import a camera.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

COMMANDS: Final = {
    "audit": "kiosk.commands.audit:audit",
    "backup": "kiosk.commands.ledger:backup",
    "break": "kiosk.commands.rules:break_",
    "calibrate": "kiosk.commands.camera:calibrate",
    "demo": "kiosk.commands.demo:demo",
    "doctor": "kiosk.commands.doctor:doctor",
    "enrol": "kiosk.commands.camera:enrol_",
    "export": "kiosk.commands.ledger:export",
    "import": "kiosk.commands.ledger:import_",
    "pin": "kiosk.commands.access:pin",
    "read": "kiosk.commands.camera:read",
    "restore": "kiosk.commands.ledger:restore",
    "rules": "kiosk.commands.rules:rules_",
    "serve": "kiosk.commands.serve:serve",
    "settle": "kiosk.commands.rules:settle",
    "sim": "kiosk.commands.sim:sim",
    "table": "kiosk.commands.table:table",
    "take": "kiosk.commands.ledger:take",
    "token": "kiosk.commands.access:token",
    "verify": "kiosk.commands.ledger:verify",
}
"""Where each subcommand is."""


class Door(click.Group):
    """Loads a subcommand from its module when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- Click's signature
        """Return the names of all subcommands, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the subcommand *cmd_name*, or nothing if there is none."""
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, name = place.split(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=Door, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="jantaku")
def main() -> None:
    """Run an automatic mahjong table: read the hands, settle them, keep the ledger."""
