"""Splits by site, event and copy, so that no page tells what is on a page of another split."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from topiccrawl.corpus.columns import ExportColumn, Kind, site_of
from topiccrawl.errors import ExportError
from topiccrawl.text.language import marked

_PART = re.compile(r"([a-z]\w*)=(0?\.\d+|0|1|1?\d{1,2}%)")


def parse_splits(text: str) -> dict[str, float]:
    """Return the share of each split; the first one gets what is left.

    Raises:
        ExportError: the text is not of the form `train=.9,test=.1`, or the shares do not add up to 1.

    >>> parse_splits("train=.8,validation=.1,test=10%")
    {'train': 0.8, 'validation': 0.1, 'test': 0.1}
    """
    shares: dict[str, float] = {}
    for part in text.replace(" ", "").split(","):
        match = _PART.fullmatch(part)
        if match is None or match[1] in shares:
            raise ExportError("--split {text!r}: write shares such as train=.9,test=.1", text=text)
        shares[match[1]] = float(match[2].rstrip("%")) / (100 if match[2].endswith("%") else 1)
    if len(shares) < 2 or abs(sum(shares.values()) - 1) > 1e-6 or not all(shares.values()):
        raise ExportError("--split {text!r}: two or more shares that add up to 1 are needed", text=text)
    return shares


def split_column(sites: Mapping[str, str], first: str) -> ExportColumn:
    """Return the column `split` of an export to one file.

    Args:
        sites: the split of each site; may be filled later.
        first: that of a site whose first page was stored meanwhile.
    """
    doc = marked("the split of the page's site")
    return ExportColumn("split", Kind.TEXT, ("url",), doc, lambda row: sites.get(site_of(row["url"]), first))


class Assignment(NamedTuple):
    """The splits of a corpus.

    Attributes:
        sites: the split of each site.
        apart: ids of the pages that are left out, since their event or copy is in another split.
        events: number of events that the pages report.
    """

    sites: dict[str, str]
    apart: list[int]
    events: int


def assign_pages(
    pages: Iterable[Mapping[str, Any]], shares: Mapping[str, float], copies: Mapping[int, int]
) -> Assignment:
    """Return the splits of pages: no two share a site, an event, or an original and its copies.

    Sites that report the same events or have copies of each other's pages go together, unless they have more
    pages than the first split should have, such as all news sites of a country: those are divided by site,
    and of an event that is then in several splits, only the pages in the last named one of them stay.

    Args:
        pages: rows with `id`, `url`, `event_id`, and where they may be copies `url_hash` and `original_hash`.
        shares: from `parse_splits`.
        copies: the original of copies and of originals, by ids, where the database does not mark them.

    Raises:
        ExportError: there are fewer sites than splits.
    """
    counts: Counter[str] = Counter()
    members: dict[object, list[tuple[int, str]]] = defaultdict(list)
    for row in pages:
        site = site_of(row["url"])
        counts[site] += 1
        copy = copies.get(row["id"])
        unmarked = None if copy is None else ("copy", copy)
        for key in (row["event_id"], row.get("original_hash") or row.get("url_hash"), unmarked):
            if key is not None:
                members[key].append((row["id"], site))
    shared = [some for some in members.values() if len({site for _, site in some}) > 1]
    units = _units(counts, shared, counts.total() * next(iter(shares.values())))
    sizes = _sizes(units, counts)
    if len(sizes) < len(shares):
        units, sizes = {site: site for site in counts}, counts
    chosen = assign_sites(sizes, shares)
    sites = {site: chosen[unit] for site, unit in units.items()}
    order = list(shares)
    apart: set[int] = set()
    for some in shared:
        last = max((sites[site] for _, site in some), key=order.index)
        apart.update(number for number, site in some if sites[site] != last)
    events = sum(isinstance(key, int) for key in members)
    return Assignment(sites, sorted(apart), events)


def _units(
    counts: Mapping[str, int], shared: Iterable[Sequence[tuple[int, str]]], most: float
) -> dict[str, str]:
    """Return for each site one of the sites that it goes together with, itself if those are too large."""
    leaders = {site: site for site in counts}

    def leader(site: str) -> str:
        while leaders[site] != site:
            leaders[site] = site = leaders[leaders[site]]
        return site

    for some in shared:
        first = leader(some[0][1])
        for _, site in some:
            leaders[leader(site)] = first
    names = {leader(site): site for site in sorted(counts, reverse=True)}
    units = {site: names[leader(site)] for site in counts}
    sizes = _sizes(units, counts)
    return {site: unit if sizes[unit] <= most else site for site, unit in units.items()}


def _sizes(units: Mapping[str, str], counts: Mapping[str, int]) -> Counter[str]:
    sizes: Counter[str] = Counter()
    for site, unit in units.items():
        sizes[unit] += counts[site]
    return sizes


def assign_sites(pages: Mapping[str, int], shares: Mapping[str, float]) -> dict[str, str]:
    """Return the split of each site, such that the numbers of pages come near the shares.

    Sites are taken in the order of a hash of their names, so that more pages move few sites.

    Args:
        pages: number of pages of each site, or of sites that go together, by the name of one.
        shares: from `parse_splits`.

    Raises:
        ExportError: there are fewer sites than splits.
    """
    if pages and len(pages) < len(shares):
        raise ExportError(
            "the pages are of {count} {sites}: too few for {splits} splits that share no site",
            count=len(pages),
            sites="site" if len(pages) == 1 else "sites",
            splits=len(shares),
        )
    total = sum(pages.values())
    first, *others = shares
    left = sorted(pages, key=lambda site: sha256(site.encode()).digest())
    splits: dict[str, str] = {}
    for split in others:
        taken = _fitting(left, pages, total * shares[split])
        splits |= dict.fromkeys(taken, split)
        left = [site for site in left if site not in splits]
    return dict.fromkeys(left, first) | splits


def _fitting(sites: list[str], pages: Mapping[str, int], wanted: float) -> list[str]:
    """Return sites that together have about as many pages as wanted; at least one."""
    taken: list[str] = []
    room = wanted
    for site in sites:
        if pages[site] <= room:
            taken.append(site)
            room -= pages[site]
    return taken or sorted(sites, key=lambda site: pages[site])[:1]
