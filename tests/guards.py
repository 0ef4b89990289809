"""Guards around every test: the network that it may not reach, and what it may not leave behind."""

from __future__ import annotations

import gc
import ipaddress
import threading
import time
from pathlib import Path

PATIENCE_S = 240.0
"""Bounds every wait, so that a hang ends. Under load a wait that went well has taken over 60 s."""

OPEN_FILES = Path("/proc/self/fd")


class NetworkRefusedError(RuntimeError):
    """A test reached for the network; only this machine's loopback is allowed."""


def refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    """Raise `NetworkRefusedError` for any address but loopback; called for all audited events."""
    match event, arguments:
        case "socket.connect" | "socket.sendto", (_, (str(host), *_)):
            refuse_unless_loopback(host)
        case "socket.getaddrinfo", (str(host), *_):
            refuse_unless_loopback(host)


def refuse_unless_loopback(host: str) -> None:
    """Raise `NetworkRefusedError` unless *host* is this machine, by name or address."""
    try:
        is_loopback = host in {"", "localhost"} or ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    # an unspecified address is what servers listen on, and no other machine
    if not is_loopback and host not in {"0.0.0.0", "::"}:
        raise NetworkRefusedError(f"a test reached for {host}")


def running_threads() -> set[threading.Thread]:
    """Return the threads that run now."""
    return set(threading.enumerate())


def left_threads(before: set[threading.Thread], patience_s: float = PATIENCE_S) -> set[str]:
    """Return the names of threads that are not of *before* and do not end in time."""
    deadline = time.monotonic() + patience_s
    for thread in running_threads() - before:
        thread.join(max(0.0, deadline - time.monotonic()))
    return {f"thread {thread.name}" for thread in running_threads() - before}


def open_files() -> set[tuple[str, str]]:
    """Return the open sockets, terminals and files: their numbers with what they lead to.

    Empty where the system does not tell (anything but Linux).
    """
    if not OPEN_FILES.is_dir():
        return set()
    return {
        (link.name, goal)
        for link in OPEN_FILES.iterdir()
        if (goal := goal_of(link)).startswith(("socket:", "/"))
        and not goal.startswith(("/dev/null", "/dev/urandom", "/proc/"))
    }


def goal_of(link: Path) -> str:
    """Return what the open file *link* leads to; empty when it is closed by now."""
    try:
        return str(link.readlink())
    except OSError:
        return ""


def left_files(before: set[tuple[str, str]]) -> set[str]:
    """Return what is open now and was not in *before*, once garbage is collected."""
    if open_files() - before:
        gc.collect()
    return {f"open {goal}" for _, goal in open_files() - before}
