"""The files that make a computer a kiosk: users, units, rights on USB tables, settings."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Final

SETTINGS: Final = "/etc/jantaku.toml"
"""Written once; from then on it is its owner's."""
SERVICES: Final = ("jantaku.service", "jantaku-screen.service")
UNITS: Final = "/etc/systemd/system"
USERS: Final = "/etc/sysusers.d/jantaku.conf"
BROWSERS: Final = ("chromium", "chromium-browser")
"""Under which names Debian and Raspberry Pi OS have it."""
BROWSER: Final = "/usr/bin/chromium"
COMPOSITOR: Final = "/usr/bin/cage"

SYSUSERS: Final = """\
# The kiosk may open the table's port and the camera; the screen's browser may not read the ledger.
u $user - "jantaku, the kiosk" $state
m $user dialout
m $user video
u $screen_user - "jantaku, the screen" $screen_state
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything lies on the computer that becomes a kiosk."""

    program: str = "/opt/jantaku/current/bin/jantaku"
    user: str = "jantaku"
    """Whose folder below /var/lib has ledger and keys."""
    screen_user: str = "jantaku-screen"
    compositor: str = COMPOSITOR
    browser: str = BROWSER
    address: str = "http://127.0.0.1:8000/"
    has_screen: bool = True
    """Without one the pages are looked at from elsewhere only."""

    @classmethod
    def here(cls, *, has_screen: bool = True) -> Plan:
        """Return the plan with the browser and the compositor that this computer has."""
        browser = next(filter(None, map(shutil.which, BROWSERS)), None)
        return cls(
            browser=browser or BROWSER,
            compositor=shutil.which("cage") or COMPOSITOR,
            has_screen=has_screen,
        )

    @property
    def services(self) -> tuple[str, ...]:
        """Return the names of the units, in the order in which they are started."""
        return SERVICES if self.has_screen else SERVICES[:1]


def render_files(plan: Plan, udev: str) -> dict[str, str]:
    """Return the text of every file that *plan* wants, by its path; *udev* are a table's rights."""
    values = {
        "program": plan.program,
        "config": SETTINGS,
        "compositor": plan.compositor,
        "browser": plan.browser,
        "address": plan.address,
        "user": plan.user,
        "screen_user": plan.screen_user,
        "state_name": plan.user,
        "screen_state_name": plan.screen_user,
        "state": f"/var/lib/{plan.user}",
        "screen_state": f"/var/lib/{plan.screen_user}",
    }
    texts = {f"{UNITS}/{name}": _template(name) for name in plan.services}
    texts |= {USERS: SYSUSERS, SETTINGS: _template("jantaku.toml")}
    file_texts = {path: Template(text).substitute(values) for path, text in texts.items()}
    return {**file_texts, "/etc/udev/rules.d/70-jantaku-table.rules": udev}


def _template(name: str) -> str:
    return (files("kiosk.deploy") / name).read_text("utf-8")
