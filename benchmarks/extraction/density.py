"""Paper C's extractor by paper C's own rule, and the pages on which it fails, by kind of page and by cause.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.density

Compares `density` (lines as displayed) with `density:source` (lines of the HTML source). Paper C had people
judge each page: "basically right", or "with much other content". Here a page is right by that rule when at
least .95 of the gold text's 4-grams are found (the gold text is whole) and the other text is at most half as
long as the gold text (more is much). `right (F1)` is the stricter rule of all other benchmarks, F1 >= .9.
Forum pages are left out.

Each page that is not right by F1 is counted under its largest error:

above, inside, below     other text before, between or after the paragraphs of the body
thin start, inside, end  paragraphs of the body whose density is too low, at its edges or in a dropped run
stopped                  paragraphs after a long run of thin lines that ended the search
elsewhere                no paragraph was found: the search ended before the body

Writes results/extraction-density.json.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, median
from time import process_time
from typing import Any

from benchmarks.extraction.labelled import Likeness, likeness, records_with_bodies
from benchmarks.measuring import arguments, save_result, show_rows, show_table
from topiccrawl.extraction.article.furniture import squeeze
from topiccrawl.extraction.density import MAX_GAP, SOURCE_THRESHOLD, THRESHOLD, text_density
from topiccrawl.extraction.lines import Line, page_layout, read_layout
from topiccrawl.extraction.source_lines import SourceLine, source_lines
from topiccrawl.page.page import Page

RIGHT_F1 = 0.9
WHOLE = 0.95
"""Share of the gold text's 4-grams from which it counts as whole."""
MUCH = (0.25, 0.5, 1.0)
"""Lengths of other text over which it may count as much, in lengths of the gold text; the second one does."""
SHORT_BODY = 200
SHORT_PARAGRAPH = 40
THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
PAPER = {"pages": 1104, "right (paper)": 0.9040, "pages/s": 7.46}

DensityLines = Sequence[Line | SourceLine]
READERS: dict[str, tuple[Callable[[Page], DensityLines], float]] = {
    "density": (lambda page: read_layout(page.tree).lines, THRESHOLD),
    "density:source": (lambda page: source_lines(page.html), SOURCE_THRESHOLD),
}


@dataclass(frozen=True)
class Judged:
    """An extracted page.

    Attributes:
        kind: the kind of page.
        like: likeness of text and gold text.
        surplus: length of the other text in lengths of the gold text.
        cause: the largest error, empty when the page is right by F1.
    """

    kind: str
    like: Likeness
    surplus: float
    cause: str

    @property
    def right(self) -> bool:
        """Whether the page is right by F1."""
        return self.like.f1 >= RIGHT_F1

    def is_right_by_paper(self, much: float = MUCH[1]) -> bool:
        """Whether the page is right by the rule of paper C."""
        return self.like.recall >= WHOLE and self.surplus <= much


def main() -> None:
    arguments(__doc__).parse_args()
    pages = list(records_with_bodies())
    kinds = [page_kind(page, record["text"]) for record, page in pages]
    figures: dict[str, Any] = {"paper": PAPER, "rows": {}, "kinds": {}, "causes": {}, "thresholds": {}}
    for name, (read, threshold) in READERS.items():
        start = process_time()
        # A new page each time, as parsing belongs to the work.
        lines = [read(Page(page.url, page.html)) for _, page in pages]
        bodies = [text_density(found, threshold) for found in lines]
        seconds = process_time() - start
        judged = [
            judge(record, kind, found, body)
            for (record, _), kind, found, body in zip(pages, kinds, lines, bodies, strict=True)
        ]
        figures["rows"][name] = {**row(judged), "pages/s": round(len(pages) / seconds, 1)}
        figures["kinds"][name] = by_kind(judged)
        figures["causes"][name] = {
            kind: causes(page for page in judged if page.kind == kind) for kind in sorted(set(kinds))
        }
        figures["thresholds"][name] = {
            str(value): row(
                [judge(record, "", found, text_density(found, value)) for (record, _), found in
                 zip(pages, lines, strict=True)]
            )
            for value in THRESHOLDS
        }  # fmt: skip
    show_rows("extractor", figures["rows"])
    for name in READERS:
        print()
        show_rows(f"{name}: kind", figures["kinds"][name])
        print()
        show_table(["kind", "causes"], [[kind, str(rows)] for kind, rows in figures["causes"][name].items()])
        print()
        show_rows(f"{name}: threshold", figures["thresholds"][name])
    save_result("extraction-density", figures)


def row(judged: Sequence[Judged]) -> dict[str, float]:
    """Return shares and means of some pages."""
    figures = {
        "F1": mean(page.like.f1 for page in judged),
        "right (F1)": mean(page.right for page in judged),
        "whole": mean(page.like.recall >= WHOLE for page in judged),
        **{f"right, much {much:g}": mean(page.is_right_by_paper(much) for page in judged) for much in MUCH},
    }
    return {"pages": len(judged), **{name: round(value, 4) for name, value in figures.items()}}


def by_kind(judged: Sequence[Judged]) -> dict[str, dict[str, float]]:
    """Return a row for each kind of page."""
    kinds: dict[str, list[Judged]] = defaultdict(list)
    for page in judged:
        kinds[page.kind].append(page)
    return {kind: row(found) for kind, found in sorted(kinds.items())}


def causes(judged: Iterable[Judged]) -> dict[str, int]:
    """Return how many pages have which error, most frequent first."""
    return dict(Counter(page.cause for page in judged if page.cause).most_common())


def page_kind(page: Page, gold: str) -> str:
    """Return how the body of a page stands in its HTML."""
    if len(squeeze(gold)) < SHORT_BODY:
        return "short body"
    layout = page.once(page_layout)
    own = [line for line in layout.lines if _is_gold(line.text, gold)]
    size = sum(len(line.text) for line in own)
    longest = max(
        (len(line.text) for line in source_lines(page.html) if _is_gold(line.text, gold)), default=0
    )
    if len(own) >= 3 and 2 * longest > size:
        return "whole body in one line of source"
    if 2 * sum(len(line.text) for line in own if layout.blocks[line.block].tag != "p") > size:
        return "body of <br>, <div> or table cells"
    if median(len(line.text) for line in own or layout.lines) < SHORT_PARAGRAPH:
        return "<p>, short paragraphs"
    return "<p>, long paragraphs"


def judge(record: dict[str, Any], kind: str, lines: DensityLines, body: Sequence[int]) -> Judged:
    """Compare the lines that were found to the gold text."""
    text = "\n".join(lines[index].text for index in body)
    like = likeness(record["text"], text, record["title"] or "")
    surplus = len(squeeze(text)) * (1 - like.precision) / len(squeeze(record["text"]))
    cause = "" if like.f1 >= RIGHT_F1 or not kind else largest_error(lines, body, record["text"])
    return Judged(kind, like, surplus, cause)


def largest_error(lines: DensityLines, body: Sequence[int], gold: str) -> str:
    """Return the error that concerns most characters."""
    found = set(body)
    own = [index for index, line in enumerate(lines) if _is_gold(line.text, gold)]
    hits = [index for index in own if index in found]
    if not hits:
        return "elsewhere"
    errors: Counter[str] = Counter()
    for index in found - set(own):
        place = "above" if index < hits[0] else "below" if index > hits[-1] else "inside"
        errors[place] += len(lines[index].text)
    dense = [index for index in own if index > body[-1] + MAX_GAP]
    for index in set(own) - found:
        if index < hits[0]:
            place = "thin start"
        elif index <= hits[-1]:
            place = "thin inside"
        else:
            place = "stopped" if dense else "thin end"
        errors[place] += len(lines[index].text)
    return max(errors, key=lambda place: errors[place], default="within a line")


def _is_gold(text: str, gold: str) -> bool:
    """Return whether most of a line's 4-grams are in the gold text."""
    squeezed, whole = squeeze(text), squeeze(gold)
    if len(squeezed) < 4:
        return bool(squeezed) and squeezed in whole.split("\n")
    grams = [squeezed[at : at + 4] for at in range(len(squeezed) - 3)]
    return 2 * sum(gram in whole for gram in grams) > len(grams)


if __name__ == "__main__":
    main()
