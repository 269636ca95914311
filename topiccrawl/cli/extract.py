"""`topiccrawl extract`: show what is extracted from single pages, and why."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from topiccrawl.access.fetching import DownloadedPage, fetch_page, page_fetcher
from topiccrawl.access.polite_client import MAX_BYTES
from topiccrawl.cli.shared.crawl_settings import AllowPrivate
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.reading_options import ExtractorOption
from topiccrawl.cli.shared.tables import plain_console, printable
from topiccrawl.cli.shared.topic_option import TopicOption
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.errors import FetchError, TopiccrawlError
from topiccrawl.extraction import document_kind, extract_page
from topiccrawl.extraction.article.explanation import explain
from topiccrawl.extraction.sites.fields import with_site_fields
from topiccrawl.extraction.visual.saved_sheets import saved_sheets
from topiccrawl.extraction.visual.sheets import NO_SHEETS, Sheets, SheetSearch, decode_sheet
from topiccrawl.messages import message
from topiccrawl.page.complexity import check_complexity, limited_seconds
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page
from topiccrawl.page.sites.rules import NO_RULES, NO_SITES, SiteRules
from topiccrawl.relevance.topic.contact import contact_of_environment, with_contact
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.settings import USER_AGENT
from topiccrawl.text.files.binary_detection import reason_not_text
from topiccrawl.text.language import marked

app = single_command()


@app.command(
    "extract",
    epilog=examples(
        "extract https://www.example.cn/2024/1.html",
        "extract saved.html --url https://www.example.cn/2024/1.html",
        "extract pages/*.html --json > pages.jsonl",
        "extract http://www.example.cn/2024/1.html --topic my-topics/河长制",
        "extract - < saved.html",
    ),
)
@working(marked("reading pages"))
def extract(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="URLs (http, https) or files of pages; - reads a page from standard input.",
            metavar="URL|FILE|-...",
        ),
    ],
    extractor: ExtractorOption = "article",
    topic: TopicOption = "",
    url: Annotated[str, typer.Option(help="URL that a file comes from; it may contain a date.")] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object; for several pages one per line.")
    ] = False,
    allow_private: AllowPrivate = False,
) -> None:
    """Print what is extracted from pages: text, title, date and kind, with the reasons.

    A URL is fetched once, under the crawler's own name, if robots.txt allows it. For visual-browser its style
    sheets are fetched in the same way; those of a saved page are read from the folder beside it. With --topic
    the topic's files sites/<host>.toml say where parts of an article stand. Of several
    pages, those that cannot be read are reported, the others are shown, and the exit code is 1.
    """
    several = len(sources) > 1
    if several and url:
        raise wrong_value("it is the URL of one page, but several are given", "--url")
    sites = Topic.load(topic).sites if topic else NO_SITES
    failed = False
    for number, source in enumerate(sources):
        try:
            page = load_page(source, url, allow_private=allow_private)
            styled = extractor == "visual-browser"
            sheets = load_sheets(source, page, allow_private=allow_private) if styled else NO_SHEETS
            with limited_seconds(source):
                findings = find(page, extractor, sheets, sites.of(page.url))
        except TopiccrawlError as error:
            if not several:
                raise
            failed = True
            typer.echo(f"topiccrawl: {error}", err=True)
            continue
        if as_json:
            named = {"page": source, **findings} if several else findings
            typer.echo(json.dumps(named, ensure_ascii=False, indent=None if several else 1))
            continue
        if several:
            typer.echo(("\n" if number else "") + f"==> {printable(source)} <==")
        _show(findings)
    if failed:
        raise typer.Exit(1)


def load_page(source: str, url: str = "", *, allow_private: bool = False) -> Page:
    """Return the page at a URL or in a file.

    Args:
        source: an http or https URL, the path of a file, or `-` for standard input.
        url: URL that a file comes from.
        allow_private: whether loopback and private addresses may be requested.

    Raises:
        FetchError: the page cannot be fetched or read, or is not text.
        ComplexPageError: it is too expensive to parse.
        ContactError: `TOPICCRAWL_CONTACT` is neither an e-mail address nor an http(s) URL.
    """
    if "://" in source:
        fetched = fetch_page(source, _user_agent(), allow_private=allow_private)
    else:
        fetched = DownloadedPage(url, _read_file(source), "")
    if reason := reason_not_text(fetched.body):
        raise FetchError("{source}: no text: {reason}", source=source, reason=reason)
    page = Page.from_bytes(fetched.body, fetched.url, fetched.content_type)
    check_complexity(page.html, source)
    return page


def load_sheets(source: str, page: Page, *, allow_private: bool = False) -> Sheets:
    """Return the style sheets of a page that can be read: from the web, or beside the file of a saved page.

    Args:
        source: where the page comes from, see `load_page`; a page from standard input has no sheets.
        page: the page.
        allow_private: whether loopback and private addresses may be requested.
    """
    if source == "-":
        return NO_SHEETS
    if "://" not in source:
        return saved_sheets(page, Path(source))
    search = SheetSearch(page)
    fetch = page_fetcher(_user_agent(), allow_private=allow_private)
    while urls := search.wanted():
        for url in urls:
            with suppress(FetchError):  # the page is shown without this sheet
                fetched = fetch(url)
                text = decode_sheet(fetched.body, fetched.content_type)
                search.add({} if text is None else {url: text})
    return search.sheets


def _user_agent() -> str:
    return with_contact(USER_AGENT, contact_of_environment())


def _read_file(source: str) -> bytes:
    try:
        with nullcontext(sys.stdin.buffer) if source == "-" else Path(source).open("rb") as file:
            body = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FetchError(
            "{source}: {reason}",
            source=source,
            reason=message(getattr(error, "strerror", None) or str(error)),
        ) from None
    if len(body) > MAX_BYTES:
        raise FetchError("{source}: more than {max_bytes} bytes", source=source, max_bytes=MAX_BYTES)
    return body


def find(
    page: Page, extractor: str, sheets: Sheets = NO_SHEETS, rules: SiteRules = NO_RULES
) -> dict[str, Any]:
    """Return the fields of a page's `Document`, with the reasons for them.

    "why" holds the reasons for title, time, kind and encoding; "choice" holds the fields of `Explanation`,
    for the default extractor only.
    """
    document, matches = with_site_fields(extract_page(page, extractor, sheets), page, rules)
    metadata = page.once(read_metadata)
    why = {
        "title": metadata.title_from,
        "published": metadata.published_from,
        "kind": document_kind(page, extractor, document.text).reason,
        "charset": f"{page.charset}, from {page.charset_source}",
    }
    for key, name in (("title", "title"), ("date", "published"), ("body", "kind")):
        if matches.get(key):
            why[name] = f"{key} in {rules.source}"
    choice = asdict(explain(page)) if extractor == "article" else None
    return {**asdict(document), "url": page.url, "why": why, "choice": choice}


def _show(findings: dict[str, Any]) -> None:
    console = plain_console()
    why, choice = findings["why"], findings["choice"]
    facts: list[tuple[str, Text]] = []
    for name, value in (
        *((name, findings[name]) for name in ("title", "published", "author", "source", "site", "kind")),
        ("extractor", findings["extractor"]),
        ("encoding", why["charset"]),
        *(_choice_facts(choice) if choice else ()),
    ):
        shown = Text(printable(str(value or "-")))
        reason = why.get(name)
        facts.append((name, shown.append(f"  ({reason})", style="dim") if reason and value else shown))
    width = max(len(name) for name, _ in facts)
    for name, shown in facts:
        console.print(Text(f"{name:{width}}  ", style="bold").append_text(shown))
    console.print()
    console.print(Text(findings["text"] or "no text"))
    if choice and choice["trimmed"]:
        console.print()
        console.print(Text("left out", style="bold"))
        for line in choice["trimmed"]:
            text = line["text"] if len(line["text"]) <= 60 else line["text"][:59] + "…"
            console.print(Text(f"- {text}  ").append(f"({line['reason']})", style="dim"))


def _choice_facts(choice: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    headline = ("headline line", choice["headline"])
    if choice["nothing"]:
        return headline, ("no body", choice["nothing"])
    kept, left_out = choice["kept"], len(choice["trimmed"])
    return headline, ("block", f"{choice['block']}, {kept} lines kept, {left_out} left out")
