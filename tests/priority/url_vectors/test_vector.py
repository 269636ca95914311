"""The vector of a URL."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.url_vectors.vector import LONGEST_PART, MOST_DIRECTORIES, url_vector

CNN = (
    "http://edition.cnn.com//2014/06/06/sport/football/"
    "world-cup-franck-ribery-injured-france/index.html?hpt=isp_c2"
)


def test_the_example_of_the_patent_whole() -> None:
    vector = url_vector(CNN)
    assert vector.server == ("edition", "cnn", "edition.cnn.com")
    assert vector.directories == (
        ("2014/06/06", "digital"),
        ("sport", "string"),
        ("football", "string"),
        ("world-cup-franck-ribery-injured-france", "string"),
    )
    assert vector.file == ("index", "html", "yes", "index.html", "string", "yes")


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("http://cpc.people.com.cn/a", ("cpc", "people", "cpc.people.com.cn")),
        ("http://A.B.Example.gov.cn./", ("a.b", "example", "a.b.example.gov.cn")),
        ("https://example.cn:443/", ("", "example", "example.cn")),
        ("http://example.cn:8080/", ("", "example", "example.cn:8080")),
        ("http://example.cn:99999/", ("", "example", "example.cn")),
        ("http://192.0.2.7:81/", ("", "192.0.2.7", "192.0.2.7:81")),
        ("http://[2001:db8::1]:81/x", ("", "[2001:db8::1]", "[2001:db8::1]:81")),
        ("http://www.xn--fiqs8s/", ("", "www", "www.xn--fiqs8s")),
        ("http://新闻.党建.中国/", ("新闻", "党建", "新闻.党建.中国")),
        ("http://com.cn/", ("", "com.cn", "com.cn")),
        ("", ("", "", "")),
    ],
)
def test_servers(url: str, server: tuple[str, ...]) -> None:
    assert url_vector(url).server == server


@pytest.mark.parametrize(
    ("path", "directories"),
    [
        ("", []),
        ("/a", []),
        ("//a///b/c", ["a", "b"]),
        ("/%E5%85%9A%E5%BB%BA/1", ["党建"]),
        ("/%B5%B3/1", ["%B5%B3"]),
        ("/2021/07/1", ["2021/07"]),
        ("/2021-07/01/1", ["2021-07/01"]),
        ("/202107/01/1", ["202107/01"]),
        ("/n1/2021/0701/c1-2/1", ["n1", "2021/0701", "c1-2"]),
        ("/2021/x/07/1", ["2021", "x", "07"]),
        ("/2021/13/45/1", ["2021", "13", "45"]),
        ("/2021/07/32/1", ["2021/07", "32"]),
        ("/2021/07/01/02/03/1", ["2021/07/01", "02", "03"]),
    ],
)
def test_directories(path: str, directories: list[str]) -> None:
    assert [directory.text for directory in url_vector(f"http://a.cn{path}").directories] == directories


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("", ("0", "0", "no", "", "string", "no")),
        ("12345?p=2", ("0", "0", "no", "12345", "digital", "yes")),
        ("t20140606_1.html#top", ("t20140606_1", "html", "yes", "t20140606_1.html", "mix", "no")),
        ("a.b.shtml", ("a.b", "shtml", "yes", "a.b.shtml", "string", "no")),
        (".htaccess", ("", "htaccess", "yes", ".htaccess", "string", "no")),
        ("%E5%85%9A.html", ("党", "html", "yes", "党.html", "string", "no")),
    ],
)
def test_files(name: str, file: tuple[str, ...]) -> None:
    assert url_vector(f"http://a.cn/x/{name}").file == file


def test_long_urls_are_cut() -> None:
    vector = url_vector("http://a.cn/" + f"{'x' * 9999}/" * 9999 + "y" * 9999)
    assert len(vector.directories) == MOST_DIRECTORIES
    assert {len(directory.text) for directory in vector.directories} == {LONGEST_PART}
    assert len(vector.file.name) == LONGEST_PART


@given(st.text())
def test_any_text_has_a_vector(url: str) -> None:
    vector = url_vector(url)
    assert all(directory.text for directory in vector.directories)
    assert {directory.kind for directory in vector.directories} <= {"string", "digital", "mix"}
