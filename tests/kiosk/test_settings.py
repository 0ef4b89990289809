"""What the kiosk is set up with, and the slips that are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.settings import Settings, SettingsError, load


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "kiosk.toml"
    path.write_text('port = 8100\nlanguage = "ja"\ndata_dir = "/var/lib/kiosk"\n', "utf-8")
    return path


def test_without_anything_the_defaults_hold() -> None:
    assert load(None, {}) == Settings()


def test_the_file_overrules_the_defaults(file: Path) -> None:
    settings = load(file, {}, host="::1")
    assert settings.host == "::1"
    assert (settings.port, settings.language) == (8100, "ja")
    assert settings.ledger == Path("/var/lib/kiosk/ledger.sqlite")


def test_a_variable_overrules_the_file(file: Path) -> None:
    settings = load(file, {"JANTAKU_PORT": "0", "JANTAKU_SIMULATE": "yes", "HOME": "x"})
    assert (settings.port, settings.simulate, settings.language) == (0, True, "ja")


def test_a_variable_names_the_file(file: Path) -> None:
    assert load(None, {"JANTAKU_CONFIG": str(file)}).port == 8100


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("prot = 8100", "prot"),
        ('port = "8100"', "port"),
        ("port = true", "port"),
        ("port = 70000", "port"),
        ("data_dir = 3", "data_dir"),
        ('table_id = ""', "table_id"),
        ('simulate = true\ntable = "/dev/ttyACM0"', "simulate"),
        ('commit_to = "postgresql"', "commit_to"),
        ("stills_days = -1", "stills_days"),
    ],
)
def test_a_slip_in_the_file_is_told(tmp_path: Path, text: str, where: str) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SettingsError) as caught:
        load(path, {})
    assert caught.value.where == where


@pytest.mark.parametrize(
    "environ",
    [
        {"JANTAKU_PROT": "1"},
        {"JANTAKU_PORT": "many"},
        {"JANTAKU_SIMULATE": "perhaps"},
        {"JANTAKU_CONFIG": "/nowhere/kiosk.toml"},
    ],
)
def test_a_slip_in_a_variable_is_told(environ: dict[str, str]) -> None:
    with pytest.raises(SettingsError):
        load(None, environ)


def test_a_file_that_is_no_toml_is_told(tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text("port: 8100", "utf-8")
    with pytest.raises(SettingsError, match=r"kiosk\.toml"):
        load(path, {})


def test_a_language_without_words_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="zh-Hant"):
        load(None, {"JANTAKU_LANGUAGE": "tlh"})


def test_no_message_repeats_a_value(tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text('database_url = ["postgresql://me:hush@there"]\nport = 70000', "utf-8")
    with pytest.raises(SettingsError) as caught:
        load(path, {})
    assert str(caught.value) == f"{path}: port: should be less than or equal to 65535"
    assert "hush" not in repr(Settings(database_url="postgresql://me:hush@there"))


def test_a_ledger_in_the_database_is_told_the_way_home() -> None:
    environ = {"JANTAKU_COMMIT_TO": "postgresql", "JANTAKU_DATABASE_URL": "postgresql://there"}
    with pytest.raises(SettingsError, match="jantaku take"):
        load(None, environ)
    assert load(None, environ | {"JANTAKU_COMMIT_TO": "local"}).database_url
