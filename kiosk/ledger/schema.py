"""The tables of the ledger, and what keeps or shows that what is written is as it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Connection,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    Table,
    Text,
)

VERSION: Final = 3
"""Of the tables below; kept in the file's `user_version`."""

METADATA: Final = MetaData()
LONG: Final = Integer().with_variant(BigInteger(), "postgresql")
"""Milliseconds; SQLite's whole numbers hold them anyway."""

EVENT: Final = Table(
    "event",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("at_wall", LONG, nullable=False),
    Column("boot_id", Text, nullable=False),
    Column("at_mono", LONG, nullable=False),
    Column("actor", Text, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", Text, nullable=False),
    CheckConstraint("seq > 0"),
    sqlite_strict=True,
)

TRANSFER: Final = Table(
    "transfer",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("ord", Integer, primary_key=True, autoincrement=False),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    Column("amount", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    CheckConstraint("amount > 0"),
    CheckConstraint("debit <> credit"),
    ForeignKeyConstraint(["table_id", "seq"], ["event.table_id", "event.seq"]),
    sqlite_strict=True,
)

OPERATION: Final = Table(
    "operation",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("seq", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    sqlite_strict=True,
)
"""What each operation was told, so that the same one is never carried out twice."""

DRAFT: Final = Table(
    "draft",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("body", Text, nullable=False),
    sqlite_strict=True,
)

PLAYER: Final = Table(
    "player",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("called", Text, nullable=False),
    Column("last_seen", Integer, nullable=False),
    sqlite_strict=True,
)
"""`called` is the name folded for comparison, empty for a guest, whom nobody finds again; both are
empty once a person was forgotten."""

LEASE: Final = Table(
    "lease",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("kiosk_id", Text, nullable=False),
    Column("epoch", Integer, nullable=False),
    sqlite_strict=True,
)
"""Which kiosk may write a table's events; each change of hands is a new epoch.

The parlour's database decides; a kiosk's own file remembers what it was told last.
"""

ADDED: Final[Mapping[int, tuple[Table, ...]]] = {
    1: (EVENT, TRANSFER, OPERATION, DRAFT, PLAYER),
    2: (LEASE,),
    3: (),
}
"""The tables that each version has more than the one before."""

APPEND_ONLY: Final = (EVENT, TRANSFER)
TRIGGERS: Final = tuple(
    f"CREATE TRIGGER {table.name}_no_{verb} BEFORE {verb.upper()} ON {table.name} "
    f"BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END"
    for table in APPEND_ONLY
    for verb in ("update", "delete")
)
"""Statements that make the guards."""
MIRRORS: Final = tuple(
    f"CREATE INDEX {table}_mirror ON {table} ({columns})"
    for table, columns in (
        ("operation", "table_id, seq, answer"),
        ("draft", "body"),
        ("player", "name, called, last_seen"),
        ("lease", "kiosk_id, epoch"),
    )
)
"""Statements that let SQLite keep every column of what no hash covers twice.

Its integrity check compares both, so a bit that flips in one of them is noticed.
"""
STATEMENTS: Final[Mapping[int, tuple[str, ...]]] = {1: TRIGGERS, 3: MIRRORS}
"""What each version says besides the tables that it adds."""


def make_tables(connection: Connection, version: int = VERSION) -> None:
    """Make every table and guard of *version* in an empty file."""
    for step in range(1, version + 1):
        upgrade(connection, step)


def upgrade(connection: Connection, version: int) -> None:
    """Make a ledger of the version before *version* one of it; nothing written is changed."""
    METADATA.create_all(connection, tables=ADDED[version])
    for statement in STATEMENTS.get(version, ()):
        connection.exec_driver_sql(statement)
