"""What the bridge raises: one tree, each message saying what to do (`protocol.md` §6.8)."""

from __future__ import annotations

from typing import ClassVar

from firmware_bridge.faults import Fault
from firmware_bridge.wire.messages import LOWEST, PROTOCOL


class BridgeError(Exception):
    """Base of everything the bridge raises on purpose."""

    code: ClassVar[str] = "bridge"
    fault_code: ClassVar[int | None] = None
    """The fault of the catalogue whose words explain this error, where there is one."""

    def __init__(self, message: str, *, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where

    def to_json(self) -> dict[str, str]:
        """Return the object that every door of the program shows."""
        return {"code": self.code, "message": self.message, "where": self.where}


class TransportError(BridgeError):
    """The port cannot be opened, or does not carry bytes any more."""

    code = "table_port"


class _AtPortError(BridgeError):
    """An error of one port, whose *words* name it."""

    words: ClassVar[str]
    """What happened and what to do, with places for `port` and `detail`."""

    def __init__(self, port: str, detail: object = "") -> None:
        super().__init__(self.words.format(port=port, detail=detail), where=port)


class _OfJobError(BridgeError):
    """An error of one job, in *words* that hold for every one."""

    words: ClassVar[str]

    def __init__(self, op_id: int) -> None:
        super().__init__(self.words, where=f"op.{op_id}")
        self.op_id = op_id


class PortNotFoundError(_AtPortError, TransportError):
    """There is no such port now."""

    code = "table_not_found"
    fault_code = 901
    words = (
        "No table at port {port}: plug its cable in and switch the table on, or name the right port"
    )


class PortPermissionError(_AtPortError, TransportError):
    """The system does not let this user open the port."""

    code = "table_denied"
    fault_code = 902
    words = (
        "This user may not open port {port}: install the udev rules that "
        "`jantaku table udev` prints, or add the user to the group that owns the port (often "
        "dialout), then sign in again"
    )


class PortBusyError(_AtPortError, TransportError):
    """Another program holds the port."""

    code = "table_busy"
    fault_code = 903
    words = (
        "Port {port} is used by another program: close it (another kiosk, a terminal, "
        "a modem service) and try again"
    )


class ConnectionLostError(_AtPortError, TransportError):
    """The port vanished or the link broke."""

    code = "table_lost"
    fault_code = 904
    words = (
        "The table's cable came off or its power went (port {port}): plug it in again; "
        "what the table was doing is found again by itself"
    )


class NoReplyError(_AtPortError, TransportError):
    """The port is open and nothing that understands us answers."""

    code = "table_silent"
    fault_code = 905
    words = (
        "The table at port {port} does not answer: see that it is switched on and that "
        "this is its port, then switch it off and on"
    )


class ProtocolError(BridgeError):
    """The other side speaks, but not what we understand."""

    code = "table_protocol"


class VersionError(ProtocolError):
    """Host and firmware have no protocol version in common; made by `version_error`."""

    code = "table_version"
    fault_code = 808


class OldFirmwareError(_AtPortError, VersionError):
    """The table's firmware speaks only versions that this program has given up."""

    code = "table_firmware_old"
    fault_code = 910
    words = (
        "The firmware of the table at port {port} is too old: it speaks protocol {detail} "
        f"at most, this program needs {LOWEST} or newer: update the table's firmware"
    )


class NewFirmwareError(_AtPortError, VersionError):
    """The table's firmware no longer speaks a version that this program knows."""

    code = "table_firmware_new"
    fault_code = 911
    words = (
        "The firmware of the table at port {port} is too new: it needs protocol {detail} "
        f"or newer, this program speaks {PROTOCOL} at most: update this program"
    )


def version_error(port: str, lowest: int, highest: int) -> VersionError:
    """Return the error for a table that speaks protocol *lowest* to *highest*."""
    return NewFirmwareError(port, lowest) if lowest > PROTOCOL else OldFirmwareError(port, highest)


class WrongDeviceError(_AtPortError, ProtocolError):
    """A device answers which is no mahjong table."""

    code = "table_wrong_device"
    fault_code = 907
    words = "The device at port {port} is no table of ours ({detail}): name the table's port"


class OtherTableError(WrongDeviceError):
    """A table answers, and not the one that is meant; it is not asked to move."""

    code = "table_other"
    words = (
        "Another table is at port {port} ({detail}): plug the right one in, or take this one "
        "on the kiosk's page of the machine"
    )

    def __init__(self, port: str, serial: str, expected_serial: str) -> None:
        super().__init__(port, f"{serial}, and {expected_serial} is meant")
        self.serial = serial
        """Serial number of the table that is there."""


class InvalidReplyError(_AtPortError, ProtocolError):
    """The table answered with something that cannot be; nothing was made of it."""

    code = "table_nonsense"
    fault_code = 404
    words = (
        "The table at port {port} is not right: {detail}: wipe its sensors, then switch it "
        "off and on; call service if it stays so"
    )


class CommandRefusedError(BridgeError):
    """The table refused a command and did nothing; `fault` says why."""

    code = "table_refused"

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"The table refused: {fault}", where=f"fault.{fault.code}")
        self.fault = fault


class CommandMissingError(CommandRefusedError):
    """The table's dictionary offers no such command or job, so it was not asked."""

    code = "table_no_command"

    def __init__(self, command: str, fault: Fault) -> None:
        super().__init__(fault)
        self.message = (
            f"This table does not offer {command}: its firmware has nothing for it; do it by "
            "hand, or ask the table's maker"
        )
        self.args = (self.message,)
        self.where = f"command.{command}"
        self.command = command
        """What is missing, by its name in the dictionary."""


class JobFailedError(BridgeError):
    """A job began and did not end well; `fault` says why, the table is safe."""

    code = "table_job_failed"

    def __init__(self, op_id: int, fault: Fault) -> None:
        super().__init__(f"The table stopped: {fault}", where=f"fault.{fault.code}")
        self.op_id = op_id
        self.fault = fault


class JobCancelledError(_OfJobError):
    """A job was called off before its end."""

    code = "table_job_cancelled"
    words = "The job was called off: start it again when wanted"


class JobNotRunError(_OfJobError):
    """The table never received the job: it certainly did not move for it."""

    code = "table_job_not_run"
    words = "The table never received this job, the link broke before: start it again"


class OutcomeUnknownError(_OfJobError):
    """The table may or may not have run the job, and has no memory of it."""

    code = "table_outcome_unknown"
    fault_code = 909
    words = (
        "The table may or may not have done this: look at the table, then clear the fault "
        "and start again"
    )


class WaitTimeoutError(BridgeError):
    """The wait ended, the job goes on."""

    code = "table_wait"

    def __init__(self, op_id: int, timeout_s: float) -> None:
        super().__init__(
            f"The job has not ended within {timeout_s:g} s; it goes on: wait again or cancel it",
            where=f"op.{op_id}",
        )
        self.op_id = op_id


class ClosedError(BridgeError):
    """The client was closed."""

    code = "table_closed"

    def __init__(self) -> None:
        super().__init__("The link to the table was closed: open it again")


class JournalBusyError(BridgeError):
    """Another program writes the same journal."""

    code = "table_journal_busy"
    fault_code = 903

    def __init__(self, path: str) -> None:
        super().__init__(
            f"The table journal {path} is used by another program: close the other kiosk "
            "or give this one its own journal",
            where=path,
        )


class ParameterError(BridgeError):
    """A parameter that the table has not, or a value outside its limits; nothing was sent."""

    code = "table_parameter"
    fault_code = 804


class ListError(ProtocolError):
    """What the table's dictionary lists for service is wrong, so that nothing is asked by it."""

    code = "table_list"
    fault_code = 912

    def __init__(self, command: str, problem: str) -> None:
        super().__init__(
            f"This table's list for {command} is wrong ({problem}): ask its maker for other "
            "firmware; all else goes on",
            where=f"fault.{self.fault_code}",
        )
        self.problem = problem
