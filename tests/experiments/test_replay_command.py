from __future__ import annotations

import csv
from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.experiments.replay.capture import Response, write_capture

# A short list of words has low values: every page and every link passes.
TOPIC = {
    "topic.toml": 'title = "河长制"\nseeds = ["http://a.cn/"]\n'
    "[gate]\nthreshold = 0\n[verdict]\nthreshold = 0\n[priority]\nthreshold = 0\n",
    "words.tsv": "河长\t0.9\t10\n巡河\t0.8\t7\n",
}
HTML = {"content-type": "text/html; charset=utf-8"}


def article(url: str, title: str, links: dict[str, str]) -> Response:
    text = "".join(
        f"<p>{title}。各地的河长按时巡河，第{number}号河段的水质正在变好。</p>" for number in range(6)
    )
    menu = "".join(f"<a href='{target}'>{anchor}</a> " for target, anchor in links.items())
    html = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{text}{menu}</body></html>"
    return Response(url, 200, HTML, html.encode())


@pytest.fixture
def topic(tmp_path: Path) -> str:
    folder = tmp_path / "river"
    folder.mkdir()
    for name, text in TOPIC.items():
        (folder / name).write_text(text, "utf-8")
    return str(folder)


@pytest.fixture
def capture(tmp_path: Path) -> str:
    links = {f"/{number}.html": f"河长巡河第{number}次" for number in range(1, 6)}
    web = [
        article("http://a.cn/", "河长制工作", {**links, "/lost.html": "河长巡河"}),
        *(article(f"http://a.cn/{n}.html", f"河长第{n}次巡河的{n * 37}个发现", {}) for n in range(1, 6)),
    ]
    path = tmp_path / "river.capture"
    write_capture(web, path)
    return str(path)


@pytest.fixture
def labels(tmp_path: Path) -> str:
    file = tmp_path / "labels.tsv"
    file.write_text("url\tgrade\nhttp://a.cn/1.html\t2\nhttp://a.cn/2.html\t2\nhttp://a.cn/far\t2\n")
    return str(file)


def test_compare_writes_table_and_plots(
    capture: str, topic: str, labels: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    arguments = ["replay", "compare", capture, "-t", topic, "--strategy", "adaptive", "--repeat", "2"]
    assert main([*arguments, "--labels", labels, "--pages", "100", "--out", str(out)]) == 0
    printed = capsys.readouterr()
    assert "relevance by labels" in printed.out and "| river | river | adaptive |" in printed.out
    with (out / "replay.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["harvest@100"] == "", "fewer pages"
    assert float(row["recall@100"]) == pytest.approx(2 / 3)
    assert row["runs"] == "2"
    assert {"recall@100 low", "recall@100 high", "cpu_ms"} <= row.keys()
    if "plots left out" not in printed.err:  # the system has a font
        assert (out / "harvest-river.png").stat().st_size > 0 and (
            out / "recall-river.svg"
        ).stat().st_size > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seeds", "http://other.cn/"], "has none of the seeds, such as http://other.cn/"),
        (["-s", "NO_SUCH=1"], "--setting NO_SUCH=1: expected NAME=VALUE with a setting of the crawl"),
        (["-s", "TOPICCRAWL_TITLE_THRESHOLD=x"], "TOPICCRAWL_TITLE_THRESHOLD"),
    ],
)
def test_mistakes_end_in_one_line(
    options: list[str], message: str, capture: str, topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "compare", capture, "-t", topic, *options]) == 1
    error = capsys.readouterr().err.strip()
    assert message in error
    assert "\n" not in error
