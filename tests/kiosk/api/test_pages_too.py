"""Whatever a page can show or do, a program can ask for: page by page, with nothing left out."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping

from kiosk.access.request_guard import SAFE
from kiosk.api.commands import KINDS, NOT_SENT, name_of
from kiosk.api.operations import OPERATIONS as DESCRIBED
from kiosk.session import commands
from tests.kiosk.web.parlour import Parlour

ONLY_HERE = "this screen's own affair"
"""How one screen looks and what it remembers: nothing that a program could want."""
TOKEN = "a token stands for the PIN"

OF_PHONES = "a program that opens a session names its players itself"
OF_THE_SIMULATOR = "a simulated table has a socket of its own for programs"
OF_LOGS = "`jantaku replay` and `rules.play` are what a program reads a log with"

OPERATIONS: Mapping[str, tuple[str, ...] | str] = {
    "paid_time.show": ("paid_time", "paid_time_entries"),
    "actions.paid_time.set_price": ("set_price",),
    "actions.paid_time.give": ("give_time",),
    "actions.paid_time.end": ("end_time",),
    "repair.show_payments": ("table",),
    "repair.house_rules": ("table",),
    "presets.show": ("presets",),
    "presets.ask": ("game",),
    "presets.export": ("export_presets",),
    "presets.code": ("preset",),
    "actions.presets.keep": ("put_preset",),
    "actions.presets.remove": ("drop_preset",),
    "actions.presets.take_in": ("import_presets",),
    "ask.show": ("waits",),
    "drill.games": ("games",),
    "guide.show": ("game", "table"),
    "table.camera_lamp": ONLY_HERE,
    "missing.show": ("table", "still"),
    "missing.picture": ("still",),
    **dict.fromkeys(("watch.show", "actions.watch.hurry", "actions.watch.take"), OF_THE_SIMULATOR),
    "drill.show": ("settle",),
    "game_rules.games": ("games",),
    "game_rules.show": ("game",),
    "ask.of_seat": ("waits",),
    "ask.of_settlement": ("waits", "what_else"),
    "ask.of_hand": ("waits", "what_else"),
    "ask.consent": ("table",),
    "edit.meld": ("table",),
    "edit.row": ("table",),
    "edit.tile": ("table", "tile"),
    "edit.winning": ("table",),
    "value.show": ("game", "table"),
    "live.crop": ("tile",),
    "live.still": ("still",),
    "live.show_faces": ONLY_HERE,
    "live.say": ONLY_HERE,
    "history.code": ("code",),
    "players.show": ("player",),
    "results.show": ("session", "card"),
    "results.picture": ("card",),
    "results.photo": ("card_png",),
    "results.table": ("results",),
    "ranking.show": ("ranking",),
    "ranking.print_ranking": ("ranking",),
    "ranking.seasons": ("seasons",),
    "actions.seasons.keep": ("put_season",),
    "actions.seasons.remove": ("drop_season",),
    "history.print_session": ("session",),
    "history.session": ("session", "graph"),
    "history.show": ("sessions", "players"),
    "operator.ask_import": ("preview_import",),
    "actions.operator.look_at_import": ("preview_import",),
    "actions.operator.take_in": ("import_ledger",),
    "ledger.hand": ("hand", "explanation"),
    "ledger.show": ("hands", "session", "graph"),
    "ledger.still": ("picture",),
    "ledger.undo": ("hand",),
    "live.stream": ("events",),
    "lobby.games": ("games",),
    "actions.lobby.open_session": ("enrol",),
    "lobby.options": ("game",),
    "lobby.seats": ("game", "players"),
    "actions.lobby.choose_display": ONLY_HERE,
    **dict.fromkeys(("join.show", "actions.join.take", "actions.join.leave"), OF_PHONES),
    "operator.bundle": ("bundle",),
    "actions.operator.choose_new": ("put_pin",),
    "actions.operator.drop_token": ("drop_token",),
    "actions.operator.enter": TOKEN,
    "actions.operator.leave": TOKEN,
    "operator.log": ("log",),
    "actions.operator.make_token": ("make_token",),
    "operator.pin": TOKEN,
    "operator.show": ("house", "machine", "faults"),
    "operator.tokens": ("tokens",),
    "actions.table.leader": ("table",),
    "history.board": ("board",),
    "actions.lobby.read_restored": ("dismiss_restoration",),
    "history.show_restore": ("last_restoration",),
    "history.export_ledger": ("export",),
    "actions.operator.calibrate": ("calibrate",),
    "camera.corners": ("calibration", "still"),
    "camera.sight": ("still",),
    "actions.operator.store": ("calibrate",),
    "screen.check": ("check_play",),
    "screen.show": ("table", "explain_table"),
    "operator.ask_restore": ("backups",),
    "actions.operator.back_up": ("back_up",),
    "operator.ledger": ("ledger", "backups"),
    "actions.operator.restore": ("restore",),
    "actions.repair.player": ("enrol",),
    "repair.show": ("session",),
    "edit.how": ("table",),
    "edit.whose": ("table",),
    "camera.ask_set": ("sets", "lesson_picture"),
    "camera.face": ("face",),
    "camera.last_lesson": ("lesson_picture",),
    "actions.operator.learn": ("learn",),
    "camera.markers": ("markers",),
    "camera.show_set": ("tile_set",),
    "actions.operator.take_back": ("take_back",),
    "lobby.settings": ONLY_HERE,
    "static": ONLY_HERE,
    "table.leave": ("table",),
    "actions.lobby.choose_language": ONLY_HERE,
    "operator.camera": ("camera_light", "still"),
    "actions.operator.clear": ("clear_fault",),
    "operator.machine": ("machine",),
    "actions.operator.move": ("move",),
    "actions.operator.take_table": ("take_table",),
    "look.show": ("look",),
    "operator.support": ("house", "machine"),
    "service.show": ("house", "table", "machine"),
    "actions.operator.strike_off": ("strike_off_faults",),
    "upkeep.inputs": ("inputs",),
    "upkeep.live_inputs": ("inputs",),
    "upkeep.parameters": ("parameters",),
    "upkeep.usage": ("usage",),
    "actions.upkeep.set_parameter": ("set_parameter",),
    "actions.upkeep.mark_serviced": ("mark_serviced",),
    "replay.show_hand": ("hand",),
    **dict.fromkeys(("replay.ask", "replay.show_file", "replay.show_game"), OF_LOGS),
    "simulate.show": OF_THE_SIMULATOR,
    "actions.simulate.bring_about": OF_THE_SIMULATOR,
    "actions.simulate.heal": OF_THE_SIMULATOR,
}
"""What a program calls for each page that is not one command."""


def commands_of(view: object) -> set[str]:
    """Return the commands that a page's function makes, itself or by functions of its module."""
    module = sys.modules[view.__module__]
    bodies = {
        each.name: each
        for each in ast.parse(inspect.getsource(module)).body
        if isinstance(each, ast.FunctionDef)
    }
    names, earlier, left = set(), set(), [view.__name__]  # type: ignore[attr-defined]
    while left:
        name = left.pop()
        if name in earlier or name not in bodies:
            continue
        earlier.add(name)
        calls = set(_find_calls(bodies[name]))
        left += calls
        names |= {one for one in calls if getattr(module, one, None) in COMMAND_TYPES}
    return {name_of(getattr(module, one)) for one in names}


COMMAND_TYPES = {*KINDS.values(), *NOT_SENT}


def _find_calls(body: ast.FunctionDef) -> Iterator[str]:
    """Yield the plain names that are called in *body*."""
    for each in ast.walk(body):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name):
            yield each.func.id


def pages(parlour: Parlour) -> dict[str, bool]:
    """Return whether each page changes something, by its endpoint."""
    by_page: dict[str, bool] = {}
    for rule in parlour.app.url_map.iter_rules():
        if not rule.endpoint.startswith("api."):
            changes = bool((rule.methods or set()) - SAFE)
            by_page[rule.endpoint] = by_page.get(rule.endpoint, False) or changes
    return by_page


def test_a_program_can_do_what_every_page_can(parlour: Parlour) -> None:
    views = parlour.app.view_functions
    silent = [
        page
        for page, changes in pages(parlour).items()
        if page not in OPERATIONS and not (changes and commands_of(views[page]))
    ]
    assert silent == []


def test_every_command_of_a_page_can_be_sent(parlour: Parlour) -> None:
    views = parlour.app.view_functions
    names = {name for page in pages(parlour) for name in commands_of(views[page])}
    assert len(names) > 40
    assert names <= KINDS.keys()


def test_what_stands_for_a_page_is_there(parlour: Parlour) -> None:
    operation_ids = {one.id for one in DESCRIBED}
    page_ids = {one for ids in OPERATIONS.values() if isinstance(ids, tuple) for one in ids}
    assert page_ids - operation_ids == set()
    assert OPERATIONS.keys() - pages(parlour).keys() == set()


def test_the_finder_sees_through_helpers(parlour: Parlour) -> None:
    views = parlour.app.view_functions
    assert commands_of(views["actions.plays.piles"]) == {"say_play"}
    assert commands_of(views["actions.table.who"]) >= {"say_who"}
    assert commands_of(views["lobby.settings"]) == set()
    assert hasattr(commands, "SayPlay")
