"""What every page has at hand: the service, the words of its reader, the look of its screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address
from typing import Final, cast
from urllib.parse import urlsplit

from flask import abort, current_app, g, request
from werkzeug import Request

import rules
from kiosk.errors import Refused
from kiosk.i18n import FALLBACK, LANGUAGE_NAMES, Catalogue, best_language, catalogue, moment
from kiosk.service import Service
from kiosk.session import at_work
from kiosk.session.events import PlayerId
from kiosk.session.shapes import MAX_SEATS
from kiosk.view import HandView, View
from kiosk.voice import Voice
from kiosk.web import SEAT_ORDER

COOKIE: Final = "language"
YEAR_S: Final = 365 * 24 * 3600
EDGES: Final = 4
"""Of a screen: 0 is the lower one, then counter-clockwise."""
PAIR: Final = 2
"""Two sit face to face."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "view": ("table", "list"),
    "side": tuple(str(seat) for seat in range(MAX_SEATS)),
    "turn": tuple(str(edge) for edge in range(EDGES)),
    "lies": ("stands", "flat"),
    "size": ("normal", "large"),
    "sound": ("off", "low", "loud"),
    "dim": ("3", "10", "never"),
    "indices": ("off", "on"),
    "motion": ("on", "off"),
    "voice": ("off", "results", "everything"),
    "keyboard": ("auto", "screen", "device"),
    "round_min": ("off", "45", "60", "75", "90"),
    "hand_min": ("off", "5", "10", "15"),
}
"""What can be chosen, the default first; each is a cookie of this screen."""


def service() -> Service:
    """Return the one service behind all pages."""
    return cast("Service", current_app.extensions["jantaku"])


def voice() -> Voice:
    """Return what says things aloud."""
    return cast("Voice", current_app.extensions["jantaku_voice"])


def at_the_hand() -> View:
    """Return the view as it stands before the hand at work: the next one, or one put right."""
    view = service().view()
    if not isinstance(view, HandView) or view.draft.amends is None:
        return view
    session = at_work(view.session, view.draft)
    return view.of(session, names_of(session.everyone), view.draft)


def open_view(status: int = 404) -> HandView:
    """Return the view of the open session; end the request with *status* where there is none."""
    view = service().view()
    if not isinstance(view, HandView):
        abort(status)
    return view


def names_of(players: tuple[PlayerId, ...]) -> tuple[str, ...]:
    """Return these people's names; empty for who was forgotten."""
    return service().names(players)


def when(seq: int, pattern: str = "both") -> str:
    """Return when event *seq* was written, as this language writes `date`, `time` or `both`."""
    return moment(service().time_of(seq), words().language, pattern)


def language_of(http_request: Request, own: str) -> str:
    """Return the code of the language to answer in.

    What was chosen on this screen goes before the kiosk's *own* language, and where the kiosk has
    none, the browser says what its reader understands.
    """
    choice = http_request.cookies.get(COOKIE, "")
    understood = (tag for tag, share in http_request.accept_languages if share > 0)
    preference = choice if choice in LANGUAGE_NAMES else own
    return preference or best_language(understood) or FALLBACK


def words(ruleset: str = "") -> Catalogue:
    """Return the catalogue of this request, from now on in the words of the game *ruleset*.

    Where no game was named, it is the one that is open at this table.
    """
    if ruleset or "words" not in g:
        language = language_of(request, current_app.config["LANGUAGE"])
        g.words = catalogue(language, vocabulary_of(ruleset or _open_ruleset()))
    t: Catalogue = g.words
    return t


def vocabulary_of(ruleset: str) -> str:
    """Return whose words the players of *ruleset* have; the shared ones for an unknown game."""
    return rules.ruleset(ruleset).vocabulary if ruleset in rules.rulesets() else ""


def _open_ruleset() -> str:
    session = service().state.session
    return "" if session is None or session.is_closed else session.ruleset


def this_page() -> str:
    """Return the address of the page that is shown, to come back to; `/` after a form."""
    if request.method != "GET":
        return "/"
    return request.full_path if request.query_string else request.path


def path_of(address: str) -> str:
    """Return path and query of *address* if it is one of ours, else the start page."""
    parts = urlsplit(address)
    ours = not parts.scheme and not parts.netloc and parts.path.startswith("/")
    if not ours or parts.path.startswith("//"):
        return "/"
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def clock_time(at_ms: int) -> str:
    """Return date and time of *at_ms* (milliseconds since 1970) where the kiosk stands."""
    return f"{datetime.fromtimestamp(at_ms / 1000).astimezone():%Y-%m-%d %H:%M:%S}"


def tile_name(code: str) -> str:
    """Return what the tile *code* is called: "5 of circles", "East"."""
    t = words()
    rank, letter = code[0], code[1]
    if letter in "mps":
        key = "tile.red_five" if rank == "0" else "tile.ranked"
        return t(key, rank=rank, suit=t(f"tile.suit.{letter}"))
    return t(f"tile.{code}")


def refusal_words(code: str) -> str:
    """Return what happened and what to do, for the *code* of a refusal."""
    t = words()
    steps = t(f"error.{code}.steps") if words().knows(f"error.{code}.steps") else ""
    return f"{t(f'error.{code}')} {steps}".strip()


def refusal_steps(refusal: Refused) -> str:
    """Return what happened and what to do; the machine's own reason goes before ours."""
    key = refusal.where
    if not words().knows(f"{key}.steps"):
        return refusal_words(refusal.code)
    return f"{words()(key)} {words()(f'{key}.steps')}"


@dataclass(frozen=True, slots=True)
class DisplayChoice:
    """One value that can be chosen."""

    value: str
    title: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class Display:
    """What was chosen on this screen."""

    view: str
    side: int
    """The seat whose side of the table is nearest; it is drawn at the bottom."""
    turn: int
    """The edge of the screen at which the page has its foot."""
    lies: str
    """Whether it `stands` beside the table or lies `flat` in the middle: then the whole page turns
    to who taps a seat, and not the seats alone."""
    size: str
    sound: str
    dim: str
    """After how many minutes without a touch the screen goes dark."""
    indices: str = "off"
    """Whether tiles show a figure in their corner, for who cannot read the characters."""
    motion: str = "on"
    """Whether a result is played, or stands there at once."""
    voice: str = "off"
    """What is said aloud."""
    keyboard: str = "auto"
    """Whose keyboard writes names: the page's or the device's; by itself the page's on the kiosk's
    own screen, which has no other."""
    round_min: str = "off"
    """After how many minutes a round, which is a session, is to be over; `off` shows no clock."""
    hand_min: str = "off"

    @property
    def has_keyboard(self) -> bool:
        """Return whether the page brings a keyboard along."""
        is_own = ip_address(request.remote_addr or "::").is_loopback
        return self.keyboard == "screen" or (self.keyboard == "auto" and is_own)

    @property
    def classes(self) -> str:
        """Return the classes of the page's body."""
        names = f"view-{self.view} size-{self.size} side-{self.side}"
        names += " indices-on" if self.indices == "on" else ""
        names += " motion-off" if self.motion == "off" else ""
        return f"{names} page-turned-{self.turn}" if self.turn else names

    def choices(self, name: str) -> list[DisplayChoice]:
        """Return what can be chosen for *name* in words; sides are named by the page."""
        current = str(getattr(self, name))
        return [
            DisplayChoice(value, words()(f"ui.look.{name}.{value}"), value == current)
            for value in CHOICES[name]
        ]

    def edge_of(self, seat: int, seats: int) -> int | None:
        """Return the edge nearest to *seat* where the screen lies flat; `None` where it stands.

        Three sit at three edges, as at the table itself; more share one.
        """
        if self.lies != "flat":
            return None
        around = max(seats, EDGES) if seats != PAIR else PAIR
        return SEAT_ORDER * ((2 * EDGES * seat + around) // (2 * around)) % EDGES

    def place(self, seat: int, seats: int) -> int:
        """Return where *seat* is drawn: 0 below, 1 to the right (`table.css`), and so on."""
        return SEAT_ORDER * (seat - self.side) % seats

    def turns(self, seats: int) -> int:
        """Return by how many sides clockwise the walls' picture, seat 0 below, is turned."""
        return SEAT_ORDER * self.side % seats


def display() -> Display:
    """Return how this screen is to look; what nobody chose is as always."""
    view, side, turn, *rest = (_display_choice(name) for name in CHOICES)
    return Display(view, int(side), int(turn), *rest)


def _display_choice(name: str) -> str:
    """Return what was chosen for *name*, its default where that is no choice."""
    value = request.cookies.get(name, "")
    return value if value in CHOICES[name] else CHOICES[name][0]
