"""Learn the words that move a shipped topic's verdict from labelled documents.

    python -m benchmarks.relevance.fit.learned DOCUMENTS.jsonl --label party --topic FOLDER [--write]

Each line of DOCUMENTS has `topic`, `title`, `text`, and `src`, the source it is from. Documents of the topic
`near LABEL` count as others. Others that look foreign are left out: what tells a text on cooking from one on
the topic, the verdict knows already. As `topiccrawl topic calibrate --only words`.
"""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.measuring import arguments
from benchmarks.relevance.fit.documents import add_documents
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.relevance.learner import SeenPage, learn_grades
from topiccrawl.relevance.learner.stored import write_topic_model

LEAST_RELEVANCE = 0.1
"""Documents on other subjects below it are left out."""


def main() -> None:
    parser = arguments(__doc__)
    add_documents(parser)
    parser.add_argument("--write", action="store_true", help="write learned.tsv and [learned]")
    args = parser.parse_args()
    focus = Focus(Topic.load(args.topic), moved=False)
    pages = judged(args.documents, args.label, focus)
    fit = learn_grades(pages, focus.verdict.threshold)
    assert fit is not None
    found = (
        f"{len(pages)} documents of {fit.sites} sources; area under the curve {fit.plain:.4f} without words, "
        f"{fit.moved:.4f} with those of other documents"
    )
    print(found, fit.model.offset)
    if args.write:
        write_topic_model(args.topic, fit.model, "benchmarks.relevance.fit.learned`", found)


def judged(documents: Path, label: str, focus: Focus) -> list[SeenPage]:
    """Return the labelled documents with the verdict's values."""
    found = []
    with documents.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            words, relevant = focus.words(row["text"]), row["topic"] == label
            value = focus.judge_words(focus.description(row["title"]), words).relevance
            if relevant or value >= LEAST_RELEVANCE:
                found.append(SeenPage(row["url"], words, 0, float(relevant), value, row["src"]))
    return found


if __name__ == "__main__":
    main()
