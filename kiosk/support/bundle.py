"""The bundle for support: one zip that says what runs here and how it stood, without secrets.

In it: what service is told first, with the bundle's id, versions, settings, log, the machine with
its own log, the newest traces of its line, and the verification of the ledger. Not in it: PIN,
tokens, cookie secret, the players' names.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from kiosk.access.operator import OperatorContext
from kiosk.errors import without_secrets
from kiosk.support import doctor
from kiosk.support.service_code import service_text
from kiosk.table.maintenance import MachineReport, Maintenance

MAX_TRACES: Final = 5
"""The newest traces are enough: each holds the last thousand frames before something happened."""


def support_bundle(operator_context: OperatorContext, maintenance: Maintenance | None) -> bytes:
    """Return the zip file."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in _papers(operator_context, maintenance):
            bundle.writestr(name, without_secrets(text))
    return archive.getvalue()


def _papers(
    operator_context: OperatorContext, maintenance: Maintenance | None
) -> Iterator[tuple[str, str]]:
    """Yield each file's name and text."""
    settings = operator_context.settings
    report = None if maintenance is None else maintenance.report()
    yield "service.txt", service_text(operator_context, report, None) + "\n"
    yield "versions.json", _json(doctor.versions())
    yield "settings.json", _json(doctor.describe_settings(settings))
    yield "disk.json", _json(asdict(doctor.disk_of(settings)))
    yield "checks.json", _json([asdict(check) for check in doctor.checks(settings)])
    yield "ledger.json", _json(doctor.report_json(doctor.ledger_report(settings)))
    yield "log.txt", "\n".join(operator_context.log.lines()) + "\n"
    if maintenance is None or report is None:
        return
    trace = maintenance.trace()
    yield "machine.json", _json(machine_json(report))
    yield "faults.json", _json([asdict(one) for one in maintenance.faults.troubles()])
    yield "machine-log.txt", "\n".join(maintenance.log()) + "\n"
    for path in _newest(trace):
        yield f"traces/{path.name}", path.read_text(encoding="utf-8")


def _newest(trace: Path | None) -> list[Path]:
    if trace is None:
        return []
    traces = sorted(trace.parent.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    return traces[-MAX_TRACES:]


def machine_json(report: MachineReport) -> dict[str, Any]:
    """Return everything that the machine tells as JSON."""
    status, identity, motion = report.status, report.identity, report.motion
    health = report.health
    return {
        "port": without_secrets(report.port),
        "link": str(status.link),
        "problem": None if status.problem is None else status.problem.to_json(),
        "state": None if status.state is None else status.state.name.lower(),
        "other_table": report.other_table,
        "identity": None if identity is None else dict(identity.raw),
        "sensors": dict(report.sensors),
        "tiles_in": status.tiles_in,
        "tiles": dict(report.tiles),
        "sets": [asdict(one) for one in report.sets],
        "gear": None if status.wall_plan is None else asdict(status.wall_plan),
        "fault": None if status.fault is None else status.fault.code,
        "health": {
            "protocol": health.protocol,
            "sent": health.sent,
            "resent": health.resent,
            "noise": dict(health.noise),
        },
        "stats": None if report.stats is None else asdict(report.stats),
        "motion": None if motion is None else asdict(motion),
        "events": [
            {"at_ms": one.at_ms, "topic": one.topic, **dict(one.details)}
            for one in report.happenings
        ],
    }


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
