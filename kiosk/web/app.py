"""The web face of a kiosk: one Flask application over one service.

The pages are all there; what else it answers, such as the interface for programs, is handed in.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import Final

from flask import Blueprint, Flask

from kiosk.access.operator import OperatorContext, temporary_operator_context
from kiosk.access.request_guard import secure
from kiosk.camera.newest import Newest
from kiosk.clock import SystemClock
from kiosk.i18n import LANGUAGE_NAMES, number, signed, term_language
from kiosk.seat_lists import SeatLists
from kiosk.service import Service
from kiosk.voice import Voice
from kiosk.web import actions, live
from kiosk.web.context import (
    YEAR_S,
    clock_time,
    display,
    service,
    this_page,
    tile_name,
    when,
    words,
)
from kiosk.web.error_pages import show_errors
from kiosk.web.packing import pack_answers
from kiosk.web.svg.pieces import faces
from kiosk.web.views import (
    ask,
    camera,
    drill,
    edit,
    game_rules,
    guide,
    history,
    join,
    ledger,
    lobby,
    look,
    missing,
    operator,
    paid_time,
    players,
    presets,
    ranking,
    repair,
    replay,
    results,
    screen,
    simulate,
    table,
    upkeep,
    value,
    watch,
)
from kiosk.web.views import service as service_pages
from kiosk.web.views.timers import view_timers

SHOWING: Final = (
    screen,
    table,
    edit,
    value,
    ask,
    drill,
    game_rules,
    guide,
    ledger,
    repair,
    replay,
    history,
    players,
    ranking,
    results,
    lobby,
    join,
    presets,
    operator,
    paid_time,
    camera,
    live,
    look,
    missing,
    simulate,
    watch,
    service_pages,
    upkeep,
)
"""The modules that have pages."""
REST_S: Final = 0.02
STATIC: Final = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class WebConfig:
    """What the pages must know of the place they are shown at."""

    language: str = ""
    """Language until someone picks another; empty: as the browser asks."""
    has_camera: bool = True
    hosts: tuple[str, ...] = ()
    """Names under which the kiosk may be asked; any, where there is none."""


def create_app(
    service: Service,
    config: WebConfig | None = None,
    operator_context: OperatorContext | None = None,
    interfaces: Iterable[Blueprint] = (),
) -> Flask:
    """Return the web face of *service*, its pages and *interfaces*.

    Without a context, its secrets end with the process.
    """
    config = config or WebConfig()
    operator_context = operator_context or temporary_operator_context()
    app = Flask(
        "kiosk",
        static_folder=STATIC,
        static_url_path=f"/static/{static_version(STATIC)}",
        template_folder="web/templates",
    )
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = YEAR_S
    app.config["SECRET_KEY"] = operator_context.secrets.secret
    app.config["LANGUAGE"] = config.language
    app.config["HAS_CAMERA"] = config.has_camera
    app.extensions["jantaku"] = service
    app.extensions["jantaku_operator_context"] = operator_context
    app.extensions["jantaku_stills"] = Newest(service.still)
    app.extensions[look.LOOKS] = Newest(look.take_look)
    app.extensions["jantaku_seat_lists"] = SeatLists(SystemClock())
    app.extensions["jantaku_voice"] = Voice(operator_context.settings.data_dir / "voice")
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    secure(app, config.hosts)
    pack_answers(app)
    show_errors(app)
    app.context_processor(_page_words)
    for blueprint in (*(pages.bp for pages in (*SHOWING, actions)), *interfaces):
        app.register_blueprint(blueprint)
    return app


def compile_pages(app: Flask, is_ended: Event, rest_s: float = REST_S) -> None:
    """Compile every page of *app*, or until it *is_ended*, with a rest after each for the taps.

    Who comes to a page first would wait as long for it as for ten others.
    """
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
        if is_ended.wait(rest_s):
            return


@cache
def static_version(folder: Path) -> str:
    """Return what changes with any file in *folder*, so that a browser never has to ask again."""
    digest = sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(file.relative_to(folder).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _page_words() -> dict[str, object]:
    catalogue = words()
    return {
        "t": catalogue,
        "language": catalogue.language,
        "language_name": LANGUAGE_NAMES[catalogue.language],
        "languages": tuple(LANGUAGE_NAMES.items()),
        "this_page": this_page,
        "look": display(),
        "number": number,
        "signed": signed,
        "tile_name": tile_name,
        "faces": faces,
        "term_language": term_language,
        "clock_time": clock_time,
        "is_simulated": service().mishaps is not None,
        "when": when,
        "timers": view_timers,
        "new_op": lambda: secrets.token_urlsafe(12),
    }
