"""Tables 1 to 4 of paper A: training sources, topic words, manual weights, weights."""

from __future__ import annotations

import csv
from importlib.resources.abc import Traversable
from io import StringIO
from pathlib import Path

from topiccrawl.errors import EvaluationError, TopicError
from topiccrawl.experiments.output.results import ResultTable, Value
from topiccrawl.messages import said
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.topic.word_table import read_text
from topiccrawl.text.normalise import normalise
from topiccrawl.text.resources import resource

FILE_COLUMNS = ("name", "documents", "tokens", "vocabulary")
"""Columns of the table of training sources (written by `topiccrawl fit vectors`)."""


def word_tables(name: str, sources: Path | None = None) -> list[ResultTable]:
    """Return the tables of a topic: the numbers of words of each kind, and the paper's tables.

    These are the sources that the vectors were trained on (table 1, only with their file), topic words with
    weight and occurrences (table 2), manual weights beside the fitted ones (table 3), and the weights of all
    words (table 4), the highest first.

    Args:
        name: name of a packaged topic, or a topic folder.
        sources: file of the table of training sources.

    Raises:
        EvaluationError: the table of sources cannot be read; names file and line.
        TopicError: the topic cannot be read.
    """
    topic = Topic.load(name)
    folder: Traversable = Path(name) if Path(name).is_dir() else resource(f"topics/{name}")
    notes = {name: _notes(folder / f"{name}.tsv") for name in ("words", "overrides")}
    words = sorted(topic.words, key=lambda word: (-topic.weight(word), word))
    fitted = {**topic.weights, **topic.words}
    everything = {word: topic.weight(word) for word in {*fitted, *topic.overrides}}
    heaviest = sorted(everything, key=lambda word: (-everything[word], word))
    return [
        ResultTable(
            "summary",
            f"词语与权重：{topic.title}",
            ("项目", "数量"),
            (
                ("主题词", len(topic.words)),
                ("有自身权重的主题词", sum(bool(row.field(1)) for row in topic.rows.values())),
                ("人工调整权重的词语", len(topic.overrides)),
                ("有权重的词语", len(everything)),
                ("平均权重", topic.mean_weight),
            ),
        ),
        *([] if sources is None else [source_table(sources)]),
        ResultTable(
            "table2-topic-words",
            f"表2 主题词：{topic.title}",
            ("词语", "权重", "出现次数"),
            tuple((word, topic.weight(word), _number(notes["words"].get(word, ""))) for word in words),
        ),
        ResultTable(
            "table3-overrides",
            "表3 人工调整的词语",
            ("词语", "调整前权重", "调整后权重", "原因"),
            tuple(
                (word, fitted.get(word, topic.mean_weight), weight, notes["overrides"].get(word, ""))
                for word, weight in topic.overrides.items()
            ),
        ),
        ResultTable(
            "table4-weights",
            "表4 词语权重",
            ("词语", "权重", "是否主题词"),
            tuple((word, everything[word], word in topic.words) for word in heaviest),
        ),
    ]


def source_table(file: Path) -> ResultTable:
    """Return table 1 from the file that the training wrote.

    Raises:
        EvaluationError: the file cannot be read or is not such a table; names file and line.
    """
    rows: list[tuple[Value, ...]] = []
    try:
        text = read_text(file, str(file))
    except TopicError as error:
        raise EvaluationError(said(error)) from None
    reader = csv.DictReader(StringIO(text, newline=""))
    if not {*FILE_COLUMNS} <= {*(reader.fieldnames or ())}:
        raise EvaluationError(
            "{file}:1: expected the columns {columns}, parted by commas",
            file=file,
            columns=", ".join(FILE_COLUMNS),
        )
    for row in reader:
        try:
            rows.append((row["name"], *(int(row[name]) for name in FILE_COLUMNS[1:])))
        except (TypeError, ValueError):
            raise EvaluationError(
                "{file}:{line_num}: expected whole numbers", file=file, line_num=reader.line_num
            ) from None
    return ResultTable(
        "table1-sources", "表1 训练词分布式表示所使用的语料", ("语料", "文档数", "词次", "词表"), tuple(rows)
    )


def _notes(file: Traversable) -> dict[str, str]:
    """Return the third column of a table of words by word; empty without the file."""
    if not file.is_file():
        return {}
    rows = (line.split("\t") for line in read_text(file, str(file)).splitlines())
    return {normalise(row[0]).strip(): row[2].strip() for row in rows if len(row) > 2 and row[0][:1] != "#"}


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None
