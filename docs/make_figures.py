"""Write the tables of figures in both READMEs and the plots of papers C and D, from `benchmarks/results`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

BASELINES = {"bfs": ".03 / .04", "anchor": ".90 / .77", "oracle": "1.00 / 1.00"}
"""Harvest of other orders on a large web, from the README of the measuring data, which simulates them."""

ENGLISH = """\
| | topiccrawl | for comparison | command |
| --- | --- | --- | --- |
| harvest rate (relevant share) of the first 500 / 1,000 pages | {harvest} | breadth first {bfs}, topic words in the anchor text {anchor}, oracle {oracle} | `python -m benchmarks.replay` |
| precision of the stored pages | {precision} | | `python -m benchmarks.live` |
| main text of {pages} real pages, F1 | {body} | trafilatura {trafilatura} | `python -m benchmarks.extraction` |
| extraction speed | {faster} × trafilatura | readability-lxml {readability} × | `python -m benchmarks.extraction.speed` |
| crawl speed, processor / clock time | {cpu} / {clock} of plain Scrapy | plain Scrapy, which stores nothing, 1.00 | `python -m benchmarks.live.speed` |
"""
CHINESE = """\
| | topiccrawl | 对照 | 命令 |
| --- | --- | --- | --- |
| 前 500 / 1,000 页的收获率（相关网页所占比例） | {harvest} | 宽度优先 {bfs}，锚文本含主题词 {anchor}，理想上限 {oracle} | `python -m benchmarks.replay` |
| 入库网页的准确率 | {precision} | | `python -m benchmarks.live` |
| {pages} 个真实网页的正文 F1 | {body} | trafilatura {trafilatura} | `python -m benchmarks.extraction` |
| 抽取速度 | trafilatura 的 {faster} 倍 | readability-lxml 为 {readability} 倍 | `python -m benchmarks.extraction.speed` |
| 采集速度（处理器时间／实际时间） | 原生 Scrapy 的 {cpu}／{clock} | 不保存任何内容的 Scrapy 1.00 | `python -m benchmarks.live.speed` |
"""
TABLES = {"README.md": ENGLISH, "README.zh-CN.md": CHINESE}


def table(readme: str) -> str:
    """Return the table of a README."""
    return TABLES[readme].format(**figures())


def figures() -> dict[str, str]:
    """Return the figures of the table by name."""
    replay, live, speed = _result("replay"), _result("live")["mean"], _result("live-speed")["median"]
    bodies, extractors = _result("extraction")["extraction"], _result("extraction-speed")["extractors"]
    crawl = replay["rows"]["partybuild, adaptive"]["figures"]
    rate = {name: row["pages_per_second"] for name, row in extractors.items()}
    return BASELINES | {
        "harvest": " / ".join(_short(crawl[f"harvest@{pages}"]["value"]) for pages in (500, 1000)),
        "precision": _short(live["precision"]),
        "pages": str(bodies["article"]["pages"]),
        "body": _short(bodies["article"]["F1"], 3),
        "trafilatura": _short(bodies["trafilatura"]["F1"], 3),
        "faster": f"{rate['topiccrawl'] / rate['trafilatura']:.1f}",
        "readability": f"{rate['readability-lxml'] / rate['trafilatura']:.1f}",
        "cpu": _short(speed["cpu_ratio"]),
        "clock": _short(speed["speed_ratio"]),
    }


def _result(name: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((ROOT / "benchmarks" / "results" / f"{name}.json").read_text("utf-8"))
    return result


def _short(share: float, digits: int = 2) -> str:
    """Return a share without its leading zero.

    >>> _short(0.9405), _short(0.0), _short(1.0)
    ('.94', '0', '1.00')
    """
    return f"{share:.{digits}f}".removeprefix("0") if share else "0"


def main() -> None:
    """Replace the tables and plots."""
    from method_plots import draw_plots  # here: tests of the tables need no plots

    draw_plots(_result("dedup"), ROOT / "docs" / "pictures")
    for name, rows in TABLES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        before, header, after = text.partition(rows.partition("\n")[0])
        _, blank, rest = (header + after).partition("\n\n")
        (ROOT / name).write_text(before + table(name).rstrip("\n") + blank + rest, encoding="utf-8")


if __name__ == "__main__":
    main()
