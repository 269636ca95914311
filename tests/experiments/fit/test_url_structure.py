"""Fitting algorithm 2 on labelled pairs of URLs."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import LabelError
from topiccrawl.experiments.fit.url_structure import UrlPair, fit_url_structure, read_url_pairs
from topiccrawl.priority.url_structure import similar

SITES = ("a.cn", "b.com.cn", "news.c.cn", "d.org")


def _pairs() -> list[UrlPair]:
    """Sections of sites, of which pairs within one are alike."""
    pairs = []
    for site in SITES:
        for n in range(6):
            sport, party = f"http://{site}/tiyu/{n}.html", f"http://{site}/dangjian/{n}.html"
            pairs.append(UrlPair(sport, f"http://{site}/tiyu/{n + 9}.html", True, site))
            pairs.append(UrlPair(party, f"http://{site}/dangjian/{n + 9}.html", True, site))
            pairs.append(UrlPair(sport, party, False, site))
    return pairs


def test_sections_that_differ_are_told_apart_on_unseen_sites() -> None:
    pairs = _pairs()
    fit = fit_url_structure(pairs)
    assert (fit.accuracy, fit.fitted, fit.section_rule) == (1, 1, 1)
    assert (fit.pairs, fit.sites) == (72, 4)
    assert all(similar(pair.url1, pair.url2, fit.parameters) == pair.alike for pair in pairs)


def test_what_holds_for_one_site_only_does_not_count() -> None:
    pairs = [pair._replace(alike=not pair.alike) if pair.site == "a.cn" else pair for pair in _pairs()]
    fit = fit_url_structure(pairs)
    assert fit.accuracy < fit.fitted == pytest.approx(0.75)
    assert fit.section_rule == pytest.approx(0.75)


def _write(file: Path, rows: list[str], header: str = "url1\turl2\tlabel\tsource") -> Path:
    file.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return file


def test_a_table_is_read(tmp_path: Path) -> None:
    rows = [f"{p.url1}\t{p.url2}\t{int(p.alike)}\t{p.site}" for p in _pairs()]
    assert read_url_pairs(_write(tmp_path / "pairs.tsv", rows)) == _pairs()


def test_without_a_source_the_host_is_the_site(tmp_path: Path) -> None:
    rows = [f"{p.url1}\t{p.url2}\t{int(p.alike)}" for p in _pairs()]
    read = read_url_pairs(_write(tmp_path / "pairs.tsv", rows, "url1\turl2\tsame"), "same")
    assert {pair.site for pair in read} == set(SITES)


def test_broken_tables_are_told(tmp_path: Path) -> None:
    rows = [f"{p.url1}\t{p.url2}\t{int(p.alike)}\t{p.site}" for p in _pairs()]
    with pytest.raises(LabelError, match=r"pairs\.tsv:74: expected two URLs"):
        read_url_pairs(_write(tmp_path / "pairs.tsv", [*rows, "http://a.cn/1\t党建\t1\ta.cn"]))
    first = _pairs()[0]
    with pytest.raises(LabelError, match=rf"pairs\.tsv:74: {first.url2} and .*a different label in .*:2$"):
        read_url_pairs(_write(tmp_path / "pairs.tsv", [*rows, f"{first.url2}\t{first.url1}\t0\ta.cn"]))
    with pytest.raises(LabelError, match=r"pairs\.tsv: expected pairs of at least two sites"):
        read_url_pairs(_write(tmp_path / "pairs.tsv", [row for row in rows if row.endswith("\ta.cn")] * 2))


def test_labelled_news_urls(measuring_data: Path) -> None:
    fit = fit_url_structure(read_url_pairs(measuring_data / "web" / "url_pairs.tsv", "same_section"))
    # docs/relevance.md
    assert fit.accuracy == pytest.approx(0.869, abs=0.004)
    assert fit.fitted == pytest.approx(0.939, abs=0.004)
    assert fit.section_rule == pytest.approx(0.921, abs=0.001)
