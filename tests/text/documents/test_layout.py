"""Lines of pages by their places: columns, tables, indents, running lines, hanging signs."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from text.documents.made import PARAGRAPHS, TITLE, archive, ofd, pdf, wrapped

from topiccrawl.text.documents import Problem, can_read_files, read_file
from topiccrawl.text.documents.layout import Line, Piece, lines_of
from topiccrawl.text.documents.page_lines import paragraphs_of

SIZE, STEP = 10.0, 16.0
needs_extra = pytest.mark.skipif(not can_read_files(), reason="the extra `files` is not installed")


def pieces(lines: Sequence[str], left: float = 50.0, top: float = 100.0, size: float = SIZE) -> list[Piece]:
    """Return lines below each other; blanks of Han at their begin are an indent."""
    found = []
    for row, line in enumerate(lines):
        begin = left + size * (len(line) - len(line.lstrip("　")))
        text = line.strip("　")
        found.append(
            Piece(
                top + STEP * row,
                begin,
                begin + size * sum(1.0 if one > "\xff" else 0.5 for one in text),
                size,
                text,
            )
        )
    return found


def read(*pages: Sequence[Piece], ordered: bool = True) -> list[str]:
    return paragraphs_of([lines_of(page, ordered=ordered) for page in pages])


def indented(paragraphs: Sequence[str], width: int) -> list[str]:
    return [line for one in paragraphs for line in wrapped(["　　" + one], width)]


@pytest.mark.parametrize("interleaved", [False, True])
def test_columns_are_read_one_after_the_other(interleaved: bool) -> None:
    lines = indented(PARAGRAPHS[1:], 14)
    half = -(-len(lines) // 2)
    page = [*pieces(lines[:half]), *pieces(lines[half:], left=50 + 16 * SIZE)]
    if interleaved:
        page.sort()
    assert read([*pieces([TITLE], left=90, top=60, size=18), *page]) == [TITLE, *PARAGRAPHS[1:]]


def test_three_columns_are_read_one_after_the_other() -> None:
    lines = indented(PARAGRAPHS[1:], 11)
    third = -(-len(lines) // 3)
    parts = [lines[at : at + third] for at in range(0, len(lines), third)]
    page = [piece for n, part in enumerate(parts) for piece in pieces(part, left=50 + 13 * SIZE * n)]
    assert read(sorted(page)) == list(PARAGRAPHS[1:])


def test_signs_that_hang_over_the_edge_of_a_column_stay_in_it() -> None:
    lines = [*indented(["镇" * 34 + "。"], 12), *["镇" * 12 + "，", "镇" * 12, "镇" * 5 + "。"]]
    other = indented(["村" * 55 + "。"], 12)
    page = [*pieces(lines), *pieces(other, left=50 + 12.5 * SIZE)]
    assert "".join(read(sorted(page))).count("镇村") == 0


def test_a_table_is_read_by_rows_whatever_the_order_of_its_cells() -> None:
    cells = [
        ("序号", "单位名称", "备注"),
        *((str(n), "河湾村党支部", "资金已到位，年底前完工") for n in range(1, 9)),
    ]
    page = [
        Piece(100 + STEP * row, left, left + SIZE * len(cell), SIZE, cell)
        for column, left in enumerate((50, 110, 230))
        for row, cell in enumerate(one[column] for one in cells)
    ]
    assert read(page, ordered=False) == ["  ".join(one) for one in cells]


def test_a_line_goes_on_if_it_is_as_wide_as_its_block() -> None:
    told = ["党" * 58 + "。", "员" * 20 + "。", "员" * 45 + "。"]
    assert read(pieces(indented(told, 28))) == told


def test_full_lines_may_end_before_a_word_that_does_not_break() -> None:
    lines = [
        "　　" + "党" * 26,
        "党" * 28,
        "联系电话：",
        "0000-8123456-789-0123456789-0123456，邮箱略。",
        "　　" + "员" * 9 + "。",
    ]
    lines[2] = "党" * 13 + lines[2]
    assert len(read(pieces(lines))) == 2


def test_a_signature_is_a_line_of_its_own() -> None:
    lines = [*indented(["党" * 52 + "。"], 27), "　" * 18 + "松岭县应急管理局", "　" * 19 + "2024年5月1日"]
    assert read(pieces(lines)) == ["党" * 52 + "。", "松岭县应急管理局", "2024年5月1日"]


def test_a_headline_of_two_lines_is_one() -> None:
    head = [Piece(60, 60, 320, 20, "关于切实做好全县森林防火"), Piece(86, 150, 230, 20, "工作的通知")]
    assert read([*head, *pieces(indented(PARAGRAPHS[1:3], 28))])[0] == "关于切实做好全县森林防火工作的通知"


def test_the_head_of_a_table_is_kept_once_and_its_rows_are_no_running_lines() -> None:
    def row(top: float, *texts: str) -> Line:
        return Line("  ".join(texts), top, 50, 400, SIZE, len(texts))

    head = ("序号", "单位", "金额")
    pages = [
        [row(40, *head), *(row(60 + 20 * n, str(10 * page + n), "河湾村", f"{n}.5") for n in range(6))]
        for page in range(4)
    ]
    found = paragraphs_of(pages)
    assert found.count("序号  单位  金额") == 1 and len(found) == 25


def test_a_running_line_of_two_pages_is_left_out() -> None:
    pages = [
        [Line("内部资料", 20, 200, 260, 8), *lines_of(pieces(indented(PARAGRAPHS[n : n + 2], 28)))]
        for n in (1, 3)
    ]
    assert not any("内部资料" in line for line in paragraphs_of(pages))


@needs_extra
def test_a_page_that_is_turned_is_read_as_one_sees_it() -> None:
    import pikepdf

    upright = pdf([[TITLE, *wrapped(PARAGRAPHS)]])
    out = BytesIO()
    with pikepdf.open(BytesIO(upright)) as found:
        for page in found.pages:
            page.rotate(90, relative=True)
        found.save(out)
    assert read_file(out.getvalue()).text == read_file(upright).text != ""


@needs_extra
def test_objects_of_an_ofd_may_be_scaled() -> None:
    plain = [(20.0, 20.0 + 8 * row, line) for row, line in enumerate(wrapped(PARAGRAPHS))]
    objects = "".join(
        f'<TextObject Boundary="{left} {top} 160 6" Size="1" CTM="5 0 0 5 0 0">'
        f'<TextCode X="0" Y="1" DeltaX="g {len(text)} 1">{text}</TextCode></TextObject>'
        for left, top, text in plain
    )
    parts = {
        "OFD.xml": "<a><DocRoot>D.xml</DocRoot></a>",
        "D.xml": '<d><Pages><Page BaseLoc="P.xml"/></Pages></d>',
    }
    scaled = read_file(archive({**parts, "P.xml": f"<p>{objects}</p>"}))
    assert scaled.text == read_file(ofd([plain])).text != ""


@needs_extra
def test_deleted_and_hidden_text_of_an_rtf_is_left_out_and_boxes_are_read() -> None:
    def coded(text: str) -> str:
        return "".join(f"\\u{ord(one)}?" for one in text)

    body = (
        f"{{\\rtf1\\uc1 {coded('学习')}{{\\v {coded('隐藏')}}}{{\\deleted {coded('删去')}}}\\v {coded('隐藏')}\\v0 {coded('会议')}\\par "
        f"{{\\shp{{\\*\\shpinst{{\\sp{{\\sn a}}{{\\sv 2}}}}{{\\shptxt {coded('框里的话')}\\par}}}}{{\\shprslt {coded('框里的话')}}}}}}}"
    )
    assert read_file(body.encode()).text.splitlines() == ["学习会议", "框里的话"]


@needs_extra
def test_numbers_of_a_workbook_are_read_as_they_are_shown(tmp_path: Path) -> None:
    from xlsxwriter import Workbook

    with Workbook(tmp_path / "a.xlsx") as book:
        sheet = book.add_worksheet("进度")
        for column, (number, code) in enumerate(
            (
                (0.125, "0.0%"),
                (1234.5, "#,##0.00"),
                (3, "0.00"),
                (7, "General"),
                (2.5, "#,##0.00_);(#,##0.00)"),
            )
        ):
            sheet.write(1, column + 1, number, book.add_format({"num_format": code}))
    assert read_file((tmp_path / "a.xlsx").read_bytes()).text == "12.5% 1,234.50 3.00 7 2.50"


@needs_extra
def test_a_cut_workbook_is_broken_and_glyphs_without_meaning_are_no_text() -> None:
    assert read_file(archive({"xl/workbook.xml": "<a/>", "b.xml": "b" * 900})[:-90]).problem is Problem.BROKEN
    assert read_file(pdf([["\x01\x02\x03\x04\x05" * 9]])).problem is Problem.NO_TEXT_LAYER
