"""Counts of pages by section."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.sections import Section, SectionCounts, VisitCounts, section_of

SECTION = st.builds(Section, st.sampled_from(["a.cn", "b.cn"]), st.sampled_from(["", "gn", "0"]))
VISITS = st.lists(st.tuples(SECTION, st.booleans()))


@pytest.mark.parametrize(
    ("url", "host", "directory"),
    [
        ("http://News.Example.CN:8080/gn/2021/1.html?a=/b#c", "news.example.cn", "gn"),
        ("https://news.example.cn./gn/", "news.example.cn", "gn"),
        ("http://news.example.cn//gn/1.html", "news.example.cn", "gn"),
        ("http://news.example.cn/gn", "news.example.cn", ""),
        ("http://news.example.cn", "news.example.cn", ""),
        ("http://news.example.cn/2021-07-01/1.html", "news.example.cn", "0-0-0"),
        ("http://news.example.cn/n1/1.html", "news.example.cn", "n0"),
        ("http://news.example.cn/要闻/1.html", "news.example.cn", "要闻"),
        ("http://[", "", ""),
        ("", "", ""),
    ],
)
def test_a_section_is_host_and_first_directory(url: str, host: str, directory: str) -> None:
    assert section_of(url) == (host, directory)


@given(st.text())
def test_every_text_has_a_section_that_fits_the_database(text: str) -> None:
    for url in (text, f"http://{text}", f"http://a.cn/{text}/1.html"):
        section = section_of(url)
        assert len(section.host) <= 255
        assert section.host.isascii()
        assert len(section.directory) <= 64
        section.directory.encode()


@given(VISITS)
def test_sections_hosts_and_total_are_the_plain_counts(visits: list[tuple[Section, bool]]) -> None:
    counts = SectionCounts()
    counts.update((section, VisitCounts(int(accepted), 1)) for section, accepted in visits)

    def plain(chosen: list[bool]) -> VisitCounts:
        return VisitCounts(sum(chosen), len(chosen))

    assert counts.total == plain([accepted for _, accepted in visits])
    for section, _ in visits:
        of_host = [accepted for other, accepted in visits if other.host == section.host]
        assert counts.of_section(section) == plain([yes for other, yes in visits if other == section])
        assert counts.of_host(section.host) == plain(of_host)
    assert len(counts) == len({section for section, _ in visits}) == len(list(counts))


def test_the_rarest_sections_make_room() -> None:
    counts = SectionCounts(capacity=10)
    often = Section("often.cn", "gn")
    counts.add(often, VisitCounts(3, 5))
    for number in range(100):
        counts.add(Section(f"{number}.cn", ""), VisitCounts(1, 1))
        assert len(counts) <= 10
    assert counts.of_section(often) == (3, 5)
    assert counts.of_host("0.cn") == (0, 0)
    assert counts.total == (3 + len(counts) - 1, 5 + len(counts) - 1)


def test_unknown_sections_have_no_pages() -> None:
    counts = SectionCounts()
    assert counts.of_section(Section("a.cn", "gn")) == counts.of_host("a.cn") == counts.total == (0, 0)
