"""`topiccrawl replay`: capture a web, and crawl it offline with any strategy."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DATABASE_FORMS, database_option
from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.outputs import checked_file, checked_folder
from topiccrawl.cli.shared.plots import draw_plots
from topiccrawl.cli.shared.progress import document_counter, progress_bars, working
from topiccrawl.cli.shared.topic_option import StoredTopic, TopicOption, TopicsOption
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.commands.crawl_options import (
    CaptureArgument,
    HostPages,
    LabelsOption,
    Latency,
    PagesOption,
    SeedsOption,
    Settings,
    Slowness,
    crawl_model,
    labels_by_topic,
)
from topiccrawl.text.language import marked

app = command_group("replay", "Capture a web, and crawl it offline to compare strategies.")


@app.command(
    "capture",
    epilog=examples(
        "replay capture news.capture --responses recorded.db",
        "replay capture old.capture --responses crawl.warc.gz",
        "replay capture corpus.capture --database sqlite:///corpus.db -t partybuild",
    ),
)
def capture(
    out: Annotated[Path, typer.Argument(metavar="CAPTURE", help="File to write or replace.")],
    responses: Annotated[
        Path | None,
        typer.Option(help="WARC file, or SQLite file with the table responses(url, status, headers, body)."),
    ] = None,
    database: Annotated[
        str | None, database_option(f"Use the stored pages of a crawl instead: {DATABASE_FORMS}.")
    ] = None,
    topic: StoredTopic = "partybuild",
    extractor: Annotated[str, typer.Option(help="Main-text extractor.")] = "article",
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Number of parsing processes; default: one per processor.")
    ] = None,
    later: Annotated[
        bool, typer.Option("--later", help="Parse each page when a replay first requests it.")
    ] = False,
) -> None:
    """Write a web into one file, each page parsed once.

    A crawl with -s TOPICCRAWL_RECORD=FILE records all of its responses for --responses; a crawl with the
    strategy breadth-first records a whole web. The database of a crawl has only the pages that it stored.
    """
    from topiccrawl.experiments.replay.capture import default_jobs, parse_capture, write_capture
    from topiccrawl.experiments.replay.corpus_responses import corpus_responses
    from topiccrawl.experiments.replay.responses import read_responses
    from topiccrawl.experiments.replay.warc import is_warc, read_warc
    from topiccrawl.extraction import EXTRACTORS

    if extractor not in EXTRACTORS:
        raise EvaluationError(
            "--extractor {extractor}: choose one of {known}",
            extractor=extractor,
            known=", ".join(sorted(EXTRACTORS)),
        )
    if (responses is None) == (database is None):
        raise EvaluationError("expected either --responses or --database")
    if responses is not None:
        read = read_warc if is_warc(responses) else read_responses
        found, source = read(responses), str(responses)
    else:
        assert database is not None
        found, source = corpus_responses(database, topic), f"pages of {topic}"
    with document_counter("responses") as count:
        contents = write_capture(found, out, {"source": source}, extractor, on_progress=count)
    if not later:
        with document_counter("parsed") as count:
            contents = parse_capture(out, jobs or default_jobs(), count)
    typer.echo(
        f"{contents.pages} pages, {contents.redirects} redirects, {contents.failures} failures, "
        f"robots.txt of {contents.robots} hosts in {out}"
    )


@app.command(
    "run",
    epilog=examples(
        "replay run news.capture -t partybuild --seeds http://a.cn/ --pages 500",
        "replay run news.capture -t partybuild --labels grades.tsv -s DOWNLOAD_DELAY=0 --out order.csv",
    ),
)
@working(marked("replaying"))
def run(
    web: CaptureArgument,
    topic: TopicOption = "partybuild",
    strategy: Annotated[str, typer.Option(help="Name of the strategy; default: that of the topic.")] = "",
    seeds: SeedsOption = None,
    pages: PagesOption = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the random numbers.")] = 0,
    labels: Annotated[
        Path | None,
        typer.Option(help="Table with the columns url and grade, as `topiccrawl topic label` writes it."),
    ] = None,
    settings: Settings = None,
    latency: Latency = None,
    slowness: Slowness = 1.0,
    host_pages: HostPages = 0,
    out: Annotated[
        Path | None, typer.Option(help="CSV file with the pages in their order.", callback=checked_file)
    ] = None,
) -> None:
    """Crawl a capture with one strategy, offline and in simulated time."""
    from topiccrawl.experiments.replay.comparison import Crawl, replay
    from topiccrawl.experiments.replay.figures import Run
    from topiccrawl.relevance.topic.seeds import parse_seeds
    from topiccrawl.topics.calibration.graded_pages import read_page_grades

    model = crawl_model(settings, latency, slowness, host_pages)
    known = None if labels is None else read_page_grades(labels)
    urls = () if seeds is None else parse_seeds(seeds)
    trace = replay(Crawl(web, topic, urls, strategy, pages, seed, model))
    judged = Run.of(trace, known)
    right = int(judged.relevant.sum())
    typer.echo(
        f"{len(trace.pages)} pages in {trace.seconds:.0f} s of simulated time and {trace.cpu:.1f} s of the "
        f"processor; {right} relevant by {_judge(known is not None)}, harvest {right / len(trace.pages):.3f}"
    )
    typer.echo(
        f"{trace.requests} requests, {trace.missing} of them for URLs that the capture does not have; "
        f"{trace.robots} forbidden by robots.txt; {trace.left} links left"
    )
    if out is not None:
        with out.open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("number", "url", "seconds", "score", "outcome", "relevant"))
            for number, (page, relevant) in enumerate(zip(trace.pages, judged.relevant, strict=True), 1):
                outcome = page.outcome.name.lower() if page.outcome else ""
                row = (number, page.url, f"{page.time:.3f}", f"{page.score:.4f}", outcome, int(relevant))
                writer.writerow(row)
        typer.echo(f"the order of the pages in {out}")


@app.command(
    "compare",
    epilog=examples(
        "replay compare news.capture -t partybuild --strategy adaptive --strategy breadth-first --repeat 5",
        "replay compare a.capture b.capture -t partybuild -t football "
        "--labels partybuild=party.tsv --labels football=football.tsv --pages 2500 --out tables",
    ),
)
def compare_command(
    webs: Annotated[list[Path], typer.Argument(metavar="CAPTURE...", help="Captures.")],
    topic: TopicsOption,
    strategy: Annotated[
        list[str] | None, typer.Option(help="Name of a strategy (repeatable); default: all.")
    ] = None,
    seeds: SeedsOption = None,
    pages: PagesOption = 1000,
    repeat: Annotated[int, typer.Option(min=1, help="Runs of each, with different random numbers.")] = 3,
    labels: LabelsOption = None,
    settings: Settings = None,
    latency: Latency = None,
    slowness: Slowness = 1.0,
    host_pages: HostPages = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    out: Annotated[
        Path, typer.Option(help="Folder for table, JSON and plots.", callback=checked_folder)
    ] = Path("replay"),
) -> None:
    """Compare strategies: harvest, recall, precision and cost, with confidence intervals and plots."""
    from topiccrawl.experiments.replay.comparison import (
        Crawl,
        compare,
        comparison_table,
        short_table,
        to_json,
    )
    from topiccrawl.priority.strategies.registry import STRATEGIES
    from topiccrawl.relevance.topic.seeds import parse_seeds

    model = crawl_model(settings, latency, slowness, host_pages)
    graded = labels_by_topic(labels or [], topic)
    urls = () if seeds is None else parse_seeds(seeds)
    crawls = [
        Crawl(web, one, urls, name, pages, number, model, graded.get(one))
        for web in webs
        for one in topic
        for name in strategy or list(STRATEGIES)
        for number in range(repeat)
    ]
    with progress_bars() as on_progress:
        found = compare(crawls, jobs, lambda done: on_progress("replays", done, len(crawls)))
    judge = _judge(bool(graded))
    typer.echo(short_table(found, pages, judge).markdown())
    comparison_table(found, pages, judge).write(out)
    (out / "replay.json").write_text(to_json(found, pages, judge, {"model": str(model)}), encoding="utf-8")
    draw_plots(lambda: _draw(found, out, bool(graded)), out, "table, JSON and plots")


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


def _judge(labelled: bool) -> str:
    return "labels" if labelled else "the crawl's own verdict (no labels)"
