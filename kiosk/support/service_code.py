"""What a service technician is told first: fault, model, versions, and which bundle belongs to it.

It is plain text, short enough for a QR code that a phone reads off the screen; nothing in it is
secret and nothing names a player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk.access.operator import OperatorContext
from kiosk.support.doctor import versions
from kiosk.table.maintenance import MachineReport
from kiosk.table.port import TableFault

VERSIONS: Final = ("jantaku", "python", "system")


def service_text(
    context: OperatorContext, report: MachineReport | None, fault: TableFault | None
) -> str:
    """Return what service needs to know of this kiosk and its *fault*, a line each."""
    return "\n".join(_lines(context, report, fault))


def _lines(
    context: OperatorContext, report: MachineReport | None, fault: TableFault | None
) -> Iterator[str]:
    if fault is not None:
        yield f"fault {fault.code}" + ("" if fault.side is None else f" side {fault.side}")
    if report is not None and report.identity is not None:
        identity = report.identity
        yield f"model {identity.model} {identity.firmware} serial {identity.serial}"
    yield f"table {context.settings.table_id}"
    version_by_name = versions()
    yield from (f"{name} {version_by_name[name]}" for name in VERSIONS)
    yield f"bundle {context.bundle_id}"
