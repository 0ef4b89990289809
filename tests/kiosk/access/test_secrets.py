"""Secrets on disk: for their owner alone, whole or not at all, never the tokens themselves."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from kiosk.access.rights import Right
from kiosk.access.secrets import MAX_TOKENS, Secrets
from kiosk.errors import Refused


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "keys.json"


def test_the_secret_is_made_once_and_kept(path: Path) -> None:
    assert Secrets(path).secret == Secrets(path).secret
    assert len(Secrets(path).secret) == 32


def test_only_the_owner_may_read_it(path: Path) -> None:
    secrets = Secrets(path)
    secrets.make_token("scores", Right.READ, 0)
    assert [file.stat().st_mode & 0o777 for file in sorted(path.parent.iterdir())] == [0o600] * 2


def test_a_token_allows_what_it_was_made_for(path: Path) -> None:
    _, text = Secrets(path).make_token("scores", Right.SCORE, 0)
    assert Secrets(path).right_of(text) is Right.SCORE
    assert Secrets(path).right_of(text + "x") is None
    assert Secrets(path).right_of("") is None


def test_a_token_has_256_bits_and_is_not_kept(path: Path) -> None:
    texts = {Secrets(path).make_token("scores", Right.READ, 0)[1] for _ in range(3)}
    assert len(texts) == 3
    assert all(len(text.removeprefix("jantaku_")) == 43 for text in texts)
    assert not any(text in path.read_text("utf-8") for text in texts)


def test_a_token_that_was_taken_back_allows_nothing(path: Path) -> None:
    secrets = Secrets(path)
    token, text = secrets.make_token("scores", Right.ADMIN, 0)
    Secrets(path).drop_token(token.id)
    assert secrets.right_of(text) is None
    with pytest.raises(Refused, match="there is no token"):
        secrets.drop_token(token.id)


def test_two_programs_that_write_at_once_lose_nothing(path: Path) -> None:
    def make() -> None:
        for _ in range(10):
            Secrets(path).make_token("scores", Right.READ, 0)

    writers = [threading.Thread(target=make) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(Secrets(path).read().tokens) == 40


def test_tokens_are_not_given_without_end() -> None:
    secrets = Secrets()
    for _ in range(MAX_TOKENS):
        secrets.make_token("scores", Right.READ, 0)
    with pytest.raises(Refused) as caught:
        secrets.make_token("scores", Right.READ, 0)
    assert caught.value.code == "too_many_tokens"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"secret": 1}', '{"tokens": [{}]}'])
def test_a_damaged_file_is_told_and_not_overwritten(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    with pytest.raises(Refused) as caught:
        Secrets(path).read()
    assert caught.value.code == "bad_keys"
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("label", "right"), [("", Right.READ), ("  ", Right.READ), ("a", Right.OPEN)]
)
def test_a_token_needs_a_name_and_a_right(label: str, right: Right) -> None:
    with pytest.raises(Refused):
        Secrets().make_token(label, right, 0)
