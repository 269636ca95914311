"""The styles of the demo sites: `templates/<style>/*.html`, and the pieces in them, `pieces.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import resources
from string import Template


@dataclass(frozen=True)
class Style:
    """The repeated pieces of a style, as `string.Template` texts.

    Attributes:
        nav: entry of the navigation bar.
        item: row of a list page, optionally with `$date` and `$summary`.
        side: row of the side bar.
        related: row of the links below an article.
        paragraph: paragraph of a body, with its text in two parts `$head` and `$tail`.
        crumb: separator of breadcrumbs.
        one_line: whether pages have no line breaks.
    """

    nav: str
    item: str
    side: str
    related: str
    paragraph: str
    crumb: str
    one_line: bool = False


def _pieces(style: str) -> Style:
    path = resources.files("topiccrawl.demo") / "templates" / style / "pieces.toml"
    return Style(**tomllib.loads(path.read_text(encoding="utf-8")))


STYLES = {style: _pieces(style) for style in ("plain", "table", "nested", "minified")}
"""Styles by name."""


def render(style: str, template: str, **values: str) -> str:
    """Fill the template `templates/<style>/<template>.html` with HTML values.

    Raises:
        KeyError: a value is missing.
    """
    return _file(style, template).substitute(values)


def piece(template: str, **values: str) -> str:
    """Fill a small piece with plain text values.

    >>> piece('<a href="$url">$text</a>', url="/?a=1&b=2", text="先锋")
    '<a href="/?a=1&amp;b=2">先锋</a>'
    """
    return Template(template).substitute({name: escape(value) for name, value in values.items()})


def body(style: Style, paragraphs: Iterable[str]) -> str:
    """Return the paragraphs of an article in a style."""
    parts = [(text[: len(text) // 3], text[len(text) // 3 :]) for text in paragraphs]
    return "\n".join(piece(style.paragraph, head=head, tail=tail) for head, tail in parts)


def one_line(html: str) -> str:
    r"""Return a page without line breaks and the white space around them.

    >>> one_line("<ul>\n<li>甲\n<li>乙\n</ul>")
    '<ul><li>甲<li>乙</ul>'
    """
    return re.sub(r"\s*\n\s*", "", html)


@cache
def _file(style: str, template: str) -> Template:
    path = resources.files("topiccrawl.demo") / "templates" / style / f"{template}.html"
    return Template(path.read_text(encoding="utf-8"))
