"""A small web in memory, and a crawl of it with a strategy: best link first, one page after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.page.description import Description
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import FetchedPage, Outcome, Strategy, VisitedPage
from topiccrawl.priority.two_step.waiting import WaitingVerdicts


@dataclass(frozen=True)
class SmallPage:
    """A page: its title, its text, and its links with their anchor texts."""

    title: str
    text: str
    links: Mapping[str, str] = field(default_factory=dict)
    is_hub: bool = False


@dataclass
class Crawl:
    """What a crawl did, in order."""

    fetched: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    waited: list[str] = field(default_factory=list)
    rescored: dict[str, float] = field(default_factory=dict)


def page_of(url: str, page: SmallPage, context: LinkContext) -> FetchedPage:
    """The page as a strategy sees it."""
    links = tuple(Link(link, anchor) for link, anchor in page.links.items())
    text = "\n".join([page.text, *page.links.values()])
    return FetchedPage(url, url, context, Description(page.title), links, page.is_hub, lambda: text)


def crawl(
    strategy: Strategy,
    web: Mapping[str, SmallPage],
    seeds: Sequence[str],
    most: int = 1000,
    *,
    ends: bool = True,
) -> Crawl:
    """Crawl a web, at most so many pages; judge what still waits only if the crawl `ends`."""
    done, queue = Crawl(), {canonical_url(seed): (2.0, seed, LinkContext(seed=True)) for seed in seeds}
    known = set(queue)

    def judge(url: str, page: SmallPage, context: LinkContext) -> None:
        fetched = page_of(url, page, context)
        passage = strategy.gate(fetched)
        if passage.follows:
            for link in fetched.links:
                inner = LinkContext(
                    link.anchor, parent_url=url, description=passage.relevance, depth=context.depth + 1
                )
                priority, key = strategy.link(link.url, inner), canonical_url(link.url)
                if strategy.should_enqueue(priority) and (
                    key not in known or queue.get(key, (9.0,))[0] < priority.value
                ):
                    known.add(key)
                    queue[key] = (priority.value, link.url, inner)
        outcome, verdict = Outcome.REJECTED, None
        if passage.candidate:
            verdict = strategy.verdict(fetched, passage, page.text)
            outcome = Outcome.KEPT if verdict.kept else Outcome.WAITING if verdict.waits else Outcome.REJECTED
            if verdict.kept:
                done.kept.append(url)
            elif verdict.waits:
                assert isinstance(strategy, WaitingVerdicts)
                assert strategy.waiting_page(url) is not None
                done.waited.append(url)
        learn(VisitedPage(url, outcome, verdict))

    def learn(page: VisitedPage) -> None:
        scores = strategy.visited(page)
        done.rescored |= scores
        for link, score in scores.items():
            if (key := canonical_url(link)) in queue:
                queue[key] = (score, *queue[key][1:])
        settle()

    def settle() -> None:
        for settled in strategy.settled() if isinstance(strategy, WaitingVerdicts) else ():
            if settled.kept:
                judge(settled.page.url, web[settled.page.url], LinkContext(depth=9))

    while queue and len(done.fetched) < most:
        key = max(queue, key=lambda one: queue[one][0])
        _, url, context = queue.pop(key)
        done.fetched.append(url)
        if (page := web.get(url)) is None:
            learn(VisitedPage(url, Outcome.FAILED))
        else:
            judge(url, page, context)
    if ends and isinstance(strategy, WaitingVerdicts):
        strategy.end_waiting()
        settle()
    return done
