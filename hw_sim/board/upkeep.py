"""What the board reads, sets and counts for makers and service people, and keeps over resets.

Counters and parameters stand in two slots of memory cells of their own, written in turn: at the
end of each job, at each parameter, each coin and each service. A slot that was torn is passed over
for the one before; what the job at work had done until a power cut is not counted.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import Final

from firmware_bridge.wire import messages as m
from firmware_bridge.wire import service_messages as sm
from hw_sim.board.firmware import Firmware, listed_by
from hw_sim.board.ops import SLOT, SLOTS, Eeprom
from hw_sim.machine.gauges import Gauges, Warmth, parts_at_work
from hw_sim.machine.interlocks import RefusedError
from hw_sim.machine.machine import Machine
from hw_sim.machine.motion import JobRun
from hw_sim.service_data import service_data

_HEAD: Final = struct.Struct("<IIBB")
"""Number of the slot, pulses, how many parameters and rows of work follow."""
_CRC: Final = struct.Struct("<I")
AREA: Final = slice(SLOTS * SLOT, 2 * SLOTS * SLOT)
"""Its cells, behind those of the journal."""


class MechanismWork:
    """How much one mechanism has worked."""

    def __init__(self, cycles: int = 0, seconds: float = 0.0, *last_service: int) -> None:
        self.cycles, self.seconds = cycles, seconds
        self.serviced = last_service or (0, 0)
        """Cycles and seconds when it was serviced last."""

    def row(self) -> tuple[int, int, int, int]:
        """Return the four numbers that a host is told."""
        return self.cycles, int(self.seconds), *self.serviced  # type: ignore[return-value]  # two


class Upkeep:
    """The service side of one board, from one boot to the next."""

    def __init__(self, machine: Machine, eeprom: Eeprom, firmware: Firmware) -> None:
        """Read what an earlier boot has left, and set the machine by it."""
        self._machine = machine
        self._eeprom = eeprom
        self._base = machine.profile.original
        self.data = service_data(self._base)
        self.entries = listed_by(firmware, self.data.entries)
        """What the table's dictionary says of it; nothing where its program knows none of it."""
        self._warmth = Warmth()
        self._gauges = Gauges(machine, self._warmth)
        self._number = 0
        self.pulses = 0
        """Of coins, in the table's life."""
        self.was_lost = False
        """Whether there was a memory which is unreadable now (504)."""
        self._values = [row["default"] for row in self.data.parameters]
        self._worked = {part: MechanismWork() for part in self.data.parts}
        self._recall()
        self._apply()

    def moves(self, work: JobRun) -> None:
        """Count the movement that *work* begins."""
        seconds = work.due - work.began
        parts = parts_at_work(work)
        if parts and seconds > 0:
            self._warmth.run(work.began, seconds)
        for part in parts:
            usage = self._worked.get(part)
            if usage is not None and seconds > 0:
                usage.cycles += 1
                usage.seconds += seconds

    def keep(self) -> bool:
        """Write all of it to the next slot; return whether it stands there."""
        self._number += 1
        rows = [usage.row() for usage in self._worked.values()]
        raw = _HEAD.pack(self._number, self.pulses, len(self._values), len(rows))
        raw += b"".join(sm.PARAMETER.pack(value) for value in self._values)
        raw += b"".join(sm.USED.pack(*row) for row in rows)
        raw += _CRC.pack(zlib.crc32(raw))
        at = AREA.start + self._number % SLOTS * SLOT
        self._eeprom.write(at, raw)
        return bytes(self._eeprom.cells[at : at + len(raw)]) == raw

    def drop_in(self, pulses: int) -> bytes:
        """Count *pulses* of a coin, in the cells before anybody hears of it; return its data."""
        self.pulses += pulses
        self.keep()
        return struct.pack("<HI", pulses, self.pulses)

    def answer(self, ask: m.Message | None, now: float) -> m.Message | None:
        """Return the answer to *ask*, `None` where "done" is one; raise `RefusedError`.

        What is no question of this kind, or is asked of a program that knows none, is unknown.
        """
        match ask if self.entries else None:
            case m.GetInputs(tag, first):
                values = self._gauges.read(self.data.gauges[first : first + sm.INPUTS], now)
                return m.Inputs(tag, first, _pack_rows(sm.INPUT, ((value,) for value in values)))
            case m.GetParameters(tag, first):
                page = self._values[first : first + sm.PARAMETERS]
                return m.Parameters(tag, first, _pack_rows(sm.PARAMETER, ((one,) for one in page)))
            case m.GetUsage(tag, first):
                rows = [usage.row() for usage in self._worked.values()]
                shown_rows = rows[first : first + sm.USED_ROWS]
                return m.Usage(tag, self.pulses, first, _pack_rows(sm.USED, shown_rows))
            case m.SetParameter(_, number, value):
                self._set(number, value)
            case m.MarkServiced(_, number):
                self._mark(number)
            case _:
                raise RefusedError(807)
        return None

    def _set(self, number: int, value: int) -> None:
        if self._machine.front is not None or self._machine.beside is not None:
            raise RefusedError(805)
        if number >= len(self._values):
            raise RefusedError(804)
        row = self.data.parameters[number]
        if not row["least"] <= value <= row["most"]:
            raise RefusedError(804)
        before, self._values[number] = self._values[number], value
        if not self.keep():
            self._values[number] = before
            raise RefusedError(504)
        self._apply()

    def _mark(self, number: int) -> None:
        if number >= len(self._worked):
            raise RefusedError(804)
        usage = list(self._worked.values())[number]
        before, usage.serviced = usage.serviced, (usage.cycles, int(usage.seconds))
        if not self.keep():
            usage.serviced = before
            raise RefusedError(504)

    def _apply(self) -> None:
        """Let the machine work as the parameters say."""
        if not self._values:
            return
        machine = self._machine
        machine.profile = self.data.profile_with(self._base, self._values)
        values = self.data.values_by_name(self._values)
        machine.peripherals.debounce_ms = values["sensor_debounce"]
        machine.peripherals.threshold_mv = values["sensor_threshold"]

    def _recall(self) -> None:
        """Take the newest slot that is whole; without any, a new board's."""
        cells = bytes(self._eeprom.cells[AREA])
        slots = [cells[at : at + SLOT] for at in range(0, len(cells), SLOT)]
        whole_slots = [raw for raw in map(self._whole, slots) if raw]
        if whole_slots:
            self._read(max(whole_slots, key=lambda raw: _HEAD.unpack_from(raw)[0]))
        else:
            self.was_lost = any(cell != 0xFF for cell in cells)

    def _whole(self, raw: bytes) -> bytes:
        """Return what stands in a slot, empty where it is torn or of another table."""
        _, _, values, rows = _HEAD.unpack_from(raw)
        size = _HEAD.size + values * sm.PARAMETER.size + rows * sm.USED.size
        fits = (values, rows) == (len(self._values), len(self._worked))
        if not fits or zlib.crc32(raw[:size]) != _CRC.unpack_from(raw, size)[0]:
            return b""
        return raw[:size]

    def _read(self, raw: bytes) -> None:
        self._number, self.pulses, count, _ = _HEAD.unpack_from(raw)
        end = _HEAD.size + count * sm.PARAMETER.size
        values = [value for (value,) in sm.PARAMETER.iter_unpack(raw[_HEAD.size : end])]
        for number, (row, value) in enumerate(zip(self.data.parameters, values, strict=True)):
            if row["least"] <= value <= row["most"]:
                self._values[number] = value
        for part, counters in zip(self._worked, sm.USED.iter_unpack(raw[end:]), strict=True):
            self._worked[part] = MechanismWork(*counters)


def _pack_rows(row: struct.Struct, rows: Iterable[tuple[int, ...]]) -> bytes:
    return b"".join(row.pack(*one) for one in rows)
