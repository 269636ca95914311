"""Articles whose text is a file: which title and date they have, and what repeats."""

from __future__ import annotations

import pytest

from topiccrawl.extraction.file_document import file_document, page_of_file, with_attachments

TITLE = "清河镇关于开展党员冬训工作的通知"
TEXT = "各党支部：\n镇党委决定从十二月上旬起集中开展党员冬训工作，现将有关事项通知如下。\n清河镇党委\n2023年12月1日"


@pytest.mark.parametrize("anchor", ["下载", "点击下载附件", "附件1", "查看原文", "", "PDF"])
def test_an_anchor_that_names_nothing_leaves_the_title_to_the_text(anchor: str) -> None:
    assert file_document(f"{TITLE}\n{TEXT}", "http://a.cn/x.pdf", anchor, anchor).title == TITLE


def test_the_list_decides_on_title_and_date() -> None:
    found = file_document(
        f"{TITLE}\n{TEXT}", "http://a.cn/x.pdf", f"{TITLE}.docx", f"{TITLE}.docx 2023-12-05"
    )
    assert (found.title, found.published, found.text) == (TITLE, "2023-12-05", TEXT)


def test_without_a_date_in_the_list_that_of_the_url_or_the_document_counts() -> None:
    assert file_document(TEXT, "http://a.cn/2023/12/04/x.pdf", TITLE, TITLE).published == "2023-12-04"
    assert file_document(TEXT, "http://a.cn/x.pdf", TITLE, TITLE).published == "2023-12-01"


def test_a_headline_on_two_lines_is_left_out_of_the_text() -> None:
    assert file_document(f"{TITLE[:3]}\n{TITLE[3:]}\n{TEXT}", "", TITLE).text == TEXT


def test_files_follow_the_text_of_a_notice_and_repeat_nothing() -> None:
    notice = "现将通知印发给你们。"
    other = TEXT.replace("：\n", "： \n")
    assert with_attachments(
        notice, [f"{TITLE}\n{TEXT}", other, "附表：东村二十一人。"], TITLE
    ).splitlines() == [
        notice,
        *TEXT.splitlines(),
        "附表：东村二十一人。",
    ]
    assert with_attachments(TEXT, [TEXT]) == TEXT


def test_the_page_of_a_file_shows_what_it_says() -> None:
    page = page_of_file(file_document("甲 < 乙", "", TITLE), "http://a.cn/x.pdf")
    assert page.tree.findtext(".//h1") == TITLE
    assert page.tree.findtext(".//p") == "甲 < 乙"
