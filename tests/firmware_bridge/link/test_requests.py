"""What other threads are told who ask the table for something."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from firmware_bridge import errors
from firmware_bridge.link import requests
from firmware_bridge.state import LinkPhase
from firmware_bridge.wire import messages as m
from tests.firmware_bridge.link.line import Line, started


def test_a_question_that_the_table_leaves_open_is_answered_with_no_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with started(Line(tmp_path, random.Random(1))) as line:
        line.board_hears = False
        monkeypatch.setattr(requests, "REPLY_S", 0.0)
        with pytest.raises(errors.NoReplyError):
            line.requests.ask(m.GetStatus)


def test_a_question_for_which_the_cable_is_out_meanwhile_is_told_so(tmp_path: Path) -> None:
    line = Line(tmp_path, random.Random(1))
    line.problem = errors.PortNotFoundError("p")
    with started(line):
        line.watch.on_link(LinkPhase.READY, None)  # the news are still under way
        with pytest.raises(errors.ConnectionLostError):
            line.requests.ask(m.GetStatus)
