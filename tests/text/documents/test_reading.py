"""Texts of files: what each format gives, and that a hostile file ends within its limits."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from text.documents.made import PARAGRAPHS, TITLE, archive, doc, docx, ofd, paragraph, pdf, wrapped

from topiccrawl.text.documents import FileText, Problem, can_read_files, read_file
from topiccrawl.text.documents.reading import LIMITS

pytestmark = pytest.mark.skipif(not can_read_files(), reason="the extra `files` is not installed")
TEXT = [TITLE, *PARAGRAPHS]
LINES = [TITLE, *wrapped(PARAGRAPHS)]


def lines(body: bytes, name: str = "") -> list[str]:
    found = read_file(body, name)
    assert found.problem is None
    return found.text.splitlines()


def problem(body: bytes, name: str = "") -> Problem | None:
    found = read_file(body, name)
    assert found.problem is None or found == FileText(problem=found.problem)
    return found.problem


def grams_f1(one: str, other: str) -> float:
    first, second = (Counter(text[at : at + 4] for at in range(len(text) - 3)) for text in (one, other))
    return 2 * (first & second).total() / (first.total() + second.total())


def test_lines_of_a_pdf_are_joined_to_paragraphs() -> None:
    assert lines(pdf([LINES[:8], LINES[8:]])) == TEXT
    assert read_file(pdf([LINES[:8], LINES[8:]])).pages == 2


def test_running_headers_and_page_numbers_of_a_pdf_are_left_out() -> None:
    pages = [["清河镇党建简报", *LINES[at : at + 4], f"— {at // 4 + 1} —"] for at in range(0, 16, 4)]
    assert len(pages) == 4
    assert grams_f1("".join(lines(pdf(pages))), "".join(TEXT)) > 0.97
    assert not any("简报" in line or "—" in line for line in lines(pdf(pages)))


def test_letter_spacing_and_radicals_are_mended_and_rows_of_tables_stay_lines() -> None:
    found = lines(
        pdf([["关 于 党 员 冬 训 的 通 知", "⼯作⽅案已经印发。", "序号  支部  人数", "1  东村  21"]])
    )
    assert found == ["关于党员冬训的通知", "工作方案已经印发。", "序号 支部 人数", "1 东村 21"]


def test_a_pdf_that_was_cut_off_gives_what_it_has() -> None:
    whole = pdf([LINES[:4], LINES[4:8], LINES[8:]])
    found = read_file(whole[: whole.rindex(b"xref") - 20])
    assert found.problem is None and TITLE in found.text


def test_files_without_a_text_have_a_problem_and_no_text() -> None:
    assert problem(pdf([[], [], []])) is Problem.SCANNED
    assert problem(pdf([["ÀÁÂÃÄÅÈÉÊËÌÍÎÏÐÑÒÓÔ" * 2] * 5])) is Problem.NO_TEXT_LAYER
    assert problem(b"%PDF-1.7\nnothing") is Problem.BROKEN
    assert problem(b"\x89PNG\r\n") is Problem.UNKNOWN
    assert problem(docx(TEXT)[:-200]) is Problem.BROKEN
    assert problem(ofd([[]])) is Problem.SCANNED


def test_encrypted_files_are_recognised() -> None:
    import pikepdf

    out = BytesIO()
    with pikepdf.open(BytesIO(pdf([LINES]))) as found:
        found.save(out, encryption=pikepdf.Encryption(owner="a", user="b"))
    assert problem(out.getvalue()) is Problem.ENCRYPTED
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage\0".encode("utf-16-le")
    assert problem(ole, "通知.docx") is Problem.ENCRYPTED


def test_a_docx_gives_its_paragraphs_tables_boxes_and_notes() -> None:
    body = (
        paragraph(TITLE)
        + "<w:p><w:ins><w:r><w:t>插入的话。</w:t></w:r></w:ins><w:del><w:r><w:delText>删去</w:delText></w:r></w:del>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>隐藏</w:t></w:r><w:r><w:t>第一行</w:t><w:br/><w:t>第二行</w:t></w:r></w:p>"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>支部</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>人数</w:t></w:r></w:p></w:tc></w:tr>"
        "<w:tr><w:tc><w:p/></w:tc><w:tc>" + paragraph("21") + "</w:tc></w:tr></w:tbl>"
        "<w:sdt><w:sdtContent>" + paragraph("控件里的话。") + "</w:sdtContent></w:sdt>"
        "<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>"
        + paragraph("框里的话。")
        + "</w:txbxContent></mc:Choice>"
        "<mc:Fallback><w:txbxContent>"
        + paragraph("框里的话。")
        + "</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>"
        "<w:r><w:t>框外的话。</w:t></w:r></w:p>"
    )
    notes = '<w:footnote w:type="separator"/><w:footnote>' + paragraph("注：略。") + "</w:footnote>"
    assert lines(docx(body=body, parts={"footnotes.xml": notes})) == [
        *(TITLE, "插入的话。第一行", "第二行", "支部 人数", "21", "控件里的话。"),
        *("框外的话。", "框里的话。", "注：略。"),
    ]


def test_automatic_numbers_of_a_docx_are_written_out() -> None:
    levels = (
        '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:lvlText w:val="%1、"/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="（%2）"/></w:lvl>'
    )
    numbering = f'<w:abstractNum w:abstractNumId="3">{levels}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num>'
    styles = '<w:style w:styleId="s"><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style>'

    def numbered(text: str, level: int) -> str:
        return paragraph(
            text, f'<w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="7"/></w:numPr></w:pPr>'
        )

    body = numbered("学习", 0) + numbered("党章", 1) + numbered("条例", 1)
    body += paragraph("走访", '<w:pPr><w:pStyle w:val="s"/></w:pPr>') + numbered("困难党员", 1)
    found = lines(docx(body=body, parts={"numbering.xml": numbering, "styles.xml": styles}))
    assert found == ["一、学习", "（1）党章", "（2）条例", "二、走访", "（1）困难党员"]


def test_an_ofd_is_read_from_the_top_and_without_its_template() -> None:
    rows = [(20.0, 20.0 + 8 * number, line) for number, line in enumerate(LINES)]
    cells = [(100.0, 250.0, "人数"), (20.0, 250.3, "支部"), (20.0, 260.0, "东村"), (100.0, 260.0, "21")]
    assert lines(ofd([[*reversed(rows), *cells]], template="红头文件")) == [*TEXT, "支部 人数", "东村 21"]


def test_workbooks_are_rows_of_visible_sheets(tmp_path: Path) -> None:
    from xlsxwriter import Workbook

    with Workbook(tmp_path / "a.xlsx") as book:
        for name in ("名册", "隐藏"):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, ["支部", "人数", name])
            sheet.write_row(1, 0, ["东村", 21, "", 0.5])
        sheet.hide()
    assert lines((tmp_path / "a.xlsx").read_bytes()) == ["支部 人数 名册", "东村 21 0.5"]


def test_what_is_named_a_word_file_is_read_by_its_content() -> None:
    text = "".join(f"\\u{ord(character) % 65536}?" for character in "党员学习")
    rtf = b"{\\rtf1\\ansi\\ansicpg936{\\fonttbl{\\f0 SimSun;}}\\uc1 " + text.encode() + b"\\par "
    rtf += "".join(f"\\'{byte:02x}" for byte in "支部会议".encode("gbk")).encode() + b"\\par}"
    assert lines(rtf, "通知.doc") == ["党员学习", "支部会议"]
    page = "<html><head><title>表</title></head><body><p>党员学习</p><p>支部会议</p></body></html>"
    assert lines(page.encode("gbk"), "通知.doc") == ["党员学习", "支部会议"]
    assert lines(docx(TEXT), "通知.doc") == TEXT


def test_a_file_that_unpacks_to_more_than_its_limit_ends_there() -> None:
    large = archive({"word/document.xml": b"<w>" + b" " * 60_000_000 + b"</w>"})
    assert len(large) < 100_000
    assert problem(large) is Problem.TOO_LARGE


def test_a_deep_file_and_entities_end_in_a_problem() -> None:
    deep = "<w:tbl><w:tr><w:tc>" * 400 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 400
    assert problem(docx(body=deep)) is Problem.BROKEN
    entities = (
        '<!DOCTYPE w [<!ENTITY a "党党党党"><!ENTITY b "&a;&a;&a;&a;">]><w><body><p><t>&b;</t></p></body></w>'
    )
    assert problem(archive({"word/document.xml": entities})) is Problem.BROKEN


def test_files_that_say_they_are_huge_end_early() -> None:
    from xlsxwriter import Workbook

    out = BytesIO()
    with Workbook(out) as book:
        book.add_worksheet().write(1_048_575, 16_383, "角")
    assert problem(out.getvalue()) is Problem.TOO_LARGE
    assert problem(archive({f"word/{n}.xml": "" for n in range(10_001)} | {"word/document.xml": "<w/>"})) is (
        Problem.TOO_LARGE
    )
    assert problem(pdf([LINES]).replace(b"/Kids [6 0 R]", b"/Kids [2 0 R]")) is not None
    content = '<p><TextObject Boundary="0 0 9 9"><TextCode X="0" Y="1" DeltaX="g 999999999 1">党员</TextCode></TextObject></p>'
    page = '<d><Pages><Page BaseLoc="P.xml"/></Pages></d>'
    parts = {"OFD.xml": "<a><DocRoot>D.xml</DocRoot></a>", "D.xml": page, "P.xml": content}
    assert lines(archive(parts)) == ["党员"]
    parts["OFD.xml"] = "<a>" + "<DocRoot>D.xml</DocRoot>" * 2001 + "</a>"
    assert problem(archive(parts)) is Problem.TOO_LARGE


def test_reading_ends_with_its_time() -> None:
    assert read_file(docx(TEXT * 500), limits=replace(LIMITS, seconds=0.01)).problem is Problem.TOO_LARGE


def test_old_word_files_are_read() -> None:
    assert lines(doc(TEXT), "通知.doc") == lines(doc(TEXT), "通知.wps") == TEXT
    assert problem(doc(TEXT, flags=0x0300), "通知.doc") is Problem.ENCRYPTED
    assert problem(doc(TEXT)[:5000], "通知.doc") is Problem.BROKEN


def test_old_word_files_that_are_broken_are_said_to_be() -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000) + "WordDocument\0".encode("utf-16-le")
    assert problem(ole, "通知.wps") is Problem.BROKEN
