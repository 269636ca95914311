"""The parts of an article that the rules of its site name, in the place of what the heuristics find."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lxml.html import HtmlElement

from topiccrawl.extraction.article.body import find_body
from topiccrawl.extraction.document import Document
from topiccrawl.extraction.lines import read_layout
from topiccrawl.page.description import Description, describe
from topiccrawl.page.facts.author import read_authors
from topiccrawl.page.facts.dates import find_date
from topiccrawl.page.facts.source import read_source
from topiccrawl.page.facts.title import MAX_TITLE
from topiccrawl.page.page import Page
from topiccrawl.page.sites.rules import SiteRules
from topiccrawl.page.sites.selectors import Node, Selectors, node_text
from topiccrawl.text.display import one_line

_LABEL = re.compile(r"^[^\s:：]{1,6}\s*[:：]\s*")
"""Such as 来源： in front of a source."""
_LONGEST_NAME = 100
_NO_ARTICLES = ("error", "login")


def describe_by_rules(page: Page, rules: SiteRules) -> Description:
    """Return the description of a page, with the title that the rules of its site name."""
    description = page.once(describe)
    titles = rules.fields["title"].texts(page) if "title" in rules.fields else []
    return replace(description, title=titles[0][:MAX_TITLE]) if titles else description


def with_site_fields(document: Document, page: Page, rules: SiteRules) -> tuple[Document, dict[str, int]]:
    """Return a document with the parts that the rules name, and how often each key matched.

    A key that matches nothing on this page leaves what the heuristics found. A page with a body that is
    named, and one whose URL is named as an article, is an article.
    """
    found = {key: _value(key, selectors, page) for key, selectors in rules.fields.items()}
    matches = {key: int(bool(value)) for key, value in found.items()}
    if body := found.get("body"):
        document = replace(document, text=body, kind="article", posts=())
    elif not document.text and document.kind not in _NO_ARTICLES and rules.article.match(page.url):
        body = find_body(page)
        document = replace(document, text=body, kind="article" if body else document.kind)
    names = {"title": "title", "date": "published", "source": "source", "author": "author"}
    changes = {name: found[key] for key, name in names.items() if found.get(key)}
    return replace(document, **changes), matches  # type: ignore[arg-type]  # all of them are texts


def _value(key: str, selectors: Selectors, page: Page) -> str:
    """Return what a key finds on a page; empty if it finds nothing of use."""
    if key == "body":
        return body_text(selectors.nodes(page))
    texts = selectors.texts(page)
    if key == "date":
        return next(filter(None, map(find_date, [*_times(selectors.nodes(page)), *texts])), "")
    if not texts:
        return ""
    if key == "title":
        return one_line(texts[0][:MAX_TITLE])
    if key == "source":
        return one_line(read_source(texts[0]) or _LABEL.sub("", texts[0]))[:_LONGEST_NAME]
    named = ["、".join(read_authors(text)) or _LABEL.sub("", text) for text in texts]
    return one_line("、".join(named))[:_LONGEST_NAME]


def body_text(nodes: Sequence[Node]) -> str:
    """Return the displayed text of elements, one paragraph per line; one within another counts once."""
    lines: list[str] = []
    chosen: set[HtmlElement] = set()
    for node in nodes:
        if isinstance(node, str):
            lines.append(node_text(node))
        elif chosen.isdisjoint(node.iterancestors()):
            chosen.add(node)
            layout = read_layout(node)
            # The element itself may be one that a script shows.
            lines += [
                line.text for line in layout.lines if not (line.block and layout.blocks[line.block].hidden)
            ]
    return "\n".join(filter(None, lines))


def _times(nodes: Sequence[Node]) -> list[str]:
    """Return the machine-readable times of <time> elements."""
    return [str(node.get("datetime") or "") for node in nodes if isinstance(node, HtmlElement)]
