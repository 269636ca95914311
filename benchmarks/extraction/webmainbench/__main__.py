"""The protocol of WebMainBench: ROUGE-N, and edit distances by kind of content.

    python -m benchmarks.extraction.webmainbench COPY.jsonl [--language zh] [--extractor NAME]
    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.webmainbench

Scores a copy of the data set (WebMainBench_7809.jsonl or WebMainBench_545.jsonl), which is not part of the
project. Without a copy it scores the real pages of the measuring data and writes
results/extraction-webmainbench.json; their labels are plain text, so only rouge_n and text_edit apply there.

The protocol is that of the toolkit's README after the paper (arXiv:2511.23119), written anew:

rouge_n        F1 of 5-grams of tokens against `convert_main_content`; tokens are those of jieba.lcut (0.42.1,
               accurate mode), blanks and line breaks included; two empty texts score 1
human_rouge_n  the same against `groundtruth_content`, where a row has it, as have all below
text_edit      1 - Levenshtein distance / longer length, of the whole Markdown
code_edit      the same for code blocks, formula_edit for formulas, table_edit for the text of tables; pages
               on which neither side has any do not count
table_TEDS     1 - tree edit distance / larger number of nodes, of table, rows and cells; two cells differ by
               the Levenshtein distance of their texts over the longer length
overall        mean of the five

The toolkit may split code, formulas and tables by a language model; this is its baseline, which splits by
patterns. It converts extracted HTML by html2text. The extractors here return text, which `markdown` turns
into headings, lists, tables and code blocks again, the headline in front where the page shows it as <h1>.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.extraction.labelled import records_with_bodies
from benchmarks.extraction.webmainbench.copies import BadCopyError, Row, read_copy
from benchmarks.extraction.webmainbench.markdown import as_markdown
from benchmarks.extraction.webmainbench.metrics import FINE, edit_similarity, fine_scores, rouge_n
from benchmarks.measuring import arguments, save_result, show_rows
from topiccrawl.extraction import EXTRACTORS, clean, extract_page
from topiccrawl.page.page import Page

Scores = dict[str, float]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("copy", nargs="?", type=Path, metavar="COPY.jsonl", help="a copy of the data set")
    parser.add_argument("--language", help="only rows of this language, such as zh")
    parser.add_argument("--extractor", default="article", choices=sorted(EXTRACTORS))
    args = parser.parse_args()
    if args.copy is None:
        names = ("article", "trafilatura")
        figures = {name: figures_of(list(scores_of_data(name)))["all"] for name in names}
        show_rows("real pages", figures)
        save_result("extraction-webmainbench", {"real pages": figures})
        return
    try:
        scored = [
            (row.meta, scores_of_row(row, args.extractor))
            for row in read_copy(args.copy)
            if not args.language or row.meta.get("language") == args.language
        ]
    except BadCopyError as error:
        sys.exit(str(error))
    if not scored:
        sys.exit(f"{args.copy}: no rows of language {args.language!r}")
    show_rows("", figures_of(scored), ("pages", "rouge_n", "human_rouge_n", *FINE, "overall"))


def scores_of_row(row: Row, extractor: str) -> Scores:
    """Return the scores of a row of a copy by metric; those that do not apply are absent."""
    page = Page.of(row.html, row.url or None)
    found = as_markdown(page, extract_page(page, extractor))
    scores = {}
    if row.converted is not None:
        scores["rouge_n"] = rouge_n(row.converted, found)
    if row.calibrated is not None:
        scores["human_rouge_n"] = rouge_n(row.calibrated, found)
        scores |= fine_scores(row.calibrated, found)
    return scores


def scores_of_data(extractor: str) -> Iterator[tuple[dict[str, Any], Scores]]:
    """Yield the scores of the real pages of the measuring data."""
    for record, page in records_with_bodies():
        found = _lines(clean(extract_page(page, extractor).text))
        wanted = _lines(record["text"])
        yield {}, {"rouge_n": rouge_n(wanted, found), "text_edit": edit_similarity(wanted, found)}


def _lines(text: str) -> str:
    return "\n".join(filter(None, map(str.strip, text.splitlines())))


def figures_of(scored: list[tuple[dict[str, Any], Scores]]) -> dict[str, dict[str, Any]]:
    """Return means by metric over all pages, and over those of each level and style."""
    groups: defaultdict[str, list[Scores]] = defaultdict(list)
    for meta, scores in scored:
        groups["all"].append(scores)
        for key in ("level", "style"):
            if isinstance(value := meta.get(key), str):
                groups[value].append(scores)
    return {name: _means(rows) for name, rows in groups.items()}


def _means(rows: list[Scores]) -> dict[str, Any]:
    names = sorted({name for row in rows for name in row})
    figures: dict[str, Any] = {"pages": len(rows)}
    figures |= {name: round(mean(row[name] for row in rows if name in row), 4) for name in names}
    fine = [figures[name] for name in FINE if name in figures]
    if len(fine) > 1:
        figures["overall"] = round(mean(fine), 4)
    return figures


if __name__ == "__main__":
    main()
