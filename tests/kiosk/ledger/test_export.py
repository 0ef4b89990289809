"""Out and in again: an export has everything, and only a whole one is taken."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from kiosk.errors import Refused
from kiosk.ledger.export import WRITERS, Incoming, export, import_into, lines_of, preview
from kiosk.ledger.rows import Change
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from kiosk.session.events import EventWithdrawn, HandVoided, SessionClosed, SessionOpened
from tests.ids import case_id
from tests.kiosk.ledger.stores import TickingClock, open_ledger, settle_hand


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Return a ledger with names, a hand that was undone, and one that counts."""
    path = tmp_path / "played.sqlite"
    book = open_ledger(path)
    names = ("Aiko", 'Bo "the, fox"', "千恵\nさん", "=1+1")
    ids = tuple(book.enrol(name) for name in names)
    book.commit(Change("open", 0, SessionOpened("plain", {}, ids, 100, "1")))
    book.commit(Change("one", 1, settle_hand(1)))
    book.commit(Change("undo", 2, HandVoided(2)))
    book.commit(Change("again", 3, settle_hand(1)))
    book.forget(ids[1])
    book.close()
    return path


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_an_import_exports_to_the_same_bytes(ledger: Path, tmp_path: Path, form: str) -> None:
    there = export(ledger, form)
    copy = tmp_path / "copy.sqlite"
    assert import_into(copy, there) == 4
    assert export(copy, form).encode() == there.encode()
    assert verify(copy) == verify(ledger)


def test_an_export_of_a_ledger_that_is_not_there_makes_none(tmp_path: Path) -> None:
    missing = tmp_path / "missing.sqlite"
    with pytest.raises(OperationalError, match="unable to open"):
        export(missing, "json")
    assert not missing.exists()


def test_an_event_that_does_not_follow_goes_along(ledger: Path, tmp_path: Path) -> None:
    book = open_ledger(ledger)
    book.commit(Change("end", 4, SessionClosed((1, 2, 3, 4))))
    book.commit(Change("back", 5, EventWithdrawn(5)))
    book.commit(Change("end again", 6, SessionClosed((1, 2, 3, 4))))
    book.close()
    copy = tmp_path / "copy.sqlite"
    assert import_into(copy, export(ledger, "json")) == 7
    assert verify(copy) == verify(ledger)


def test_both_forms_hold_the_same(ledger: Path, tmp_path: Path) -> None:
    import_into(tmp_path / "copy.sqlite", export(ledger, "csv"))
    assert export(tmp_path / "copy.sqlite", "json") == export(ledger, "json")


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_a_second_import_adds_nothing(ledger: Path, form: str) -> None:
    before = export(ledger, form)
    assert import_into(ledger, before) == 0
    assert export(ledger, form) == before


def test_an_older_ledger_takes_what_it_lacks(ledger: Path, tmp_path: Path) -> None:
    whole = export(ledger, "json")
    shorter = json.loads(whole)
    shorter["events"] = shorter["events"][:2]
    older = tmp_path / "older.sqlite"
    import_into(older, json.dumps(shorter))
    assert import_into(older, whole) == 2
    assert export(older, "json") == whole


def test_the_hand_at_work_goes_with_what_follows_it_and_no_other_table_s(
    ledger: Path, tmp_path: Path
) -> None:
    whole = export(ledger, "json")
    data = json.loads(whole)
    data["events"] = data["events"][:2]
    older = tmp_path / "older.sqlite"
    import_into(older, json.dumps(data))
    books = [
        LedgerStore(older, TickingClock(), boot_id="b", table_id=table)
        for table in ("table-1", "table-2")
    ]
    for book in books:
        book.commit(Change(f"tap at {book.table_id}", book.head().seq, draft={"stage": "review"}))
    import_into(older, whole)
    drafts = [book.draft() for book in books]
    for book in books:
        book.close()
    assert drafts == [None, {"stage": "review"}]


def _changed(text: str) -> str:
    return text.replace('\\"amount\\":10', '\\"amount\\":99')


def _hole(text: str) -> str:
    data = json.loads(text)
    del data["events"][2]
    return json.dumps(data)


def _other_format(text: str) -> str:
    return text.replace('"jantaku":1', '"jantaku":9')


def _numbers_as_text(text: str) -> str:
    return text.replace('"seq":2', '"seq":"2"')


def _nameless(text: str) -> str:
    return text.replace('"name":"Aiko"', '"name":7')


def _cut(text: str) -> str:
    return text[:-40]


def _number_as_text(text: str) -> str:
    return text.replace('"number":1', '"number":"1"')


HARMS = (
    _number_as_text,
    _changed,
    _hole,
    _other_format,
    _numbers_as_text,
    _nameless,
    _cut,
    lambda _: "",
    str.upper,
)


@pytest.mark.parametrize("harm", HARMS, ids=case_id)
def test_what_is_no_whole_export_is_refused_and_writes_nothing(
    ledger: Path, tmp_path: Path, harm: Callable[[str], str]
) -> None:
    empty = tmp_path / "empty.sqlite"
    open_ledger(empty).close()
    with pytest.raises(Refused) as refused:
        import_into(empty, harm(export(ledger, "json")))
    assert refused.value.code == "bad_import"
    assert verify(empty).events == 0
    assert json.loads(export(empty, "json"))["players"] == []


@pytest.mark.parametrize(
    ("harm", "words"),
    [(_changed, "event 2 .* it was changed"), (_hole, "event 4 .* event 3 is due")],
    ids=["changed", "gap"],
)
def test_who_imports_is_told_which_event_does_not_follow(
    ledger: Path, tmp_path: Path, harm: Callable[[str], str], words: str
) -> None:
    with pytest.raises(Refused, match=words):
        import_into(tmp_path / "empty.sqlite", harm(export(ledger, "json")))


@pytest.mark.parametrize(
    ("wrong", "number"), [('"seq":2', 3), ('"name":"Aiko"', 7)], ids=["event", "player"]
)
def test_what_is_wrong_in_an_export_has_the_line_that_an_editor_shows(
    ledger: Path, wrong: str, number: int
) -> None:
    text = export(ledger, "json")
    assert wrong in text.split("\n")[number - 1]
    lines = lines_of(text.replace(wrong, wrong.split(":")[0] + ":[]"))
    assert [line.number for line in lines if line.wrong] == [number]


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: text.replace("event,", "even,", 1),
        lambda text: text.replace("hand_voided", "hand_eaten"),
        lambda text: text.replace(",jantaku-1", ",jantaku-2"),
        lambda text: text.rsplit(",", 5)[0],
        lambda text: text.rstrip() + ",more\n",
        lambda text: text.replace("hand_voided,", '"hand_"voided,'),
    ],
    ids=["kind of line", "kind of event", "format", "cut", "a cell too many", "a sign amiss"],
)
def test_a_harmed_csv_is_refused(ledger: Path, tmp_path: Path, harm: Callable[[str], str]) -> None:
    with pytest.raises(Refused) as refused:
        import_into(tmp_path / "empty.sqlite", harm(export(ledger, "csv")))
    assert refused.value.code == "bad_import"


def test_another_history_is_not_mixed_in(ledger: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    book = open_ledger(other)
    book.enrol("Aiko")
    book.commit(Change("open-2", 0, SessionOpened("plain", {}, (), 50, "1")))
    book.close()
    with pytest.raises(Refused, match="another history"):
        import_into(other, export(ledger, "json"))


def test_people_are_not_mixed_up(ledger: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    book = open_ledger(other)
    book.enrol("Zoe")
    book.close()
    with pytest.raises(Refused, match="somebody else"):
        import_into(other, export(ledger, "json"))


def test_the_csv_is_one_that_a_spreadsheet_reads(ledger: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(export(ledger, "csv"), newline="")))
    assert [line["kind"] for line in lines if line["what"] == "event"] == [
        "session_opened",
        "hand_settled",
        "hand_voided",
        "hand_settled",
    ]
    assert json.loads(lines[-1]["body"])["name"] == "=1+1"


def test_a_preview_tells_what_is_new_and_writes_nothing(ledger: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.sqlite"
    open_ledger(empty).close()
    report = preview(empty, export(ledger, "json"))
    assert (report.events, report.players, report.troubles) == (4, 4, ())
    assert report.tables == (Incoming("table-1", 4, 1, 2),)
    assert verify(empty).events == 0
    again = preview(ledger, export(ledger, "csv"))
    assert (again.events, again.players) == (0, 0)


def test_every_trouble_of_an_export_is_told_with_its_line_and_sort(
    ledger: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite"
    book = open_ledger(other)
    for name in ("Zoe", "", "Yan"):
        book.enrol(name) if name else None
    book.close()
    text = export(ledger, "json").replace('"seq":2', '"seq":[]')
    troubles = [(one.line, one.sort) for one in preview(other, text).troubles]
    assert troubles == [(3, "unreadable"), (4, "gap"), (7, "player"), (8, "player")]
    changed = _changed(export(ledger, "json"))
    assert [(one.line, one.sort) for one in preview(tmp_path / "new", changed).troubles] == [
        (3, "changed")
    ]
    assert [(one.line, one.sort) for one in preview(other, "what,").troubles] == [(0, "no_export")]
    cut = _cut(export(ledger, "json"))
    assert [(one.line > 0, one.sort) for one in preview(other, cut).troubles] == [
        (True, "unreadable")
    ]


def test_no_more_than_fifty_troubles_are_told(tmp_path: Path) -> None:
    events = [{"wrong": number} for number in range(51)]
    text = json.dumps({"jantaku": 1, "events": events, "players": []})
    troubles = preview(tmp_path / "new.sqlite", text).troubles
    assert (len(troubles), {one.line for one in troubles}) == (50, {0})


def test_what_follows_a_trouble_of_another_history_is_not_looked_at(
    ledger: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite"
    book = open_ledger(other)
    book.commit(Change("open-2", 0, SessionOpened("plain", {}, (), 50, "1")))
    book.close()
    [trouble] = preview(other, export(ledger, "csv")).troubles
    assert (trouble.line, trouble.sort) == (2, "history")
