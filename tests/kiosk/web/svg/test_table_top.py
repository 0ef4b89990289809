"""The drawings: tile faces, walls with their break, arrows of payments, lines of totals."""

from __future__ import annotations

import re
from itertools import pairwise
from math import pi, tan
from xml.etree import ElementTree

import pytest

from kiosk.web.svg.charts import Line, totals_chart
from kiosk.web.svg.table_top import (
    SHAPES,
    SIZE,
    Flow,
    Walls,
    badge,
    flows_picture,
    wall_break,
    walls_picture,
)
from kiosk.web.svg.tiles import sprite

WALLS = Walls(4, 17)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("rank", range(1, 10))
def test_a_tile_of_circles_shows_as_many_as_its_rank(rank: int) -> None:
    symbols = ElementTree.fromstring(sprite()).findall(f"{SVG}symbol")
    face = next(one for one in symbols if one.get("id") == f"t{rank}p")
    rings = [one for one in face.iter(f"{SVG}circle") if one.get("fill") == "none"]
    assert len(rings) == rank


@pytest.mark.parametrize("rank", [2, 3, 4, 5, 6, 7, 8, 9])
def test_a_tile_of_bamboos_shows_as_many_as_its_rank(rank: int) -> None:
    symbols = ElementTree.fromstring(sprite()).findall(f"{SVG}symbol")
    face = next(one for one in symbols if one.get("id") == f"t{rank}s")
    joints = [one for one in face.iter(f"{SVG}rect") if one.get("width") == "6"]
    assert len(joints) == 2 * rank


def test_the_stacks_counted_off_are_pale_and_the_number_stands_there() -> None:
    break_point = wall_break({"wall": 2, "after": 7, "indicator": None}, WALLS)
    picture = walls_picture(WALLS, break_point, (3, 4), "walls")
    assert picture.count('class="stack counted"') == 7
    assert ">7</text>" in picture
    assert picture.count('class="throw-die"') == 2


def test_no_wall_is_broken_before_the_dice() -> None:
    assert wall_break({"throws_needed": 1, "throwers": [0]}, WALLS) is None
    assert walls_picture(WALLS, None, (), "walls").count('class="stack"') == 68


@pytest.mark.parametrize(
    ("indicator", "place"),
    [
        ({"from": "head", "stack": 27, "tier": "bottom"}, (1, 17)),
        ({"from": "head", "stack": 1, "tier": "top"}, (2, 8)),
        ({"from": "tail", "stack": 3, "tier": "top"}, (2, 5)),
        ({"from": "tail", "stack": 8, "tier": "top"}, (3, 17)),
        ({"wall": 1, "stack": 4, "tier": "top"}, (1, 4)),
    ],
)
def test_the_indicator_lies_where_the_rules_say(
    indicator: dict[str, object], place: tuple[int, int]
) -> None:
    break_point = wall_break({"wall": 2, "after": 7, "indicator": indicator}, WALLS)
    assert break_point is not None
    assert break_point.indicator == place


def test_three_walls_stand_at_three_sides_of_the_square_table() -> None:
    picture = walls_picture(Walls(3, 16), None, (), "walls")
    turns = [part.split(" ")[0] for part in picture.split("rotate(")[1:]]
    assert turns == ["-0", "-90", "-180"]
    assert picture.count('class="stack"') == 48


def test_every_flow_has_its_arrow_and_amount() -> None:
    badges = [badge(seat, "E") for seat in range(4)]
    picture = flows_picture(badges, [Flow(0, 3, "16"), Flow(2, 3, "1,300")], "flows")
    assert picture.count("marker-end") == 2
    assert ">1,300</text>" in picture


def test_no_two_seats_share_a_shape() -> None:
    assert len(set(SHAPES)) == 9


def test_a_name_cannot_draw_anything() -> None:
    lines = [Line("<script>", 0, (0, 5)), Line("Bo", 1, (0, -5))]
    assert "<script>" not in totals_chart(lines, "totals")


def test_a_line_has_a_point_for_the_start_and_every_hand() -> None:
    chart = totals_chart([Line("Aiko", 0, (0, 3900, 2600)), Line("Bo", 1, (0, -3900, -2600))], "t")
    assert chart.count("<circle") == 6


def test_names_at_the_ends_never_overlap() -> None:
    lines = [Line(f"P{seat}", seat, (0, 0)) for seat in range(4)]
    ends = [
        float(one.get("y", "0"))
        for one in ElementTree.fromstring(totals_chart(lines, "t")).iter("text")
        if "end" in (one.get("class") or "")
    ]
    gaps = [after - before for before, after in pairwise(ends)]
    assert min(gaps) >= 26


def test_a_session_of_large_totals_has_few_round_ticks() -> None:
    lines = [Line("Aiko", 0, (25_000, 148_700)), Line("Bo", 1, (25_000, -98_700))]
    ticks = totals_chart(lines, "t").count('class="tick"')
    assert 2 <= ticks <= 7


@pytest.mark.parametrize("seats", [5, 9])
def test_the_walls_of_many_seats_do_not_cross(seats: int) -> None:
    picture = walls_picture(Walls(seats, 17), None, (), "walls")
    places = [float(x) for x in re.findall(r'class="stack" x="([0-9.]+)"', picture)]
    wide = float(re.findall(r'class="stack".*?width="([0-9.]+)"', picture)[0])
    top = float(re.findall(r'class="stack".*?y="([0-9.]+)"', picture)[0]) - SIZE / 2
    assert max(places) + wide - min(places) <= 2 * top * tan(pi / seats)


def test_a_game_of_cards_has_no_walls() -> None:
    assert "stack" not in walls_picture(Walls(4, 0), None, (), "walls")
