"""Throw made-up calls at the kiosk's interface, by its own description, and look at each answer.

Schemathesis makes calls that fit the description and calls that do not. No call may end in an error
of the server; every answer must be described, and what does not fit must be refused.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import hypothesis
import schemathesis.openapi
from flask import Flask
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from kiosk.access.operator import temporary_operator_context
from kiosk.access.rights import Right
from kiosk.settings import Settings
from kiosk.wiring import Devices, open_service
from tests.kiosk.whole_app import create_app

ENDLESS: Final = frozenset({"events"})
"""Operations that answer for as long as one listens."""
CONFIG: Final[dict[str, Any]] = {
    "checks": {"positive_data_acceptance": {"expected-statuses": [200, 201, 204, 404, 409, 422]}}
}
"""A call that fits may still be refused for how the table stands, or by the rules of the game."""
QUIET: Final = tuple(hypothesis.HealthCheck)


def fuzz(
    app: Flask, token: str, examples: int, only: Collection[str] = (), *, seed: int = 1
) -> Counter[int]:
    """Return how often each status was answered to *examples* calls of each kind and operation.

    *token* must allow everything; *only* names the operations, all where it is empty. Raise
    Schemathesis's `FailureGroup` for the first answer that is not as described.
    """
    schema = schemathesis.openapi.from_wsgi(
        "/api/v1/openapi.json", app, config=SchemathesisConfig.from_dict(CONFIG)
    )
    statuses: Counter[int] = Counter()
    for result in schema.get_all_operations():
        if not isinstance(result, Ok):
            raise result.err()
        operation = result.ok()
        name = operation.definition.raw["operationId"]
        if name in ENDLESS or (only and name not in only):
            continue
        for mode in GenerationMode:
            _throw(operation.as_strategy(generation_mode=mode), token, (examples, seed), statuses)
    return statuses


def measure(examples: int) -> dict[str, int]:
    """Return how often each status was answered by a kiosk without machine and camera."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        service = open_service(settings, Devices())
        operator_context = temporary_operator_context(settings)
        token = operator_context.secrets.make_token("fuzz", Right.ADMIN, 0)[1]
        try:
            statuses = fuzz(create_app(service, operator_context=operator_context), token, examples)
        finally:
            service.close()
    return {f"answered_{status}": often for status, often in sorted(statuses.items())}


def _throw(calls: Any, token: str, often: tuple[int, int], statuses: Counter[int]) -> None:
    """Send *examples* of *calls* and check the answers."""
    examples, seed = often

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        suppress_health_check=QUIET,
        phases=[hypothesis.Phase.generate],
    )
    @hypothesis.given(call=calls)
    def send(call: Any) -> None:
        answer = call.call_and_validate(headers={"Authorization": f"Bearer {token}"})
        statuses[answer.status_code] += 1

    try:
        send()
    except hypothesis.errors.Unsatisfiable:
        return  # an operation that takes nothing cannot be called wrongly
