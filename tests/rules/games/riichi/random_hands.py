"""Random riichi hands as records: most of them wins, of every kind that the sheet knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import rules
from rules.tiles import CODES, HONORS, KINDS, TILES, write

COPIES: Final = 4
RUNS: Final = tuple(kind for kind in range(HONORS) if kind % 9 < 7)
ENDS: Final = tuple(kind for kind in range(KINDS) if kind >= HONORS or kind % 9 in (0, 8))
PROFILES: Final[dict[str, dict[str, Any]]] = {
    "as usual": {},
    "no kuitan": {"open_tanyao": False},
    "no red fives": {"red_fives": 0},
    "kiriage": {"kiriage": True},
    "double yakuman": {"double_yakuman": True},
    "no counted yakuman": {"counted_yakuman": False},
    "human hand": {"human_hand": "yakuman"},
    "several at once": {
        "double_yakuman": True,
        "kiriage": True,
        "open_tanyao": False,
        "red_fives": 0,
        "counted_yakuman": False,
    },
}
"""House options under which the peer of `riichi_peer` scores as well."""


@dataclass
class Draft:
    """Tiles being put together: sets in hand and laid down, no kind more than four times."""

    random: random.Random
    used: Counter[int] = field(default_factory=Counter)
    concealed: list[int] = field(default_factory=list)
    melds: list[tuple[str, list[int]]] = field(default_factory=list)

    def take(self, kinds: Sequence[int]) -> bool:
        """Take tiles of *kinds* if there are enough left."""
        counts = Counter(kinds)
        if any(self.used[kind] + count > COPIES for kind, count in counts.items()):
            return False
        self.used += counts
        return True

    def add(self, tiles: list[int], melds: float) -> bool:
        """Add a set if its tiles are left, laid down as often as *melds* says."""
        if not self.take(tiles):
            return False
        kind = "pung" if tiles[0] == tiles[-1] else "chow"
        if len(tiles) == COPIES:
            open_kong = self.random.random() < melds
            kind = "kong_" + (
                self.random.choice(("discard", "added")) if open_kong else "concealed"
            )
            self.melds.append((kind, tiles))
        elif self.random.random() < melds:
            self.melds.append((kind, tiles))
        else:
            self.concealed += tiles
        return True

    def set_of(self, kinds: Sequence[int], pungs: float, kongs: float) -> list[int]:
        """Return a set of *kinds*, a pung as often as *pungs* says, a kong as *kongs* says."""
        runs = [kind for kind in RUNS if kind in kinds and kind + 2 in kinds]
        if runs and self.random.random() >= pungs:
            low = self.random.choice(runs)
            return [low, low + 1, low + 2]
        return [self.random.choice(kinds)] * (4 if self.random.random() < kongs else 3)

    def pair_of(self, kinds: Sequence[int]) -> None:
        """Add a pair of one of *kinds*, some of which must be left."""
        while not self.take([kind := self.random.choice(kinds)] * 2):
            pass
        self.concealed += [kind] * 2


def _kinds(chance: random.Random) -> list[int]:
    """Return the kinds that a hand keeps to."""
    suit = chance.randrange(3) * 9
    honors = range(HONORS, KINDS)
    return list(
        chance.choices(
            (
                range(KINDS),
                range(HONORS),
                [kind for kind in range(KINDS) if kind not in ENDS],
                [*range(suit, suit + 9), *honors],
                range(suit, suit + 9),
                [19, 20, 21, 23, 25, 32],
                ENDS,
                [kind for kind in range(HONORS) if kind % 9 in (0, 1, 2, 6, 7, 8)],
                honors,
                [0, 1, 2, 9, 10, 11, 18, 19, 20, 31, 32, 33],
                [0, 8, 9, 17, 18, 26],
            ),
            (30, 12, 18, 8, 6, 2, 3, 8, 3, 6, 1),
        )[0]
    )


def _tiles(chance: random.Random) -> Draft:
    """Return the tiles of one winning hand."""
    draft = Draft(chance)
    shape = chance.random()
    if shape < 0.04:
        kinds = list(dict.fromkeys(_kinds(chance)))
        kinds = kinds if len(kinds) > 6 else list(range(KINDS))
        draft.concealed = [kind for kind in chance.sample(kinds, 7) for _ in range(2)]
    elif shape < 0.06:
        draft.concealed = [*ENDS, chance.choice(ENDS)]
    elif shape < 0.08:
        suit = chance.randrange(3) * 9
        gates = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, chance.randrange(9)]
        draft.concealed = [suit + rank for rank in gates]
    else:
        _sets(draft, _kinds(chance))
        return draft
    draft.used.update(draft.concealed)
    return draft


def _sets(draft: Draft, kinds: list[int]) -> None:
    """Fill *draft* with four sets and a pair of *kinds*, now and then with three related ones."""
    chance = draft.random
    pungs = chance.choice((0.0, 0.1, 0.3, 1.0))
    melds = chance.choice((0.0, 0.0, 0.35, 0.8))
    kongs = chance.choice((0.0, 0.05, 0.1, 0.6))
    related, pair = _related(chance) if chance.random() < 0.14 else ([], [])
    set_count = sum([draft.add(tiles, melds) for tiles in related])
    if pair:
        draft.pair_of(pair)
    while set_count < 4:
        set_count += draft.add(draft.set_of(kinds, pungs, kongs), melds)
    if not pair:
        draft.pair_of(kinds)


def _related(chance: random.Random) -> tuple[list[list[int]], list[int]]:
    """Return three runs or pungs of one rank, a straight, equal runs twice, dragons or winds.

    The pair is of any kind, or of those that come with the sets.
    """
    rank, suit = chance.randrange(7), chance.randrange(3) * 9
    runs = [[low, low + 1, low + 2] for low in range(HONORS)]
    return chance.choice(
        (
            ([runs[rank], runs[rank + 9], runs[rank + 18]], []),
            ([[rank] * 3, [rank + 9] * 3, [rank + 18] * 3], []),
            ([runs[suit], runs[suit + 3], runs[suit + 6]], []),
            ([runs[rank], runs[rank], runs[suit], runs[suit]], []),
            ([[31] * 3, [32] * 3], []),
            ([[31] * 3, [33] * 3], [32]),
            ([[31] * 3, [32] * 3, [33] * 3], []),
            ([[27] * 3, [28] * 3, [29] * 3, [30] * 3], []),
            ([[27] * 3, [28] * 3, [30] * 3], [29]),
        )
    )


def _codes(chance: random.Random, kinds: list[int], left: Counter[str]) -> list[str]:
    """Return tiles of *kinds* out of those *left*, a five now and then a red one."""
    codes = []
    for kind in kinds:
        code = CODES[kind]
        red = "0" + code[1]
        if code[0] == "5" and left[red] and (not left[code] or chance.random() < 0.3):
            code = red
        left[code] -= 1
        codes.append(code)
    return codes


def compact(codes: list[str]) -> str:
    """Return *codes* in compact notation."""
    return write([TILES[code] for code in codes])


def _meld(chance: random.Random, seat: int, kind: str, codes: list[str]) -> dict[str, Any]:
    """Return a set laid down by *seat*."""
    data: dict[str, Any] = {"kind": kind, "tiles": compact(codes)}
    if kind != "kong_concealed":
        left = (seat - 1) % 4
        data["from"] = left if kind == "chow" else (seat + chance.randint(1, 3)) % 4
    if kind == "chow":
        data["claimed"] = chance.choice(codes)
    return data


def _marks(chance: random.Random, by: str, banker: bool, draft: Draft, riichi: bool) -> list[str]:
    """Return marks that do not contradict the hand."""
    marks = []
    rare = chance.random()
    if by == "self_draw":
        if rare < 0.05:
            marks.append("last_tile")
        elif rare < 0.3 and any(kind.startswith("kong") for kind, _ in draft.melds):
            marks.append("kong_draw")
        elif rare > 0.92 and not draft.melds:
            marks.append("dealt" if banker else "first_draw")
    elif by == "discard" and rare < 0.06:
        marks.append("last_discard")
    if riichi and "kong_draw" not in marks and chance.random() < 0.3:
        marks.append("ippatsu")
    return marks


def record(chance: random.Random, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the record of one random hand; a few lack a yaku or a tile that fits.

    It is played under *options*, those of any profile if none are given.
    """
    draft = _tiles(chance)
    if options is None:
        options = chance.choice(list(PROFILES.values()))
    seat, banker = chance.randrange(4), chance.randrange(4)
    by = chance.choices(("self_draw", "discard", "robbed_kong"), (45, 50, 5))[0]
    left = Counter(rules.ruleset("riichi").tiles_for({"red_fives": options.get("red_fives", 3)}))
    hand = _codes(chance, draft.concealed, left)
    melds = [_meld(chance, seat, kind, _codes(chance, tiles, left)) for kind, tiles in draft.melds]
    tile = hand.pop(chance.randrange(len(hand)))
    if chance.random() < 0.05:
        _spoil(chance, draft, hand)
    is_concealed = all(kind == "kong_concealed" for kind, _ in draft.melds)
    declared = chance.choices(([], ["riichi"], ["double_riichi"]), (50, 45, 5))[0]
    first = by != "self_draw" and seat != banker and not draft.melds and chance.random() < 0.03
    declared = declared if is_concealed and not first else []
    win: dict[str, Any] = {"seat": seat, "tile": tile, "by": by}
    if by != "self_draw":
        win["from"] = (seat + chance.randint(1, 3)) % 4
    win["marks"] = _marks(chance, by, seat == banker, draft, bool(declared))
    if first:
        win["marks"].append("before_first_draw")
    seats: list[dict[str, Any]] = [{"hand": None, "melds": []} for _ in range(4)]
    seats[seat] = {"hand": compact(hand), "melds": melds, "declared": declared}
    return {
        "ruleset": "riichi",
        "options": {**options, "liability": "none"},
        "state": _state(chance, banker),
        "deal": _indicators(chance, draft),
        "seats": seats,
        "outcome": "win",
        "wins": [win],
    }


def _state(chance: random.Random, banker: int) -> dict[str, Any]:
    """Return the table before the hand, sticks on it here and there."""
    return {
        "banker": banker,
        "round": chance.randint(1, 4),
        "carry": {"honba": chance.choice((0, 0, 1, 3)), "deposits": chance.choice((0, 0, 1))},
    }


def _spoil(chance: random.Random, draft: Draft, hand: list[str]) -> None:
    """Exchange a tile of *hand* for any other of which there are some left."""
    free = [kind for kind in range(KINDS) if draft.used[kind] < COPIES - 1]
    kind = chance.choice([kind for kind in free if CODES[kind][0] != "5"])
    draft.used[kind] += 1
    hand[chance.randrange(len(hand))] = CODES[kind]


def _indicators(chance: random.Random, draft: Draft) -> dict[str, list[str]]:
    """Return dora and ura indicators of which there are tiles left."""
    free = [kind for kind in range(KINDS) if draft.used[kind] == 0 and CODES[kind][0] != "5"]
    codes = [CODES[kind] for kind in chance.sample(free, 2 * chance.choice((1, 1, 2)))]
    half = len(codes) // 2
    return {"indicators": codes[:half], "hidden_indicators": codes[half:]}


def records(chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield records without end."""
    while True:
        yield record(chance)
