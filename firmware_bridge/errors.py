"""What the bridge raises: one tree, each message saying what to do (`table-link.md` §6.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from firmware_bridge.messages import LOWEST, PROTOCOL

if TYPE_CHECKING:
    from firmware_bridge.faults import Fault


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


class PortNotFoundError(TransportError):
    """There is no such port now."""

    code = "table_not_found"
    fault_code = 901

    def __init__(self, port: str) -> None:
        super().__init__(
            f"No table at port {port}: plug its cable in and switch the table on, "
            "or name the right port",
            where=port,
        )


class DeniedError(TransportError):
    """The system does not let this user open the port."""

    code = "table_denied"
    fault_code = 902

    def __init__(self, port: str) -> None:
        super().__init__(
            f"This user may not open port {port}: install the udev rules that "
            "`jantaku table udev` prints, or add the user to the group that owns the port (often "
            "dialout), then sign in again",
            where=port,
        )


class BusyError(TransportError):
    """Another program holds the port."""

    code = "table_busy"
    fault_code = 903

    def __init__(self, port: str) -> None:
        super().__init__(
            f"Port {port} is used by another program: close it (another kiosk, a terminal, "
            "a modem service) and try again",
            where=port,
        )


class LostError(TransportError):
    """The port vanished or the link broke."""

    code = "table_lost"
    fault_code = 904

    def __init__(self, port: str) -> None:
        super().__init__(
            f"The table's cable came off or its power went (port {port}): plug it in again; "
            "what the table was doing is found again by itself",
            where=port,
        )


class SilentError(TransportError):
    """The port is open and nothing that understands us answers."""

    code = "table_silent"
    fault_code = 905

    def __init__(self, port: str) -> None:
        super().__init__(
            f"The table at port {port} does not answer: see that it is switched on and that "
            "this is its port, then switch it off and on",
            where=port,
        )


class ProtocolError(BridgeError):
    """The other side speaks, but not what we understand."""

    code = "table_protocol"


class VersionError(ProtocolError):
    """Host and firmware have no protocol version in common; made by `version_error`."""

    code = "table_version"
    fault_code = 808


class OldFirmwareError(VersionError):
    """The table's firmware speaks only versions that this program has given up."""

    code = "table_firmware_old"
    fault_code = 910

    def __init__(self, port: str, highest: int) -> None:
        super().__init__(
            f"The firmware of the table at port {port} is too old: it speaks protocol {highest} "
            f"at most, this program needs {LOWEST} or newer: update the table's firmware",
            where=port,
        )


class NewFirmwareError(VersionError):
    """The table's firmware no longer speaks a version that this program knows."""

    code = "table_firmware_new"
    fault_code = 911

    def __init__(self, port: str, lowest: int) -> None:
        super().__init__(
            f"The firmware of the table at port {port} is too new: it needs protocol {lowest} "
            f"or newer, this program speaks {PROTOCOL} at most: update this program",
            where=port,
        )


def version_error(port: str, lowest: int, highest: int) -> VersionError:
    """Return the error for a table that speaks protocol *lowest* to *highest*."""
    return NewFirmwareError(port, lowest) if lowest > PROTOCOL else OldFirmwareError(port, highest)


class WrongDeviceError(ProtocolError):
    """A device answers which is no mahjong table."""

    code = "table_wrong_device"
    fault_code = 907

    def __init__(self, port: str, detail: str) -> None:
        super().__init__(
            f"The device at port {port} is no table of ours ({detail}): name the table's port",
            where=port,
        )


class NonsenseError(ProtocolError):
    """The table answered with something that cannot be; nothing was made of it."""

    code = "table_nonsense"
    fault_code = 404

    def __init__(self, port: str, detail: str) -> None:
        super().__init__(
            f"The table at port {port} is not right: {detail}: wipe its sensors, then switch it "
            "off and on; call service if it stays so",
            where=port,
        )


class CommandRefusedError(BridgeError):
    """The table refused a command and did nothing; `fault` says why."""

    code = "table_refused"

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"The table refused: {fault}", where=f"fault.{fault.code}")
        self.fault = fault


class JobFailedError(BridgeError):
    """A job began and did not end well; `fault` says why, the table is safe."""

    code = "table_job_failed"

    def __init__(self, op_id: int, fault: Fault) -> None:
        super().__init__(f"The table stopped: {fault}", where=f"fault.{fault.code}")
        self.op_id = op_id
        self.fault = fault


class JobCancelledError(BridgeError):
    """A job was called off before its end."""

    code = "table_job_cancelled"

    def __init__(self, op_id: int) -> None:
        super().__init__("The job was called off: start it again when wanted", where=f"op.{op_id}")
        self.op_id = op_id


class JobNotRunError(BridgeError):
    """The table never received the job: it certainly did not move for it."""

    code = "table_job_not_run"

    def __init__(self, op_id: int) -> None:
        super().__init__(
            "The table never received this job, the link broke before: start it again",
            where=f"op.{op_id}",
        )
        self.op_id = op_id


class OutcomeUnknownError(BridgeError):
    """The table may or may not have run the job, and has no memory of it."""

    code = "table_outcome_unknown"
    fault_code = 909

    def __init__(self, op_id: int) -> None:
        super().__init__(
            "The table may or may not have done this: look at the table, then clear the fault "
            "and start again",
            where=f"op.{op_id}",
        )
        self.op_id = op_id


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
