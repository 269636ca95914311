"""Webs made by hand, and a strategy that reads the score of a link from its anchor text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from zlib import crc32

from topiccrawl.experiments.replay.capture import write_capture
from topiccrawl.experiments.replay.responses import Response
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY, Priority
from topiccrawl.priority.strategies.contract import FetchedPage, Passage, Strategy, VisitedPage
from topiccrawl.relevance.judgement import Verdict

HTML = {"content-type": "text/html; charset=utf-8"}
TEXT = "会议指出，各支部要认真学习党章，按时报名参加{}的培训，并把学习情况报告给上级部门。"


def page(url: str, links: Mapping[str, float | str], title: str = "") -> Response:
    """An article that links to URLs; the anchor texts are the scores."""
    # The same in every process: among random numbers some are so much alike that a page counts as a copy.
    title = title or f"第{crc32(url.encode())}条消息"
    paragraphs = "".join(f"<p>{TEXT.format(f'{title}第{number}期')}</p>" for number in range(5))
    menu = "".join(f"<li><a href='{target}'>{score}</a></li>" for target, score in links.items())
    html = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{paragraphs}<ul>{menu}</ul></body></html>"
    return Response(url, 200, HTML, html.encode())


def redirect(url: str, target: str) -> Response:
    """A redirect."""
    return Response(url, 302, {"location": target})


def robots(host: str, rules: str) -> Response:
    """A robots.txt."""
    return Response(f"http://{host}/robots.txt", 200, {}, rules.encode())


def captured(path: Path, responses: Sequence[Response]) -> Path:
    """The capture of responses."""
    write_capture(responses, path, {})
    return path


class AnchorScores(Strategy):
    """The score of a link is its anchor text; every page is kept and all links are followed."""

    name = "anchor-scores"
    has_budgets = False

    def __init__(self, rescored: Mapping[str, Mapping[str, float]] | None = None) -> None:
        self.history = None
        self.rescored = rescored or {}
        self.seen: list[VisitedPage] = []

    def in_scope(self, url: str) -> bool:
        return "outside" not in url

    def gate(self, page: FetchedPage) -> Passage:
        return Passage(0.5, 0.5, candidate=True, follows=True)

    def link(self, url: str, context: LinkContext) -> Priority:
        return SEED_PRIORITY if context.seed else Priority(float(context.anchor))

    def should_enqueue(self, priority: Priority) -> bool:
        return priority.value > 0

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        return Verdict(0.5, 0.5, 0.5, kept=True)

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        self.seen.append(page)
        return self.rescored.get(page.url, {})


def tree(host: str, count: int, width: int = 3) -> Iterator[Response]:
    """A site of `count` pages, each of which links to some others with scores of its own."""
    for number in range(count):
        targets = [width * number + child for child in range(1, width + 1)]
        links = {f"http://{host}/{one}.html": (one * 37 % 89 + 1) / 100 for one in targets if one < count}
        yield page(f"http://{host}/{number}.html" if number else f"http://{host}/", links)
