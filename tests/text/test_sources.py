"""Sources of texts."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import time
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from topiccrawl.errors import TextError
from topiccrawl.text import sources as module
from topiccrawl.text.files import decompression
from topiccrawl.text.sources import TextSource
from topiccrawl.text.wiki_markup import plain_wikitext, text_of_markup

DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="zh">
<siteinfo><sitename>Wikipedia</sitename></siteinfo>
{pages}</mediawiki>
"""
PAGE = (
    "<page><title>{title}</title><ns>{ns}</ns><id>{id}</id><revision><id>1</id>"
    "<text xml:space='preserve'>{text}</text></revision></page>\n"
)


def dump(*pages: tuple[str, str, str]) -> bytes:
    """A dump of pages (title, namespace, markup)."""
    rows = [
        PAGE.format(title=escape(title), ns=ns, id=number, text=escape(text))
        for number, (title, ns, text) in enumerate(pages)
    ]
    return DUMP.format(pages="".join(rows)).encode()


def texts(path: Path) -> list[str]:
    return [document.text for document in TextSource(path)]


def test_a_text_file_is_a_document_in_any_encoding(tmp_path: Path) -> None:
    encodings = ("utf-8", "gb18030", "utf-8-sig", "big5hkscs", "utf-16")
    for name, encoding in zip(("a.txt", "b.md", "c.TXT", "d.text", "e.txt"), encodings, strict=True):
        (tmp_path / name).write_bytes("本市的工作是在每天做的。\n第二行".encode(encoding))
    assert texts(tmp_path) == ["本市的工作是在每天做的。\n第二行"] * 5


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_large_text_file_is_a_document_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setattr(module, "LARGE", 100)
    lines = [f"第{n}篇党建文章\n" for n in range(20)]
    (tmp_path / "a.txt").write_bytes("".join(lines).encode(encoding))
    assert texts(tmp_path / "a.txt") == lines


@pytest.mark.parametrize(
    ("suffix", "pack"), [("", bytes), (".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)]
)
def test_packed_files(tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]) -> None:
    row = json.dumps({"title": "党建", "text": "支部学习"}, ensure_ascii=False)
    (tmp_path / f"a.jsonl{suffix}").write_bytes(pack(f"{row}\n\n{row}\n".encode()))
    (tmp_path / f"b.xml{suffix}").write_bytes(pack(dump(("足球", "0", "足球是运动。"))))
    (tmp_path / f"c.txt{suffix}").write_bytes(pack("侨情".encode()))
    assert texts(tmp_path) == ["党建\n支部学习", "党建\n支部学习", "足球\n足球是运动。", "侨情"]


def test_of_a_wiki_only_articles_count(tmp_path: Path) -> None:
    markup = (
        "{{信息框|名={{lang|zh|党}}}}\n'''党'''是[[政治|政治的]]-{zh-hans:组织;zh-hant:組織}-。<ref>注</ref>\n"
        "== 历史 ==\n* 第一\n{| class='x'\n|表\n|}\n[[File:a.jpg|thumb|图]][[Category:党]]"
    )
    pages = (
        ("党", "0", markup),
        ("共产", "0", "#REDIRECT [[党]]"),
        ("重定向", "0", "#重定向 [[党]]"),
        ("讨论", "1", "不是条目"),
    )
    (tmp_path / "zhwiki.xml").write_bytes(dump(*pages))
    (text,) = texts(tmp_path / "zhwiki.xml")
    assert text.splitlines()[:2] == ["党", "党是政治的组织。"]
    assert "历史" in text.splitlines() and "第一" in text.splitlines()
    assert not set("[]{}|=*'") & set(text)
    assert "信息框" not in text and "注" not in text and "表" not in text


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("-{zh-cn:程序;zh-tw:程式}-", "程序"),
        ("-{程序}-", "程序"),
        ("-{H|zh-hans:甲;zh-hant:乙}-党", "甲党"),
        ("-{zh-tw:程式}-党", "党"),
        ("::缩进\n\n\n# 项", "缩进\n项"),
    ],
)
def test_wiki_markup(markup: str, expected: str) -> None:
    assert plain_wikitext(markup) == expected


def test_how_much_was_read(tmp_path: Path) -> None:
    for n in range(4):
        (tmp_path / f"{n}.txt").write_text("党" * 100, encoding="utf-8")
    (tmp_path / ".hidden.txt").write_text("隐", encoding="utf-8")
    (tmp_path / "image.png").write_bytes(b"png")
    source = TextSource(tmp_path)
    assert [document.read for document in source] == [300, 600, 900, 1200]
    assert source.size == 1200


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a.jsonl",
            b"{}\n",
            r"a\.jsonl:1: expected an object with the texts `title` and `text`, found '\{\}'",
        ),
        ("a.jsonl", b'{"text": "x"}\n[', r"a\.jsonl:2: no JSON"),
        ("a.jsonl", b'{"text": 1}\n', r"a\.jsonl:1: expected an object with the texts"),
        ("a.jsonl", b'"\xff"', r"a\.jsonl:1: expected UTF-8, found the byte 0xff"),
        ("a.txt", b"%PDF-1.7", r"a\.txt: no text: it is binary"),
        ("a.xml", b"<mediawiki><page>", r"a\.xml: expected a MediaWiki dump"),
        ("a.txt.gz", b"no gzip", r"a\.txt\.gz: cannot be read"),
        ("a.txt.xz", b"no xz", r"a\.txt\.xz: cannot be read"),
        ("a.xml.bz2", bz2.compress(dump(("党", "0", "党")))[:-20], r"a\.xml\.bz2: "),
    ],
)
def test_broken_files_are_told(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(TextError, match=message):
        texts(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "pack"),
    [("a.txt.gz", gzip.compress), ("a.jsonl.bz2", bz2.compress), ("a.xml.xz", lzma.compress)],
)
def test_bombs_are_refused(
    name: str, pack: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decompression, "ALWAYS_ALLOWED", 1_000_000)
    (tmp_path / name).write_bytes(pack(b"<a>\n" * 500_000))
    with pytest.raises(TextError, match=r"more than 100 times its size|no JSON|MediaWiki"):
        list(TextSource(tmp_path / name))


def test_a_bomb_of_small_documents_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decompression, "ALWAYS_ALLOWED", 1_000_000)
    monkeypatch.setattr(module, "LARGE", 1_000)
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress("党员\n".encode() * 500_000, 9))
    with pytest.raises(TextError, match="unpacks to more than 100 times its size"):
        list(TextSource(tmp_path / "a.txt.gz"))


@pytest.mark.parametrize("name", ["a.txt.gz", "a.txt.bz2", "a.txt.xz"])
def test_a_damaged_packed_file_is_named(name: str, tmp_path: Path) -> None:
    pack = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[name.rpartition(".")[2]]
    packed = bytearray(pack("党员学习党章。".encode() * 5000))
    packed[len(packed) // 2] ^= 0xFF
    (tmp_path / name).write_bytes(packed)
    with pytest.raises(TextError, match=rf"{name}: cannot be read \(the packed file is damaged"):
        list(TextSource(tmp_path / name))


@pytest.mark.parametrize(
    ("name", "start", "message"),
    [
        ("a.jsonl", b'{"text": "', r":1: the line is longer than 16 MB"),
        ("a.txt", b"a\n" * 9, r":10: the line is longer than 16 MB"),
        (
            "a.xml",
            b'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/"><page>',
            "without the end of a page",
        ),
    ],
)
def test_a_document_without_an_end_is_refused(name: str, start: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(start + b"a" * 17_000_000)
    with pytest.raises(TextError, match=message):
        for _ in TextSource(tmp_path / name):
            pass


def test_deep_nesting_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"text": ' + b"[" * 200_000)
    with pytest.raises(TextError, match=r"a\.jsonl:1: no JSON: maximum recursion depth"):
        list(TextSource(tmp_path / "a.jsonl"))


@pytest.mark.parametrize("unit", ["<!--", "<ref>", "<math ", "-{", "\n[[File:a|", "\n[[aa:b]]", "{|"])
def test_markup_that_never_ends_is_read_in_time(unit: str) -> None:
    def seconds(count: int) -> float:
        start = time.process_time()
        text_of_markup(unit * count)
        return time.process_time() - start

    assert seconds(80_000) < 12 * max(seconds(20_000), 0.05)  # four times as much, a square takes 16
