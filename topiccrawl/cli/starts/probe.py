"""`topiccrawl probe`: look at sites before a crawl."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from topiccrawl import __version__
from topiccrawl.cli.shared.crawl_settings import AllowPrivate, SettingsOption, crawl_settings
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.outputs import checked_file
from topiccrawl.cli.shared.progress import progress_bars
from topiccrawl.cli.shared.tables import print_table, printable
from topiccrawl.cli.shared.topic_option import TopicOption
from topiccrawl.errors import SiteListError, TopicError
from topiccrawl.probe.done import append_done, read_done
from topiccrawl.probe.findings import SiteFindings, State
from topiccrawl.settings import USER_AGENT
from topiccrawl.text.display import one_line, spreadsheet_cell
from topiccrawl.text.documents import can_read_files
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.language import localized, marked, say, translated

if TYPE_CHECKING:
    from scrapy.settings import Settings

    from topiccrawl.access.recording import Recorded
    from topiccrawl.probe.many import ProbeOptions
    from topiccrawl.relevance.topic.topic import Topic

app = single_command()

_MOST_SHOWN = 10
"""Sites whose articles are shown."""
_COLUMNS = (
    marked("site"),
    marked("state"),
    marked("charset"),
    marked("made by"),
    marked("list goes on by"),
    marked("links"),
    marked("on topic"),
    marked("kept"),
    marked("what to do"),
)
_NUMBERS = ("links", "on topic", "kept")
_UNKNOWN = "-"
_CSV = (
    *("site", "crawlable", "state", "reason", "detail", "url", "requests", "charset", "system", "tls"),
    *("list_url", "continues", "next_url", "followed", "first_links", "second_links", "on_topic", "advice"),
    "columns",
)
_CSV_ARTICLE = ("url", "title", "published", "source", "sentence", "relevance", "kept", "problem")
_ARTICLES = 3
_RECORDED = ("allow_private", "posts", "files")
"""Options on which it depends what is requested."""


@app.command(
    "probe",
    epilog=examples(
        "probe http://www.example.cn/gzdt/ -t partybuild",
        "probe sites.csv --out probed.jsonl --csv probed-sites.csv",
        "probe -t my-topics/河长制",
        "probe http://www.example.cn/gzdt/ --bundle report.zip",
    ),
)
def probe(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="URL|FILE...",
            help="Sites, or files with one site per line: text, CSV or XLSX; or a bundle of an earlier "
            "probe, which is read again without requests; default: the topic's seeds.",
        ),
    ] = [],  # noqa: B006
    topic: TopicOption = "partybuild",
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object per site.")] = False,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a table with one row per site.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.jsonl",
            help="Add the findings of each site to this file; sites that it has are not probed again.",
        ),
    ] = None,
    draft: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write what was found to sites/HOST.toml in this topic folder, to be corrected by hand.",
        ),
    ] = None,
    bundle: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.zip",
            help="Write what was fetched, without cookies, tokens and names of users, to attach to a report.",
        ),
    ] = None,
    parallel: Annotated[int, typer.Option(min=1, max=64, help="Hosts at a time.")] = 16,
    allow_private: AllowPrivate = False,
    settings: SettingsOption = [],  # noqa: B006
) -> None:
    """Check sites before a crawl, with a few polite requests to each.

    At most nine requests go to a site, robots.txt and redirects included, as it allows, one at a time: the
    start, its list or the data that fills it, the second part of the list, three articles. The table says
    whether the site was reached, in which encoding, what made it, how its list goes on and whether a crawl
    can follow, how many links to articles both parts have, what the topic makes of them, and what to do.
    Articles are shown for at most ten sites. The exit code is 1 if a site cannot be crawled.
    """
    from topiccrawl.access.recording import Recorded, Recorder, is_bundle
    from topiccrawl.probe.sources import sites_of
    from topiccrawl.relevance.topic.topic import Topic

    loaded = Topic.load(topic)
    if not loaded.words:
        raise TopicError("{topic}: the topic has no words", topic=topic)
    recorded = Recorded(Path(sources[0])) if len(sources) == 1 and is_bundle(sources[0]) else None
    sites = recorded.sites if recorded else sites_of(sources) if sources else list(loaded.seeds)
    if not sites:
        raise SiteListError("{topic}: the topic has no seeds: name URLs or a file", topic=topic)
    checked_file(csv_file)
    done = {} if checked_file(out) is None or out is None else read_done(out, loaded.name)
    options = _options(loaded, crawl_settings(settings), parallel, allow_private)
    recorder = Recorder()
    if recorded is not None:
        options = _as_recorded(options, recorded, loaded)
    elif checked_file(bundle) is not None:
        options = replace(options, client=recorder.client)
    to_do = [site for site in sites if site not in done]
    found = _probed(to_do, loaded, options, out)
    if bundle is not None and recorded is None:
        about = {name: getattr(options, name) for name in _RECORDED}
        recorder.write(bundle, to_do, {"topiccrawl": __version__, "topic": loaded.name, "options": about})
        typer.echo(say("wrote {file}", file=bundle), err=True)
    known = done | {findings.site: findings for findings in found}
    shown = [known[site] for site in sites if site in known]
    if csv_file is not None:
        _write_csv(csv_file, shown)
    if draft is not None:
        _write_drafts(draft, shown)
    if as_json:
        for findings in shown:
            typer.echo(json.dumps(findings.as_dict(), ensure_ascii=False))
    else:
        _show(shown)
    if not all(findings.crawlable for findings in shown):
        raise typer.Exit(1)


def _write_drafts(folder: Path, shown: Sequence[SiteFindings]) -> None:
    """Write the file of each site that was reached; what a user has written is left as it is."""
    from topiccrawl.probe.rules import rules_of
    from topiccrawl.relevance.topic.site_draft import write_draft

    if not (folder / "topic.toml").is_file():
        raise TopicError("{folder}: no topic folder, as it has no topic.toml", folder=folder)
    for findings in shown:
        host = urlsplit(findings.url).hostname if findings.state is State.REACHED else None
        if host is None:
            continue
        try:
            file = write_draft(folder, host, *rules_of(findings))
        except TopicError as error:
            typer.echo(localized(error), err=True)
        else:
            typer.echo(say("wrote {file}", file=file), err=True)


def _options(topic: Topic, settings: Settings, parallel: int, allow_private: bool) -> ProbeOptions:
    """Return how sites are probed: as a crawl with these settings would read them."""
    from topiccrawl.probe.many import ProbeOptions
    from topiccrawl.relevance.topic.contact import (
        SETTING,
        check_contact,
        contact_of_environment,
        with_contact,
    )

    contact = check_contact(SETTING, settings.get(SETTING)) or topic.contact or contact_of_environment()
    user_agent = str(settings.get("USER_AGENT"))
    strict = settings.get("TOPICCRAWL_TLS") != "record" or settings.getbool("DOWNLOAD_VERIFY_CERTIFICATES")
    return ProbeOptions(
        with_contact(user_agent, contact) if user_agent == USER_AGENT else user_agent,
        pause=settings.getfloat("DOWNLOAD_DELAY"),
        allow_private=allow_private or settings.getbool("TOPICCRAWL_ALLOW_PRIVATE"),
        accepts_unverified=not strict,
        posts=settings.getbool("TOPICCRAWL_POST_LISTS"),
        files=settings.getbool("TOPICCRAWL_FILES") and can_read_files(),
        parallel=parallel,
    )


def _as_recorded(options: ProbeOptions, recorded: Recorded, topic: Topic) -> ProbeOptions:
    """Return the options of a bundle, which sends nothing."""
    if (name := recorded.about.get("topic")) != topic.name:
        typer.echo(say("the bundle was made for the topic {topic}, name it with -t", topic=name), err=True)
    own = {name: value for name, value in recorded.about.get("options", {}).items() if name in _RECORDED}
    return replace(options, client=recorded.client, **own)


def _probed(
    sites: Sequence[str], topic: Topic, options: ProbeOptions, out: Path | None
) -> list[SiteFindings]:
    """Probe sites, write each into the file, and show the progress."""
    from topiccrawl.priority.focus import Focus
    from topiccrawl.probe.judge import Judge
    from topiccrawl.probe.many import probe_sites

    if not sites:
        return []
    judge, count = Judge(Focus(topic)), 0
    with progress_bars() as on_progress:
        name = marked("probing sites")
        on_progress(name, 0, len(sites))

        def on_site(findings: SiteFindings) -> None:
            nonlocal count
            count += 1
            if out is not None:
                append_done(out, findings)
            on_progress(name, count, len(sites))

        return probe_sites(sites, judge, options, on_site)


def _show(shown: Sequence[SiteFindings]) -> None:
    print_table(
        [translated(name) for name in _COLUMNS],
        [_row(findings) for findings in shown],
        right=[translated(name) for name in _NUMBERS],
    )
    if len(shown) <= _MOST_SHOWN:
        for findings in shown:
            _show_articles(findings)
    lost = sum(not findings.crawlable for findings in shown)
    typer.echo()
    if lost:
        typer.echo(say("{lost} of {count} sites cannot be crawled as they are", lost=lost, count=len(shown)))
    else:
        typer.echo(say("all {count} sites can be crawled", count=len(shown)))


def _row(found: SiteFindings) -> list[str]:
    from topiccrawl.probe.wording import advice_texts, continues_text, count_text, state_text

    listed, read = found.list, [one for one in found.articles if not one.problem]
    return [
        found.site,
        localized(state_text(found)),
        found.charset or _UNKNOWN,
        found.system or _UNKNOWN,
        localized(continues_text(listed)) if listed else _UNKNOWN,
        count_text(listed) if listed else _UNKNOWN,
        f"{listed.on_topic}/{listed.first}" if listed else _UNKNOWN,
        f"{sum(one.kept for one in read)}/{len(found.articles)}" if found.articles else _UNKNOWN,
        "; ".join(map(localized, advice_texts(found))),
    ]


def _show_articles(found: SiteFindings) -> None:
    from topiccrawl.probe.wording import verdict_text

    if not found.articles:
        return
    typer.echo(f"\n{printable(found.site)}")
    for one in found.articles:
        where = [part for part in (one.published, one.source) if part]
        line = f"{one.title}  ({', '.join(where) or _UNKNOWN})  {localized(verdict_text(one))}"
        typer.echo(f"  {printable(line)}")
        if one.sentence:
            typer.echo(f"    {printable(one.sentence)}")


def _write_csv(file: Path, shown: Iterable[SiteFindings]) -> None:
    """Write a table with one row per site; Excel reads it as UTF-8."""
    text = io.StringIO(newline="")
    names = [f"article_{n}_{name}" for n in range(1, _ARTICLES + 1) for name in _CSV_ARTICLE]
    writer = csv.DictWriter(text, [*_CSV, *names], extrasaction="ignore")
    writer.writeheader()
    for found in shown:
        values = _csv_values(found)
        for n, one in enumerate(found.articles, 1):
            values |= {f"article_{n}_{name}": getattr(one, name) for name in _CSV_ARTICLE}
        writer.writerow({name: _cell(value) for name, value in values.items()})
    write_atomically(file, "\ufeff" + text.getvalue())


def _csv_values(found: SiteFindings) -> dict[str, object]:
    from topiccrawl.probe.wording import advice_texts, continues_text

    listed = found.list
    values: dict[str, object] = found.as_dict()
    values["advice"] = "; ".join(map(localized, advice_texts(found)))
    values["columns"] = "; ".join(f"{column.name} {column.url}" for column in found.columns)
    if listed is not None:
        values |= {"list_url": listed.url, "next_url": listed.next_url, "followed": listed.followed}
        values |= {"first_links": listed.first, "second_links": listed.second, "on_topic": listed.on_topic}
        values["continues"] = localized(continues_text(listed))
    return values


def _cell(value: object) -> object:
    """Return a value that a spreadsheet does not take for a formula."""
    return spreadsheet_cell(one_line(value)) if isinstance(value, str) else value
