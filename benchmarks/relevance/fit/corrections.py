"""Fit the corrections of a shipped topic's verdict on labelled documents.

    python -m benchmarks.relevance.fit.corrections DOCUMENTS.jsonl --label party --topic FOLDER [--write]

Each line of DOCUMENTS has `topic`, `title`, `text`, and `src`, the source it is from. Documents of the topic
`near LABEL` are left out, and those that look foreign: what tells a text on cooking from one on the topic,
the verdict knows already. As `topiccrawl topic calibrate`, which learns from the pages of a crawl.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.measuring import arguments
from benchmarks.relevance.fit.documents import add_documents, labelled_rows
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.relevance.corrections import FILE
from topiccrawl.relevance.topic.word_table import numbers_table
from topiccrawl.topics.calibration.corrections import JudgedText, fit_corrections

LEAST_RELEVANCE = 0.15
"""Documents on other subjects below it are left out."""


def main() -> None:
    parser = arguments(__doc__)
    add_documents(parser)
    parser.add_argument("--write", action="store_true", help="write corrections.tsv")
    args = parser.parse_args()
    focus = Focus(Topic.load(args.topic), corrected=False)
    fit = fit_corrections(judged(args.documents, args.label, focus), focus.verdict.threshold)
    print(f"{fit.graded} documents of {fit.sites} sources; area under the curve, each without its source: ")
    print(f"{fit.plain:.4f} without corrections, {fit.corrected:.4f} with them; {fit.corrections.parameters}")
    if args.write:
        words = dict(sorted(fit.corrections.words.items(), key=lambda item: -item[1]))
        head = (
            "# Words for and against a page, learned from labelled documents (decision 48).\n# word\tweight\n"
        )
        (args.topic / FILE).write_text(head + numbers_table(words), encoding="utf-8")


def judged(documents: Path, label: str, focus: Focus) -> list[JudgedText]:
    """Return the labelled documents with the verdict's values."""
    found = []
    for row in labelled_rows(documents, label):
        words = focus.words(row["text"])
        value = focus.judge_words(focus.description(row["title"]), words).relevance
        relevant = row["topic"] == label
        if relevant or value >= LEAST_RELEVANCE:
            found.append(JudgedText(row["src"], 2 if relevant else 0, value, words))
    return found


if __name__ == "__main__":
    main()
