"""The kiosk: sessions, ledger, web pages, API and command line; where everything meets."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from flask import Flask

from kiosk import api
from kiosk.i18n import LANGUAGE_NAMES, number, signed
from kiosk.pages import BLUEPRINTS
from kiosk.pages.words import tile_name, words
from kiosk.pages.wrong import show_errors
from kiosk.security import secure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiosk.service import Service


def create_app(
    service: Service, *, secret_key: bytes | None = None, trusted_hosts: Sequence[str] | None = None
) -> Flask:
    """Return the web face of *service*.

    *secret_key* signs the notes that survive a redirect; without one they end with the process.
    *trusted_hosts* are the names under which the kiosk may be asked; any, where `None`.
    """
    app = Flask(__name__)
    app.config["SECRET_KEY"] = secret_key or secrets.token_bytes(32)
    app.config["TRUSTED_HOSTS"] = None if trusted_hosts is None else list(trusted_hosts)
    app.extensions["jantaku"] = service
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    secure(app)
    show_errors(app)
    app.context_processor(_page_words)
    for blueprint in (*BLUEPRINTS, api.bp):
        app.register_blueprint(blueprint)
    return app


def _page_words() -> dict[str, object]:
    """Return what every template may use."""
    catalogue = words()
    return {
        "say": catalogue.say,
        "language": catalogue.language,
        "language_name": LANGUAGE_NAMES[catalogue.language],
        "languages": tuple(LANGUAGE_NAMES.items()),
        "number": number,
        "signed": signed,
        "tile_name": tile_name,
        "new_op": lambda: secrets.token_urlsafe(12),
    }
