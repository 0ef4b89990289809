"""The ledger's trials on its files: damage (L4), clocks (L5), upgrades (L10), exports (L11)."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from kiosk.errors import Refused
from kiosk.ledger.export import WRITERS, export, import_into
from kiosk.ledger.rows import Change
from kiosk.ledger.safekeeping import Places, open_kept, repair
from kiosk.ledger.schema import VERSION
from kiosk.ledger.sqlite import side_files
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from tests.kiosk.ledger.stores import OPENED, TickingClock, settle_hand
from tests.kiosk.parlour.kiosks import Kiosk as Table
from tests.soak.cores import ROOM, count_all
from tests.soak.ledger import folder
from tests.soak.sittings import Sitting
from tools.bootstrap import ROOT

Figures = dict[str, Any]

SECTOR: Final = 512
PAGE: Final = 4096
EVENTS: Final = 61
RELEASED: Final = ROOT / "tests" / "data" / "ledgers"
NOW_MS: Final = 1_795_000_000_000
JUMPS_MS: Final = (-86_400_000, 86_400_000, 3_600_000, -3_600_000, -NOW_MS, 1 - NOW_MS, -1, 500)
"""A day, summer time, 1970, a correction."""


def damage(times: int, seed: int = 1) -> Figures:
    """Harm a ledger in every way while backup and tape are whole, and open it again (L4).

    Every other one is a ledger whose kiosk was killed, so that a part is in its `-wal` only.
    """
    with folder(ROOM) as place:
        _two_ledgers(place)
        counts = count_all(partial(_harmed, place, seed), range(times), alone=20)
    return {"harms": times, **{name: counts[name] for name in OUTCOMES}}


def _harmed(place: Path, seed: int, number: int) -> Counter[str]:
    """Return what became of one ledger of *place* that was harmed."""
    chance = random.Random(f"{seed} {number}")
    kind, harms = LEDGERS[number % len(LEDGERS)]
    with folder(ROOM) as spot:
        shutil.copytree(place / kind, spot, dirs_exist_ok=True)
        harmed = Places(spot / "ledger.sqlite", spot / "backups", spot)
        harms[number // len(LEDGERS) % len(harms)](harmed.ledger, chance)
        return Counter([_outcome(harmed)])


def _two_ledgers(place: Path) -> None:
    """Make a ledger with backup and tape, as it is when its kiosk was killed and when it ended."""
    table = Table(place / "ended", "")
    table.open()
    table.play(40)
    table.safekeeping.back_up()
    table.play(EVENTS - 40)
    half_made = shutil.ignore_patterns(
        "*.part"
    )  # a copy under way is gone from one look to the next
    shutil.copytree(place / "ended", place / "killed", ignore=half_made)
    table.end()
    assert side_files(place / "killed" / "ledger.sqlite")[0].stat().st_size > PAGE


OUTCOMES: Final = ("restored", "harmless", "found_by_verify", "silent", "not_restored")


def _outcome(places: Places) -> str:
    """Return what became of a harmed ledger: whether it was noticed, and all of it came back."""
    try:
        restored = repair(places, "table-1", 1)
    except Refused:
        return "not_restored"
    report = verify(places.ledger)
    if report.is_whole and report.events == EVENTS:
        return "restored" if restored is not None else "harmless"
    if restored is None and not report.is_whole:  # every event reads well; the next backup tells
        return "found_by_verify" if _mended_by_force(places) == EVENTS else "not_restored"
    return "silent"


def _mended_by_force(places: Places) -> int:
    """Return the events of a ledger that an operator restores because `verify` found damage."""
    places.ledger.unlink()
    repair(places, "table-1", 2)
    report = verify(places.ledger)
    return report.events if report.is_whole else 0


def _flip(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def _truncate(path: Path, chance: random.Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: chance.randrange(len(content))])


def _zero_page(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    page = PAGE * chance.randrange(len(content) // PAGE)
    content[page : page + PAGE] = bytes(PAGE)
    path.write_bytes(content)


def _tear(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    place = SECTOR * chance.randrange(len(content) // SECTOR)
    content[place : place + SECTOR] = chance.randbytes(SECTOR)
    path.write_bytes(content)


def _lose_wal(ledger: Path, chance: random.Random) -> None:
    """Delete what was not in the file itself yet, with its index or without."""
    wal, index = side_files(ledger)
    wal.unlink()
    if chance.random() < 0.5:
        index.unlink()


def _in_wal(harm: Harm) -> Harm:
    """Return *harm* done to the `-wal` of a ledger."""
    return lambda ledger, chance: harm(side_files(ledger)[0], chance)


Harm = Callable[[Path, random.Random], None]

ON_FILE: Final[tuple[Harm, ...]] = (_flip, _flip, _flip, _truncate, _zero_page, _tear)
ON_WAL: Final[tuple[Harm, ...]] = (
    _lose_wal,
    *(_in_wal(harm) for harm in (_flip, _flip, _truncate, _zero_page, _tear)),
)
LEDGERS: Final = (("ended", ON_FILE), ("killed", ON_WAL), ("killed", ON_FILE))
"""Which ledger is harmed, and where."""


class SetClock(TickingClock):
    """A clock whose wall time somebody sets."""

    wall = NOW_MS

    def wall_ms(self) -> int:
        """Return what the clock was set to."""
        return self.wall


def clocks(jumps: int, seed: int = 1) -> Figures:
    """Set the clock before every hand, and restart and back up in between (L5)."""
    chance = random.Random(seed)
    clock, backwards, kept_wrongly = SetClock(), 0, 0
    with folder() as place:
        places = Places(place / "ledger.sqlite", place / "backups", place)
        store, safekeeping = open_kept(places, clock, "boot", "table-1")
        store.commit(Change("hand-0", 0, OPENED))
        for seq in range(1, jumps + 1):
            clock.wall = NOW_MS + chance.choice(JUMPS_MS)
            store.commit(Change(f"hand-{seq}", seq, settle_hand(1)))
            if seq % 50 == 0:
                safekeeping.back_up()
                kept_wrongly += safekeeping.backups()[0].seq != seq + 1
                safekeeping.close()
                store.close()
                store, safekeeping = open_kept(places, clock, f"boot-{seq}", "table-1")
        rows = store.rows()
        backwards = sum(after.at_mono < row.at_mono for row, after in pairwise(rows))
        safekeeping.close()
        store.close()
        whole = verify(places.ledger).is_whole
    return {
        "jumps": jumps,
        "out_of_order": sum(row.id != f"hand-{row.seq - 1}" for row in rows),
        "durations_below_zero": backwards,
        "newest_backup_not_first": kept_wrongly,
        "ledgers_not_whole": int(not whole),
    }


def upgrades() -> Figures:
    """Open a ledger of every released version (L10)."""
    ledgers = sorted(RELEASED.glob("*.sqlite"))
    counts = {"versions": len(ledgers), "changed": 0, "without_backup": 0, "downgrades_taken": 0}
    for ledger in ledgers:
        with folder() as place:
            path = Path(shutil.copy(ledger, place / "ledger.sqlite"))
            before = verify(path)
            LedgerStore(path, TickingClock(), boot_id="now").close()
            facts = json.loads(ledger.with_suffix(".json").read_text("utf-8"))
            same = verify(path) == before and before.last_hash == facts["chain"]
            counts["changed"] += not (same and before.is_whole)
            is_older = facts.get("version", 1) < VERSION
            backups = list(place.glob("ledger-version-*.sqlite"))
            counts["without_backup"] += is_older and not backups
            counts["downgrades_taken"] += _takes_later(path)
    return counts


def _takes_later(path: Path) -> bool:
    """Return whether a ledger of a later version is opened all the same."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    try:
        LedgerStore(path, TickingClock(), boot_id="now").close()
    except Refused:
        return False
    return True


def round_trips(seeds: int) -> Figures:
    """Export the ledgers of whole sittings, take them in elsewhere, and export again (L11)."""
    events = differing = 0
    for seed in range(1, seeds + 1):
        with folder() as place:
            one = Sitting(place / "kiosk", seed)
            one.play(25)
            one.close()
            ledger = place / "kiosk" / "ledger.sqlite"
            for form in WRITERS:
                there = export(ledger, form)
                copy = place / f"copy-{form}.sqlite"
                events += import_into(copy, there)
                differing += export(copy, form).encode() != there.encode()
    return {"ledgers": seeds, "events": events, "differing": differing}
