"""The same kiosk as the pages' tests have."""

from __future__ import annotations

from tests.kiosk.web.conftest import parlour as parlour
