"""`topiccrawl evaluate`: repeat the papers' experiments, with tables and plots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.outputs import checked_folder
from topiccrawl.cli.shared.plots import draw_plots
from topiccrawl.cli.shared.progress import progress_bars, working
from topiccrawl.cli.shared.topic_option import TopicOption, topic_name
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.commands.choices import check_options, given, one_file
from topiccrawl.experiments.judging import Agreement
from topiccrawl.experiments.output.results import ResultTable
from topiccrawl.text.language import marked, say

app = single_command()

_PRINTED_ROWS = 12


class Experiment(StrEnum):
    """What `evaluate` repeats."""

    WORDS = "words"
    SIMILARITY = "similarity"
    URL_STRUCTURE = "url-structure"
    CLUSTERS = "clusters"
    THRESHOLD = "threshold"
    PRECISION = "precision"
    DEDUP = "dedup"


_OPTIONS = {
    Experiment.WORDS: ("topic", "sources"),
    Experiment.SIMILARITY: ("data", "resources"),
    Experiment.URL_STRUCTURE: ("data", "label"),
    Experiment.CLUSTERS: ("data", "use"),
    Experiment.THRESHOLD: ("data", "topic", "labels", "seconds"),
    Experiment.PRECISION: ("data", "topic", "labels", "portal"),
    Experiment.DEDUP: ("topic", "database"),
}
"""Options of each experiment beside --out."""


@app.command(
    epilog=examples(
        "evaluate words -t partybuild --out tables",
        "evaluate similarity pairs.tsv --resources cilin/words --resources hownet/words",
        "evaluate url-structure urls.tsv --label same",
        "evaluate clusters pages.jsonl --use",
        "evaluate threshold 0.2=sqlite:///a.db 0.3=sqlite:///b.db --labels pages.tsv --seconds 600",
        "evaluate precision sqlite:///corpus.db --labels pages.tsv --portal people.com.cn",
        "evaluate dedup --database sqlite:///corpus.db -t overseas",
    )
)
@working(marked("running the experiment"))
def evaluate(
    context: typer.Context,
    experiment: Annotated[Experiment, typer.Argument(help="The experiment.")],
    data: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|DATABASE|THRESHOLD=DATABASE...",
            help="What the experiment reads.",
            show_default=False,
        ),
    ] = [],  # noqa: B006
    topic: TopicOption = "partybuild",
    sources: Annotated[
        Path | None, typer.Option(help="words: the table sources.csv that `topiccrawl fit vectors` wrote.")
    ] = None,
    resources: Annotated[
        list[str],
        typer.Option(
            help="similarity: THESAURUS/VECTORS by their names in topics, such as cilin/words (repeatable)."
        ),
    ] = [],  # noqa: B006
    label: Annotated[str, typer.Option(help="url-structure: name of the label's column.")] = "label",
    use: Annotated[
        bool, typer.Option("--use", help="clusters: make the extractor `clustering` use the fitted clusters.")
    ] = False,
    labels: Annotated[
        Path | None,
        typer.Option(
            help="threshold, precision: table with the columns url and grade, as `topiccrawl topic label` "
            "writes it."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0, help="threshold: the time in which pages count; default: that of the shortest crawl."
        ),
    ] = None,
    portal: Annotated[
        list[str],
        typer.Option(help="precision: domain of a portal (repeatable); other sites are dedicated."),
    ] = [],  # noqa: B006
    database: DatabaseOption = DEFAULT_DATABASE,
    out: Annotated[Path, typer.Option(help="Folder for tables and plots.", callback=checked_folder)] = Path(
        "evaluation"
    ),
) -> None:
    """Repeat the papers' experiments: tables (CSV, Markdown), plots (PNG, SVG).

    words: training sources, topic words, weights set by hand, and all weights (paper A, tables 1 to 4).

    similarity PAIRS: thresholds of algorithm 1 on labelled pairs, as `topiccrawl fit` reads them (paper
    A).

    url-structure PAIRS: readings and threshold of algorithm 2 on labelled pairs of URLs (paper A).

    clusters PAGES: clusters of main texts (patent CN106970938A), fitted to your own pages: JSON lines with
    `file` (HTML beside it), `text`, and `site` or `url`.

    threshold THRESHOLD=DATABASE...: formula 5's threshold against precision, and against yield in a fixed
    time (paper A). Each crawl has its own [priority] threshold and its own database. Without labels the
    crawl's own verdict decides what is relevant, and precision is left out.

    precision DATABASE...: formula 6, relevant / kept pages: by site, means over dedicated sites and portals,
    over all pages.

    dedup: title deduplication of paper C on the pages of a crawl: sample sizes, time against bodies,
    thresholds. Each page is compared with those stored before it.
    """
    check_options(context, experiment, _OPTIONS[experiment], ("out",))
    match experiment:
        case Experiment.WORDS:
            _words(topic, sources, out)
        case Experiment.SIMILARITY:
            _similarity(one_file(data), resources, out)
        case Experiment.URL_STRUCTURE:
            _url_structure(one_file(data), label, out)
        case Experiment.CLUSTERS:
            _clusters(one_file(data), use, out)
        case Experiment.THRESHOLD:
            _threshold(given(data, "THRESHOLD=DATABASE"), topic_name(topic), labels, seconds, out)
        case Experiment.PRECISION:
            if labels is None:
                raise wrong_value("it is needed for {name}", "--labels", name=experiment)
            _precision(given(data, "DATABASE"), topic_name(topic), labels, portal, out)
        case Experiment.DEDUP:
            _dedup(database, topic_name(topic), out)


def _words(topic: str, sources: Path | None, out: Path) -> None:
    from topiccrawl.experiments.words import word_tables

    _write(word_tables(topic, sources), out)
    if sources is None:
        typer.echo(say("table 1 left out: it needs --sources"))


def _similarity(pairs: Path, resources: Sequence[str], out: Path) -> None:
    from topiccrawl.experiments.fit.similarity import read_pairs
    from topiccrawl.experiments.similarity import THRESHOLDS, similarity_experiment
    from topiccrawl.relevance.resources.choice import ResourceChoice
    from topiccrawl.relevance.similarity.similarity import Similarity

    combinations = {}
    for name in resources:
        thesaurus, _, vectors = name.partition("/")
        try:
            choice = ResourceChoice(thesaurus.strip(), vectors.strip())
        except ValueError as error:
            raise EvaluationError(
                "--resources {name}: {error}; expected THESAURUS/VECTORS, such as cilin/words",
                name=name,
                error=error,
            ) from None
        combinations[name] = Similarity.chosen(choice)
    if not combinations:
        combinations = {"default": Similarity.default(), "cilin/words": Similarity.for_relevance()}
    found = similarity_experiment(combinations, read_pairs(pairs))
    _write([found.resources], out)
    found.thresholds.write(out)

    def draw() -> None:
        from topiccrawl.experiments.output.plots import Plot, lines

        for curve in found.curves:
            label = curve.threshold.capitalize()
            plot = Plot(f"similarity-{curve.threshold}", f"算法1：{label} 与判断的好坏", label, "比例")
            series = _agreement_series(THRESHOLDS, curve.points)
            lines(plot, series, out, (curve.fitted, f"拟合值 {curve.fitted}"))

    draw_plots(draw, out, "tables and plots")


def _url_structure(pairs: Path, label: str, out: Path) -> None:
    from topiccrawl.experiments.fit.url_structure import read_url_pairs
    from topiccrawl.experiments.url_structure import url_experiment

    labelled = read_url_pairs(pairs, label)
    with progress_bars() as on_progress:
        found = url_experiment(labelled, on_progress)
    _write([found.variants], out)
    found.thresholds.write(out)

    def draw() -> None:
        from topiccrawl.experiments.output.plots import Plot, lines

        thresholds, points = zip(*found.curve, strict=True)
        series = _agreement_series(thresholds, points)
        chosen = found.fit.parameters.threshold
        plot = Plot("url-thresholds", "算法2：阈值与判断的好坏", "阈值", "比例")
        lines(plot, series, out, (chosen, f"拟合值 {chosen}"))

    draw_plots(draw, out, "tables and plots")


def _clusters(pages: Path, use: bool, out: Path) -> None:
    from topiccrawl.experiments.clusters import cluster_experiment, read_pages
    from topiccrawl.extraction.clustering.clustering import MODEL
    from topiccrawl.text.resources import imported_dir

    found = cluster_experiment(read_pages(pages))
    _write([found.quality, found.clusters], out)
    for path in [out / Path(MODEL).name, *([imported_dir() / MODEL] if use else [])]:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found.model.to_json(), encoding="utf-8")
        typer.echo(say("clusters in {path}", path=path))


def _threshold(
    crawls: Sequence[str], topic: str, labels: Path | None, seconds: float | None, out: Path
) -> None:
    from topiccrawl.experiments.crawled_pages import CrawledPages, read_crawl, threshold_experiment
    from topiccrawl.topics.calibration.graded_pages import read_page_grades

    known = read_page_grades(labels) if labels else None
    found: dict[float, CrawledPages] = {}
    for value, database in _databases_by_threshold(crawls).items():
        found[value] = read_crawl(database, topic, known)
    table = threshold_experiment(found, seconds)
    _write([table], out)

    def draw() -> None:
        from topiccrawl.experiments.output.plots import Plot, lines

        points = [[math.nan if value is None else float(value) for value in row[:6]] for row in table.rows]
        thresholds = [point[0] for point in points]
        plot = Plot("link-threshold", "公式5：阈值与固定时间内的相关网页数", "阈值", "相关网页数")
        lines(plot, {"相关网页": (thresholds, [point[4] for point in points])}, out)
        if known is not None:
            plot = Plot("link-threshold-precision", "公式5：阈值与准确率", "阈值", "准确率")
            lines(plot, {"准确率": (thresholds, [point[5] for point in points])}, out)

    draw_plots(draw, out, "tables and plots")


def _databases_by_threshold(crawls: Sequence[str]) -> dict[float, str]:
    found: dict[float, str] = {}
    for one in crawls:
        number, _, database = one.partition("=")
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        # The database is not shown: it may hold a password.
        if not math.isfinite(value):
            raise EvaluationError(
                "{number!r} is not a number: expected THRESHOLD=DATABASE, such as 0.2=sqlite:///a.db",
                number=number.partition(":")[0],
            )
        if not database:
            raise EvaluationError("{one}: expected THRESHOLD=DATABASE, such as 0.2=sqlite:///a.db", one=one)
        if value in found:
            raise EvaluationError("two crawls have the threshold {value:g}", value=value)
        found[value] = database
    if len(found) < 2:
        raise EvaluationError("expected at least two crawls, each as THRESHOLD=DATABASE")
    return found


def _precision(databases: Sequence[str], topic: str, labels: Path, portal: Sequence[str], out: Path) -> None:
    from topiccrawl.experiments.crawled_pages import precision_by_site, read_crawl
    from topiccrawl.page.canonical_url import is_host_name
    from topiccrawl.topics.calibration.graded_pages import read_page_grades

    for domain in portal:
        if not is_host_name(domain):
            raise EvaluationError("--portal {domain}: is not a domain such as people.com.cn", domain=domain)
    known = read_page_grades(labels)
    crawls = [read_crawl(database, topic, known) for database in databases]
    pages = [page for crawl in crawls for page in crawl.pages]
    _write([precision_by_site(pages, portal)], out)
    if left_out := sum(crawl.left_out for crawl in crawls):
        told = marked("{count} pages have no grade, or are near the topic, and are left out")
        typer.echo(say(told, count=left_out))


def _dedup(database: str, topic: str, out: Path) -> None:
    from topiccrawl.experiments.dedup import method_table, read_articles, sample_size_table, threshold_table

    found = read_articles(database, topic)
    titles = [article.title for article in found]
    _write([sample_size_table(titles), method_table(found), threshold_table(found)], out)


def _agreement_series(
    thresholds: Sequence[float], points: Sequence[Agreement]
) -> dict[str, tuple[Sequence[float], list[float]]]:
    """Return the curves of a plot by label; an undefined ratio is a gap."""
    ratios = {"准确率": "accuracy", "精确率": "precision", "召回率": "recall"}
    return {
        label: (
            thresholds,
            [math.nan if getattr(point, name) is None else getattr(point, name) for point in points],
        )
        for label, name in ratios.items()
    }


def _write(tables: Sequence[ResultTable], out: Path) -> None:
    for table in tables:
        table.write(out)
        rows = table.rows[:_PRINTED_ROWS]
        typer.echo(ResultTable(table.name, table.title, table.columns, rows).markdown())
        if len(table.rows) > _PRINTED_ROWS:
            told = marked("... {count} rows in {file}")
            typer.echo(say(told, count=len(table.rows), file=f"{out / table.name}.csv") + "\n")
