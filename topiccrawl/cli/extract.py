"""`topiccrawl extract`: what is found on one page, and why."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from topiccrawl.extraction import EXTRACTORS, extract_page
from topiccrawl.extraction.explanation import explain
from topiccrawl.extraction.kind import judge_kind
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page


def _known(name: str) -> str:
    if name not in EXTRACTORS:
        raise typer.BadParameter(f"{name!r} is none of: {', '.join(sorted(EXTRACTORS))}")
    return name


def extract(
    source: Annotated[
        str, typer.Argument(help="Address (http, https) or file of a page.", metavar="URL|FILE")
    ],
    extractor: Annotated[str, typer.Option(help="Which extractor.", callback=_known)] = "article",
    url: Annotated[str, typer.Option(help="Address that a file comes from; may hold a date.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also ask loopback and private addresses.")
    ] = False,
) -> None:
    """Print what is found on a page: text, title, date, kind, and why.

    An address is fetched once, with the crawler's own name, if robots.txt allows it.
    """
    from topiccrawl.cli.fetching import load_page  # loads Scrapy, which the other commands need not wait for

    page = load_page(source, url, allow_private=allow_private)
    found = findings(page, extractor)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        _show(found)


def findings(page: Page, extractor: str) -> dict[str, Any]:
    """The document of a page with the reasons for it.

    The fields of `Document`, "why" with the reasons for title, time, kind and encoding, and, for the default
    extractor, "choice" with the fields of `Explanation`.
    """
    document = extract_page(page, extractor)
    metadata = read_metadata(page)
    why = {
        "title": metadata.title_from,
        "published": metadata.published_from,
        "kind": judge_kind(page, metadata.title, document.text).reason,
        "charset": f"{page.charset}, from {page.charset_source}",
    }
    choice = asdict(explain(page)) if extractor == "article" else None
    return {**asdict(document), "url": page.url, "why": why, "choice": choice}


def _show(found: dict[str, Any]) -> None:
    console = Console(soft_wrap=True, highlight=False)
    why, choice = found["why"], found["choice"]
    facts = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    facts.add_column(style="bold", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, value, reason in (
        ("title", found["title"], why["title"]),
        ("published", found["published"], why["published"]),
        ("author", found["author"], ""),
        ("source", found["source"], ""),
        ("site", found["site"], ""),
        ("kind", found["kind"], why["kind"]),
        ("extractor", found["extractor"], ""),
        ("encoding", why["charset"], ""),
        *(_choice_rows(choice) if choice else ()),
    ):
        shown = Text(str(value or "-"))
        facts.add_row(name, shown.append(f"  ({reason})", style="dim") if reason and value else shown)
    console.print(facts)
    console.print()
    console.print(Text(found["text"] or "no text"))
    if choice and choice["trimmed"]:
        console.print()
        console.print(Text("left out", style="bold"))
        for line in choice["trimmed"]:
            text = line["text"] if len(line["text"]) <= 60 else line["text"][:59] + "…"
            console.print(Text(f"- {text}  ").append(f"({line['reason']})", style="dim"))


def _choice_rows(choice: dict[str, Any]) -> tuple[tuple[str, str, str], ...]:
    if choice["nothing"]:
        return (("headline line", choice["headline"], ""), ("no body", choice["nothing"], ""))
    block = f"{choice['block']}, {choice['kept']} lines kept, {len(choice['trimmed'])} left out"
    return (("headline line", choice["headline"], ""), ("block", block, ""))
