"""What only this kiosk may know: its cookie secret, the operator's PIN, the tokens of programs.

One file, readable by its owner alone, written whole. It is read again at each use, so that
`jantaku pin` and `jantaku token` reach a kiosk that runs. Of PIN and tokens only digests are kept.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from kiosk.access.rights import SCOPES, Right
from kiosk.errors import Refused
from kiosk.files import put_on_disk, write_whole

OWNER_ONLY: Final = 0o600
SECRET_BYTES: Final = 32
MARK: Final = "jantaku_"
"""Begins every token, so that one that was left lying about is known for what it is."""
MAX_TOKENS: Final = 100
MAX_LABEL: Final = 40


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token: everything but the token."""

    id: str
    label: str
    """What its owner calls it."""
    right: Right
    digest: str
    """SHA-256 of the token, in hex."""
    made_ms: int


@dataclass(frozen=True, slots=True)
class StoredSecrets:
    """Everything in the file."""

    secret: str
    """Signs the cookies; 256 bits in hex."""
    pin: str = ""
    """The PIN's scrypt digest; empty while there is none."""
    failures: int = 0
    """Wrong PINs since the last right one."""
    tokens: tuple[Token, ...] = ()


@dataclass(slots=True)
class Secrets:
    """The secrets in the file at *path*, made at first use; in memory where there is none."""

    path: Path | None = None
    _memory: StoredSecrets = field(default_factory=lambda: _new())

    def read(self) -> StoredSecrets:
        """Return what is kept now; raise `Refused` where the file cannot be understood."""
        if self.path is None:
            return self._memory
        if not self.path.exists():
            with self.changing() as change:
                change(_new())
        return _read(self.path)

    @property
    def secret(self) -> bytes:
        """Return what signs the cookies."""
        return bytes.fromhex(self.read().secret)

    def put_pin(self, digest: str) -> None:
        """Keep the *digest* of a new PIN; wrong tries are forgotten."""
        self._change(pin=digest, failures=0)

    def count_failures(self, failures: int) -> None:
        """Keep how often a wrong PIN was tried; on disk before this returns."""
        self._change(failures=failures)

    def make_token(self, label: str, right: Right, now_ms: int) -> tuple[Token, str]:
        """Return a new token's entry and the token itself, which is never shown again."""
        name = " ".join(label.split())[:MAX_LABEL]
        if right not in SCOPES or not name:
            raise Refused("bad_token", f"a token needs a label and one of {SCOPES}", where="token")
        text = MARK + secrets.token_urlsafe(SECRET_BYTES)
        token = Token(secrets.token_hex(4), name, right, digest_of(text), now_ms)
        with self.changing() as change:
            contents = self.read()
            if len(contents.tokens) >= MAX_TOKENS:
                raise Refused("too_many_tokens", f"{MAX_TOKENS} tokens are out: take some back")
            change(replace(contents, tokens=(*contents.tokens, token)))
        return token, text

    def drop_token(self, id_: str) -> None:
        """Take the token *id_* back; raise `Refused` where there is none."""
        with self.changing() as change:
            contents = self.read()
            left = tuple(token for token in contents.tokens if token.id != id_)
            if left == contents.tokens:
                raise Refused("no_such_token", f"there is no token {id_}", where="token")
            change(replace(contents, tokens=left))

    def right_of(self, text: str) -> Right | None:
        """Return what the token *text* allows, nothing where it is none of ours."""
        digest = digest_of(text)
        matches = [t for t in self.read().tokens if secrets.compare_digest(t.digest, digest)]
        return matches[0].right if matches else None

    def _change(self, **values: Any) -> None:
        with self.changing() as change:
            change(replace(self.read(), **values))

    @contextmanager
    def changing(self) -> Iterator[_Change]:
        """Yield what replaces the secrets, while no other program changes them."""
        if self.path is None:
            yield self._remember
            return
        _make_folder(self.path.parent)
        lock = os.open(self.path.with_suffix(".lock"), os.O_CREAT | os.O_RDWR, OWNER_ONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.path.exists():
                _write(self.path, _new())
            yield self._keep
        finally:
            os.close(lock)

    def _remember(self, contents: StoredSecrets) -> None:
        self._memory = contents

    def _keep(self, contents: StoredSecrets) -> None:
        assert self.path is not None
        _write(self.path, contents)


_Change = Callable[[StoredSecrets], None]


def digest_of(token: str) -> str:
    """Return the SHA-256 of *token*: 256 bits of chance need no salt and no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()


def _new() -> StoredSecrets:
    return StoredSecrets(secrets.token_hex(SECRET_BYTES))


def _read(path: Path) -> StoredSecrets:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        tokens = tuple(Token(**{**one, "right": Right(one["right"])}) for one in data["tokens"])
        return StoredSecrets(str(data["secret"]), str(data["pin"]), int(data["failures"]), tokens)
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = f"{path} cannot be read ({error}): put it aside; PIN and tokens are then set anew"
        raise Refused("bad_keys", message, where="keys") from error


def _write(path: Path, contents: StoredSecrets) -> None:
    write_whole(path, json.dumps(asdict(contents)), OWNER_ONLY)


def _make_folder(folder: Path) -> None:
    """Make *folder* and those above it where they are not there, for a power cut to leave too."""
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    put_on_disk(folder.parent)
