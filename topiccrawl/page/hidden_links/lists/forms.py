"""Forms that page a list, and what is sent with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlencode

from lxml.html import HtmlElement

from topiccrawl.page.anchors.link import HEADLINE
from topiccrawl.page.anchors.pagers import NEXT, SIZE_FIELDS, is_page_field, pager_word, whole_number
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import label_of
from topiccrawl.page.hidden_links.page_values import chosen_value, selected
from topiccrawl.page.hidden_links.records import is_title
from topiccrawl.page.hidden_links.urls import same_site
from topiccrawl.page.page import Page

COLUMN_OR_SORT = re.compile(
    r"(?:\w*_|info|news|article|content|doc|site|sub|parent)?"
    r"(?:col(?:umn)?|channel|cat(?:egory)?|class|type|cid|node|order|sort|desc|asc|lang|area|dept|unit|year)"
    r"_?(?:id|no|code|name|by|type|field|dir|key)?",
    re.I,
)
"""Fields that say which list is asked for, or in which order."""
CHANGES = re.compile(
    r"(?:do)?_?(?:delete|del|remove|destroy|update|save|insert|add|create|vote|put|patch|publish|log(?:in|out)|regist)\w*",
    re.I,
)
"""What a form is for that changes something, by the value of a hidden field."""
DOES = re.compile(r"_?method|action|act|op|opt|cmd|command|do|event", re.IGNORECASE)
_BUTTONS = frozenset({"submit", "button", "image", "reset"})
_MOST_FIELDS = 200


@dataclass(frozen=True)
class PagingForm:
    """A form.

    Attributes:
        url: address it is sent to.
        posts: whether by POST.
        fields: names and values as the page gives them, without buttons.
        page_field: name of the field with the number of the page; empty if none looks like it.
        free: whether it takes a free text, a password or a file, or changes something: it is never sent.
        buttons: name, value and label of the buttons that choose a page or the next one.
        rows: likewise of those with a headline.
    """

    url: str
    posts: bool
    fields: Mapping[str, str]
    page_field: str
    free: bool
    buttons: tuple[tuple[str, str, str], ...] = ()
    rows: tuple[tuple[str, str, str], ...] = ()

    def sent(self, changes: Mapping[str, str]) -> tuple[str, str]:
        """Return the URL and the body of the form with other values for some fields; no body with GET."""
        body = urlencode({**self.fields, **changes})
        if self.posts:
            return self.url, body
        return f"{self.url.split('?', 1)[0]}?{body}", ""


def forms_of(page: Page) -> list[PagingForm]:
    """Return the forms of a page that lead to the same site, in order."""
    return page.once(_read_forms)


def field_name(page: Page, name: str) -> str:
    """Return the name of the field that a script calls by its name, perhaps behind a form's, or by its id."""
    fields = [field for form in Elements.of(page).forms for field in form.iter("input", "select")]
    if any(field.get("name") == name for field in fields):
        return name
    name = name.rpartition(".")[2]
    return next((own for field in fields if field.get("id") == name and (own := field.get("name"))), name)


def form_of_selector(page: Page, selector: str) -> PagingForm | None:
    """Return the form of hidden fields and choices that a script selects, as by `#query`; None for others."""
    forms, selector = Elements.of(page).forms, selector.strip()
    chosen = forms if selector == "form" else [form for form in selected(page, selector) if form in forms]
    fields = fields_of(chosen[0]) if chosen else None
    return None if fields is None else PagingForm(page.url, True, *fields, free=False)


def _read_forms(page: Page) -> list[PagingForm]:
    return list(_forms(page))


def _forms(page: Page) -> Iterator[PagingForm]:
    for element in Elements.of(page).forms:
        action = (element.get("action") or "").strip()
        url = page.absolute(action) if action else page.url
        if not same_site(url, page.url):
            continue
        posts = (element.get("method") or "get").strip().lower() == "post"
        if (fields := fields_of(element)) is None:
            yield PagingForm(url, posts, {}, "", free=True)
        elif any(buttons := _buttons(element)) or any(fields):
            yield PagingForm(url, posts, *fields, False, *buttons)


def fields_of(form: HtmlElement) -> tuple[dict[str, str], str] | None:
    """Return the fields of a form and the name of the one with the page; None if it is never sent."""
    fields: dict[str, str] = {}
    page_field = ""
    for number, element in enumerate(form.iter("input", "select", "textarea", "button")):
        name = element.get("name") or ""
        kind = (element.get("type") or "text").lower() if element.tag == "input" else element.tag
        if number > _MOST_FIELDS or kind in ("password", "file", "textarea"):
            return None
        if not name or kind in _BUTTONS:
            continue
        if kind in ("checkbox", "radio") and element.get("checked") is None:
            continue
        is_page = is_page_field(name)
        if kind not in ("hidden", "select", "checkbox", "radio") and not (is_page or _is_harmless(name)):
            return None
        if kind == "select":
            fields[name] = chosen_value(element)
        else:
            fields[name] = element.get("value") or ""
        if DOES.fullmatch(name) and CHANGES.fullmatch(fields[name]):
            return None
        if is_page and (not page_field or kind == "hidden"):
            page_field = name
    return fields, page_field


def _buttons(form: HtmlElement) -> tuple[tuple[tuple[str, str, str], ...], ...]:
    """Return name, value and label of the buttons that ask for a part of a list, and of headlines."""
    found, rows = [], []
    for element in islice(form.iter("button", "input"), _MOST_FIELDS):
        name, value = element.get("name") or "", element.get("value") or ""
        kind = (element.get("type") or ("submit" if element.tag == "button" else "text")).lower()
        label = " ".join((element.text or value or element.get("alt") or "").split())
        is_number = is_page_field(name) and whole_number(value) is not None
        sends = kind == "submit" or (kind == "image" and not name)
        if not sends or element.get("onclick") is not None:
            continue
        if is_number or pager_word(label) == NEXT:
            found.append((name, value, label))
        elif len(headline := label_of(element) or value) >= HEADLINE and is_title(headline):
            rows.append((name, value, headline))
    return tuple(found), tuple(rows)


def _is_harmless(name: str) -> bool:
    return SIZE_FIELDS.fullmatch(name) is not None or COLUMN_OR_SORT.fullmatch(name) is not None
