"""Topics of ten words and a file of labelled documents: what `import` and `export` make of it.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.first_hour.imported [--topic NAME ...] [--documents 800]

The documents, a third of them on the topic, are imported by the command in random order; no grade is given.
Precision and recall are of what `export` writes by default; documents of overlapping sections do not count.
`by words` is the same without learning (`[learning] pages = false`). Writes results/first_hour-imported.json.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.first_hour.stream import ON_TOPIC, Labelled, read_documents, stream
from benchmarks.first_hour.topics import TOPICS, ShortTopic
from benchmarks.measuring import arguments, read_result, save_result, show_rows
from topiccrawl.cli import main as topiccrawl
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

_SEED = 5


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--topic", nargs="+", choices=TOPICS, default=list(TOPICS))
    parser.add_argument("--documents", type=int, default=800)
    args = parser.parse_args()
    documents = read_documents()
    rows = {}
    for name in args.topic:
        given = stream(documents, TOPICS[name], _SEED, args.documents, ON_TOPIC)
        rows[name] = {
            f"{figure}{' by words' if by_words else ''}": value
            for by_words in (False, True)
            for figure, value in measured(TOPICS[name], given, by_words=by_words).items()
        }
    show_rows("topic", rows)
    save_result(
        "first_hour-imported", {"topics": read_result("first_hour-imported").get("topics", {}) | rows}
    )


def measured(topic: ShortTopic, given: Sequence[Labelled], *, by_words: bool) -> Mapping[str, float]:
    """Import documents into a new topic and export them; return precision and recall."""
    with TemporaryDirectory() as work:
        folder, file, out = Path(work) / "topic", Path(work) / "documents.jsonl", Path(work) / "out.jsonl"
        create_topic(folder, Draft(topic.title, topic.words))
        if by_words:
            toml = folder / "topic.toml"
            text = toml.read_text(encoding="utf-8")
            toml.write_text(text.replace("pages = true", "pages = false"), encoding="utf-8")
        rows = [{"url": _url(one.key), "title": one.title, "text": one.text} for one in given]
        file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        database = f"sqlite:///{work}/corpus.db"
        with redirect_stdout(StringIO()):
            topiccrawl(["import", str(file), "--topic", str(folder), "--database", database])
            topiccrawl(
                [
                    "export",
                    "--topic",
                    str(folder),
                    "--database",
                    database,
                    "--format",
                    "jsonl",
                    "--out",
                    str(out),
                ]
            )
        written = {json.loads(line)["url"] for line in out.read_text(encoding="utf-8").splitlines()}
    labels = {_url(one.key): one.label for one in given}
    right = sum(labels[url] is True for url in written)
    wrong = sum(labels[url] is False for url in written)
    wanted = sum(label is True for label in labels.values())
    return {"precision": round(right / (right + wrong), 3), "recall": round(right / wanted, 3)}


def _url(key: str) -> str:
    """Return a URL on one of forty hosts."""
    return f"http://site{int(key) % 40}.test/{key}.html"


if __name__ == "__main__":
    main()
