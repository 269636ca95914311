"""The files that a page shows or links to."""

from __future__ import annotations

import pytest

from topiccrawl.page.anchors.attachments import attachments_of
from topiccrawl.page.page import Page

URL = "http://dj.example.cn/info/1.htm"
FILE = "http://dj.example.cn/files/1.pdf"


@pytest.mark.parametrize(
    "viewer",
    [
        "<div class='wp_pdf_player' pdfsrc='/files/1.pdf' sudyfile-attr=\"{'title':'通知.pdf'}\"></div>",
        '<script>showVsbpdfIframe("/files/1.pdf","100%","600","0","",[]);</script>',
        "<script>PDFObject.embed('../files/1.pdf', '#box');</script>",
        "<iframe src='/files/1.pdf#toolbar=0'></iframe>",
        "<embed src='/files/1.pdf' type='application/pdf'>",
        "<object data='/files/1.pdf'></object>",
        "<iframe src='/pdfjs/web/viewer.html?file=%2Ffiles%2F1.pdf'></iframe>",
    ],
)
def test_files_in_viewers_are_shown(viewer: str) -> None:
    found = attachments_of(Page.of(f"<p>通知</p>{viewer}", URL))
    assert [url.partition("#")[0] for url in found.shown] == [FILE]
    assert found.linked == ()


def test_attached_files_are_links_that_end_or_are_named_like_files() -> None:
    links = (
        "<a href='/files/1.pdf'>附件1</a><a href='/files/1.pdf'>附件1</a>"
        "<a href='/system/download.jsp?id=7'>附件2：报名表.docx</a><a href='/dj/2.htm'>上一篇：名单.docx</a>"
        "<a href='/files/2.zip'>材料.zip</a><a href='/files/3.pptx'>课件</a><a href='/a.jpg'>图</a>"
    )
    found = attachments_of(Page.of(links, URL))
    assert found.linked == (FILE, "http://dj.example.cn/system/download.jsp?id=7")
    assert found.shown == ()


@pytest.mark.parametrize(
    "html",
    [
        "<iframe src='/dj/2.htm'></iframe>",
        "<video src='/1.mp4'></video>",
        "<embed src='/1.swf'>",
        "<p>pdf</p>",
    ],
)
def test_other_media_and_frames_are_no_files(html: str) -> None:
    assert attachments_of(Page.of(html, URL)) == ((), ())


CALLED = (
    '<script>var ctx="/info"; function downFile(id, name){ window.location.href = ctx + "/down.act?id=" + id; }'
    "</script>"
)


@pytest.mark.parametrize(
    "control",
    [
        "<a href='javascript:void(0)' onclick=\"downFile('8a1f','通知.docx')\">通知.docx</a>",
        "<a href=\"javascript:downFile('8a1f','通知.docx')\">点击下载</a>",
        "<span onclick=\"downFile('8a1f','通知.docx')\">附件：通知.docx</span>",
        "<a href='#' onclick=\"downFile('8a1f','通知.docx');return false;\">关于冬训的通知</a>",
        "<button type=button onclick=\"downFile('8a1f','1.pdf')\">下载附件</button>",
        "<a onclick=\"window.open('/info/down.act?id=8a1f')\">通知.wps</a>",
        "<td onclick=\"downFile('8a1f')\"><a href='javascript:;'>通知.pdf（12KB）</a></td>",
    ],
)
def test_files_that_a_call_downloads_are_linked(control: str) -> None:
    found = attachments_of(Page.of(f"<h1>通知</h1><p>见附件。</p><table>{control}</table>{CALLED}", URL))
    assert found == ((), ("http://dj.example.cn/info/down.act?id=8a1f",))


@pytest.mark.parametrize("name", ["照片.jpg", "视频.mp4", "材料.zip"])
def test_other_files_that_a_call_downloads_are_not(name: str) -> None:
    control = f"<a onclick=\"downFile('8a1f','{name}')\">{name}</a>"
    assert attachments_of(Page.of(control + CALLED, URL)) == ((), ())
