from __future__ import annotations

import json
from pathlib import Path

import pytest

from topiccrawl.errors import VocabularyError
from topiccrawl.topics.words.documents import documents

PAGE = (
    "<!DOCTYPE html><html><head><meta charset='gbk'><title>侨乡新貌</title></head><body>"
    "<div><a href='/'>首页</a><a href='/2'>新闻</a></div><h1>侨乡新貌</h1>"
    + "".join(
        f"<p>第{n}段：归侨侨眷在侨乡办起了新的工厂，当地人的日子一天比一天红火，大家都很高兴。</p>"
        for n in range(8)
    )
    + "</body></html>"
)


def test_folders_hold_texts_pages_and_exports_at_any_depth(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("华侨华人".encode("gb18030"))
    deeper = tmp_path / "sub"
    deeper.mkdir()
    rows = [
        {"title": "题", "text": "侨联", "url": "http://127.0.0.1/"},
        {"title": "", "text": " "},
        {"title": "只有题"},
    ]
    (deeper / "b.jsonl").write_text("\n".join(json.dumps(row) for row in rows) + "\n\n", "utf-8")
    (deeper / "saved").write_bytes(PAGE.encode("gbk"))
    (deeper / "picture.png").write_bytes(b"\x89PNG\0\0")
    (tmp_path / ".hidden.txt").write_text("不算", "utf-8")
    found = list(documents([tmp_path]))
    assert [one.text.rstrip() for one in found[:3]] == ["华侨华人", "题\n侨联", "只有题"]
    assert len(found) == 4
    assert found[3].title == "侨乡新貌"
    assert "归侨侨眷" in found[3].body and "首页" not in found[3].text


def test_they_can_be_gone_through_again(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("华侨", "utf-8")
    found = documents([tmp_path])
    assert [one.text for one in found] == [one.text for one in found] == ["华侨"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("网页.html", b"", "no text: it is empty"),
        ("网页.html", b"\x89PNG\0\0", "no text: it is binary"),
        ("网页.htm", "没有标记".encode(), "expected a saved page, or a .txt"),
    ],
)
def test_a_file_that_is_no_document_is_told_when_it_is_named(
    name: str, content: bytes, said: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(VocabularyError, match=rf"{name}: {said}"):
        list(documents([file]))
