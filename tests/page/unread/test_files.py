from __future__ import annotations

import pytest

from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.unread.files import file_links, is_file

LIST = """<base href="http://www.example.cn/dj/"><ul>
<li><a href="../files/2024/1.pdf">关于召开党员大会的通知.pdf</a> <a href="../files/2024/1.pdf"><img src=p.gif></a></li>
<li><a href="/files/2.DOCX?v=1" title="关于开展主题教育的实施方案">关于开展主题教育…</a></li>
<li><a href="3.ofd">党费收缴情况公示</a></li><li><a href="4.html">支部生活</a></li>
<li><a href="5.zip">压缩包</a></li><li><a href="/pdf">目录</a></li></ul>"""


def test_links_to_files_are_named_by_their_headlines() -> None:
    found = file_links(Page.of(LIST, "http://www.example.cn/"), {"http://www.example.cn/dj/3.ofd"})
    assert [(link.url, link.anchor) for link in found] == [
        ("http://www.example.cn/files/2024/1.pdf", "关于召开党员大会的通知"),
        ("http://www.example.cn/files/2.DOCX?v=1", "关于开展主题教育的实施方案"),
    ]


@pytest.mark.parametrize(
    ("url", "content_type", "disposition", "expected"),
    [
        ("http://a.cn/1", "application/pdf; charset=utf-8", "", True),
        (
            "http://a.cn/1",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "",
            True,
        ),
        ("http://a.cn/1.wps", "application/octet-stream", "", True),
        ("http://a.cn/1", "", "attachment; filename*=UTF-8''%E5%85%9A%E5%BB%BA.ofd", True),
        ("http://a.cn/1", "", "attachment; filename=党建.doc; size=9", True),
        ("http://a.cn/1.jpg", "image/jpeg", "", False),
        ("http://a.cn/1", "application/octet-stream", "attachment; filename=软件.exe", False),
        ("http://a.cn/pdf", "application/zip", "", False),
    ],
)
def test_which_responses_are_files(url: str, content_type: str, disposition: str, expected: bool) -> None:
    assert is_file(url, content_type, disposition) is expected


MANUAL = "渔港村换届选举工作手册"


@pytest.mark.parametrize("says", ["下载", "点击下载", "PDF", "[附件下载]", "下载（31 KB）"])
@pytest.mark.parametrize(
    "row",
    [
        "<table><tr><td>1</td><td>{title}</td><td>2024-03-01</td><td>{link}</td></tr></table>",
        "<ul><li>{title} {link}</li></ul>",
        "<dl><dt>{title}</dt><dd>{link}</dd></dl>",
        "<div><div><div>{title}</div><div>{link}</div></div><div><div>第二本手册</div></div></div>",
    ],
)
def test_the_title_of_a_file_stands_in_the_cell_beside(row: str, says: str) -> None:
    def page(href: str) -> Page:
        return Page.of(row.format(title=MANUAL, link=f"<a href='{href}'>{says}</a>"), "http://a.cn/xz/")

    assert [link.anchor for link in file_links(page("/3.pdf"))] == [MANUAL]
    assert [link.anchor for link in links_of(page("/download?fileId=3"))] == [MANUAL]


@pytest.mark.parametrize(
    "row",
    [
        "<li><a href='/1.html'>渔港村换届选举</a> <a href='/3.pdf'>下载</a></li>",
        "<li>2024-03-01 <a href='/3.pdf'>下载</a></li>",
        "<div><p>手册已经印发。</p><a href='/3.pdf'>下载</a></div>",
    ],
)
def test_other_files_have_no_title_beside(row: str) -> None:
    assert [link.anchor for link in file_links(Page.of(row, "http://a.cn/xz/"))] == ["下载"]
