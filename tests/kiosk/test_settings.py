"""What the kiosk is set up with, and the slips that are told."""

from __future__ import annotations

import traceback
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


HUSH = "hush4sh"


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql+psycopg:/me:{HUSH}@there/db",
        f"postgres://me:{HUSH}@there/db",
        f"postgresql+psycopg2://me:{HUSH}@there/db",
        f"postgresql+psycopg://me:{HUSH}",
        f"postgresql+psycopg://me:{HUSH}@there:port/db",
        f"postgresql+psycopg://me:{HUSH}@there:99999/db",
        f"postgresql+psycopg://me:{HUSH}@[::1/db",
        f"postgresql+psycopg://me:a@{HUSH}@there/db",
        f"postgresql+psycopg://me:12/{HUSH}@there/db",
        f"postgresql+psycopg://me:12#{HUSH}@there/db",
        f"postgresql+psycopg://me:12?{HUSH}@there/db",
        f"postgresql+psycopg://me:a {HUSH}@there/db",
        f"me:{HUSH}@there/db",
        f"host=there user=me password={HUSH}",
        f"sqlite:///{HUSH}",
    ],
)
def test_an_address_of_another_form_is_told_without_its_password(tmp_path: Path, url: str) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text(f'database_url = "{url}"', "utf-8")
    for environ in ({"JANTAKU_CONFIG": str(path)}, {"JANTAKU_DATABASE_URL": url}):
        with pytest.raises(SettingsError, match=r"write postgresql.*@ is %40") as caught:
            load(None, environ)
        assert HUSH not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "postgresql://there/db",
        "postgresql+psycopg://me:a%40b%2Fc@there:5432/db",
        "postgresql+psycopg://me:a@[::1]:5432/db?sslmode=require",
        "postgresql+psycopg:///db?host=/var/run/postgresql",
    ],
)
def test_a_sound_address_is_taken_and_never_printed(url: str) -> None:
    settings = load(None, {}, database_url=url)
    assert settings.database_url.get_secret_value() == url
    assert not url or url not in repr(settings)


@pytest.mark.parametrize(
    "text",
    [
        f'"postgresql://me:{HUSH}@there" = 1',
        f'database_url = "postgresql://me:{HUSH}@there',
        f"database_url = postgresql://me:{HUSH}@there",
        f'database_url = "postgresql://me:{HUSH}@there"\ndatabase_url = ""',
        f'database_url = ["postgresql://me:{HUSH}@there"]',
        f'[database_url]\na = "{HUSH}"',
        f'port = "postgresql://me:{HUSH}@there"',
        f'simulate = "postgresql://me:{HUSH}@there"',
        f'language = "postgresql://me:{HUSH}@there"',
    ],
)
def test_no_slip_around_an_address_prints_its_password(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SettingsError) as caught:
        load(path, {})
    assert HUSH not in "".join(traceback.format_exception(caught.value))


def test_a_ledger_in_the_database_is_told_the_way_home() -> None:
    environ = {"JANTAKU_COMMIT_TO": "postgresql", "JANTAKU_DATABASE_URL": "postgresql://there"}
    with pytest.raises(SettingsError, match="jantaku take"):
        load(None, environ)
    assert load(None, environ | {"JANTAKU_COMMIT_TO": "local"}).database_url
