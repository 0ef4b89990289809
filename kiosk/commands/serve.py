"""`jantaku serve`: the kiosk in one process that owns port, camera and ledger."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Final

import click
from waitress import wasyncore  # type: ignore[import-untyped] # ships no types
from waitress.server import create_server  # type: ignore[import-untyped] # ships no types

from kiosk import api
from kiosk.access.operator import LogTail, open_operator_context
from kiosk.deploy.watchdog import ALIVE, ENDING, READY, TURN_S, Watchdog
from kiosk.errors import Refused
from kiosk.ledger.progress import Progress
from kiosk.live import MAX_STREAMS
from kiosk.service import Service
from kiosk.settings import Settings, load
from kiosk.web.app import WebConfig, compile_pages, create_app
from kiosk.web.starting import Starting
from kiosk.wiring import open_service, real_devices
from rules.errors import JantakuError

THREADS: Final = MAX_STREAMS + 12
"""Each screen that watches keeps one; the rest are for pages."""
ANSWERS_S: Final = 1.5
"""So long a stop waits for answers under way: most take milliseconds, and a stop takes 5 s."""
CANNOT_START: Final = 2
"""Exit status when the kiosk cannot be started as it is set up."""


@click.command()
@click.option("--sim", is_flag=True, help="Use the simulated table and camera.")
@click.option("--sim-table", help="Its model, such as as_sold.  [default: four_port]")
@click.option("--host", help="Address to serve on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65_535), help="Port to serve on; 0 takes any.")
@click.option(
    "--table",
    help="Port of the machine: auto (the one plugged in), auto:SERIAL, usb:SERIAL, "
    "a device such as /dev/ttyACM0, socket://host:port, rfc2217://host:port; "
    "slow: before it keeps the line at its first speed.",
)
@click.option(
    "--camera",
    help="Camera above the table: its number or address; or a photograph, a folder of them, "
    "a recording.",
)
@click.option("--data", "data_dir", type=click.Path(path_type=Path), help="Folder for the ledger.")
@click.option("--config", type=click.Path(path_type=Path), help="Settings file (TOML).")
def serve(config: Path | None, **params: Any) -> None:
    """Serve the kiosk's pages until Ctrl-C, and print their address."""
    try:
        settings = _settings(config, params)
        with _listening(settings) as door:
            with Starting(door, settings.language) as page:
                service = service_for(settings, tell_both(page.tell, print_part))
            try:
                _serve(service, settings, door)
            finally:
                service.close()
    except (JantakuError, Refused) as error:
        click.echo(f"{error.code}: {error}", err=True)
        sys.exit(CANNOT_START)


def print_part(part: float) -> None:
    """Say on the terminal how much of the ledger was looked at."""
    click.echo(f"Checking the ledger: {part:.0%}", err=True)


def tell_both(page: Progress, terminal: Progress, now: Callable[[], float] = monotonic) -> Progress:
    """Return what tells the *page* at every step, and the *terminal* every second that it takes."""
    last = now()

    def tell(part: float) -> None:
        nonlocal last
        page(part)
        if now() - last >= 1:
            last = now()
            terminal(part)

    return tell


def service_for(settings: Settings, progress: Progress) -> Service:
    """Return the service with the outside that *settings* name, simulated or real.

    *progress* is told how far the look at the ledger is. The simulator is imported only when it is
    wanted: a real kiosk starts without it.
    """
    if settings.simulate:
        from kiosk.demo.players import simulated_service

        return simulated_service(settings, progress)
    return open_service(settings, real_devices(settings), progress)


def _settings(config: Path | None, params: dict[str, Any]) -> Settings:
    """Return the settings of file and variables, overruled by the command line."""
    overrides = {name: value for name, value in params.items() if value is not None}
    if overrides.pop("sim"):
        overrides["simulate"] = True
    return load(config, os.environ, **overrides)


def _listening(settings: Settings) -> socket.socket:
    """Return the socket to serve on; end the program where the port cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        click.echo(f"port {settings.port} cannot be used: {error}; choose another --port", err=True)
        sys.exit(CANNOT_START)


def _serve(service: Service, settings: Settings, door: socket.socket) -> None:
    """Answer requests at *door* until the process is told to end."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    has_camera = settings.simulate or bool(settings.camera)
    operator_context = open_operator_context(settings)
    _keep_log(operator_context.log)
    service.watches = has_camera
    if has_camera:
        service.camera_worker.watch_sight()
    config = WebConfig(settings.language, has_camera, _names(settings))
    app = create_app(service, config, operator_context, (api.bp,))
    channels: dict[int, object] = {}
    server = create_server(app, map=channels, sockets=[door], threads=THREADS)
    is_ended = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 -- the signal's form
        """Wake the server, whose channels swallow what is raised; end at once if asked again."""
        signal.signal(number, signal.default_int_handler)
        is_ended.set()
        server.pull_trigger()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    click.echo(f"kiosk: http://{settings.host}:{door.getsockname()[1]}/  (Ctrl-C ends it)")
    if pin := operator_context.pin_lock.draw_first():
        click.echo(f"operator's PIN: {pin}  (told only now; `jantaku pin` chooses another)")
    threading.Thread(target=compile_pages, args=(app, is_ended), name="compiling").start()
    watchdog = Watchdog()
    watchdog.tell(READY)
    try:
        while not is_ended.is_set():
            wasyncore.loop(timeout=TURN_S, map=channels, use_poll=True, count=1)
            watchdog.tell(ALIVE)
        watchdog.tell(ENDING)
        stop_waiting(service)
        server.task_dispatcher.shutdown(timeout=ANSWERS_S)
    finally:
        is_ended.set()
        server.close()


def stop_waiting(service: Service) -> None:
    """End what answers may wait for: open streams, copies, and pictures of the camera."""
    service.live.close()
    if service.safekeeping is not None:
        service.safekeeping.stop_soon()
    service.camera_worker.close()


def _keep_log(tail: LogTail) -> None:
    """Keep the log for the operator; what is amiss is told on the terminal too."""
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.WARNING)
    logging.basicConfig(level=logging.INFO, handlers=[terminal, tail])


def _names(settings: Settings) -> tuple[str, ...]:
    """Return the names under which the kiosk may be asked; bare addresses are taken anyway."""
    own = socket.gethostname()
    return ("localhost", own, f"{own}.local", *settings.host_names)
