"""`topiccrawl evaluate dedup`: the tables of paper C."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from dedup.made_stories import stories
from servers.corpora import opened
from typer.testing import CliRunner

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.commands.evaluate import app
from topiccrawl.experiments.dedup import (
    Article,
    method_table,
    read_articles,
    sample_size_table,
    threshold_table,
)
from topiccrawl.storage.records import PageRecord

BODIES = ["".join(Random(n).choices("党员大会村医院学校铁路工人农田河水", k=400)) for n in range(4)]
ARTICLES = [
    Article("全市召开基层党建工作推进会_江边新闻网", BODIES[0], "a"),
    Article("全市召开基层党建工作推进会_江边新闻网", BODIES[0], "a"),
    Article("人事任免公告_江边新闻网", BODIES[1], "b"),
    Article("人事任免公告_江边新闻网", BODIES[2], "c"),
    Article("村里的大喇叭又响了", BODIES[3], "d"),
    Article("另一个标题", BODIES[3], "d"),
]


def test_methods_are_judged_by_groups() -> None:
    table = method_table(ARTICLES)
    found = {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert {name: (row["right"], row["wrong"]) for name, row in found.items()} == {
        "bodies": (2, 0),
        "titles, to the letter": (1, 1),
        "titles, headline only": (1, 1),
        "titles, own idf": (1, 1),
        "titles and bodies": (2, 0),
        "titles and bodies, own idf": (2, 0),
    }
    assert {row["repeats"] for row in found.values()} == {2}
    # Titles and bodies disagree about the notice and about the renamed story.
    assert found["titles, to the letter"]["agreement with bodies"] == pytest.approx(4 / 6)
    assert found["bodies"]["time saved"] == 0


def test_without_groups_nothing_is_called_right() -> None:
    table = method_table([Article(one.title, one.text) for one in ARTICLES])
    assert {row[table.columns.index("right")] for row in table.rows} == {None}


def test_the_papers_pairs_by_sample_size_and_threshold() -> None:
    titles = [f"{story.title}-要闻-江边新闻网" for story in stories(120, seed=4)]
    table = sample_size_table(titles)
    assert [row[0] for row in table.rows] == [0, 100, 120, "general corpus"]
    for _, same, other, bare_same, bare_other in table.rows:
        assert 0.3 < same < 0.8  # as the paper says: over .5 with a background, never .8
        assert bare_same == pytest.approx(1)
        assert bare_other < 0.8
        assert 0 < other < 0.8
    rows = threshold_table(ARTICLES).rows
    assert [row[2] for row in rows] == [0.5, 0.8, 0.8165] * 4
    assert rows[-1][-2:] == (True, False)


def test_the_command_prints_and_writes_three_tables(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(database)
    now = datetime.now(UTC)
    store.write(
        [
            PageRecord(
                topic="党建",
                url=f"http://a.test/{number}",
                run_id=1,
                fetched_at=now,
                raw_title=one.title,
                text=one.text,
            )
            for number, one in enumerate(ARTICLES)
        ]
    )
    store.close()
    words = ["dedup", "--database", database, "--topic", "党建", "--out", str(tmp_path / "out")]
    printed = CliRunner().invoke(app, words, catch_exceptions=False).output
    assert printed.count("## Paper C") == 3
    names = {file.name for file in (tmp_path / "out").glob("*.csv")}
    assert names == {"dedup-samples.csv", "dedup-methods.csv", "dedup-thresholds.csv"}
    with pytest.raises(EvaluationError, match="holds no pages of '侨情'"):
        read_articles(database, "侨情")
