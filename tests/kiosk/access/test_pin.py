"""The operator's PIN: who guesses waits, longer each time, and no restart helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.access.pin import DRAWN_DIGITS, FREE_TRIES, OPEN_S, PinLock, pin_digest, wait_after
from kiosk.access.secrets import Secrets
from kiosk.errors import Refused
from tests.kiosk.access.clocks import SetClock

PIN = "2468"


class Kiosk:
    """A door that can be restarted."""

    def __init__(self, folder: Path) -> None:
        self.secrets = Secrets(folder / "keys.json")
        self.clock = SetClock()
        self.lock = PinLock(self.secrets, self.clock)
        self.secrets.put_pin(pin_digest(PIN))

    def restart(self) -> None:
        """Restart with the same file; the clock since boot restarts too."""
        self.clock.mono = 1_000
        self.lock = PinLock(self.secrets, self.clock)

    def guess(self, pin: str = "1111") -> str:
        """Try a PIN and return how it was refused."""
        with pytest.raises(Refused) as caught:
            self.lock.enter(pin)
        return caught.value.code


@pytest.fixture
def kiosk(tmp_path: Path) -> Kiosk:
    return Kiosk(tmp_path)


def test_the_right_pin_opens(kiosk: Kiosk) -> None:
    assert kiosk.lock.is_open(kiosk.lock.enter(PIN))


def test_a_kiosk_without_a_pin_draws_one_that_opens_and_no_second(tmp_path: Path) -> None:
    lock = PinLock(Secrets(tmp_path / "keys.json"), SetClock())
    pin = lock.draw_first()
    assert len(pin) == DRAWN_DIGITS
    assert lock.is_open(lock.enter(pin))
    assert lock.draw_first() == ""


def test_five_tries_then_a_wait_that_doubles(kiosk: Kiosk) -> None:
    assert [kiosk.guess() for _ in range(FREE_TRIES)] == ["wrong_pin"] * FREE_TRIES
    assert kiosk.guess(PIN) == "pin_wait"
    assert kiosk.lock.wait_s == 30
    kiosk.clock.pass_s(30)
    assert kiosk.guess() == "wrong_pin"
    assert kiosk.lock.wait_s == 60


def test_the_wait_grows_to_a_quarter_of_an_hour() -> None:
    waits = [wait_after(failures) for failures in (0, 4, 5, 6, 7, 8, 9, 10, 11, 1000)]
    assert waits == [0, 0, 30, 60, 120, 240, 480, 900, 900, 900]


def test_a_restart_begins_the_whole_wait_anew(kiosk: Kiosk) -> None:
    for _ in range(FREE_TRIES):
        kiosk.guess()
    kiosk.clock.pass_s(29)
    kiosk.restart()
    assert kiosk.guess(PIN) == "pin_wait"
    assert kiosk.lock.wait_s == 30


def test_a_clock_set_forward_shortens_no_wait(kiosk: Kiosk) -> None:
    for _ in range(FREE_TRIES):
        kiosk.guess()
    kiosk.clock.wall += 86_400_000
    assert kiosk.lock.wait_s == 30


def test_a_clock_set_back_keeps_no_door_open_longer(kiosk: Kiosk) -> None:
    name = kiosk.lock.enter(PIN)
    kiosk.clock.pass_s(OPEN_S)
    kiosk.clock.wall -= 86_400_000
    assert not kiosk.lock.is_open(name)


def test_the_right_pin_forgets_the_wrong_ones(kiosk: Kiosk) -> None:
    for _ in range(FREE_TRIES - 1):
        kiosk.guess()
    kiosk.lock.enter(PIN)
    assert kiosk.guess() == "wrong_pin"
    assert kiosk.lock.wait_s == 0


def test_each_use_keeps_the_door_open_for_ten_minutes_more(kiosk: Kiosk) -> None:
    name = kiosk.lock.enter(PIN)
    for _ in range(3):
        kiosk.clock.pass_s(OPEN_S - 1)
        assert kiosk.lock.is_open(name)
    kiosk.clock.pass_s(OPEN_S)
    assert not kiosk.lock.is_open(name)


def test_who_leaves_cannot_come_back_with_an_old_cookie(kiosk: Kiosk) -> None:
    name = kiosk.lock.enter(PIN)
    kiosk.lock.leave(name)
    assert not kiosk.lock.is_open(name)


def test_another_pin_shuts_every_open_door(kiosk: Kiosk) -> None:
    name = kiosk.lock.enter(PIN)
    kiosk.lock.choose("1357")
    assert not kiosk.lock.is_open(name)


def test_a_pin_set_from_the_command_line_ends_the_wait(kiosk: Kiosk) -> None:
    for _ in range(FREE_TRIES):
        kiosk.guess()
    Secrets(kiosk.secrets.path).put_pin(pin_digest("1357"))
    assert kiosk.lock.is_open(kiosk.lock.enter("1357"))


@pytest.mark.parametrize("pin", ["", "123", "1234567890123", "12a4", "１２３４"])
def test_what_is_no_pin_is_not_taken(pin: str) -> None:
    with pytest.raises(Refused) as caught:
        pin_digest(pin)
    assert caught.value.code == "bad_pin"
