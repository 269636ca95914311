"""Word files: DOCX by python-docx, and older ones by LibreOffice from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from io import BytesIO
from typing import Any

from benchmarks.documents.made import Recipe, converted, need
from benchmarks.documents.texts import notice, paragraphs, rows_of

Made = tuple[bytes, Sequence[str]]
_DAY = "2024-05-06T00:00:00Z"
OLD_WORD = "doc:MS Word 97"


def docx_recipes() -> list[Recipe]:
    """Return how DOCX files are made."""
    again = "docx:MS Word 2007 XML"
    return [
        *(Recipe(kind, "docx", make) for kind, make in _KINDS.items()),
        Recipe("notice written again by LibreOffice", "docx", lambda: _again(notice_in_word(30), again)),
        Recipe("merged cells written again by LibreOffice", "docx", lambda: _again(_merged_cells(), again)),
        Recipe("numbers of Word written again by LibreOffice", "docx", lambda: _again(_numbered(), again)),
    ]


def doc_recipes() -> list[Recipe]:
    """Return how DOC and WPS files are made."""
    return [
        *(Recipe(kind, "doc", partial(_converted, make, OLD_WORD)) for kind, make in _KINDS.items()),
        Recipe("notice, with the name of a WPS file", "wps", lambda: _again(notice_in_word(31), OLD_WORD)),
        Recipe("long report", "doc", lambda: _again(_report(), OLD_WORD)),
    ]


def rtf_recipes() -> list[Recipe]:
    """Return how RTF files are made by LibreOffice."""
    kinds = {**_KINDS, "long report": _report}
    return [Recipe(kind, "rtf", partial(_converted, make, "rtf")) for kind, make in kinds.items()]


def _converted(make: Callable[[], Made], to: str) -> Made:
    return _again(make(), to)


def _again(made: Made, to: str) -> Made:
    return converted(made[0], "docx", to), made[1]


def notice_in_word(seed: int) -> Made:
    """Return a notice with a red header, running lines, page numbers and a table."""
    told = notice(seed, sections=4, rows=12)
    document = _document()
    section = document.sections[0]
    section.header.paragraphs[0].text = "松岭县人民政府公报"
    _field(section.footer.paragraphs[0], "PAGE")
    _title(document, told.office + "人民政府文件", red=True)
    document.add_paragraph(told.number)
    _title(document, told.title)
    for line in told.body:
        _indented(document, line)
    _table(document, told.table)
    for line in (told.signed, told.day):
        document.add_paragraph(line).alignment = 2
    head = [told.office + "人民政府文件", told.number, told.title]
    return _bytes(document), [*head, *told.body, *rows_of(told.table), told.signed, told.day]


def _tracked_changes() -> Made:
    told = notice(20)
    document = _document()
    _title(document, told.title)
    lines = [told.title]
    for number, line in enumerate(told.body):
        paragraph = document.add_paragraph(line[:6])
        if number % 2:
            paragraph._p.append(_change("ins", paragraphs(100 + number, 1)[0]))
            lines.append(line[:6] + paragraphs(100 + number, 1)[0] + line[6:])
        else:
            paragraph._p.append(_change("del", "此处原有表述予以删除，不再执行。"))
            lines.append(line)
        paragraph.add_run(line[6:])
    return _bytes(document), lines


def _hidden() -> Made:
    told = notice(21)
    document = _document()
    lines = []
    for line in told.lines:
        paragraph = document.add_paragraph(line)
        paragraph.add_run("（此句为批注，不印发）").font.hidden = True
        lines.append(line)
    return _bytes(document), lines


def _merged_cells() -> Made:
    told = notice(22)
    document = _document()
    _title(document, told.title)
    table = document.add_table(rows=5, cols=4)
    texts = [["姓名", "王建国", "性别", "男"], ["所在党支部", "河湾村党支部", "", ""]]
    texts += [
        ["主要事迹", told.opening, "", ""],
        ["", told.body[3], "", ""],
        ["审批意见", "同意推荐。", "日期", told.day],
    ]
    for row, cells in zip(table.rows, texts, strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    for row in (1, 2, 3):
        table.cell(row, 1).merge(table.cell(row, 3))
    table.cell(2, 0).merge(table.cell(3, 0))
    for row in (1, 2, 3):  # a merged cell keeps the empty paragraphs of the others
        _single(table.cell(row, 1), texts[row][1])
    _single(table.cell(2, 0), texts[2][0])
    for line in told.body:
        _indented(document, line)
    return _bytes(document), [told.title, *rows_of(texts), *told.body]


def _single(cell: Any, text: str) -> None:
    for paragraph in cell.paragraphs[1:]:
        paragraph._p.getparent().remove(paragraph._p)
    cell.paragraphs[0].text = text


def _nested_table() -> Made:
    told = notice(23, rows=5)
    document = _document()
    _title(document, told.title)
    frame = document.add_table(rows=1, cols=1).cell(0, 0)
    frame.text = told.opening
    inner = frame.add_table(rows=len(told.table), cols=5)
    for row, cells in zip(inner.rows, told.table, strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    frame.add_paragraph(told.body[3])
    document.add_paragraph(told.day)
    return _bytes(document), [told.title, told.opening, *rows_of(told.table), told.body[3], told.day]


def _text_boxes() -> Made:
    told = notice(24)
    document = _document()
    _title(document, told.title)
    for line in told.body:
        _indented(document, line)
    anchor = document.add_paragraph("抄送：县委各部门，县人大常委会办公室。")
    anchor.add_run()._r.append(_box(["联系人：李桂兰", "电话：0000-8123456"]))
    return _bytes(document), [
        *(told.title, *told.body, "抄送：县委各部门，县人大常委会办公室。"),
        *("联系人：李桂兰", "电话：0000-8123456"),
    ]


def _links_and_fields() -> Made:
    told = notice(25)
    document = _document()
    _title(document, told.title)
    _field(document.add_paragraph("印发日期："), "MERGEFIELD day", told.day)
    for line in told.body:
        paragraph = document.add_paragraph()
        paragraph._p.append(_hyperlink(line[:10]))
        paragraph.add_run(line[10:])
    return _bytes(document), [told.title, f"印发日期：{told.day}", *told.body]


def _numbered() -> Made:
    told = notice(26)
    document = _document()
    _title(document, told.title)
    _chinese_list(document)
    lines = [told.title]
    for count, line in enumerate(paragraphs(27, 6)):
        paragraph = document.add_paragraph(line)
        _list_level(paragraph, count % 3 and 1)
        lines.append((f"{'一二'[count // 3]}、" if count % 3 == 0 else f"（{'一二'[count % 3 - 1]}）") + line)
    return _bytes(document), lines


def _letter_spaced() -> Made:
    told = notice(28)
    document = _document()
    _title(document, "通　　知")
    for line in told.body:
        _indented(document, line)
    document.add_paragraph("联 系 人：王建国")
    return _bytes(document), ["通　　知", *told.body, "联 系 人：王建国"]


def _report() -> Made:
    document = _document()
    lines = []
    for chapter in range(12):
        heading = f"第{'一二三四五六七八九十'[chapter % 10]}章　工作情况之{chapter + 1}"
        document.add_heading(heading, 1)
        lines.append(heading)
        for line in paragraphs(200 + chapter, 8):
            _indented(document, line)
            lines.append(line)
        told = notice(200 + chapter, rows=6)
        _table(document, told.table)
        lines += rows_of(told.table)
    return _bytes(document), lines


def _document() -> Any:
    need("docx")
    import docx

    return docx.Document()


def _bytes(document: Any) -> bytes:
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def _title(document: Any, text: str, *, red: bool = False) -> None:
    from docx.shared import Pt, RGBColor

    paragraph = document.add_paragraph()
    paragraph.alignment = 1
    run = paragraph.add_run(text)
    run.font.size = Pt(26 if red else 20)
    if red:
        run.font.color.rgb = RGBColor(0xC0, 0, 0)


def _indented(document: Any, text: str) -> None:
    from docx.shared import Pt

    document.add_paragraph(text).paragraph_format.first_line_indent = Pt(28)


def _table(document: Any, rows: Sequence[Sequence[str]]) -> None:
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text


def _element(xml: str) -> Any:
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    return parse_xml(xml.replace(" NS", " " + nsdecls("w", "r"), 1))


def _change(kind: str, text: str) -> Any:
    tag = "delText" if kind == "del" else "t"
    return _element(
        f'<w:{kind} NS w:id="9" w:author="李" w:date="{_DAY}"><w:r><w:{tag}>{text}</w:{tag}></w:r></w:{kind}>'
    )


def _hyperlink(text: str) -> Any:
    return _element(f'<w:hyperlink NS w:anchor="a"><w:r><w:t>{text}</w:t></w:r></w:hyperlink>')


def _field(paragraph: Any, code: str, shown: str = "1") -> None:
    parts = (
        '<w:fldChar w:fldCharType="begin"/>',
        f'<w:instrText xml:space="preserve"> {code.replace(chr(34), "&quot;")} </w:instrText>',
        '<w:fldChar w:fldCharType="separate"/>',
        f"<w:t>{shown}</w:t>",
        '<w:fldChar w:fldCharType="end"/>',
    )
    for part in parts:
        paragraph._p.append(_element(f"<w:r NS>{part}</w:r>"))


def _box(lines: Sequence[str]) -> Any:
    inner = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in lines)
    return _element(
        '<w:pict NS xmlns:v="urn:schemas-microsoft-com:vml"><v:rect style="width:200pt;height:60pt">'
        f"<v:textbox><w:txbxContent>{inner}</w:txbxContent></v:textbox></v:rect></w:pict>"
    )


def _chinese_list(document: Any) -> None:
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="chineseCountingThousand"/>'
        f'<w:lvlText w:val="{text}"/><w:suff w:val="nothing"/></w:lvl>'
        for level, text in enumerate(("%1、", "（%2）"))
    )
    numbering = document.part.numbering_part.element
    numbering.insert(0, _element(f'<w:abstractNum NS w:abstractNumId="99">{levels}</w:abstractNum>'))
    numbering.append(_element('<w:num NS w:numId="99"><w:abstractNumId w:val="99"/></w:num>'))


def _list_level(paragraph: Any, level: int) -> None:
    properties = _element(f'<w:numPr NS><w:ilvl w:val="{level}"/><w:numId w:val="99"/></w:numPr>')
    paragraph._p.get_or_add_pPr().append(deepcopy(properties))


_KINDS: dict[str, Callable[[], Made]] = {
    "red header, running lines, table": lambda: notice_in_word(10),
    "tracked changes": _tracked_changes,
    "hidden text": _hidden,
    "form with merged cells": _merged_cells,
    "table within a table": _nested_table,
    "text box": _text_boxes,
    "links and fields": _links_and_fields,
    "numbered list": _numbered,
    "letter-spacing": _letter_spaced,
}
