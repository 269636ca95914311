"""Evaluate a crawl of the demo web by the labels of the web."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from topiccrawl.demo.articles import PARTY
from topiccrawl.demo.server import Request
from topiccrawl.demo.web import DemoWeb
from topiccrawl.reporting.figures import Figures, harvest_rate
from topiccrawl.text.language import say


@dataclass(frozen=True)
class DemoReport:
    """Figures of a crawl; shares are in [0, 1], and 0 where the denominator is 0.

    Attributes:
        pages_fetched: number of HTML responses with status 200, repeated requests included.
        relevant_fetched: number of them about the party subject: articles, columns, videos, home pages.
        articles_fetched: number of the relevant ones that are articles.
        trap_pages_fetched: number of fetched pages of traps.
        robots_violations: number of requests that robots.txt disallows.
        collected: number of records in the corpus.
        collected_relevant: number of records that are articles about the party subject.
        near_misses_collected: number of records with a near miss, see `Article`.
        stories: number of party stories in the web.
        stories_collected: number of party stories with at least one record.
        stories_twice: number of stories of any subject with more than one record.
    """

    pages_fetched: int
    relevant_fetched: int
    articles_fetched: int
    trap_pages_fetched: int
    robots_violations: int
    collected: int
    collected_relevant: int
    near_misses_collected: int
    stories: int
    stories_collected: int
    stories_twice: int

    @property
    def harvest_rate(self) -> float:
        """Return the share of articles about the party subject among the fetched pages."""
        return harvest_rate(self.articles_fetched, self.pages_fetched)

    @property
    def precision(self) -> float:
        """Return the share of articles about the party subject among the records."""
        return _share(self.collected_relevant, self.collected)

    @property
    def recall(self) -> float:
        """Return the share of the party stories that are in the corpus."""
        return _share(self.stories_collected, self.stories)


def measure(web: DemoWeb, requests: Iterable[Request], collected: Iterable[Mapping[str, Any]]) -> DemoReport:
    """Compare the fetched and collected pages with the labels.

    Args:
        web: the crawled web.
        requests: requests that its server answered.
        collected: records of the corpus, each with its final `url`.

    Raises:
        KeyError: a record has no `url`.
    """
    answered = list(requests)
    fetched = [web.label(f"http://{one.host}{one.path}") for one in answered if _is_page(web, one)]
    labels = [web.label(str(record["url"])) for record in collected]
    records = Counter(label.story for label in labels if label.story is not None)
    subjects = {story: article.subject for story, article in web.articles.items()}
    return DemoReport(
        pages_fetched=len(fetched),
        relevant_fetched=sum(label.relevant for label in fetched),
        articles_fetched=sum(label.relevant and label.kind == "article" for label in fetched),
        trap_pages_fetched=sum(label.kind == "trap" for label in fetched),
        robots_violations=sum(not web.may_fetch(one.host, one.path) for one in answered),
        collected=len(labels),
        collected_relevant=sum(label.relevant and label.kind == "article" for label in labels),
        near_misses_collected=sum(web.articles[label.story].near_miss for label in labels if label.story),
        stories=sum(subject == PARTY for subject in subjects.values()),
        stories_collected=sum(subjects[story] == PARTY for story in records),
        stories_twice=sum(times > 1 for times in records.values()),
    )


def format_report(report: DemoReport, figures: Figures) -> str:
    """Return the report in the language of the terminal, one figure per line.

    Args:
        report: figures by the labels of the web.
        figures: figures that the crawl itself counted, as in its live line, log and summary.
    """
    stored = {"part": figures.kept + figures.duplicates, "whole": figures.fetched}
    rows = (
        (say("fetched"), _sum(figures)),
        (
            say("harvest rate"),
            say("{share:.1%} (stored and copies {part}/{whole})", share=figures.harvest, **stored),
        ),
        (
            say("labelled 党建"),
            say(
                "{pages} pages, {articles} of them articles, {share:.1%} of what was fetched",
                pages=report.relevant_fetched,
                articles=report.articles_fetched,
                share=report.harvest_rate,
            ),
        ),
        (say("trap pages"), f"{report.trap_pages_fetched}"),
        (say("against robots.txt"), f"{report.robots_violations}"),
        (
            say("in the corpus"),
            say(
                "{articles} articles, {near} of them only close to the topic",
                articles=report.collected,
                near=report.near_misses_collected,
            ),
        ),
        (say("precision"), f"{report.precision:.1%} ({report.collected_relevant}/{report.collected})"),
        (
            say("recall"),
            say(
                "{share:.1%} ({part}/{whole} stories)",
                share=report.recall,
                part=report.stories_collected,
                whole=report.stories,
            ),
        ),
        (say("stored twice"), say("{count} stories", count=report.stories_twice)),
    )
    width = max(_columns(name) for name, _ in rows)
    lines = [f"  {name}{' ' * (width - _columns(name))}  {value}" for name, value in rows]
    return "\n".join([say("Result of the demo crawl"), *lines])


def _sum(figures: Figures) -> str:
    parts = (
        (say("stored"), figures.kept),
        (say("copies"), figures.duplicates),
        (say("lists"), figures.lists),
        (say("dropped"), sum(figures.dropped.values())),
    )
    shown = [f"{name} {count}" for name, count in parts]
    if figures.in_work:
        shown.append(say("in work {count}", count=figures.in_work))
    return say("{count} pages = {parts}", count=figures.fetched, parts=" + ".join(shown))


def _is_page(web: DemoWeb, request: Request) -> bool:
    if request.status != 200:
        return False
    return web.respond(request.host, request.path).content_type.startswith("text/html")


def _columns(text: str) -> int:
    """Return the width on a terminal, where a Chinese character takes two columns."""
    return sum(1 if character.isascii() else 2 for character in text)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
