"""Under which address a phone in the same network finds this kiosk."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final
from urllib.parse import urlsplit

from flask import request

from kiosk.access.request_guard import operator_context

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asked for the way there, and sent nothing."""


def phone_address() -> str:
    """Return this kiosk's address for others, as `http://10.0.0.7:8000`; empty where none is.

    Who asks from elsewhere knows it already; else it goes by the setting `host`.
    """
    url = urlsplit(request.host_url)
    if not _is_local(url.hostname or ""):
        return request.host_url.rstrip("/")
    host = operator_context().settings.host
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        host = _own_address()
    if _is_local(host):
        return ""
    name = f"[{host}]" if ":" in host else host
    return f"{url.scheme}://{name}:{url.port}" if url.port else f"{url.scheme}://{name}"


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in ("", "localhost")


def _own_address() -> str:
    """Return the address by which this computer is in its network; empty where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(ELSEWHERE)
        except OSError:
            return ""
        return str(line.getsockname()[0])
