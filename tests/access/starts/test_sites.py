from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from topiccrawl.access.starts import directory
from topiccrawl.access.starts.directory import directory_sites
from topiccrawl.access.starts.epaper import issue_links
from topiccrawl.access.starts.site import Site
from topiccrawl.access.starts.site_lists import read_sites
from topiccrawl.corpus.columns import site_of
from topiccrawl.errors import SiteListError
from topiccrawl.page.page import Page

ROWS = [
    ["分类", "网站名称", "网址"],
    ["党政", "共产党员网", "www.12371.cn"],
    ["", "人民网", "http://www.people.com.cn/"],
    ["", "无", ""],
]
SITES = [Site("http://www.12371.cn/", "共产党员网", "党政"), Site("http://www.people.com.cn/", "人民网", "")]


@pytest.mark.parametrize(("separator", "encoding"), [(",", "utf-8-sig"), (";", "gb18030"), ("\t", "utf-16")])
def test_csv_files_of_all_kinds_give_the_same_sites(tmp_path: Path, separator: str, encoding: str) -> None:
    file = tmp_path / "sites.csv"
    file.write_bytes("\r\n".join(separator.join(row) for row in ROWS).encode(encoding))
    assert read_sites(file) == SITES


def test_xlsx_files_give_the_same_sites(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "sites.xlsx") as book:
        sheet = book.add_worksheet()
        for line, row in enumerate(ROWS):
            sheet.write_row(line, 0, row)
    assert read_sites(tmp_path / "sites.xlsx") == SITES


def test_a_list_needs_no_heading(tmp_path: Path) -> None:
    (tmp_path / "sites.csv").write_text("共产党员网,www.12371.cn\na.cn\n1.5\n", encoding="utf-8")
    assert read_sites(tmp_path / "sites.csv") == [
        SITES[0].__class__(SITES[0].url, SITES[0].name),
        Site("http://a.cn/"),
    ]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04broken", b"no,sites\n"])
def test_a_file_without_sites_is_an_error(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "sites").write_bytes(data)
    with pytest.raises(SiteListError, match="sites: "):
        read_sites(tmp_path / "sites")


def test_a_directory_page_gives_outbound_sites_by_category() -> None:
    html = """<h2>新闻</h2><ul><li><a href="http://news.b.cn/x">乙</a><a href="http://news.b.cn/y">again</a>
    <a href="/more">更多</a><a href="http://m.hao.cn/">own</a></ul><div class="box-title">军事</div><a href="//c.cn">丙</a>"""
    assert directory_sites(Page.of(html, "http://www.hao.cn/"), site_of) == [
        Site("http://news.b.cn/x", "乙", "新闻"),
        Site("http://c.cn", "丙", "军事"),
    ]


def test_no_more_text_of_a_directory_page_is_read_than_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory, "_MOST_READ", 600)
    nested = "<h3>" * 30 + "长标题" * 10 + "</h3>" * 30
    html = f"<h2>新闻</h2><a href='http://b.cn/'>{'乙' * 300}</a>{nested}<h2>军事</h2><a href='http://c.cn/'>丙</a>"
    first, second = directory_sites(Page.of(html, "http://www.hao.cn/"), site_of)
    assert (first.name, first.category) == ("乙" * 200, "新闻")
    assert (second.name, second.category) == ("", "新闻")  # nothing was read any more


def test_an_issue_is_that_of_the_page_or_of_most_links() -> None:
    day = [f"http://p.cn/202405/01/n{number}.html" for number in range(3)]
    other = ["http://p.cn/202404/30/n0.html", "http://x.cn/202405/01/n0.html", "http://p.cn/about"]
    assert issue_links("http://p.cn/", [*other, *day]) == day
    assert issue_links("http://p.cn/202404/30/n1.html", [*other, *day]) == other[:1]
    assert issue_links("http://p.cn/", ["http://p.cn/about"]) == []
