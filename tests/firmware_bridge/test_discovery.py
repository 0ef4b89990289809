"""Finding tables: by ids and serial number, and never a byte to any other port."""

from __future__ import annotations

import os
import tty
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import usb.core

from firmware_bridge import errors
from firmware_bridge.discovery import (
    RULES_FILE,
    FoundTable,
    PortSources,
    find_tables,
    open_port,
    udev_rules,
)
from firmware_bridge.usb_ids import usb_ids

ROOT = Path(__file__).parents[2]


@dataclass
class Info:
    """A serial port as the system lists it."""

    device: str
    vid: int | None = 0x1209
    pid: int | None = 0x0001
    product: str | None = "jantaku table 4P"
    serial_number: str | None = "T-1"


class UsbDevice:
    """What pyusb shows of a device before it is opened."""

    bus, address = 1, 7

    def __init__(self, product: str, serial: str, problem: Exception | None = None) -> None:
        self._product, self.serial_number, self._problem = product, serial, problem

    @property
    def product(self) -> str:
        if self._problem is not None:
            raise self._problem
        return self._product


def places(
    *ports: Info, usb: tuple[UsbDevice, ...] = (), extra: tuple[str, ...] = ()
) -> PortSources:
    return PortSources(lambda: ports, lambda: usb, extra)


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    """Return the far end of a serial port, and its name."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    os.set_blocking(ours, False)
    yield ours, os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize(
    "other",
    [
        Info("p", vid=None, pid=None, product=None, serial_number=None),
        Info("p", vid=0x9999),
        Info("p", pid=0x0002),
        Info("p", product="USB modem"),
        Info("p", product=None),
    ],
    ids=["no USB", "another maker", "another product", "another name", "no name"],
)
def test_a_port_that_does_not_match_is_not_a_table(other: Info) -> None:
    assert find_tables(places(other)) == []


def test_a_table_is_known_by_its_serial_number_wherever_it_is_plugged_in() -> None:
    here, there = find_tables(places(Info("/dev/a"))), find_tables(places(Info("/dev/b")))
    assert (here[0].serial, there[0].serial) == ("T-1", "T-1")
    assert (here[0].port, there[0].port) == ("/dev/a", "/dev/b")


def test_a_table_that_is_on_both_is_listed_once() -> None:
    tables = find_tables(places(Info("/dev/a"), usb=(UsbDevice("jantaku table", "T-1"),)))
    assert [table.port for table in tables] == ["/dev/a"]


def test_a_table_without_a_serial_port_is_named_by_its_number() -> None:
    tables = find_tables(places(usb=(UsbDevice("jantaku table", "T-9"), UsbDevice("mouse", "x"))))
    assert tables == [FoundTable("usb:T-9", "T-9", "jantaku table")]


def test_a_usb_table_that_may_not_be_opened_says_so() -> None:
    denied = usb.core.USBError("Access denied", errno=13)
    (table,) = find_tables(places(usb=(UsbDevice("", "", denied),)))
    assert isinstance(table.problem, errors.PortPermissionError)
    unreadable = ValueError("The device has no langid")
    (table,) = find_tables(places(usb=(UsbDevice("", "", unreadable),)))
    assert isinstance(table.problem, errors.PortPermissionError)


def test_ports_given_by_hand_are_listed_too() -> None:
    assert find_tables(places(extra=("tablesim://demo",))) == [FoundTable("tablesim://demo", "")]


def test_auto_opens_the_table_and_writes_nothing_to_the_others(pty: tuple[int, str]) -> None:
    foreign, their_name = pty
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    modem = Info(their_name, vid=0x2341, product="modem")
    port = open_port("auto", places(modem, Info(os.ttyname(theirs))))
    port.write(b"hello")
    assert os.read(ours, 10) == b"hello"
    with pytest.raises(BlockingIOError):
        os.read(foreign, 10)
    port.close()
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize(
    ("ports", "problem", "words"),
    [
        ((), errors.PortNotFoundError, "No table"),
        ((Info("a"), Info("b", serial_number="T-2")), errors.WrongDeviceError, "T-1, T-2"),
    ],
    ids=["none", "two"],
)
def test_auto_needs_exactly_one_table(
    ports: tuple[Info, ...], problem: type[errors.BridgeError], words: str
) -> None:
    with pytest.raises(problem, match=words):
        open_port("auto", places(*ports))


def test_one_of_two_tables_is_named_by_its_serial_number(pty: tuple[int, str]) -> None:
    _, name = pty
    port = open_port("auto:T-2", places(Info("nowhere"), Info(name, serial_number="T-2")))
    assert port.name == name
    port.close()


def test_a_usb_table_that_was_pulled_is_not_found() -> None:
    with pytest.raises(errors.PortNotFoundError):
        open_port("usb:T-9", places())


def test_the_rules_file_is_made_from_the_ids() -> None:
    assert (ROOT / "firmware_bridge" / "udev" / RULES_FILE).read_text("utf-8") == udev_rules()


@pytest.mark.parametrize(
    "part",
    ['ATTRS{idVendor}=="1209"', 'ENV{ID_MM_DEVICE_IGNORE}="1"', 'power/control}="on"', "SYMLINK"],
)
def test_the_rules_keep_others_away(part: str) -> None:
    assert part in udev_rules()


@pytest.mark.parametrize("vendor", [0x2341, 0x2E8A, 0x303A])
def test_a_board_that_calls_itself_a_table_is_one_whoever_made_it(vendor: int) -> None:
    assert [one.serial for one in find_tables(places(Info("/dev/a", vid=vendor, pid=5)))] == ["T-1"]


@pytest.mark.parametrize("name", ["arduino", "Arduino", "2341:0042"])
def test_a_board_that_says_nothing_is_a_table_where_its_owner_names_it(name: str) -> None:
    uno = Info("/dev/a", vid=0x2341, pid=0x0042, product="Mega 2560", serial_number=None)
    tables = find_tables(PortSources(lambda: (uno,), tuple, ids=usb_ids([name])))
    assert tables == [FoundTable("/dev/a", "", "Mega 2560")]
    assert find_tables(places(uno)) == []


def test_rights_are_given_to_a_board_that_its_owner_names() -> None:
    rules = udev_rules(usb_ids(["1a86:7523"]))
    assert 'ATTRS{idVendor}=="1a86", ATTRS{idProduct}=="7523", GROUP' in rules


def test_a_board_that_nobody_knows_is_named() -> None:
    with pytest.raises(ValueError, match="board 'avr': arduino, pico, esp32, ch340, or numbers"):
        usb_ids(["avr"])
