"""Files without a text: that each is recognised as what it is."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from benchmarks.documents.made import MissingWriterError, converted, font_file, need
from benchmarks.documents.pdf_files import notice_of_chromium
from benchmarks.documents.sheet_files import budget
from benchmarks.documents.word_files import OLD_WORD, notice_in_word
from topiccrawl.text.documents import Problem, read_file


def found_problems() -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """Return what each file should be and is said to be, and the files that cannot be made here."""
    rows, missing = {}, {}
    for kind, (wanted, ending, make) in _KINDS.items():
        try:
            found = read_file(make(), f"通知.{ending}").problem
        except MissingWriterError as error:
            missing[kind] = str(error)
        else:
            rows[kind] = {"wanted": str(wanted), "found": str(found or "a text")}
    return rows, missing


def _pictures() -> bytes:
    """Return a PDF whose pages are pictures of text."""
    import pypdfium2

    need("PIL")
    source = pypdfium2.PdfDocument(notice_of_chromium())
    first, *others = [page.render(scale=1).to_pil() for page in source]
    out = BytesIO()
    first.save(out, "PDF", save_all=True, append_images=others)
    return out.getvalue()


def _without_meaning() -> bytes:
    """Return a PDF of subset fonts without a table from glyphs to characters."""
    import pikepdf

    out = BytesIO()
    with pikepdf.open(BytesIO(_embedded())) as found:
        for thing in found.objects:
            if isinstance(thing, pikepdf.Dictionary) and "/ToUnicode" in thing:
                del thing["/ToUnicode"]
        found.save(out)
    return out.getvalue()


def _embedded() -> bytes:
    need("fpdf")
    from fpdf import FPDF

    writer = FPDF()
    writer.add_font("made", fname=font_file())
    writer.add_page()
    writer.set_font("made", size=12)
    writer.multi_cell(0, 8, "各单位要认真组织学习，结合实际抓好落实，月底前书面报告。" * 20, wrapmode="CHAR")
    return bytes(writer.output())


def _locked_pdf() -> bytes:
    import pikepdf

    out = BytesIO()
    with pikepdf.open(BytesIO(notice_of_chromium())) as found:
        found.save(out, encryption=pikepdf.Encryption(owner="a", user="b"))
    return out.getvalue()


def _locked(ending: str) -> bytes:
    """Return a workbook or document that LibreOffice encrypted; only some of its filters can."""
    need("msoffcrypto")
    import msoffcrypto

    body = budget(1, "xlsx")[0] if ending == "xlsx" else notice_in_word(1)[0]
    out = BytesIO()
    msoffcrypto.OfficeFile(BytesIO(body)).encrypt("password", out)
    return out.getvalue()


def _half(body: bytes) -> bytes:
    return body[: len(body) // 2]


_KINDS: dict[str, tuple[Problem, str, Callable[[], bytes]]] = {
    "scanned PDF": (Problem.SCANNED, "pdf", _pictures),
    "PDF without meanings of glyphs": (Problem.NO_TEXT_LAYER, "pdf", _without_meaning),
    "PDF with a password": (Problem.ENCRYPTED, "pdf", _locked_pdf),
    "DOCX with a password": (Problem.ENCRYPTED, "docx", lambda: _locked("docx")),
    "XLSX with a password": (Problem.ENCRYPTED, "xlsx", lambda: _locked("xlsx")),
    "half a DOCX": (Problem.BROKEN, "docx", lambda: _half(notice_in_word(1)[0])),
    "half a DOC": (Problem.BROKEN, "doc", lambda: _half(converted(notice_in_word(1)[0], "docx", OLD_WORD))),
    "half an XLSX": (Problem.BROKEN, "xlsx", lambda: _half(budget(1, "xlsx")[0])),
    "half an XLS": (Problem.BROKEN, "xls", lambda: _half(budget(1, "xls")[0])),
}
