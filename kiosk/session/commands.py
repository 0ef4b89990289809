"""What a person can tell the table; each is one tap or one form.

Each names the stage in which it is taken. Seats, codes and ids are those of the hand record.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kiosk.jobs import Job
from kiosk.session.answers import Answers
from kiosk.session.asking import AllowAsking
from kiosk.session.from_log import TakeLog
from kiosk.session.repairs import Between, RollFor, TypePayments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiosk.session.draft import Place, Stage
    from kiosk.session.events import PlayerId
    from vision.types import TableReading


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Sit down to a game (lobby). Enrol the players first: `Service.enrol`."""

    ruleset: str
    players: tuple[PlayerId, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    preset: str = ""  # under which name, version and hash the house keeps these options
    bench: tuple[PlayerId, ...] = ()  # who sits the first hand out


@dataclass(frozen=True, slots=True)
class CloseSession:
    """End the session (table, over)."""


@dataclass(frozen=True, slots=True)
class UseTable:
    """Ask the machine for something (table; `stop` and `resume` always)."""

    job: Job


@dataclass(frozen=True, slots=True)
class NoteWalls:
    """The machine has raised the walls (table); sent by the service, not by a page."""


@dataclass(frozen=True, slots=True)
class NoteDice:
    """Write down one throw (table, playing, review); the wall break follows from all so far.

    The service sends it for the machine's dice, a page for dice thrown by hand.
    """

    pips: tuple[int, ...]
    source: str = "hand"  # who read the pips: `hand`, `motor_sensor`, `motor_camera`, or `rng`
    proof: Mapping[str, str] = field(default_factory=dict)  # seeds and digests without dice
    rolled_ms: int = 0  # so long the dice were shaken, in ms; 0 where nobody measured it


@dataclass(frozen=True, slots=True)
class ForgetDice:
    """Take all throws of this hand back (table, playing, review)."""


@dataclass(frozen=True, slots=True)
class SayEast:
    """Say which seat is East where dice settle that and nobody noted them (playing, review)."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class StartPlay:
    """The tiles are dealt, by the machine or by hand (table)."""


@dataclass(frozen=True, slots=True)
class CallWin:
    """*seat* says "win" (playing); the screen then asks how."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """One winner as the screen "how" gives it."""

    seat: int
    by: str
    giver: int | None = None  # discarder or robbed seat; `None` where *by* is `self_draw`


@dataclass(frozen=True, slots=True)
class SayWho:
    """Who won and how, all winners of one tile at once, in order (playing, outcome).

    Goes on to reading, or back to play in a game that goes on after a win.
    """

    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class UseUpWall:
    """The wall is used up where play goes on after a win (playing); on to reading or review."""


@dataclass(frozen=True, slots=True)
class ForgetWin:
    """Take a noted win back, by its number, where play goes on after a win (playing, review)."""

    win: int


@dataclass(frozen=True, slots=True)
class CallDraw:
    """Nobody won (playing, outcome); goes on to review."""


@dataclass(frozen=True, slots=True)
class CallAbort:
    """The hand is void (playing, outcome); goes on to review."""


@dataclass(frozen=True, slots=True)
class EndPlay:
    """A hand of cards or dominoes was played to its end (playing); goes on to review."""


@dataclass(frozen=True, slots=True)
class SayPlay:
    """What happened at cards or dominoes: the whole `play`, as far as known (playing, review)."""

    play: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SayLeader:
    """Say who leads where the rules leave that to the players (table, playing, review)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReadTable:
    """Let the camera look (reading, review). The answer comes as `TakeReading`."""

    afresh: bool = False  # whether to read rows corrected by hand again, too


@dataclass(frozen=True, slots=True)
class TakeReading:
    """What the camera read; sent by the service, not by a page."""

    reading: TableReading
    afresh: bool = False
    still: str = ""  # name of the picture that was read, where it was kept


@dataclass(frozen=True, slots=True)
class EnterByHand:
    """Go on to review without the camera (reading)."""


@dataclass(frozen=True, slots=True)
class CorrectTile:
    """The tile is *code* (review). The same code again means "yes, it is"."""

    tile: int
    code: str


@dataclass(frozen=True, slots=True)
class RemoveTile:
    """There is no such tile (review)."""

    tile: int


@dataclass(frozen=True, slots=True)
class AddTiles:
    """Tiles are missing in this row (review): compact notation, appended."""

    place: Place
    tiles: str


@dataclass(frozen=True, slots=True)
class WriteRow:
    """This whole row is (review): compact notation; an empty hand is a hand not shown."""

    place: Place
    tiles: str


@dataclass(frozen=True, slots=True)
class MoveTile:
    """The tile lies in another row (review)."""

    tile: int
    place: Place


@dataclass(frozen=True, slots=True)
class LayMeld:
    """*seat* has this set too (review). With *meld*, it stands in place of that one."""

    seat: int
    kind: str
    tiles: str
    claimed: str = ""
    giver: int | None = None
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveMeld:
    """There is no such set (review); its tiles go with it."""

    meld: int


@dataclass(frozen=True, slots=True)
class WinOn:
    """The winning tile of *seat* is *code* (playing, review).

    Here and below *win* is the number of one of the seat's wins; without it its first is meant.
    """

    seat: int
    code: str
    win: int | None = None


@dataclass(frozen=True, slots=True)
class WinOnTile:
    """This tile of the winner's hand is the winning tile (review)."""

    tile: int


@dataclass(frozen=True, slots=True)
class SayHow:
    """Correct how one winner won (playing, review)."""

    claim: Claim
    win: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """Set or clear a mark of a win, `last_tile` or the like (review, settlement)."""

    seat: int
    mark: str
    on: bool = True
    win: int | None = None


@dataclass(frozen=True, slots=True)
class WinFact:
    """Say a fact of a win (review, settlement); `None` says that it is unknown."""

    seat: int
    fact: str
    value: Any = None
    win: int | None = None


@dataclass(frozen=True, slots=True)
class WinKong:
    """Say which of the winner's sets is the kong whose supplement won (review, settlement)."""

    seat: int
    kong: int | None
    win: int | None = None


@dataclass(frozen=True, slots=True)
class SeatFact:
    """Say a fact of a seat (playing, review); `None` says that it is unknown."""

    seat: int
    fact: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Declare:
    """Set or clear a declaration of a seat, `ready` or the like (playing, review)."""

    seat: int
    word: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class NoteIncident:
    """Note a fine, a false win or the like (playing, review)."""

    kind: str
    seat: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ForgetIncident:
    """Take the incident with this index back (playing, review)."""

    index: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Show the settlement (review).

    What cannot be settled is no refusal: `Draft.problems` names every problem with its place.
    """


@dataclass(frozen=True, slots=True)
class ConfirmHand:
    """Count the hand shown (settlement); goes on to the next hand."""


@dataclass(frozen=True, slots=True)
class VoidHand:
    """Undo the last hand that counts (table, playing before the first call, over)."""

    seq: int
    fix: bool = False  # its tiles come back to the review screen to be corrected


@dataclass(frozen=True, slots=True)
class GoBack:
    """Return to an earlier screen of this hand; what was entered stays."""

    stage: Stage


Correction = (
    CorrectTile
    | RemoveTile
    | AddTiles
    | WriteRow
    | MoveTile
    | LayMeld
    | RemoveMeld
    | WinOn
    | WinOnTile
    | ForgetWin
    | SayHow
    | Answers
    | Mark
    | WinFact
    | WinKong
    | SeatFact
    | Declare
    | NoteIncident
    | ForgetIncident
    | SayPlay
    | SayLeader
    | TakeLog
)
"""Everything that changes the draft at review."""

Command = (
    OpenSession
    | CloseSession
    | UseTable
    | NoteWalls
    | NoteDice
    | RollFor
    | ForgetDice
    | SayEast
    | StartPlay
    | CallWin
    | SayWho
    | AllowAsking
    | UseUpWall
    | CallDraw
    | CallAbort
    | EndPlay
    | ReadTable
    | TakeReading
    | EnterByHand
    | Correction
    | Settle
    | TypePayments
    | ConfirmHand
    | VoidHand
    | GoBack
    | Between
)
