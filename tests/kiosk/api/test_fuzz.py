"""Made-up calls harm nothing, and every answer is one that the description tells of."""

from __future__ import annotations

import pytest

from kiosk.access.rights import Right
from kiosk.session import Stage
from tests.kiosk.api.program import Program, play_a_hand, sit_down
from tests.kiosk.web.parlour import Parlour
from tests.soak.api_calls import fuzz


def bring(program: Program, stage: Stage) -> None:
    """Play on until the table is at *stage*."""
    sit_down(program)
    if stage is Stage.SETTLEMENT:
        play_a_hand(program)
    elif stage is Stage.REVIEW:
        play_a_hand(program)
        program.do("go_back", stage="review")
    assert program.get("/state").get_json()["stage"] == stage


def test_the_whole_interface_answers_as_described(parlour: Parlour) -> None:
    token = parlour.operator_context.secrets.make_token("fuzz", Right.ADMIN, 0)[1]
    statuses = fuzz(parlour.app, token, examples=2)
    assert statuses[200] > 10
    assert all(status < 500 for status in statuses)


@pytest.mark.parametrize("stage", [Stage.PLAYING, Stage.REVIEW, Stage.SETTLEMENT])
def test_commands_out_of_nowhere_are_taken_or_refused(parlour: Parlour, stage: Stage) -> None:
    bring(Program(parlour.app), stage)
    token = parlour.operator_context.secrets.make_token("fuzz", Right.ADMIN, 0)[1]
    statuses = fuzz(parlour.app, token, 40, {"command"}, seed=list(Stage).index(stage))
    assert statuses.keys() <= {200, 400, 401, 404, 409}
    assert statuses[400] > 0
