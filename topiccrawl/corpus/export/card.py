"""The card of a dataset, written from what was exported and from the runs that collected it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from topiccrawl import __version__
from topiccrawl.corpus.columns import ExportColumn, Kind, utc
from topiccrawl.corpus.export.drop_reasons import meaning
from topiccrawl.corpus.export.formats.contract import Row
from topiccrawl.corpus.export.selection import ExportOptions
from topiccrawl.corpus.missed.estimate import LEVEL, last_share
from topiccrawl.messages import message
from topiccrawl.text.language import localized, marked

_MOST_SITES = 50
_MOST_LICENCES = 50
_TASKS = ("text-generation", "fill-mask")
_TYPES = {Kind.INTEGER: "int64", Kind.NUMBER: "float64", Kind.FLAG: "bool"}
Say = Callable[..., str]
"""Says an English text with its values in the language of a card."""
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
    language: str = "en",
) -> str:
    """Return the card: YAML for programs, in the English one alone, then Markdown for people.

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
        language: `en` or `zh`.
    """

    def say(text: str, **values: object) -> str:
        return localized(message(text, **values), language)

    sections = (
        *([_front_matter(facts, topic, splits, ending, columns, digest)] if language == "en" else ()),
        _summary(say, facts, topic, options),
        _table((say("split"), say("pages"), say("characters"), say("sites")), _split_rows(facts, splits)),
        _columns(say, columns),
        _languages(say, facts),
        _sources(say, facts),
        _dates(say, facts),
        _rights(say, facts, options),
        _missing(say, left_out, dropped),
        _personal_data(say, options, changed or {}),
        _quality(say, facts),
        _audit(say, runs),
        _held(say, runs),
        _origin(say, facts, runs, options),
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


def _summary(say: Say, facts: CardFacts, topic: str, options: ExportOptions) -> str:
    row = say("page")
    if options.chunks:
        unit = _plain(options.tokenizer or "")
        of = say("tokens of {tokenizer}", tokenizer=unit) if unit else say("characters")
        row = say("chunk of at most {count:,} {unit}", count=options.chunks, unit=of)
    about = say(
        "Pages on the topic {name}, collected from the web by topiccrawl {version}: {pages:,} pages, "
        "{characters:,} characters. Main text only, without navigation and advertisements; one row a {row}.",
        name=_plain(topic),
        version=__version__,
        pages=facts.pages.total(),
        characters=facts.characters.total(),
        row=row,
    )
    return f"# {_plain(topic)}\n\n{about}\n"


def _split_rows(facts: CardFacts, splits: Sequence[str]) -> Iterator[Sequence[object]]:
    for split in splits:
        sites = len(facts.sites.get(split, ()))
        yield split, f"{facts.pages[split]:,}", f"{facts.characters[split]:,}", f"{sites:,}"


def _columns(say: Say, columns: Sequence[ExportColumn]) -> str:
    rows = [(f"`{one.name}`", one.kind.name.lower(), say(one.doc)) for one in columns]
    return _heading(say("Columns")) + _table((say("column"), say("type"), say("content")), rows)


def _languages(say: Say, facts: CardFacts) -> str:
    rows = [
        (kind, name, f"{count:,}", _percent(count, facts.pages.total()))
        for kind, counts in ((say("language"), facts.languages), (say("script of the text"), facts.scripts))
        for name, count in counts.most_common()
    ]
    return _heading(say("Languages")) + _table((say("by"), say("value"), say("pages"), say("share")), rows)


def _sources(say: Say, facts: CardFacts) -> str:
    sites: Counter[str] = Counter()
    for some in facts.sites.values():
        sites.update(some)
    size = facts.site_characters
    rows = [(name, count, size[name]) for name, count in sites.most_common(_MOST_SITES)]
    if more := len(sites) - len(rows):
        pages = sites.total() - sum(count for _, count, _ in rows)
        of_others = size.total() - sum(count for _, _, count in rows)
        rows.append((say("{count:,} more", count=more), pages, of_others))
    note = say("No two splits share a site, an event, or a page and its copy.")
    note += "" if facts.events else " " + say("Events were not known (`topiccrawl stories`).")
    note = f"{note}\n\n" if len(facts.sites) > 1 else ""
    return (
        _heading(say("Sources"))
        + note
        + _table(
            (say("site"), say("pages"), say("share of pages"), say("share of characters")),
            [
                (name, f"{pages:,}", _percent(pages, sites.total()), _percent(characters, size.total()))
                for name, pages, characters in rows
            ],
        )
    )


def _percent(part: int, whole: int) -> str:
    return f"{part / whole if whole else 0:.1%}"


def _dates(say: Say, facts: CardFacts) -> str:
    rows = [(year, f"{count:,}") for year, count in sorted(facts.years.items())]
    spans = (
        (marked("Published from {first} to {last}."), facts.published),
        (marked("Fetched from {first} to {last}."), facts.fetched),
    )
    told = " ".join(say(text, first=span[0], last=span[1]) for text, span in spans if span)
    told = f"{told}\n\n" if told else ""
    return _heading(say("Dates")) + told + _table((say("year of publication"), say("pages")), rows)


def _rights(say: Say, facts: CardFacts, options: ExportOptions) -> str:
    heading = _heading(say("Rights"))
    lines = [
        say("The texts belong to their publishers; this dataset grants no licence."),
        say(
            "{count:,} of {pages:,} pages state a licence (column `licence`).",
            count=facts.licences.total(),
            pages=facts.pages.total(),
        ),
    ]
    if options.include_reserved:
        lines.append(say("Pages whose owners reserve text and data mining are included."))
    rows = [(name, f"{count:,}") for name, count in sorted(facts.signals.items())]
    most = facts.licences.most_common(_MOST_LICENCES)
    rows += [(say("licence: {url}", url=url), f"{count:,}") for url, count in most]
    if not rows:
        return heading + "\n".join([*lines, say("No page in it gives a signal on its use.")]) + "\n"
    lines += ["", say("Signals of the pages in it:"), ""]
    return heading + "\n".join(lines) + "\n" + _table((say("signal"), say("pages")), rows)


def _missing(say: Say, left_out: Mapping[str, int], dropped: Mapping[str, int]) -> str:
    """Return what the crawl did not keep, what the export left out, and what a page does not hold."""
    rows = [(say(reason), f"{count:,}") for reason, count in left_out.items()]
    rows += [
        (say("not kept: {why} ({reason})", why=say(meaning(*code.split(": ", 1))), reason=code), f"{count:,}")
        for code, count in dropped.items()
    ]
    about = say(
        "Pages hold their main text alone: pictures, videos and navigation are not in it. Nor are pages to "
        "which no link led, and those that could not or must not be fetched."
    )
    head = (say("what"), say("pages or URLs"))
    return _heading(say("What is not in it")) + f"{about}\n\n" + _table(head, rows)


def _personal_data(say: Say, options: ExportOptions, changed: Mapping[str, int]) -> str:
    lines = [
        say("{count:,} {what}.", count=count, what=_plain(say(what)))
        for what, count in sorted(changed.items())
    ]
    if options.mask is False:
        lines.append(say("Personal data was not looked for."))
    elif not lines:
        lines.append(say("No personal data was found by the patterns."))
    return _heading(say("Personal data")) + " ".join(lines) + "\n"


def _quality(say: Say, facts: CardFacts) -> str:
    rows = [
        (name, f"{total / count:.3g}", f"{least:.3g}", f"{most:.3g}")
        for name, (count, total, least, most) in sorted(facts.quality.items())
    ]
    head = (say("attribute"), say("mean"), say("least"), say("most"))
    found = _table(head, rows) if rows else say("No quality attributes were computed.")
    return _heading(say("Quality")) + found + "\n"


def _audit(say: Say, runs: Sequence[Mapping[str, Any]]) -> str:
    """Return precision and recall of the last audit (`topiccrawl audit`)."""
    prefix, title = "topiccrawl/audit/", _heading(say("Precision and recall"))
    stats = next((run["stats"] for run in reversed(runs) if f"{prefix}graded" in run["stats"]), None)
    if stats is None:
        return title + say("No person has graded a sample of this corpus.") + "\n"
    rows = [
        (say(name), stats[f"{prefix}{name}"], stats[f"{prefix}{name}/low"], stats[f"{prefix}{name}/high"])
        for name in (marked("precision"), marked("recall"))
        if f"{prefix}{name}" in stats
    ]
    about = say(
        "Estimated from {count} graded pages, kept and dropped; intervals of 95 %. Recall is that of the "
        "pages that were fetched.",
        count=stats[f"{prefix}graded"],
    )
    return f"{title}{about}\n\n" + _table((say("measure"), say("estimate"), say("from"), say("to")), rows)


def _held(say: Say, runs: Sequence[Mapping[str, Any]]) -> str:
    """Return how much of what the crawled sites have on the topic is held, as far as it is known."""
    if (last := last_share(run["stats"] for run in reversed(runs))) is None:
        told = say("How much of what the crawled sites have on the topic is held is not known.")
    elif (share := last[0].corrected(last[1])) is None:
        told = say(
            "Too few entrances to say how much of what the crawled sites have on the topic is held: {once:,} "
            "pages on it were found on one page, {twice:,} on two.",
            once=last[0].once,
            twice=last[0].twice,
        )
    else:
        told = say(
            "About {share:.0%} (interval of {level:.0%}: {low:.0%} to {high:.0%}) of the pages that the "
            "crawled sites have on the topic, copies included, were held when the last crawl ended: by "
            "capture and recapture of links, {graded}.",
            share=share.value,
            level=LEVEL,
            low=share.low,
            high=share.high,
            graded=say("with the recall of the audit") if last[1] else say("without a person's grades"),
        )
    return _heading(say("Coverage")) + told + "\n"


def _origin(say: Say, facts: CardFacts, runs: Sequence[Mapping[str, Any]], options: ExportOptions) -> str:
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    heading = _heading(say("How it was made"))
    lines = [say("Exported on {day} by topiccrawl {version}.", day=day, version=__version__)]
    if options.where.strip():
        condition = " ".join(options.where.split()).replace("`", "'")
        lines.append(say("Condition: `{condition}`.", condition=condition))
    if options.include_duplicates:
        lines.append(say("Pages with the title or text of another page are included."))
    else:
        lines.append(say("Pages with the title or text of another page are left out."))
    extractors = ", ".join(f"{_plain(name)} ({count:,})" for name, count in facts.extractors.most_common())
    lines += [say("Extractor: {names}.", names=extractors) if extractors else "", ""]
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
    head = (say("run"), say("started"), say("strategy or command"), say("kept"), say("ended by"))
    lines.append(_table(head, rows))
    return heading + "\n".join(lines)


def _heading(text: str) -> str:
    return f"## {text}\n\n"


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
