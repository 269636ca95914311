"""The card of a dataset, written from what was exported and from the runs that collected it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from topiccrawl import __version__
from topiccrawl.corpus.columns import ExportColumn, Kind, utc
from topiccrawl.corpus.export.formats.contract import Row
from topiccrawl.corpus.export.selection import ExportOptions
from topiccrawl.corpus.missed.estimate import LEVEL, last_share

_MOST_SITES = 50
_MOST_LICENCES = 50
_TASKS = ("text-generation", "fill-mask")
_TYPES = {Kind.INTEGER: "int64", Kind.NUMBER: "float64", Kind.FLAG: "bool"}
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


_COUNTED = (
    *("pages", "characters", "site_characters", "languages"),
    *("scripts", "years", "extractors", "signals", "licences"),
)


class CardFacts:
    """What is counted while pages are exported.

    Args:
        stored: from `to_json`; empty: no pages are counted yet.

    Attributes:
        SOURCES: the columns of the database that it reads.
    """

    SOURCES = (
        *("url", "published", "fetched_at", "text", "extractor", "quality"),
        *("robots", "tdm_reservation", "licence"),
    )

    def __init__(self, stored: Mapping[str, Any]) -> None:
        counts = (Counter(stored.get(name, {})) for name in _COUNTED)
        self.pages, self.characters, self.site_characters, self.languages, *others = counts
        self.scripts, self.years, self.extractors, self.signals, self.licences = others
        self.sites = {split: Counter(sites) for split, sites in stored.get("sites", {}).items()}
        self.fetched: list[str] = stored.get("fetched", [])
        self.published: list[str] = stored.get("published", [])
        self.quality: dict[str, list[float]] = stored.get("quality", {})
        self.events: int = stored.get("events", 0)

    def to_json(self) -> dict[str, Any]:
        """Return the facts as values that JSON can hold, for the constructor."""
        plain: dict[str, Any] = json.loads(json.dumps(vars(self)))
        return plain

    def add(self, row: Row, split: str, site: str) -> None:
        """Count a page, or a chunk of one."""
        chunk = row.get("chunk")
        self.characters[split] += len(row["text"] if chunk is None else chunk.text)
        if chunk is not None and chunk.position:
            return
        self.pages[split] += 1
        self.sites.setdefault(split, Counter())[site] += 1
        self.site_characters[site] += len(row["text"])
        self.years[row["published"][:4] if row["published"] else "unknown"] += 1
        if row["published"]:
            self.published = _span(row["published"][:10], self.published)
        self.extractors[row["extractor"] or "unknown"] += 1
        self.fetched = _span(utc(row["fetched_at"]), self.fetched)
        for directive in (row["robots"] or "").split(","):
            if directive:
                self.signals[f"robots: {directive}"] += 1
        if row["tdm_reservation"] is not None:
            self.signals[f"tdm-reservation: {int(row['tdm_reservation'])}"] += 1
        if row["licence"]:
            self.licences[row["licence"]] += 1
        quality = json.loads(row["quality"] or "{}")
        self.languages[quality.get("language") or "unknown"] += 1
        self.scripts[quality.get("script") or "unknown"] += 1
        for name, value in quality.items():
            if isinstance(value, int | float):
                known = self.quality.setdefault(name, [0, 0.0, value, value])
                known[:] = [known[0] + 1, known[1] + value, min(known[2], value), max(known[3], value)]


def _span(value: str, known: Sequence[str]) -> list[str]:
    return [min([value, *known]), max([value, *known])]


def write_card(
    facts: CardFacts,
    topic: str,
    runs: Sequence[Mapping[str, Any]],
    options: ExportOptions,
    columns: Sequence[ExportColumn],
    splits: Sequence[str],
    left_out: Mapping[str, int],
    dropped: Mapping[str, int],
    ending: str = "parquet",
    changed: Mapping[str, int] | None = None,
    digest: str = "",
) -> str:
    """Return the card: YAML for programs, then Markdown for people.

    Args:
        facts: of all exported pages.
        topic: name of the topic.
        runs: rows of `runs` with settings and stats, oldest first.
        options: of the export.
        columns: of the files.
        splits: their names.
        left_out: numbers of pages of the corpus by the reason why they are not in it.
        dropped: numbers of URLs by the reason why the crawl did not keep them.
        ending: of the names of the files.
        changed: what was changed in the texts, with counts, such as masked personal data.
        digest: of the files.
    """
    sections = (
        _front_matter(facts, topic, splits, ending, columns, digest),
        _summary(facts, topic, options),
        _table(("split", "pages", "characters", "sites"), _split_rows(facts, splits)),
        _columns(columns),
        _languages(facts),
        _sources(facts),
        _dates(facts),
        _rights(facts, options),
        _missing(left_out, dropped),
        _personal_data(options, changed or {}),
        _quality(facts),
        _audit(runs),
        _held(runs),
        _origin(facts, runs, options),
    )
    return "\n".join(section.rstrip("\n") + "\n" for section in sections)


def _front_matter(
    facts: CardFacts,
    topic: str,
    splits: Sequence[str],
    ending: str,
    columns: Sequence[ExportColumn],
    digest: str,
) -> str:
    total = facts.pages.total()
    size = next((name for most, name in _SIZES if total < most), "1M<n<10M")
    named = [one for one in ("zh", "ja", "ko") if facts.languages[one] > total / 100] or ["zh"]
    lines = ["---", "language:", *(f"- {one}" for one in named)]
    lines += ["license: other", f"license_name: {_licence_name(facts)}"]
    if len(facts.licences) == 1 and facts.licences.total() == total:
        lines.append(f"license_link: {json.dumps(next(iter(facts.licences)))}")
    lines += [f"pretty_name: {json.dumps(topic, ensure_ascii=False)}"]
    lines += ["task_categories:", *(f"- {task}" for task in _TASKS)]
    lines += ["size_categories:", f"- {size}", "tags:", "- topiccrawl"]
    lines += [*_features(ending, columns), "configs:"]
    # `datasets` caches a folder by this part of its card alone: without the digest it would load older files.
    lines += ["- config_name: default", f"  description: sha256 {digest}", "  data_files:"]
    for split in splits:
        lines += [f"  - split: {split}", f"    path: data/{split}-*.{ending}"]
    return "\n".join([*lines, "---"])


def _features(ending: str, columns: Sequence[ExportColumn]) -> Iterator[str]:
    """Yield the types of columns of JSON lines: a file whose values are all null would have another type."""
    if ending != "parquet":
        yield from ("dataset_info:", "  features:")
        for one in columns:
            yield from (f"  - name: {one.name}", f"    dtype: {_TYPES.get(one.kind, 'string')}")


def _licence_name(facts: CardFacts) -> str:
    """Return what stands for the licence in the front matter: pages have licences of their own, or none."""
    if not facts.licences:
        return "none-stated"
    return "one-for-each-page" if facts.licences.total() == facts.pages.total() else "stated-by-some-pages"


def _summary(facts: CardFacts, topic: str, options: ExportOptions) -> str:
    name = _plain(topic)
    unit = f"tokens of {_plain(options.tokenizer)}" if options.tokenizer else "characters"
    row = f"chunk of at most {options.chunks:,} {unit}" if options.chunks else "page"
    return (
        f"# {name}\n\nPages on the topic {name}, collected from the web by topiccrawl {__version__}: "
        f"{facts.pages.total():,} pages, {facts.characters.total():,} characters. "
        f"Main text only, without navigation and advertisements; one row a {row}.\n"
    )


def _split_rows(facts: CardFacts, splits: Sequence[str]) -> Iterator[Sequence[object]]:
    for split in splits:
        sites = len(facts.sites.get(split, ()))
        yield split, f"{facts.pages[split]:,}", f"{facts.characters[split]:,}", f"{sites:,}"


def _columns(columns: Sequence[ExportColumn]) -> str:
    rows = [(f"`{one.name}`", one.kind.name.lower(), one.doc) for one in columns]
    return "## Columns\n\n" + _table(("column", "type", "content"), rows)


def _languages(facts: CardFacts) -> str:
    rows = [
        (kind, name, f"{count:,}", _percent(count, facts.pages.total()))
        for kind, counts in (("language", facts.languages), ("script", facts.scripts))
        for name, count in counts.most_common()
    ]
    return "## Languages\n\n" + _table(("by", "value", "pages", "share"), rows)


def _sources(facts: CardFacts) -> str:
    sites: Counter[str] = Counter()
    for some in facts.sites.values():
        sites.update(some)
    size = facts.site_characters
    rows = [(name, count, size[name]) for name, count in sites.most_common(_MOST_SITES)]
    if more := len(sites) - len(rows):
        pages = sites.total() - sum(count for _, count, _ in rows)
        rows.append((f"{more:,} more", pages, size.total() - sum(count for _, _, count in rows)))
    events = "" if facts.events else " Events were not known (`topiccrawl stories`)."
    note = f"No two splits share a site, an event, or a page and its copy.{events}\n\n"
    note = note if len(facts.sites) > 1 else ""
    return f"## Sources\n\n{note}" + _table(
        ("site", "pages", "share of pages", "share of characters"),
        [
            (name, f"{pages:,}", _percent(pages, sites.total()), _percent(characters, size.total()))
            for name, pages, characters in rows
        ],
    )


def _percent(part: int, whole: int) -> str:
    return f"{part / whole if whole else 0:.1%}"


def _dates(facts: CardFacts) -> str:
    rows = [(year, f"{count:,}") for year, count in sorted(facts.years.items())]
    fetched = f"Fetched from {facts.fetched[0]} to {facts.fetched[1]}.\n\n" if facts.fetched else ""
    span = "Published from {} to {}. ".format(*facts.published) if facts.published else ""
    return f"## Dates\n\n{span}{fetched}" + _table(("year of publication", "pages"), rows)


def _rights(facts: CardFacts, options: ExportOptions) -> str:
    lines = [
        "## Rights",
        "",
        "The texts belong to their publishers; this dataset grants no licence.",
        f"{facts.licences.total():,} of {facts.pages.total():,} pages state a licence (column `licence`).",
    ]
    if options.include_reserved:
        lines.append("Pages whose owners reserve text and data mining are included.")
    rows = [(name, f"{count:,}") for name, count in sorted(facts.signals.items())]
    most = facts.licences.most_common(_MOST_LICENCES)
    rows += [(f"licence: {url}", f"{count:,}") for url, count in most]
    lines += ["", "Signals of the pages in it:", ""] if rows else ["No page in it gives a signal on its use."]
    return "\n".join(lines) + "\n" + (_table(("signal", "pages"), rows) if rows else "")


def _missing(left_out: Mapping[str, int], dropped: Mapping[str, int]) -> str:
    """Return what the crawl did not keep, what the export left out, and what a page does not hold."""
    rows = [(reason, f"{count:,}") for reason, count in left_out.items()]
    rows += [(f"not kept, {reason}", f"{count:,}") for reason, count in dropped.items()]
    about = (
        "Pages hold their main text alone: pictures, videos and navigation are not in it. Nor are pages to "
        "which no link led, and those that could not or must not be fetched."
    )
    return f"## What is not in it\n\n{about}\n\n" + _table(("what", "pages or URLs"), rows)


def _personal_data(options: ExportOptions, changed: Mapping[str, int]) -> str:
    lines = [f"{count:,} {_plain(what)}." for what, count in sorted(changed.items())]
    if options.mask is False:
        lines.append("Personal data was not looked for.")
    elif not lines:
        lines.append("No personal data was found by the patterns.")
    return "## Personal data\n\n" + " ".join(lines) + "\n"


def _quality(facts: CardFacts) -> str:
    rows = [
        (name, f"{total / count:.3g}", f"{least:.3g}", f"{most:.3g}")
        for name, (count, total, least, most) in sorted(facts.quality.items())
    ]
    if not rows:
        return "## Quality\n\nNo quality attributes were computed.\n"
    return "## Quality\n\n" + _table(("attribute", "mean", "least", "most"), rows)


def _audit(runs: Sequence[Mapping[str, Any]]) -> str:
    """Return precision and recall of the last audit (`topiccrawl audit`)."""
    prefix = "topiccrawl/audit/"
    stats = next((run["stats"] for run in reversed(runs) if f"{prefix}graded" in run["stats"]), None)
    if stats is None:
        return "## Precision and recall\n\nNo person has graded a sample of this corpus.\n"
    rows = [
        (name, stats[f"{prefix}{name}"], stats[f"{prefix}{name}/low"], stats[f"{prefix}{name}/high"])
        for name in ("precision", "recall")
        if f"{prefix}{name}" in stats
    ]
    about = f"Estimated from {stats[f'{prefix}graded']} graded pages, kept and dropped; intervals of 95 %."
    note = "Recall is that of the pages that were fetched."
    return f"## Precision and recall\n\n{about} {note}\n\n" + _table(
        ("measure", "estimate", "from", "to"), rows
    )


def _held(runs: Sequence[Mapping[str, Any]]) -> str:
    """Return how much of what the crawled sites have on the topic is held, as far as it is known."""
    if (last := last_share(run["stats"] for run in reversed(runs))) is None:
        return "## Coverage\n\nHow much of what the crawled sites have on the topic is held is not known.\n"
    held, recall = last
    if (share := held.corrected(recall)) is None:
        return (
            "## Coverage\n\nToo few entrances to say how much of what the crawled sites have on the topic "
            f"is held: {held.once:,} pages on it were found on one page, {held.twice:,} on two.\n"
        )
    graded = "with the recall of the audit" if recall else "without a person's grades"
    interval = f"interval of {LEVEL:.0%}: {share.low:.0%} to {share.high:.0%}"
    return (
        f"## Coverage\n\nAbout {share.value:.0%} ({interval}) of the pages that the crawled sites have on "
        "the topic, copies included, were held when the last crawl ended: by capture and recapture of links, "
        f"{graded}.\n"
    )


def _origin(facts: CardFacts, runs: Sequence[Mapping[str, Any]], options: ExportOptions) -> str:
    now = datetime.now(UTC)
    lines = ["## How it was made", "", f"Exported on {now:%Y-%m-%d} by topiccrawl {__version__}."]
    if options.where.strip():
        condition = " ".join(options.where.split()).replace("`", "'")
        lines.append(f"Condition: `{condition}`.")
    copies = "included" if options.include_duplicates else "left out"
    lines.append(f"Pages with the title or text of another page are {copies}.")
    extractors = ", ".join(f"{_plain(name)} ({count:,})" for name, count in facts.extractors.most_common())
    lines += [f"Extractor: {extractors}." if extractors else "", ""]
    rows = [
        (
            str(run["id"]),
            utc(run["started_at"]),
            run["settings"].get("command") or run["settings"].get("strategy", ""),
            str(run["stats"].get("topiccrawl/pages/kept", "")),
            run["finish_reason"] or "",
        )
        for run in runs
    ]
    lines.append(_table(("run", "started", "strategy or command", "kept", "ended by"), rows))
    return "\n".join(lines)


def _table(head: Sequence[str], rows: Iterator[Sequence[object]] | Sequence[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"]
    lines += [f"| {' | '.join(_cell(value) for value in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _cell(value: object) -> str:
    return _plain(value).replace("|", "\\|")


def _plain(value: object) -> str:
    """Return a text that pages or people gave as one line without markup: hosts of datasets render HTML."""
    text = " ".join(str(value).split())
    return re.sub(r"[<>&\[\]]", lambda found: f"&#{ord(found[0])};", text)
