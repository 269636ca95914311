"""PDF files by Chromium, WeasyPrint, ReportLab, fpdf2, PyMuPDF and LibreOffice."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from benchmarks.documents.made import Recipe, converted, font_file, need, printed
from benchmarks.documents.pages import columns, html_table, page, red_lines, red_notice
from benchmarks.documents.sheet_files import budget
from benchmarks.documents.texts import notice, paragraphs, rows_of, wrapped
from benchmarks.documents.word_files import notice_in_word

Made = tuple[bytes, Sequence[str]]


def recipes() -> list[Recipe]:
    """Return how PDF files are made."""
    return [
        Recipe("red header, Chromium", "pdf", _red_chromium),
        Recipe("notice with a table, Chromium", "pdf", _table_chromium),
        Recipe("table over pages, Chromium", "pdf", _long_table_chromium, tabular=True),
        Recipe("newspaper in two columns, Chromium", "pdf", _columns_chromium, tabular=True),
        Recipe("red header, footnotes, WeasyPrint", "pdf", _red_weasyprint),
        Recipe("journal in two columns, WeasyPrint", "pdf", _journal_weasyprint, tabular=True),
        Recipe("newspaper in three columns, WeasyPrint", "pdf", _newspaper_weasyprint, tabular=True),
        Recipe("font that is not embedded, ReportLab", "pdf", _reportlab),
        Recipe("two columns drawn by lines, ReportLab", "pdf", _lines_reportlab, tabular=True),
        Recipe("rotated pages, ReportLab", "pdf", _rotated),
        Recipe("table, headers and footers, fpdf2", "pdf", _fpdf),
        Recipe("letter-spacing, PyMuPDF", "pdf", _pymupdf),
        Recipe("printing forbidden, PyMuPDF", "pdf", _restricted),
        Recipe("notice of Word, LibreOffice", "pdf", _libreoffice),
        Recipe("workbook, LibreOffice", "pdf", _workbook_libreoffice, tabular=True),
        Recipe("cut off, Chromium", "pdf", _cut),
    ]


def notice_of_chromium() -> bytes:
    """Return an official document as Chromium prints it."""
    return _red_chromium()[0]


def _red_chromium() -> Made:
    told = notice(1, sections=5)
    return printed(page(red_notice(told))), red_lines(told)


def _table_chromium() -> Made:
    told = notice(2, sections=3, rows=8)
    return printed(page(red_notice(told, html_table(told.table)))), red_lines(told, rows_of(told.table))


def _long_table_chromium() -> Made:
    told = notice(3, rows=90)
    lines = [told.title, *rows_of(told.table)]
    return printed(page(f"<h1>{told.title}</h1>{html_table(told.table)}")), lines


def _columns_chromium() -> Made:
    text = paragraphs(4, 14)
    title = "把服务送到群众家门口"
    return printed(columns(title, text, 2)), [title, *text]


def _red_weasyprint() -> Made:
    told = notice(5, sections=4)
    note = "<span class=note>本通知所称村，包括农村社区。</span>"
    sheet = """.note { float: footnote; font-size: 10pt } @page { @top-center { content: '内部资料　注意保存'; font-size: 10pt } }"""
    text = red_notice(told).replace("</p><p>", f"{note}</p><p>", 1)
    return _weasyprint(page(text, sheet)), [*red_lines(told), "本通知所称村，包括农村社区。"]


def _journal_weasyprint() -> Made:
    text = paragraphs(6, 16)
    title = "数字化平台对基层治理效能的影响研究"
    sheet = """@page { margin: 20mm; @top-left { content: '松岭学刊 2024年第3期'; font-size: 9pt } }
    .columns p { text-align: left }"""
    return _weasyprint(columns(title, text, 2, sheet)), [title, *text]


def _newspaper_weasyprint() -> Made:
    text = paragraphs(7, 12)
    title = "一条路走出新天地"
    return _weasyprint(columns(title, text, 3, "@page { size: A3; margin: 20mm }")), [title, *text]


def _weasyprint(source: str) -> bytes:
    need("weasyprint")
    import weasyprint

    written: bytes = weasyprint.HTML(string=source).write_pdf()
    return written


def _reportlab() -> Made:
    need("reportlab")
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    registerFont(UnicodeCIDFont("STSong-Light"))
    told, out = notice(8, sections=4), BytesIO()
    plain = ParagraphStyle("p", fontName="STSong-Light", fontSize=14, leading=24, wordWrap="CJK")
    indented = ParagraphStyle("i", parent=plain, firstLineIndent=28)
    head = ParagraphStyle("h", parent=plain, fontSize=20, leading=30, alignment=1, spaceAfter=20)
    right = ParagraphStyle("r", parent=plain, alignment=2)
    styles = [plain, head, plain, *[indented] * (len(told.body) - 1), right, right]

    def number(canvas: Any, document: Any) -> None:
        canvas.setFont("STSong-Light", 10)
        canvas.drawCentredString(300, 40, f"第 {document.page} 页")

    story = [Paragraph(line, style) for line, style in zip(told.lines, styles, strict=True)]
    SimpleDocTemplate(out).build(story, onFirstPage=number, onLaterPages=number)
    return out.getvalue(), told.lines


def _lines_reportlab() -> Made:
    """Write both columns line by line over the page, as some typesetting systems do."""
    need("reportlab")
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    registerFont(TTFont("made", font_file()))
    text, out = paragraphs(9, 12), BytesIO()
    title = "春到河湾处处新"
    lines = [part for one in text for part in wrapped("　　" + one, 44)]
    canvas = Canvas(out, pagesize=(595, 842))
    canvas.setFont("made", 24)
    canvas.drawCentredString(297, 780, title)
    half = -(-len(lines) // 2)
    canvas.setFont("made", 11)
    for row, pair in enumerate(zip(lines[:half], [*lines[half:], ""], strict=False)):
        for left, line in zip((45, 310), pair, strict=True):
            canvas.drawString(left, 740 - 16 * row, line)
    canvas.save()
    return out.getvalue(), [title, *text]


def _rotated() -> Made:
    import pikepdf

    body, lines = _reportlab()
    out = BytesIO()
    with pikepdf.open(BytesIO(body)) as found:
        for one in found.pages:
            one.rotate(90, relative=True)
        found.save(out)
    return out.getvalue(), lines


def _fpdf() -> Made:
    need("fpdf")
    from fpdf import FPDF
    from fpdf.fonts import FontFace

    class Report(FPDF):  # type: ignore[misc]
        def header(self) -> None:
            self.set_font("made", size=9)
            self.cell(0, 8, "松岭县统计局 统计公报", align="C", new_x="LMARGIN", new_y="NEXT")

        def footer(self) -> None:
            self.set_y(-15)
            self.cell(0, 8, f"{self.page_no()}/{{nb}}", align="C")

    told = notice(11, sections=5, rows=25)
    writer = Report()
    writer.add_font("made", fname=font_file())
    writer.add_page()
    writer.set_font("made", size=18)
    writer.multi_cell(0, 12, told.title, align="C", new_x="LMARGIN", new_y="NEXT")
    writer.set_font("made", size=12)
    for line in told.body:
        writer.multi_cell(0, 8, "　　" + line, wrapmode="CHAR", align="L", new_x="LMARGIN", new_y="NEXT")
    with writer.table(col_widths=(10, 30, 20, 30, 40), headings_style=FontFace(emphasis="")) as table:
        for row in told.table:
            cells = table.row()
            for cell in row:
                cells.cell(cell)
    return bytes(writer.output()), [told.title, *told.body, *rows_of(told.table)]


def _pymupdf() -> Made:
    need("pymupdf")
    import pymupdf

    told = notice(12, sections=2)
    document = pymupdf.open()
    lines = ["  ".join(told.title[:12]), "  ".join(told.title[12:])]
    for line in told.body:
        lines += wrapped("　　" + line, 68)
    for at in range(0, len(lines), 28):
        target = document.new_page()
        for row, line in enumerate(lines[at : at + 28]):
            target.insert_text((70, 90 + 25 * row), line, fontname="china-s", fontsize=13)
        target.insert_text((290, 810), f"- {at // 28 + 1} -", fontname="china-s", fontsize=10)
    return document.tobytes(), [told.title, *told.body]


def _restricted() -> Made:
    import pikepdf

    body, lines = _pymupdf()
    out = BytesIO()
    with pikepdf.open(BytesIO(body)) as found:
        rights = pikepdf.Permissions(print_lowres=False, extract=False)
        found.save(out, encryption=pikepdf.Encryption(owner="owner", user="", allow=rights))
    return out.getvalue(), lines


def _libreoffice() -> Made:
    body, lines = notice_in_word(13)
    return converted(body, "docx", "pdf"), lines


def _workbook_libreoffice() -> Made:
    body, lines = budget(14, "xlsx")
    return converted(body, "xlsx", "pdf"), lines


def _cut() -> Made:
    body, lines = _red_chromium()
    return body[: body.rindex(b"xref")], lines
