"""Someone with a browser that knows no scripts: reads pages, taps links and buttons by their words.

The visitor sends what a browser would send, no more: the fields of the form that the tapped button
belongs to, and where the request comes from.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import TestResponse

from kiosk.access.operator import OperatorContext


@dataclass
class Form:
    """One form of a page with what it would send as it stands."""

    action: str
    method: str
    id: str
    fields: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Target:
    """Something that can be tapped."""

    text: str
    href: str = ""
    form: Form | None = None
    sends: tuple[str, str] | None = None
    is_disabled: bool = False


class Page(HTMLParser):
    """A page's text and what can be tapped on it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.targets: list[Target] = []
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._form: Form | None = None
        self._open: list[tuple[Target, list[str], str]] = []
        self._pending: list[tuple[Target, str]] = []
        self.feed(html)
        for target, name in self._pending:
            target.form = next(form for form in self.forms if form.id == name)

    @property
    def text(self) -> str:
        """Return everything that can be read on the page."""
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {name: value or "" for name, value in attrs}
        match tag:
            case "form":
                self._form = Form(
                    had.get("action", ""), had.get("method", "get"), had.get("id", "")
                )
                self.forms.append(self._form)
            case "input" if had.get("type") == "image":
                self.targets.append(Target(had["alt"], form=self._form, sends=(had["name"], "")))
            case "input" if self._form is not None and "name" in had:
                self._input(had, self._form)
            case "a" if "href" in had:
                self._begin(Target(had.get("aria-label", ""), href=had["href"]), tag)
            case "button":
                self._button(had)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif self._open and self._open[-1][2] == tag:
            target, words, _ = self._open.pop()
            target.text = f"{target.text} {' '.join(' '.join(words).split())}".strip()

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        for _, words, _ in self._open:
            words.append(data)

    def _input(self, had: dict[str, str], form: Form) -> None:
        ticks = had.get("type") in ("radio", "checkbox")
        if not ticks or "checked" in had:
            form.fields.append((had["name"], had.get("value", "")))

    def _button(self, had: dict[str, str]) -> None:
        sends = (had["name"], had.get("value", "")) if "name" in had else None
        form = self._form
        if form is not None and "formaction" in had:
            form = replace(form, action=had["formaction"], method=had.get("formmethod", ""))
        target = Target(had.get("aria-label", ""), form=form, sends=sends)
        target.is_disabled = "disabled" in had
        if "form" in had:
            self._pending.append((target, had["form"]))
        self._begin(target, "button")

    def _begin(self, target: Target, tag: str) -> None:
        self.targets.append(target)
        self._open.append((target, [], tag))


class Visitor:
    """Taps through the kiosk."""

    def __init__(self, app: Flask) -> None:
        self.browser = app.test_client()
        self._page: Page | None = None
        self.go("/")

    def go(self, path: str) -> Visitor:
        """Open the page at *path*."""
        return self._arrive(self.browser.get(path, follow_redirects=True))

    def tap(self, words: str, *more: str, place: int = 0, **fields: str | list[str]) -> Visitor:
        """Tap what says *words*, then what says each of *more*.

        *fields* are filled in before the last tap; of several targets with these words
        the one at *place* is meant.
        """
        steps = (words, *more)
        for step in steps[:-1]:
            self._tap(self.find(step, place), {})
        return self._tap(self.find(steps[-1], place), fields)

    def find(self, words: str, place: int = 0) -> Target:
        """Return the target whose words are *words*, or contain them where none is so called."""
        exact = [target for target in self.page.targets if target.text == words]
        targets = exact or [target for target in self.page.targets if words in target.text]
        texts = sorted({target.text for target in self.page.targets})
        assert len(targets) > place, f"nothing says {words!r}; there are {texts}"
        assert not targets[place].is_disabled, f"{words!r} cannot be tapped"
        return targets[place]

    def touch(self, words: str, x: int, y: int, place: int = 0) -> Visitor:
        """Tap the picture called *words*, *x* and *y* CSS pixels from its upper left corner."""
        target = self.find(words, place)
        assert target.form is not None
        assert target.sends is not None
        name = target.sends[0]
        return self.send(
            target.form, [*target.form.fields, (f"{name}.x", str(x)), (f"{name}.y", str(y))]
        )

    def key(self, words: str) -> Visitor:
        """Tap the key of the pad that shows the tile called *words*."""
        keys = [one for one in self.page.targets if one.form and one.text.startswith(words)]
        assert keys, f"the pad has no {words!r}"
        assert not keys[0].is_disabled, f"{words!r} is used up"
        return self._tap(keys[0], {})

    def sees(self, words: str) -> bool:
        """Return whether *words* can be read on the page."""
        return words in self.page.text

    def _tap(self, target: Target, fields: dict[str, str | list[str]]) -> Visitor:
        if target.form is None:
            return self.go(target.href)
        pairs = [pair for pair in target.form.fields if pair[0] not in fields]
        for name, value in fields.items():
            pairs += [(name, one) for one in (value if isinstance(value, list) else [value])]
        if target.sends is not None:
            pairs.append(target.sends)
        return self.send(target.form, pairs)

    def send(self, form: Form, fields: list[tuple[str, str]]) -> Visitor:
        """Send *form* with *fields*, as its button would."""
        if form.method == "get":
            return self.go(f"{form.action}?{urlencode(fields)}")
        return self._arrive(
            self.browser.post(
                form.action,
                data=urlencode(fields),
                content_type="application/x-www-form-urlencoded",
                headers={"Sec-Fetch-Site": "same-origin"},
                follow_redirects=True,
            )
        )

    def _arrive(self, answer: TestResponse) -> Visitor:
        self.html = answer.text
        self.status = answer.status_code
        self.path = answer.request.path
        self._page = None
        return self

    @property
    def page(self) -> Page:
        """Return the page; it is read only where somebody looks, for most are passed by."""
        if self._page is None:
            self._page = Page(self.html)
        return self._page

    @page.setter
    def page(self, page: Page) -> None:
        self._page = page


PIN: Final = "2468"


def unlock(app: Flask, path: str = "/operator/") -> Visitor:
    """Return the operator, who has just chosen the PIN and entered it, at *path*."""
    context: OperatorContext = app.extensions["jantaku_operator_context"]
    context.pin_lock.choose(PIN)
    return Visitor(app).go(path).tap("Unlock", pin=PIN)
