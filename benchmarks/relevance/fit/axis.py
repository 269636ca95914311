"""Fit the axis of a shipped topic on labelled documents.

    python -m benchmarks.relevance.fit.axis DOCUMENTS.jsonl --label party --topic FOLDER [--write]

Each line of DOCUMENTS has `topic`, `text`, and `src`, the source it is from. Documents of the topic
`near LABEL` are left out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tomlkit

from benchmarks.measuring import arguments
from topiccrawl.calibration.axis import AxisFit, LabelledText, fit_axis
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.relevance.axis import FILE


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--label", required=True)
    parser.add_argument("--topic", type=Path, required=True)
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
    rows = "".join(f"{word}\t{side:g}\n" for word, side in fit.words.items())
    (folder / FILE).write_text(head + rows, encoding="utf-8")
    file = folder / "topic.toml"
    document: Any = tomlkit.parse(file.read_text(encoding="utf-8"))
    values = {"share": fit.parameters.share, "offset": fit.parameters.offset}
    document.setdefault("axis", {}).update(values)
    file.write_text(tomlkit.dumps(document), encoding="utf-8")


def labelled(documents: Path, label: str, focus: Focus) -> list[LabelledText]:
    """Return the labelled documents with their words."""
    with documents.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        LabelledText(row.get("src", ""), row["topic"] == label, focus.words(row["text"]))
        for row in rows
        if row["topic"] != f"near {label}"
    ]


if __name__ == "__main__":
    main()
