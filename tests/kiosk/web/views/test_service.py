"""What service is shown: the fault's number, the bundle's name, and a code with the rest."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.access.operator import SPOKEN, new_bundle_id
from kiosk.support.service_code import service_text
from kiosk.table.port import TableFault
from tests.kiosk.table.test_maintenance import Bench
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.svg.test_qr import read
from tests.kiosk.web.visitor import unlock

JAM = TableFault(203, side=2)


def code_on(html: str) -> str:
    """Return what the page's code says."""
    return read(html[html.index('<div class="code">') :])


def test_the_code_of_a_fault_says_number_versions_and_bundle(parlour: Parlour) -> None:
    parlour.machine.now = replace(parlour.machine.now, outcome="failed", fault=JAM)
    visitor = parlour.sit_down().tap("Show to service")
    bundle = parlour.operator_context.bundle_id
    assert visitor.sees("Fault 203")
    assert visitor.sees(bundle)
    lines = code_on(visitor.html).splitlines()
    assert lines[0] == "fault 203 side 2"
    assert f"bundle {bundle}" in lines
    assert {line.split()[0] for line in lines} >= {"table", "jantaku", "python", "system"}
    assert not any(name in line for name in NAMES for line in lines)


def test_the_code_names_model_firmware_and_serial(parlour: Parlour, tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    report = bench.maintenance.report()
    bench.close()
    assert report.identity is not None
    text = service_text(parlour.operator_context, report, None)
    serial = report.identity.serial
    assert text.startswith(f"model {report.identity.model} ")
    assert f"serial {serial}\n" in text


def test_the_bundle_has_the_name_that_was_read_out(parlour: Parlour) -> None:
    operator = unlock(parlour.app, "/operator/support")
    bundle = parlour.operator_context.bundle_id
    assert operator.tap("Show to service").sees(bundle)
    answer = operator.browser.get("/operator/bundle.zip")
    assert f"jantaku-support-{bundle}.zip" in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.data)) as papers:
        assert f"bundle {bundle}\n" in papers.read("service.txt").decode()


def test_without_a_fault_there_is_no_number(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/service")
    assert not visitor.sees("Fault")
    assert code_on(visitor.html).startswith("table table-1")


@pytest.mark.parametrize("_turn", range(3))
def test_a_bundle_s_name_is_short_and_of_signs_that_are_told_apart(_turn: int) -> None:
    first, dash, second = new_bundle_id().partition("-")
    assert (len(first), dash, len(second)) == (3, "-", 3)
    assert set(first + second) <= set(SPOKEN)
