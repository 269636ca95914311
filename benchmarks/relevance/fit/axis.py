"""Fit the axis of a shipped topic on labelled documents.

    python -m benchmarks.relevance.fit.axis DOCUMENTS.jsonl --label party --topic FOLDER [--write]

Each line of DOCUMENTS has `topic`, `text`, and `src`, the source it is from. Documents of the topic
`near LABEL` are left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomlkit

from benchmarks.measuring import arguments
from benchmarks.relevance.fit.documents import add_documents, labelled_rows
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.relevance.axis import FILE
from topiccrawl.relevance.topic.word_table import numbers_table
from topiccrawl.topics.calibration.axis import AxisFit, LabelledText, fit_axis


def main() -> None:
    parser = arguments(__doc__)
    add_documents(parser)
    parser.add_argument("--write", action="store_true", help="write axis.tsv and [axis]")
    args = parser.parse_args()
    focus = Focus(Topic.load(args.topic), moved=False)
    fit = fit_axis(labelled(args.documents, args.label, focus), focus)
    print(f"area under the curve: {fit.plain:.4f} without, {fit.moved:.4f} with an axis of other documents")
    print(fit.parameters)
    if args.write:
        write(args.topic, fit)


def write(folder: Path, fit: AxisFit) -> None:
    """Write the axis into a topic folder."""
    head = (
        "# Words on either side of the axis of main texts, learned from labelled documents (decision 84).\n"
        "# word\tside\n"
    )
    (folder / FILE).write_text(head + numbers_table(fit.words), encoding="utf-8")
    file = folder / "topic.toml"
    document: Any = tomlkit.parse(file.read_text(encoding="utf-8"))
    values = {"share": fit.parameters.share, "offset": fit.parameters.offset}
    document.setdefault("axis", {}).update(values)
    file.write_text(tomlkit.dumps(document), encoding="utf-8")


def labelled(documents: Path, label: str, focus: Focus) -> list[LabelledText]:
    """Return the labelled documents with their words."""
    return [
        LabelledText(row.get("src", ""), row["topic"] == label, focus.words(row["text"]))
        for row in labelled_rows(documents, label)
    ]


if __name__ == "__main__":
    main()
