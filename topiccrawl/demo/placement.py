"""Assign stories to sites, with URLs and headlines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle
from random import Random

from topiccrawl.demo.articles import PARTY, Article
from topiccrawl.demo.sites import GBK_PARTY_SITE, GBK_PORTAL, PARTY_SITE, PORTAL, SITES, Column, Site

_PORTALS = (PORTAL, GBK_PORTAL)
_PARTY_SITES = (GBK_PARTY_SITE, PARTY_SITE)
_PARTY_HOMES = (*_PARTY_SITES, *_PARTY_SITES, PORTAL, *_PARTY_SITES, GBK_PORTAL)
_FIRST_NUMBER = 20103
SEED = 2018
"""Of the placement and of the variation of pages: the same stories give the same bytes in every build."""


@dataclass(frozen=True)
class Copy:
    """A page with a story.

    Attributes:
        article: the story.
        site: site of the page.
        column: column of the page.
        path: path of the page.
        title: headline on this site.
        printed: date and time of publication on this site.
        taken_from: source of a repost; None on the site that published the story first.
    """

    article: Article
    site: Site
    column: Column
    path: str
    title: str
    printed: datetime
    taken_from: Site | None = None

    @property
    def url(self) -> str:
        """Return the URL of the page."""
        return self.site.url(self.path)


@dataclass(frozen=True)
class _Slot:
    article: Article
    site: Site
    taken_from: Site | None = None


def place(articles: Iterable[Article]) -> tuple[Copy, ...]:
    """Distribute the stories over the sites.

    Three quarters of the party stories are first published on the party sites. A quarter of all is reposted
    on a second site, and a third of these on a third one. Other stories go to the portals, except for a
    quarter of the society stories, preferably those with the words of the party subject, which go to the
    party sites.

    Args:
        articles: the stories, in any order; their subjects have columns on the portals.
    """
    rng = Random(f"{SEED}:place")  # noqa: S311 - not cryptography
    by_subject: dict[str, list[Article]] = {}
    for article in sorted(articles, key=lambda article: article.id):
        by_subject.setdefault(article.subject, []).append(article)
    slots: list[_Slot] = []
    for subject in sorted(by_subject):
        group = by_subject[subject]
        rng.shuffle(group)
        slots += _party(group, rng) if subject == PARTY else _others(group)
    return tuple(copy for site in SITES for copy in _number(site, slots))


def _party(group: list[Article], rng: Random) -> list[_Slot]:
    homes = dict(zip((article.id for article in group), cycle(_PARTY_HOMES), strict=False))
    slots = [_Slot(article, homes[article.id]) for article in group]
    for position, article in enumerate(rng.sample(group, k=len(group) // 4)):
        first = homes[article.id]
        others = [site for site in SITES if site is not first]
        copies = 2 if position % 3 == 2 else 1
        slots += [_Slot(article, site, first) for site in rng.sample(others, k=copies)]
    return slots


def _others(group: list[Article]) -> list[_Slot]:
    few: list[Article] = []
    if group[0].subject == "society":
        group = sorted(group, key=lambda article: not article.near_miss)
        few = group[: len(group) // 4]
    rest = group[len(few) :]
    pairs = [*zip(few, cycle(_PARTY_SITES), strict=False), *zip(rest, cycle(_PORTALS), strict=False)]
    return [_Slot(article, site) for article, site in pairs]


def _number(site: Site, slots: Iterable[_Slot]) -> list[Copy]:
    """Return the copies of a site, oldest first, with ascending numbers and gaps as on a busy site."""
    rng = Random(f"{SEED}:{site.host}")  # noqa: S311
    dated = [(_printed(slot), slot) for slot in slots if slot.site is site]
    dated.sort(key=lambda pair: (pair[0], pair[1].article.id))
    number = _FIRST_NUMBER
    copies: list[Copy] = []
    for printed, slot in dated:
        number += rng.randint(3, 90)
        column = rng.choice(site.column_of(slot.article.subject))
        title = slot.article.title if slot.taken_from is None else _reworded(slot.article.title, rng)
        path = site.article_path.format(slug=column.slug, date=printed, number=number)
        copies.append(Copy(slot.article, site, column, path, title, printed, slot.taken_from))
    return copies


def _printed(slot: _Slot) -> datetime:
    """Return the date and time of publication of a story on a site; a repost is later."""
    # A date without a time gets the same time on all sites.
    rng = Random(f"{SEED}:{slot.article.id}:hour")  # noqa: S311
    printed = datetime.fromisoformat(slot.article.published).replace(tzinfo=None)
    if ":" not in slot.article.published:
        printed += timedelta(hours=rng.randint(7, 13), minutes=rng.randint(0, 59))
    if slot.taken_from is not None:
        rng = Random(f"{SEED}:{slot.article.id}:{slot.site.host}")  # noqa: S311
        printed += timedelta(hours=rng.randint(1, 10), minutes=rng.randint(0, 59))
    return printed


def _reworded(title: str, rng: Random) -> str:
    """Return a headline as slightly changed in a repost."""
    changes = (
        title,
        f"{title}（图）",
        f"组图：{title}",
        f"【转载】{title}",
        title.replace("，", " ").replace("“", "「").replace("”", "」"),
    )
    return rng.choice(changes)
