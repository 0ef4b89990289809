"""The same kiosk as the pages' tests have."""

from __future__ import annotations

from tests.kiosk.pages.conftest import parlour as parlour
