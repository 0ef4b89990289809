"""The house's own rules by name: one by one, and all as the file that the pages read and write."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response, abort, request
from flask.typing import ResponseReturnValue

from kiosk.access.request_guard import MAX_BODY_BYTES
from kiosk.access.rights import Right
from kiosk.api.models import Body, Count, Options, Reply, Text, reply
from kiosk.api.operations import JSON, Operation, json_body
from kiosk.presets import Preset
from kiosk.web.views.presets import house_presets


class HouseRules(Reply):
    """The house rules of one game with their name, and what the ledger notes of them."""

    ruleset: Text
    name: Text
    options: Options
    version: Count
    hash: Text


class KeptRules(Body):
    """The house rules of one game as the file of all has them."""

    ruleset: Text
    name: Text
    options: Options
    version: Count = 1


class ChangedOptions(Body):
    """The options that differ from the sheet's defaults."""

    options: Options


@Operation("GET", "/presets", Right.OPERATE, reply(presets=list[HouseRules]))
def presets() -> ResponseReturnValue:
    """Return the house rules that are kept by name, in the order of their first saving."""
    return {"presets": [_preset_json(one) for one in house_presets().all()]}


@Operation("GET", "/presets/export", Right.OPERATE, list[KeptRules])
def export_presets() -> ResponseReturnValue:
    """Return all house rules as the file that the page of house rules saves."""
    return Response(house_presets().export(), mimetype=JSON)


@Operation(
    "POST",
    "/presets/import",
    Right.OPERATE,
    reply(presets=Count),
    form=list[KeptRules],
    fails=(422,),
    most_bytes=MAX_BODY_BYTES,
)
def import_presets() -> ResponseReturnValue:
    """Keep the house rules of such a file, in place of those of the same name; return how many."""
    json_body()
    return {"presets": house_presets().take_in(request.get_data(as_text=True))}


@Operation("GET", "/presets/<ruleset>/<path:preset>", Right.OPERATE, HouseRules, fails=(404,))
def preset(ruleset: str, preset: str) -> ResponseReturnValue:
    """Return the house rules of this game and name."""
    return _preset_json(_find_preset(ruleset, preset))


@Operation(
    "PUT",
    "/presets/<ruleset>/<path:preset>",
    Right.OPERATE,
    HouseRules,
    ChangedOptions,
    fails=(404, 422),  # a name of two lines has no address
)
def put_preset(ruleset: str, preset: str, body: ChangedOptions) -> ResponseReturnValue:
    """Keep options under a name; other ones than before are the next version of that name."""
    return _preset_json(house_presets().save(ruleset, preset, body.options))


@Operation("DELETE", "/presets/<ruleset>/<path:preset>", Right.OPERATE, status=204, fails=(404,))
def drop_preset(ruleset: str, preset: str) -> ResponseReturnValue:
    """Forget the house rules of this game and name."""
    house_presets().remove(ruleset, _find_preset(ruleset, preset).name)
    return Response(status=204)


def _find_preset(ruleset: str, name: str) -> Preset:
    preset = house_presets().find(ruleset, name)
    if preset is None:
        abort(404, f"There are no house rules {name} for {ruleset}.")
    return preset


def _preset_json(preset: Preset) -> dict[str, Any]:
    return {**asdict(preset), "hash": preset.hash}
