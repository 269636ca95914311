"""Samples of kept and dropped pages, and what their grades say."""

from __future__ import annotations

import json
import random
from contextlib import closing
from datetime import UTC, datetime

import pytest
from corpus.conftest import page
from servers.corpora import opened

from topiccrawl.cli import main
from topiccrawl.cli.shared.grading import grade_each
from topiccrawl.corpus.audit import Stratum, draw, draw_of_each, estimate, read_strata, without_sources
from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.labels import read_labels, write_labels
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord

SIZES = {"1. sure": (True, 600, 0.95), "2. unsure": (True, 300, 0.6), "dropped": (False, 3000, 0.05)}


def simulated(chance):
    """Strata, the grades of all their pages, and true precision and recall."""
    strata, grades = [], {}
    for name, (kept, size, share) in SIZES.items():
        strata.append(Stratum(name, kept, tuple(f"{name}/{n}" for n in range(size))))
        grades |= {url: 2 if chance.random() < share else chance.choice((0, 1)) for url in strata[-1].urls}
    good = {one.name: sum(grades[url] == 2 for url in one.urls) for one in strata}
    kept = good["1. sure"] + good["2. unsure"]
    return strata, grades, kept / 900, kept / sum(good.values())


def test_the_intervals_hold_the_true_shares():
    chance = random.Random(1)
    inside = {"precision": 0, "recall": 0}
    for seed in range(100):
        strata, grades, precision, recall = simulated(chance)
        found = estimate(strata, grades, draw(strata, 120, seed))
        assert sum(found.graded.values()) == 120
        inside["precision"] += found.precision.low <= precision <= found.precision.high
        inside["recall"] += found.recall.low <= recall <= found.recall.high
    assert inside["precision"] >= 90
    assert inside["recall"] >= 90


def test_all_graded_is_exact_and_none_graded_is_unknown():
    strata, grades, precision, recall = simulated(random.Random(1))
    found = estimate(strata, grades, draw(strata, 100_000, 1))
    assert (found.precision.value, found.precision.low, found.precision.high) == pytest.approx(
        (precision,) * 3
    )
    assert (found.recall.value, found.recall.low, found.recall.high) == pytest.approx((recall,) * 3)
    found = estimate(strata, {}, draw(strata, 100, 1))
    assert (found.precision, found.recall) == (None, None)
    only_kept = {url: grade for url, grade in grades.items() if not url.startswith("dropped")}
    assert estimate(strata, only_kept, draw(strata, 100, 1)).recall is None


def test_grades_of_pages_that_were_not_drawn_do_not_count():
    strata, grades, *_ = simulated(random.Random(1))
    assert sum(estimate(strata, grades, draw(strata, 60, 1)).graded.values()) == 60


def test_a_sample_is_the_same_for_the_same_seed_and_takes_of_every_stratum():
    strata, *_ = simulated(random.Random(1))
    small = Stratum("small", False, ("a", "b"))
    sample = draw([*strata, small], 50, 7)
    assert sample == draw([*strata, small], 50, 7) != draw([*strata, small], 50, 8)
    assert [sum(url in one.urls for url in sample) for one in (*strata, small)] == [16, 16, 16, 2]
    assert len(draw([small], 50, 1)) == 2
    assert draw([], 50, 1) == []


@pytest.fixture
def filled(write_sqlite):
    url = write_sqlite(
        *(page(n, relevance=n / 10) for n in range(9)),
        page(9, duplicate_of="http://127.0.0.1/1", duplicate_kind="title"),
    )
    own = {"topic": "样例", "run_id": 1, "dropped_at": datetime.now(UTC)}
    dropped = [
        ("verdict", "off_topic", 20),
        ("verdict", "off_topic", 1),
        ("gate", "description", 21),
        ("download", "status_404", 22),
    ]
    store = opened(url)
    store.write(
        [
            DropRecord(url=f"http://127.0.0.1/{n}", stage=stage, reason=reason, **own)
            for stage, reason, n in dropped
        ]
    )
    store.close()
    return url


def test_strata_are_kept_pages_by_relevance_and_dropped_ones_by_reason(filled):
    store = CorpusStore(filled)
    store.open(create=False)
    strata = read_strata(store, "样例")
    store.close()
    assert {one.name: [url.rpartition("/")[2] for url in one.urls] for one in strata} == {
        "1. kept, relevance 0.00 to 0.20": ["0", "1", "2"],
        "2. kept, relevance 0.30 to 0.50": ["3", "4", "5"],
        "3. kept, relevance 0.60 to 0.80": ["6", "7", "8"],
        "dropped, gate: description": ["21"],
        "dropped, verdict: off_topic": ["20"],
    }


def test_grades_are_taken_until_q(capsys):
    keys, saved = iter("r?xsnq"), []
    shown = ((name, f"<{name}>") for name in "abcdef")
    grade_each(shown, lambda name, grade: saved.append((name, grade)), lambda: next(keys))
    assert saved == [("a", 2), ("b", 0), ("c", None), ("d", 1)]
    assert capsys.readouterr().out.rpartition("\n<")[2].startswith("e>")


def test_the_report_is_stored_with_the_run_and_in_the_card(filled, tmp_path, capsys):
    pytest.importorskip("pyarrow")
    write_labels(
        filled,
        "样例",
        {f"http://127.0.0.1/{n}": 2 if n in (4, 5, 6, 7, 8, 21) else 0 for n in (*range(9), 20, 21)},
    )
    assert main(["audit", "-t", "样例", "--database", filled, "--report"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-2:] == [
        "precision 0.556 (0.556 to 0.556)",
        "recall of the fetched pages 0.833 (0.833 to 0.833)",
    ]
    store = CorpusStore(filled)
    store.open(create=False)
    stats = store.read_runs("样例")[-1]["stats"]
    assert len(store.read(read_labels, "样例")) == 11
    store.close()
    assert (stats["topiccrawl/audit/precision"], stats["topiccrawl/audit/graded"]) == (0.5556, 11)
    export_pages(filled, "样例", "dataset", tmp_path / "dataset")
    card = (tmp_path / "dataset" / "README.md").read_text("utf-8")
    assert "| precision | 0.5556 | 0.5556 | 0.5556 |" in card.splitlines()
    assert "| recall | 0.8333 | 0.8333 | 0.8333 |" in card.splitlines()


def test_grading_needs_a_terminal(filled, capsys):
    assert main(["audit", "-t", "样例", "--database", filled]) == 1
    assert "--report estimates from the existing grades" in capsys.readouterr().err


@pytest.fixture
def of_sources(write_sqlite):
    """Three sources: a large good one, one of which half is bad, one of which nothing is graded."""
    urls = [f"http://dj.good.gov.cn/{n}" for n in range(30)]
    urls += [f"http://www.half.com/{n}" for n in range(4)] + ["http://new.cn/1"]
    return write_sqlite(*(page(n, url=url) for n, url in enumerate(urls)))


def run_audit(database, *words):
    return main(["audit", "-t", "样例", "--database", database, "--by-source", "4", *words])


def test_each_source_is_sampled_and_those_over_a_share_are_rejected(of_sources, tmp_path, capsys):
    sheet = tmp_path / "sheet.tsv"
    assert run_audit(of_sources, "--sheet", str(sheet)) == 0
    assert "9 pages in" in capsys.readouterr().out
    head, *rows = [line.split("\t") for line in sheet.read_text("utf-8-sig").splitlines()]
    hosts = [row[0].split("/")[2] for row in rows]
    assert hosts == ["dj.good.gov.cn"] * 4 + ["www.half.com"] * 4 + ["new.cn"]
    place = head.index("grade")
    for row in rows:
        row[place] = {"dj": "2", "www": "012"[int(row[0][-1]) % 2 * 2], "new": ""}[row[0][7:].split(".")[0]]
    sheet.write_text("\n".join(map("\t".join, [head, *rows])), "utf-8")
    assert run_audit(of_sources, "--sheet", str(sheet), "--reject", ".3") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:4] for line in lines[1:3]] == [
        ["good.gov.cn", "30", "4", "0.000"],
        ["half.com", "4", "4", "0.500"],
    ]
    low, high = lines[1].split("(")[1].rstrip(")").split(" to ")
    assert float(low) == 0 and 0.3 < float(high) < 0.6
    assert lines[2].endswith("0.500 (0.500 to 0.500)")  # all of its pages are graded
    assert lines[3:] == [
        "2 of 3 sources are graded",
        "1 sources with 4 pages are over 0.3",
        "--where 'not domain in (\"half.com\")'",
    ]
    where = ExportOptions(where=without_sources(["half.com", "new.cn"]))
    assert export_pages(of_sources, "样例", "jsonl", tmp_path / "out", where).pages == 30
    assert run_audit(of_sources, "--report", "--reject", ".5") == 0  # the grades are stored
    assert "0 sources with 0 pages are over 0.5" in capsys.readouterr().out


def test_the_sample_of_a_source_hardly_changes_when_pages_are_added():
    urls = tuple(f"http://a.cn/{n}" for n in range(100))
    first = draw_of_each([Stratum("a.cn", True, urls[:90])], 20, 1)
    assert len({*first} & {*draw_of_each([Stratum("a.cn", True, urls)], 20, 1)}) > 14
    assert first != draw_of_each([Stratum("a.cn", True, urls[:90])], 20, 2)


def test_a_sheet_with_another_grade_or_without_sources_is_an_error(of_sources, tmp_path, capsys):
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("url,grade\nhttp://new.cn/1,5\n", "utf-8")
    assert run_audit(of_sources, "--sheet", str(sheet)) == 1
    assert "sheet.csv:2: grade '5' is not 2 (relevant)" in capsys.readouterr().err
    sheet.write_text("url,grade\nhttp://new.cn/1,2\nhttp://gone.cn/,0\n", "utf-8")
    assert run_audit(of_sources, "--sheet", str(sheet)) == 0
    assert "1 pages of the sheet are no longer kept" in capsys.readouterr().out
    assert main(["audit", "-t", "样例", "--database", of_sources, "--reject", ".3"]) == 1
    assert "--sheet and --reject need --by-source" in capsys.readouterr().err


def test_a_page_graded_off_the_topic_leaves_exports_and_counts_in_the_audit(database_url, tmp_path):
    """Also after it was fetched again; another grade, or none, brings it back."""
    with closing(opened(database_url)) as store:
        store.write([page(number) for number in range(4)])
        urls = [row["url"] for row in store.read_pages("样例", ("url",))]
        options = ExportOptions(columns=("url",))

        def exported():
            export_pages(database_url, "样例", "jsonl", tmp_path / "out.jsonl", options)
            lines = (tmp_path / "out.jsonl").read_text("utf-8").splitlines()
            return [json.loads(line)["url"] for line in lines]

        write_labels(database_url, "样例", dict(zip(urls, (0, 2, 2, 2), strict=True)))
        assert exported() == urls[1:]
        store.write([page(0)])
        assert exported() == urls[1:]
        grades = store.read(read_labels, "样例")
        found = estimate(read_strata(store, "样例"), grades, urls)
        assert (sum(found.graded.values()), found.precision.value) == (4, 0.75)
        for grade in (1, None):
            write_labels(database_url, "样例", {urls[0]: 0})
            assert exported() == urls[1:]
            write_labels(database_url, "样例", {urls[0]: grade})
            assert exported() == urls
