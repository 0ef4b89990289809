"""Where the dice break the wall of each game, and who throws them: "Walls, dice, deal"."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

import rules

BROKEN: Final = """
ataki-b       1  34        -                           3 7   tail 3 top
beijing       2  66        -                           1 12  head 27 bottom
changsha      0  25        -                           2 2   -
changsha      3  52        -                           1 2   -
changsha      1  66        -                           0 6   -
changsha      0  11        -                           1 1   -
fenghua       0  35        dice_swap=false             3 5   tail 3 top
fenghua       0  53        dice_swap=false             3 5   tail 3 top
fenghua       0  35        dice_swap=true              3 3   tail 5 top
fenghua       0  66        dice_swap=false             3 6   tail 6 top
fenghua       0  11        dice_swap=false             1 1   tail 1 top
five-player-1 0  11        -                           1 2   tail 1 top
five-player-1 0  34        -                           1 7   tail 1 top
five-player-1 0  66        -                           1 12  tail 1 top
fuzhou        0  34        tile_set=128                2 7   tail 9 top
fuzhou        3  66        tile_set=128                2 12  tail 9 top
fuzhou        1  11        tile_set=128                2 2   tail 9 top
fuzhou        0  34        tile_set=144                2 7   tail 9 top
fuzhou        3  66        tile_set=144                2 12  tail 9 top
fuzhou        1  11        tile_set=144                2 2   tail 9 top
jinan         0  35        -                           3 3   -
jinan         2  66        -                           1 6   -
jinan         1  11        -                           2 1   -
jinan         3  62        -                           2 2   -
jinshan       0  34-26     -                           2 15  -
jinshan       1  11-11     -                           2 4   -
jinshan       0  66-55     -                           2 4   -
jinshan       3  66-33     -                           2 18  -
nanchang      0  34-23-15  -                           2 12  tail 6 top
nanchang      0  34-55-66  -                           2 17  tail 12 top
nanchang      0  34-65-11  -                           1 1   tail 2 top
nanchang      3  66-66-12  -                           1 7   tail 3 top
nanchang      1  23-11-45  -                           1 7   tail 9 top
nanjing       0  34        -                           ? ?   -
ningbo        0  34        -                           2 4   tail 3 top
ningbo        0  34        dice_roles=smaller_breaks   2 3   tail 4 top
ningbo        2  55        -                           3 5   tail 5 top
ningbo        3  61        -                           1 6   tail 1 top
ningbo        1  11        dice_roles=smaller_breaks   2 1   tail 1 top
qinghunpeng   1  65        -                           3 11  -
riichi        1  34        -                           3 7   tail 3 top
riichi        0  34        -                           2 7   tail 3 top
riichi        0  11        -                           1 2   tail 3 top
riichi        2  66        -                           1 12  tail 3 top
riichi        3  23        -                           3 5   tail 3 top
riichi-3p     0  34        -                           0 7   tail 3 top
riichi-3p     2  66        -                           1 12  tail 3 top
riichi-3p     1  11        -                           2 2   tail 3 top
singapore     0  345       -                           3 12  -
singapore     1  111       -                           3 3   -
singapore     0  666       -                           1 18  -
singapore     0  34-63     dice=2                      2 16  -
singapore     0  23-66     dice=2                      0 17  -
singapore     0  56-53     dice=2                      2 19  -
singapore     0  56-66     dice=2                      1 4   -
singapore     0  66-33     dice=2                      3 18  -
singapore     0  66-34     dice=2                      2 1   -
singapore     1  66-34     dice=2                      3 1   -
taiwan        0  554       -                           1 14  -
taiwan        0  111       -                           2 3   -
taiwan        2  666       -                           3 18  -
taiwan        3  342       -                           3 9   -
taiwan        2  666       flowers=false               2 1   -
taiwan        2  665       flowers=false               2 17  -
taiwan        1  554       first_break=provisional_east 2 14  -
taiwan-common 1  643       -                           1 13  -
taiwan-common 0  554       -                           1 14  -
taiwan-common 2  666       -                           3 18  -
taiwan-common 2  666       flowers=false               2 1   -
taizhou       0  34-26     -                           2 15  head 27 bottom
taizhou       0  34-46     -                           2 17  head 27 bottom
taizhou       0  34-66     -                           1 2   head 27 bottom
taizhou       3  11-11     -                           0 4   head 27 bottom
taizhou       1  66-66     -                           3 7   head 27 bottom
wenzhou       0  35-24     -                           3 14  wall3 8 top
wenzhou       0  11-11     -                           1 4   wall1 2 top
wenzhou       2  65-33     -                           0 17  wall0 11 top
wenzhou       2  65-34     -                           3 1   wall0 11 top
wenzhou       1  66-66     -                           3 7   wall0 12 top
wuhan         0  34        -                           2 3   head 27 bottom
wuhan         0  11        -                           1 1   head 27 bottom
wuhan         2  66        -                           1 6   head 27 bottom
wuhan         3  62        -                           2 2   head 27 bottom
wuhan         1  55        -                           2 5   head 27 bottom
wuhan-3p      0  34        -                           0 3   head 21 top
wuhan-3p      0  11        -                           1 1   head 21 top
wuhan-3p      2  66        -                           1 6   head 21 top
wuhan-3p      1  62        -                           2 2   head 21 top
wuhan-3p      1  55        -                           1 5   head 21 top
yangzhou      1  25        -                           3 2   -
yangzhou      0  66        -                           3 6   -
yangzhou      3  11        -                           0 1   -
yangzhou      2  43        -                           0 3   -
yichang       0  1         -                           0 1   -
yichang       0  1-6       -                           0 1   -
yichang       0  2         -                           1 2   -
yichang       0  2-6       -                           1 2   -
yichang       0  3         -                           2 3   -
yichang       0  3-6       -                           2 3   -
yichang       0  4         -                           3 4   -
yichang       0  4-6       -                           3 4   -
yichang       0  5         -                           0 5   -
yichang       0  5-6       -                           0 5   -
yichang       0  6         -                           1 6   -
yichang       0  6-6       -                           1 6   -
yichang       3  2         -                           0 2   -
yichang       3  2-6       -                           0 2   -
yiwu          0  35-24     -                           3 14  wall3 8 top
yiwu          0  11-11     -                           1 4   wall1 2 top
yiwu          2  65-33     -                           0 17  wall0 11 top
yiwu          2  65-34     -                           3 1   wall0 11 top
yiwu          1  66-66     -                           3 7   wall0 12 top
zero-rule     0  22        players=1                   0 4   tail 1 top
zero-rule     0  66        players=1                   0 12  tail 1 top
zero-rule     0  44        players=2                   1 8   tail 1 top
zero-rule     0  43        players=2                   0 7   tail 1 top
zero-rule     0  12        players=3                   2 3   tail 1 top
zero-rule     0  61        players=6                   0 7   tail 1 top
zero-rule     0  55        players=9                   0 10  tail 1 top
zero-rule     0  45        players=9                   8 9   tail 1 top
zero-rule     1  11        dead_wall=14                2 2   tail 4 top
"""
"""Game, banker, throws, options; the wall counted to and the stacks left on it, the indicator."""

THROWERS: Final = """
changsha      2  -      -       2
fenghua       2  -      -       2
fuzhou        3  -      -       3
jinan         3  -      -       3
jinshan       1  23     -       1 1
jinshan       1  -      -       1 ?
nanchang      1  -      -       1 ? 1
nanchang      1  34     -       1 3 1
nanchang      1  34-11  -       1 3 1
ningbo        2  -      -       2
qinghunpeng   1  -      -       1
singapore     2  -      -       2
singapore     2  -      dice=2  2 ?
singapore     2  12     dice=2  2 0
taiwan        2  -      -       2
taiwan-common 2  -      -       2
taizhou       1  -      -       1 ?
taizhou       1  34     -       1 3
tien-gow      1  -      -       3
wenzhou       2  23     -       2 2
wenzhou       0  -      -       0 ?
yangzhou      2  -      -       2
yichang       2  -      -       2
yiwu          2  23     -       2 2
yiwu          0  -      -       0 ?
"""
"""Game, banker, throws made, options; who throws, `?` where an earlier throw has to decide it."""


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def break_at(game: str, banker: str, throws: str, options: str) -> Any:
    dice = [list(map(int, throw)) for throw in throws.split("-") if throw]
    settings = dict(one.split("=") for one in options.split(",") if one != "-")
    return rules.break_wall(
        game, int(banker), dice, {name: value_of(one) for name, one in settings.items()}
    )


def value_of(text: str) -> Any:
    """Return a number, true or false; else the word itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


@pytest.mark.parametrize("row", rows(BROKEN), ids=" ".join)
def test_the_dice_break_the_wall(row: list[str]) -> None:
    wall, after, *indicator = row[4:]
    place = break_at(*row[:4])
    if wall == "?":
        assert place == {"indicator": None}  # anywhere
        return
    assert (place["wall"], place["after"]) == (int(wall), int(after))
    if indicator == ["-"]:
        assert place["indicator"] is None
    else:
        spot = place["indicator"]
        side = spot.get("from") or f"wall{spot['wall']}"
        assert [side, str(spot["stack"]), spot["tier"]] == indicator


@pytest.mark.parametrize("row", rows(THROWERS), ids=" ".join)
def test_the_throwers_are_named_before_the_last_throw(row: list[str]) -> None:
    needed = break_at(*row[:4])
    assert needed["throws_needed"] == len(row[4:])
    assert needed["throwers"] == [None if one == "?" else int(one) for one in row[4:]]


@pytest.mark.parametrize(
    ("game", "banker", "throw", "message"),
    [("taiwan", 0, [3, 4], "3 dice"), ("wuhan-3p", 3, [3, 4], "from 0 to 2")],
)
def test_a_throw_that_cannot_be_is_refused(
    game: str, banker: int, throw: list[int], message: str
) -> None:
    with pytest.raises(rules.RecordError, match=message):
        rules.break_wall(game, banker, [throw])
