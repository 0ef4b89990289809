"""Pages and interface in one application, as `jantaku serve` puts it together."""

from __future__ import annotations

from functools import partial

from kiosk import api
from kiosk.web import app

create_app = partial(app.create_app, interfaces=(api.bp,))
