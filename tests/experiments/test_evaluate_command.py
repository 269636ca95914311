from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.extraction.clustering.clustering import default_model
from topiccrawl.extraction.clustering.model import read_model

TOPIC = {"topic.toml": 'title = "河长制"\nseeds = []\n', "words.tsv": "河长\t0.3\t10\n巡河\t\t7\n"}


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    folder = tmp_path / "river"
    folder.mkdir()
    for name, text in TOPIC.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_words_are_tables(topic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["evaluate", "words", "--topic", str(topic), "--out", str(out)]) == 0
    output = capsys.readouterr().out
    assert "| 河长 | 0.300 | 10 |" in output and "table 1 left out" in output
    assert {"table2-topic-words.csv", "table3-overrides.md", "table4-weights.csv"} <= {
        f.name for f in out.iterdir()
    }


def test_pairs_of_urls_without_matplotlib(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "topiccrawl.experiments.output.plots", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    rows = ["url1\turl2\tlabel\tsource"]
    for site in ("a.example.cn", "b.example.cn"):
        for n in range(6):
            rows.append(f"http://{site}/dj/{n}.html\thttp://{site}/dj/{n + 9}.html\t1\t{site}")
            rows.append(f"http://{site}/dj/{n}.html\thttp://{site}/ty/{n + 9}.html\t0\t{site}")
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("\n".join(rows), "utf-8")
    assert main(["evaluate", "url-structure", str(pairs), "--out", str(tmp_path / "out")]) == 0
    output = capsys.readouterr()
    assert "规则：同主机且同首级目录" in output.out
    assert "pip install 'topiccrawl[plots]'" in output.err
    assert not list(tmp_path.rglob("*.png"))
    assert (tmp_path / "out" / "url-thresholds.csv").read_text("utf-8-sig").count("\n") > 100


def body(site: int, number: int) -> list[str]:
    return [
        f"第{site}个站点的第{number}篇文章第{line}段，写得不长也不短。" * (2 + number)
        for line in range(4 + number)
    ]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Marked pages of six sites."""
    rows = []
    for site in range(6):
        for number in range(4):
            lines = body(site, number)
            menu = "".join(f"<li><a href='/{n}'>栏目{n}</a></li>" for n in range(9))
            html = f"<ul>{menu}</ul><div>{''.join(f'<p>{line}</p>' for line in lines)}</div>"
            (tmp_path / f"{site}-{number}.html").write_text(html, "utf-8")
            row = {
                "file": f"{site}-{number}.html",
                "url": f"http://s{site}.test/{number}",
                "text": "\n".join(lines),
            }
            rows.append(json.dumps(row, ensure_ascii=False))
    path = tmp_path / "pages.jsonl"
    path.write_text("\n".join(rows), "utf-8")
    return path


def test_clusters_are_fitted_and_used(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPICCRAWL_RESOURCES_DIR", str(tmp_path / "own"))
    assert main(["evaluate", "clusters", str(pages), "--out", str(tmp_path / "out"), "--use"]) == 0
    output = (tmp_path / "out" / "clusters-quality.csv").read_text("utf-8-sig")
    (row,) = csv.DictReader(output.splitlines())
    assert (row["pages"], row["sites"]) == ("24", "6")
    assert float(row["F1"]) > 0.9
    default_model.cache_clear()
    try:
        used = default_model()
    finally:
        default_model.cache_clear()
    assert used == read_model((tmp_path / "out" / "clusters.json").read_text("utf-8"))
    assert sum(used.sizes) == 24
