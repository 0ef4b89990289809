"""What a screen shows while the kiosk starts: how far the look at its ledger is."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from html import escape
from socket import socket
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from werkzeug import Request, Response
from werkzeug.serving import WSGIRequestHandler, make_server

from kiosk.i18n import catalogue
from kiosk.web.context import language_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

POLL_S: Final = 0.05
"""A start takes so much longer at most, since the page has to end first."""
PAGE: Final = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title></head>
<body><h1>{message}</h1><progress max="100" value="{percent}"></progress></body></html>
"""


class _Quiet(WSGIRequestHandler):
    """Keeps the terminal for what is amiss."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Leave out that a screen has asked."""


class Starting:
    """Answers at a door, until the kiosk itself does, with how far the start is."""

    def __init__(self, door: socket, language: str) -> None:
        """Take requests at *door*, which stays open; *language* as in the settings."""
        self._language = language
        self._percent = 0
        host, port = door.getsockname()[:2]
        self._server = make_server(
            host,
            port,
            self._application,
            threaded=True,
            request_handler=_Quiet,
            fd=door.fileno(),
        )
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(POLL_S,), name="starting", daemon=True
        )

    def tell(self, part: float) -> None:
        """Show from now on that so much of the ledger was looked at, 0 to 1."""
        self._percent = int(100 * part)

    def __enter__(self) -> Starting:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()

    def _application(
        self, environ: dict[str, Any], start_response: StartResponse
    ) -> Iterable[bytes]:
        return self._answer(Request(environ))(environ, start_response)

    def _answer(self, request: Request) -> Response:
        t = catalogue(language_of(request, self._language))
        message = t("ui.starting", percent=self._percent)
        again = {"Retry-After": "1", "Refresh": "1", "Cache-Control": "no-store"}
        if request.path.startswith("/api/"):
            error = {"code": "starting", "message": message, "where": ""}
            return Response(json.dumps({"error": error}), 503, again, "application/json")
        page = PAGE.format(
            language=t.language,
            title=escape(t("ui.app")),
            message=escape(message),
            percent=self._percent,
        )
        return Response(page, 503, again, "text/html")
