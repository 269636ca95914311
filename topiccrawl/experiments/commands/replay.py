"""`topiccrawl replay`: capture a web, and crawl it offline with any strategy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.outputs import checked_folder
from topiccrawl.cli.shared.plots import draw_plots
from topiccrawl.cli.shared.progress import document_counter, progress_bars
from topiccrawl.cli.shared.topic_option import TopicsOption
from topiccrawl.errors import EvaluationError
from topiccrawl.text.language import marked, say

SeedsOption = Annotated[
    str | None,
    typer.Option(help="Seeds in place of the topic's: URLs separated by commas, or a file, one per line."),
]
PagesOption = Annotated[int, typer.Option(min=1, help="HTML pages to fetch.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--setting", "-s", metavar="NAME=VALUE", help="Setting of the crawl (repeatable)."),
]
LabelsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="[TOPIC=]FILE",
        help="Table with the columns url and grade, as `topic label` writes it; for several topics one each.",
    ),
]

app = command_group("replay", "Capture a web, and crawl it offline to compare strategies.")


@app.command(
    "capture",
    epilog=examples("replay capture old.capture --responses crawl.warc.gz"),
)
def capture(
    out: Annotated[Path, typer.Argument(metavar="CAPTURE", help="File to write or replace.")],
    responses: Annotated[
        Path, typer.Option(help="WARC file of another crawl, such as one of wget or Heritrix.")
    ],
) -> None:
    """Make a capture of a web that was crawled before.

    A crawl with -s TOPICCRAWL_RECORD=FILE writes a capture itself; one with the strategy breadth-first
    captures a whole web.
    """
    from topiccrawl.experiments.replay.capture import write_capture
    from topiccrawl.experiments.replay.warc import read_warc

    with document_counter("responses") as count:
        contents = write_capture(read_warc(responses), out, count)
    told = marked(
        "{pages} pages, {redirects} redirects, {failures} failures, robots.txt of {robots} hosts in {out}"
    )
    names = ("pages", "redirects", "failures", "robots")
    typer.echo(say(told, out=out, **{name: getattr(contents, name) for name in names}))


@app.command(
    "compare",
    epilog=examples(
        "replay compare news.capture -t partybuild --strategy adaptive --strategy breadth-first --repeat 5",
        "replay compare a.capture b.capture -t partybuild -t football "
        "--labels partybuild=party.tsv --labels football=football.tsv --pages 2500 --out tables",
    ),
)
def compare_command(
    webs: Annotated[
        list[Path],
        typer.Argument(metavar="CAPTURE...", help="Captured or recorded webs."),
    ],
    topic: TopicsOption,
    strategy: Annotated[
        list[str] | None,
        typer.Option(help="Name of a strategy (repeatable); default: all that need no samples of URLs."),
    ] = None,
    seeds: SeedsOption = None,
    pages: PagesOption = 1000,
    repeat: Annotated[int, typer.Option(min=1, help="Runs of each, with different random numbers.")] = 3,
    labels: LabelsOption = None,
    settings: Settings = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder for table and plots.", callback=checked_folder)] = Path(
        "replay"
    ),
) -> None:
    """Compare strategies: harvest, recall, precision and cost, with confidence intervals and plots."""
    from topiccrawl.experiments.replay.comparison import compare, comparison_table, short_table
    from topiccrawl.experiments.replay.crawl import Crawl, check
    from topiccrawl.priority.strategies.registry import STRATEGIES
    from topiccrawl.relevance.topic.seeds import parse_seeds
    from topiccrawl.relevance.topic.topic import WITHOUT_WORDS

    chosen = crawl_settings(settings)
    graded = labels_by_topic(labels or [], topic)
    urls = () if seeds is None else parse_seeds(seeds)
    crawls = [
        Crawl(web, one, urls, name, pages, number, chosen, graded.get(one))
        for web in webs
        for one in topic
        for name in strategy or [name for name in STRATEGIES if name not in WITHOUT_WORDS]
        for number in range(repeat)
    ]
    for crawl in crawls:
        check(crawl)
    with progress_bars() as on_progress:
        found = compare(crawls, jobs, lambda done: on_progress("replays", done, len(crawls)))
    judge = "labels" if graded else "the crawl's own verdict (no labels)"
    typer.echo(short_table(found, pages, judge).markdown())
    comparison_table(found, pages, judge).write(out)
    draw_plots(lambda: _draw(found, out, bool(graded)), out, marked("table and plots"))


def _draw(found: list, out: Path, labelled: bool) -> None:  # type: ignore[type-arg]
    from topiccrawl.experiments.output.plots import Plot, lines
    from topiccrawl.experiments.replay.figures import harvest_curve, recall_curve

    for topic in dict.fromkeys(one.topic for one in found):
        mine = [one for one in found if one.topic == topic]
        several = len({one.capture for one in mine}) > 1
        names = [f"{one.strategy}, {one.capture}" if several else one.strategy for one in mine]
        curves = {name: harvest_curve(one.runs) for name, one in zip(names, mine, strict=True)}
        lines(Plot(f"harvest-{topic}", f"收获率：{topic}", "已抓取页面数", "收获率"), curves, out)
        if labelled:
            curves = {name: recall_curve(one.runs) for name, one in zip(names, mine, strict=True)}
            lines(Plot(f"recall-{topic}", f"召回率：{topic}", "已抓取页面数", "召回率"), curves, out)


def crawl_settings(texts: Sequence[str] | None) -> tuple[tuple[str, str], ...]:
    """Return the settings that a user has changed.

    Raises:
        EvaluationError: one has no value, or there is no such setting.
    """
    from scrapy.settings import Settings as ScrapySettings

    from topiccrawl import settings as shipped

    known = ScrapySettings()
    known.setmodule(shipped)
    found = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            raise EvaluationError(
                "--setting {text}: expected NAME=VALUE with a setting of the crawl", text=text
            )
        found[name] = value
    return tuple(found.items())


def labels_by_topic(options: Sequence[str], topics: Sequence[str]) -> dict[str, Path]:
    """Return the files with labels by topic.

    Raises:
        EvaluationError: a file is for no topic, or topics lack labels while others have some.
    """
    found: dict[str, Path] = {}
    for option in options:
        name, equals, file = option.partition("=")
        if not equals and len(topics) == 1:
            name, file = topics[0], option
        if name not in topics or not file:
            raise EvaluationError(
                "--labels {option}: expected TOPIC=FILE with one of {topics}",
                option=option,
                topics=", ".join(topics),
            )
        found[name] = Path(file)
    if found and (rest := [topic for topic in topics if topic not in found]):
        raise EvaluationError(
            "--labels: none for {topics}; give labels for all topics or for none", topics=", ".join(rest)
        )
    return found
