"""`topiccrawl evaluate`: repeat the papers' experiments, with tables and plots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DATABASE_FORMS, database_option
from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.outputs import checked_folder
from topiccrawl.cli.shared.plots import draw_plots
from topiccrawl.cli.shared.progress import progress_bars, working
from topiccrawl.cli.shared.topic_option import StoredTopic, TopicOption
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.judging import Agreement
from topiccrawl.experiments.output.results import ResultTable
from topiccrawl.text.language import marked

app = command_group("evaluate", "Repeat the papers' experiments: tables (CSV, Markdown), plots (PNG, SVG).")

Out = Annotated[Path, typer.Option(help="Folder for tables and plots.", callback=checked_folder)]
Pairs = Annotated[Path, typer.Argument(help="Labelled pairs, as `topiccrawl fit` reads them.")]
_PRINTED_ROWS = 12
_LABELS = "Table with the columns url and grade, as `topiccrawl topic label` writes it."


@app.command("words", epilog=examples("evaluate words -t partybuild --out tables"))
@working(marked("running the experiment"))
def words(
    topic: TopicOption = "partybuild",
    sources: Annotated[
        Path | None, typer.Option(help="The table sources.csv that `topiccrawl fit vectors` wrote.")
    ] = None,
    out: Out = Path("evaluation"),
) -> None:
    """Training sources, topic words, weights set by hand, and all weights (paper A, tables 1 to 4)."""
    from topiccrawl.experiments.words import word_tables

    tables = word_tables(topic, sources)
    _write(tables.all(), out)
    if sources is None:
        typer.echo("table 1 left out: it needs --sources")

    def draw() -> None:
        from topiccrawl.experiments.output.plots import Plot, bars, histogram

        heaviest = {str(row[0]): float(row[1] or 0) for row in tables.topic_words.rows[:30]}
        bars(Plot("table2-topic-words", f"权重最高的主题词：{tables.title}", "权重", ""), heaviest, out)
        weights = [float(row[1] or 0) for row in tables.weights.rows]
        histogram(Plot("table4-weights", f"词语权重的分布：{tables.title}", "权重", "词语数"), weights, out)

    draw_plots(draw, out, "tables and plots")


@app.command(
    "similarity",
    epilog=examples(
        "evaluate similarity pairs.tsv -t partybuild",
        "evaluate similarity pairs.tsv --resources cilin/words --resources hownet/words",
    ),
)
@working(marked("running the experiment"))
def similarity(
    pairs: Pairs,
    topic: TopicOption = "partybuild",
    resources: Annotated[
        list[str] | None,
        typer.Option(help="THESAURUS/VECTORS by their names in topics, such as cilin/words (repeatable)."),
    ] = None,
    out: Out = Path("evaluation"),
) -> None:
    """Thresholds of algorithm 1 on labelled pairs (paper A), and the similarity that a topic uses."""
    from topiccrawl.experiments.crawl_similarity import crawl_similarity
    from topiccrawl.experiments.fit.similarity import read_pairs
    from topiccrawl.experiments.similarity import THRESHOLDS, similarity_experiment
    from topiccrawl.relevance.resources.choice import ResourceChoice
    from topiccrawl.relevance.similarity.similarity import Similarity
    from topiccrawl.relevance.topic.topic import Topic

    combinations = {}
    for name in resources or []:
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
    labelled = read_pairs(pairs)
    found, crawl = (
        similarity_experiment(combinations, labelled),
        crawl_similarity(Topic.load(topic), labelled),
    )
    _write([found.resources, found.by_source, crawl.uses], out)
    found.thresholds.write(out)

    def draw() -> None:
        from topiccrawl.experiments.output.plots import Plot, lines

        for curve in found.curves:
            label = curve.threshold.capitalize()
            plot = Plot(f"similarity-{curve.threshold}", f"算法1：{label} 与判断的好坏", label, "比例")
            series = _agreement_series(THRESHOLDS, curve.points)
            lines(plot, series, out, (curve.fitted, f"拟合值 {curve.fitted}"))
        for number, (uses, points) in enumerate(crawl.curves.items(), 1):
            plot = Plot(f"similarity-crawl-{number}", f"采集所用的相似度：{uses}", "阈值", "比例")
            lines(plot, _agreement_series(THRESHOLDS, points), out)

    draw_plots(draw, out, "tables and plots")


@app.command("url-structure", epilog=examples("evaluate url-structure urls.tsv --label same"))
@working(marked("running the experiment"))
def url_structure(
    pairs: Pairs,
    label: Annotated[str, typer.Option(help="Name of the label's column.")] = "label",
    out: Out = Path("evaluation"),
) -> None:
    """Variants of algorithm 2 on labelled pairs of URLs; the history of algorithm 3 (paper A)."""
    from topiccrawl.experiments.fit.url_structure import read_url_pairs
    from topiccrawl.experiments.url_structure import history_experiment, read_sections, url_experiment

    labelled = read_url_pairs(pairs, label)
    with progress_bars() as on_progress:
        found = url_experiment(labelled, on_progress)
    tables = [found.variants, found.sites]
    sections = read_sections(pairs)
    if sections:
        tables.append(history_experiment(sections, found.fit.parameters))
    _write(tables, out)
    found.thresholds.write(out)
    if not sections:
        typer.echo("history left out: it needs the columns section1, section2, source")

    def draw() -> None:
        from topiccrawl.experiments.output.plots import Plot, lines

        thresholds, points = zip(*found.curve, strict=True)
        series = _agreement_series(thresholds, points)
        chosen = found.fit.parameters.threshold
        plot = Plot("url-thresholds", "算法2：阈值与判断的好坏", "阈值", "比例")
        lines(plot, series, out, (chosen, f"拟合值 {chosen}"))

    draw_plots(draw, out, "tables and plots")


@app.command("clusters", epilog=examples("evaluate clusters pages.jsonl --use"))
@working(marked("running the experiment"))
def clusters(
    pages: Annotated[
        Path, typer.Argument(help="JSON lines: `file` (HTML beside it), `text`, and `site` or `url`.")
    ],
    out: Out = Path("evaluation"),
    use: Annotated[
        bool, typer.Option("--use", help="Make the extractor `clustering` use the fitted clusters.")
    ] = False,
) -> None:
    """Clusters of main texts (patent CN106970938A), fitted to your own pages.

    Quality, methods, and the text F1 over the pages in their order with growth on and off.
    """
    from topiccrawl.experiments.clusters.experiment import cluster_experiment, read_pages
    from topiccrawl.experiments.clusters.growth import growth_table
    from topiccrawl.extraction.clustering.clustering import MODEL, default_model
    from topiccrawl.text.resources import imported_dir

    labelled = read_pages(pages)
    found = cluster_experiment(labelled)
    growth = growth_table(labelled, default_model())
    _write([found.quality, found.clusters, found.methods, growth], out)
    for path in [out / Path(MODEL).name, *([imported_dir() / MODEL] if use else [])]:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found.model.to_json(), encoding="utf-8")
        typer.echo(f"clusters in {path}")


@app.command(
    "threshold",
    epilog=examples(
        "evaluate threshold 0.2=sqlite:///a.db 0.3=sqlite:///b.db --labels pages.tsv --seconds 600"
    ),
)
@working(marked("running the experiment"))
def threshold(
    crawls: Annotated[list[str], typer.Argument(metavar="THRESHOLD=DATABASE...", help="Crawls to compare.")],
    topic: StoredTopic = "partybuild",
    labels: Annotated[Path | None, typer.Option(help=_LABELS)] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0, help="The time in which pages count; default: that of the shortest crawl."),
    ] = None,
    out: Out = Path("evaluation"),
) -> None:
    """Formula 5's threshold against precision, and against yield in a fixed time (paper A).

    Each crawl has its own [priority] threshold and its own database. Without labels the crawl's own verdict
    decides what is relevant, and precision is left out.
    """
    from topiccrawl.experiments.crawled_pages import CrawledPages, read_crawl
    from topiccrawl.experiments.fit.link_threshold import threshold_experiment
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


@app.command(
    "precision",
    epilog=examples("evaluate precision sqlite:///corpus.db --labels pages.tsv --portal people.com.cn"),
)
@working(marked("running the experiment"))
def precision(
    databases: Annotated[list[str], typer.Argument(metavar="DATABASE...", help="Databases of crawls.")],
    labels: Annotated[Path, typer.Option(help=_LABELS)],
    topic: StoredTopic = "partybuild",
    portal: Annotated[
        list[str] | None, typer.Option(help="Domain of a portal (repeatable); other sites are dedicated.")
    ] = None,
    least: Annotated[
        int, typer.Option(min=1, help="Minimum number of kept pages for a site to count in the means.")
    ] = 5,
    out: Out = Path("evaluation"),
) -> None:
    """Formula 6, relevant / kept pages: by site, means over dedicated sites and portals, over all pages."""
    from topiccrawl.experiments.crawled_pages import read_crawl
    from topiccrawl.experiments.precision import precision_by_site
    from topiccrawl.page.canonical_url import is_host_name
    from topiccrawl.topics.calibration.graded_pages import read_page_grades

    for domain in portal or ():
        if not is_host_name(domain):
            raise EvaluationError("--portal {domain}: is not a domain such as people.com.cn", domain=domain)
    known = read_page_grades(labels)
    crawls = [read_crawl(database, topic, known) for database in databases]
    pages = [page for crawl in crawls for page in crawl.pages]
    _write([precision_by_site(pages, portal or [], least)], out)
    if left_out := sum(crawl.left_out for crawl in crawls):
        typer.echo(f"{left_out} pages have no grade, or are near the topic, and are left out")


@app.command(
    "dedup", epilog=examples("evaluate dedup articles.jsonl", "evaluate dedup --database URL -t overseas")
)
@working(marked("running the experiment"))
def dedup(
    articles: Annotated[
        Path | None,
        typer.Argument(help="JSON lines: `title`, `text` and, if known, `group` of the same story."),
    ] = None,
    database: Annotated[
        str | None, database_option(f"Take the pages of a crawl instead: {DATABASE_FORMS}.")
    ] = None,
    topic: StoredTopic = "partybuild",
    out: Out = Path("evaluation"),
) -> None:
    """Title deduplication of paper C: sample sizes, time against bodies, thresholds.

    Each article is compared with those before it. Without groups the tables leave out what is right.
    """
    from topiccrawl.experiments.dedup import (
        method_table,
        read_articles,
        read_stored_articles,
        sample_size_table,
        threshold_table,
    )

    if (articles is None) == (database is None):
        raise EvaluationError("expected a list of articles, or --database")
    found = read_articles(articles) if articles else read_stored_articles(database or "", topic)
    titles = [article.title for article in found]
    tables = [sample_size_table(titles), method_table(found), threshold_table(found)]
    _write(tables, out)


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
            typer.echo(f"... {len(table.rows)} rows in {out / table.name}.csv\n")
