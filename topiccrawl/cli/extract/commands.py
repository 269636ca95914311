"""`topiccrawl extract`: show what is extracted from single pages, and why."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from topiccrawl.cli.shared.crawl_settings import AllowPrivate
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.reading_options import ExtractorOption
from topiccrawl.cli.shared.tables import plain_console, printable
from topiccrawl.cli.shared.topic_option import TopicOption
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.errors import TopiccrawlError
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
    sheets are fetched in the same way. With --topic the topic's files sites/<host>.toml say where parts of an
    article stand. Of several pages, those that cannot be read are reported, the others are shown, and the
    exit code is 1.
    """
    from topiccrawl.cli.extract.single_page import PageFinder
    from topiccrawl.errors import FetchError
    from topiccrawl.page.sites.rules import NO_SITES
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.text.files.processes import cores, map_in_processes

    several = len(sources) > 1
    if several and url:
        raise wrong_value("it is the URL of one page, but several are given", "--url")
    sites = Topic.load(topic).sites if topic else NO_SITES
    finder = PageFinder(extractor, sites, url, allow_private)
    # Fetched pages come one after the other, politely, and standard input is this process's own.
    are_files = not any("://" in source or source == "-" for source in sources)
    all_findings = map_in_processes(
        finder,
        sources,
        cores() if are_files else 1,
        lambda source: FetchError("{source}: its process has ended twice", source=source),
    )
    failed = False
    for number, (source, findings) in enumerate(zip(sources, all_findings, strict=True)):
        if isinstance(findings, TopiccrawlError):
            if not several:
                raise findings
            failed = True
            typer.echo(f"topiccrawl: {findings}", err=True)
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


def _show(findings: dict[str, Any]) -> None:
    from rich.text import Text

    console = plain_console()
    why = findings["why"]
    facts: list[tuple[str, Text]] = []
    for name, value in (
        *((name, findings[name]) for name in ("title", "published", "author", "source", "site", "kind")),
        ("extractor", findings["extractor"]),
        ("encoding", why["charset"]),
    ):
        shown = Text(printable(str(value or "-")))
        reason = why.get(name)
        facts.append((name, shown.append(f"  ({reason})", style="dim") if reason and value else shown))
    width = max(len(name) for name, _ in facts)
    for name, shown in facts:
        console.print(Text(f"{name:{width}}  ", style="bold").append_text(shown))
    console.print()
    console.print(Text(findings["text"] or "no text"))
