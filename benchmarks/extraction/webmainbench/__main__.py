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
from pathlib import Path

from benchmarks.extraction.webmainbench.copies import BadCopyError, read_copy
from benchmarks.extraction.webmainbench.metrics import FINE
from benchmarks.extraction.webmainbench.scoring import figures_of, scores_of_data, scores_of_row
from benchmarks.measuring import arguments, save_result, show_rows
from topiccrawl.extraction import EXTRACTORS


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


if __name__ == "__main__":
    main()
