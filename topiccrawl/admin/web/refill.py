"""A page whose form was refused: the form with what was typed, the reason, and the fields to correct."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import unquote, urlsplit

from lxml.html import HtmlElement, HTMLParser, document_fromstring, tostring
from lxml.html.builder import CLASS, LI, SPAN, UL, A, P

Fields = Mapping[str, Sequence[str]]

_TYPED = ("text", "search", "url", "email", "number", "")
"""Types of inputs whose text is filled in again; never a password."""
_UNSHOWN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no page may have."""


def refused_page(
    page: bytes,
    method: str,
    path: str,
    fields: Fields,
    text: str,
    wrong: Mapping[str, str],
    *,
    alone: bool,
    theirs: str = "",
) -> bytes:
    """Return a page with the form that was sent, its fields as they were typed.

    Args:
        page: HTML of the page with the form.
        method: of the form, `get` or `post`.
        path: where the form was sent to.
        fields: what was sent, by name of the field.
        text: why it was refused.
        wrong: why, by name of the field.
        alone: whether the form stands alone: what the page lists is not what was asked for.
        theirs: what is said beside fields that somebody else has stored otherwise, with `{value}`; empty:
            nothing.
    """
    fields = {name: [_UNSHOWN.sub("", value) for value in values] for name, values in fields.items()}
    wrong = {name: _UNSHOWN.sub("", why) for name, why in wrong.items()}
    tree = document_fromstring(page, parser=HTMLParser(encoding="utf-8"))
    main = tree.get_element_by_id("main")
    form = _form(main, method, path, fields)
    if alone:
        kept = [] if form is None else [form, *form.iterancestors()]
        for part in list(main):
            if part.tag not in ("h1", "nav") and part not in kept:
                main.remove(part)
    if form is not None:
        if theirs:
            _show_theirs(form, fields, theirs)
        _fill(form, fields)
    marked = {} if form is None else _mark(form, wrong)
    told = [LI(A(why, href=f"#{name}")) for name, why in marked.items()]
    alert = UL(*told) if told else P(_UNSHOWN.sub("", text))
    alert.set("class", "problem")
    alert.set("role", "alert")
    place = main.find("h1")
    main.insert(0 if place is None else main.index(place) + 1, alert)
    return bytes(tostring(tree, doctype="<!DOCTYPE html>", encoding="utf-8"))


def _form(main: HtmlElement, method: str, path: str, fields: Fields) -> HtmlElement | None:
    """Return the form that was sent: of those with this target the one with most of the fields.

    A form that is filled by a link, and sent by `post`, has the path of its own page.
    """
    found = [
        one
        for one in main.iter("form")
        if unquote(urlsplit(one.get("action", path)).path) == path
        and method in ("get", one.get("method", "get").lower())
    ]
    return max(found, key=lambda one: len(_names(one) & set(fields)), default=None)


def _names(form: HtmlElement) -> set[str]:
    return {one.get("name", "") for one in form.iter("input", "textarea", "select", "button")}


def _fill(form: HtmlElement, fields: Fields) -> None:
    for one in form.iter("input", "textarea", "select"):
        values = list(fields.get(one.get("name", ""), ()))
        kind = one.get("type", "").lower()
        if one.tag == "select":
            for option in one.iter("option") if values else ():
                _set(option, "selected", option.get("value", option.text or "") in values)
        elif one.tag == "textarea":
            one.text = "\n" + values[0] if values else one.text
        elif kind in ("checkbox", "radio"):
            _set(one, "checked", one.get("value", "on") in values)
        elif kind in _TYPED and values:
            one.set("value", values[0])


def _show_theirs(form: HtmlElement, fields: Fields, theirs: str) -> None:
    """Say beside each text and box that differs what is stored, before it is filled with what was typed."""
    for one in list(form.iter("input")):
        values, kind = fields.get(one.get("name", ""), ()), one.get("type", "").lower()
        if kind == "checkbox":
            stored = "✓" if "checked" in one.attrib else "✗"
            typed = "✓" if one.get("value", "on") in values else "✗"
        elif kind in _TYPED and values:
            stored, typed = one.get("value", ""), values[0]
        else:
            continue
        if stored and stored != typed:
            one.addnext(SPAN(CLASS("problem"), theirs.format(value=stored)))


def _mark(form: HtmlElement, wrong: Mapping[str, str]) -> dict[str, str]:
    """Mark the wrong fields of a form, the first one with the focus; return those that it shows."""
    found: dict[str, str] = {}
    for one in form.iter("input", "textarea", "select"):
        name = one.get("name", "")
        if name not in wrong or name in found or one.get("type") == "hidden":
            continue
        if not found:
            one.set("autofocus", "autofocus")
        found[name] = wrong[name]
        for folded in one.iterancestors("details"):
            folded.set("open", "open")
        one.set("id", one.get("id", name))
        one.set("aria-invalid", "true")
        one.set("aria-describedby", f"problem-{name}")
        one.addnext(SPAN(CLASS("problem"), wrong[name], id=f"problem-{name}"))
    return found


def _set(element: HtmlElement, name: str, on: bool) -> None:
    if on:
        element.set(name, name)
    else:
        element.attrib.pop(name, None)
