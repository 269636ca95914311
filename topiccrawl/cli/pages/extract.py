"""`topiccrawl extract`: what is found on one page, and why."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text

from topiccrawl.cli.tables import plain_console, printable
from topiccrawl.extraction import EXTRACTORS, document_kind, extract_page
from topiccrawl.extraction.explanation import explain
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page


def _known(name: str) -> str:
    if name not in EXTRACTORS:
        raise typer.BadParameter(f"{name!r} is none of: {', '.join(sorted(EXTRACTORS))}")
    return name


def extract(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="Addresses (http, https) or files of pages; - for a page from a pipe.",
            metavar="URL|FILE|-...",
        ),
    ],
    extractor: Annotated[str, typer.Option(help="Which extractor.", callback=_known)] = "article",
    url: Annotated[str, typer.Option(help="Address that a file comes from; may hold a date.")] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object; of several pages one a line.")
    ] = False,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also ask loopback and private addresses.")
    ] = False,
) -> None:
    """Print what is found on pages: text, title, date, kind, and why.

    An address is fetched once, with the crawler's own name, if robots.txt allows it. Of several pages, one
    that cannot be read is told, the others are shown all the same, and the exit code is 1.
    """
    from topiccrawl.cli.pages.fetching import (
        load_page,  # loads Scrapy, which the other commands need not wait for
    )

    if len(sources) == 1:
        found = findings(load_page(sources[0], url, allow_private=allow_private), extractor)
        _print(found, json.dumps(found, ensure_ascii=False, indent=1) if as_json else "")
        return
    if url:
        raise typer.BadParameter("it is the address of one page, and several are given", param_hint="--url")
    failed = 0
    for number, source in enumerate(sources):
        try:
            found = findings(load_page(source, allow_private=allow_private), extractor)
        except OSError as error:
            failed += 1
            said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
            typer.echo(f"topiccrawl: {said}", err=True)
            continue
        if not as_json:
            typer.echo(("\n" if number else "") + f"==> {printable(source)} <==")
        _print(found, json.dumps({"page": source, **found}, ensure_ascii=False) if as_json else "")
    if failed:
        raise typer.Exit(1)


def _print(found: dict[str, Any], as_json: str) -> None:
    if as_json:
        typer.echo(as_json)
    else:
        _show(found)


def findings(page: Page, extractor: str) -> dict[str, Any]:
    """The document of a page with the reasons for it.

    The fields of `Document`, "why" with the reasons for title, time, kind and encoding, and, for the default
    extractor, "choice" with the fields of `Explanation`.
    """
    document = extract_page(page, extractor)
    metadata = page.once(read_metadata)
    why = {
        "title": metadata.title_from,
        "published": metadata.published_from,
        "kind": document_kind(page, extractor, document.text).reason,
        "charset": f"{page.charset}, from {page.charset_source}",
    }
    choice = asdict(explain(page)) if extractor == "article" else None
    return {**asdict(document), "url": page.url, "why": why, "choice": choice}


def _show(found: dict[str, Any]) -> None:
    console = plain_console()
    why, choice = found["why"], found["choice"]
    facts: list[tuple[str, Text]] = []
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
        shown = Text(printable(str(value or "-")))
        facts.append((name, shown.append(f"  ({reason})", style="dim") if reason and value else shown))
    width = max(len(name) for name, _ in facts)
    for name, shown in facts:
        console.print(Text(f"{name:{width}}  ", style="bold").append_text(shown))
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
