"""Hostile files of each format: nested, huge, encrypted and broken ones end within their limits."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import pytest
from text.documents.made import PARAGRAPHS, TITLE, archive, doc, docx, ofd, ole, pdf, wrapped

from topiccrawl.text.documents import FileText, Problem, can_read_files, read_file
from topiccrawl.text.documents.reading import LIMITS

pytestmark = pytest.mark.skipif(not can_read_files(), reason="the extra `files` is not installed")
TEXT = [TITLE, *PARAGRAPHS]
LINES = [TITLE, *wrapped(PARAGRAPHS)]
SECONDS = 6.0
SOON = replace(LIMITS, seconds=SECONDS, processor=SECONDS)
_DEEP = 30_000


def workbook(sheet: str, strings: str = "") -> bytes:
    """Return a workbook whose sheet and table of strings have other content."""
    from xlsxwriter import Workbook

    out = BytesIO()
    with Workbook(out) as book:
        book.add_worksheet().write(0, 0, "党员")
    with ZipFile(out) as made:
        parts: dict[str, str | bytes] = {name: made.read(name) for name in made.namelist()}
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    parts["xl/sharedStrings.xml"] = f"<sst {space}>{strings}</sst>"
    parts["xl/worksheets/sheet1.xml"] = f"<worksheet {space}><sheetData>{sheet}</sheetData></worksheet>"
    return archive(parts)


def row(text: str) -> str:
    return f'<row r="1"><c r="A1" t="inlineStr"><is><t>{text}</t></is></c></row>'


def page_of(stream: bytes, size: int) -> bytes:
    """Return a PDF whose page has a compressed stream."""
    packed = zlib.compress(stream * size, 9)
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
        b"<< /Filter /FlateDecode /Length %d >>\nstream\n" % len(packed) + packed + b"\nendstream",
    ]
    body = b"".join(
        b"%d 0 obj\n" % number + part + b"\nendobj\n" for number, part in enumerate(parts, start=1)
    )
    return b"%PDF-1.4\n" + body + b"trailer << /Root 1 0 R /Size 5 >>\n%%EOF"


def encrypted_zip(body: bytes) -> bytes:
    """Return an archive whose parts say that they are encrypted."""
    marked = bytearray(body)
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = marked.find(sign)
        while at >= 0:
            marked[at + place] |= 1
            at = marked.find(sign, at + 4)
    return bytes(marked)


def deep(start: str, end: str, times: int = _DEEP) -> str:
    return start * times + end * times


def locked_workbook() -> bytes:
    """Return an encrypted workbook as Excel writes it."""
    return ole({"EncryptionInfo": bytes(4096), "EncryptedPackage": bytes(4096)})


OFD_PAGE = '<d><Pages><Page BaseLoc="P.xml"/></Pages></d>'


def ofd_with(page: str | bytes) -> bytes:
    return archive({"OFD.xml": "<a><DocRoot>D.xml</DocRoot></a>", "D.xml": OFD_PAGE, "P.xml": page})


FILES: dict[str, tuple[Callable[[], bytes], set[Problem | None]]] = {
    "nested PDF": (
        lambda: pdf([LINES]).replace(b"/F1 3 0 R", b"/F1 " + b"[" * _DEEP),
        {Problem.BROKEN, Problem.SCANNED, Problem.NO_TEXT_LAYER},
    ),
    "huge PDF": (lambda: pdf([["页"]] * 2_001), {Problem.TOO_LARGE}),
    "PDF with a huge page": (
        lambda: page_of(b" " * 1_000_000, 300),
        {Problem.TOO_LARGE, Problem.SCANNED, Problem.BROKEN},
    ),
    "broken PDF": (lambda: pdf([LINES])[:300], {Problem.BROKEN, Problem.SCANNED}),
    "nested DOCX": (lambda: docx(body=deep("<w:sdt>", "</w:sdt>")), {Problem.BROKEN}),
    "huge DOCX": (lambda: docx(body="<w:p><w:r><w:t>党</w:t></w:r></w:p>" * 1_200_000), {Problem.TOO_LARGE}),
    "encrypted DOCX": (lambda: encrypted_zip(docx(TEXT)), {Problem.ENCRYPTED}),
    "broken DOCX": (lambda: docx(body="<w:p>"), {Problem.BROKEN}),
    "DOCX with too many characters": (lambda: docx(["党" * 2_100_000]), {Problem.TOO_LARGE}),
    "huge DOC": (lambda: doc(["党" * 1_000])[:512] + bytes(30_000_000), {Problem.BROKEN, Problem.TOO_LARGE}),
    "broken DOC": (lambda: doc(TEXT).replace(b"\xec\xa5\xc1\x00", b"\0\0\0\0", 1), {Problem.BROKEN}),
    "nested XLSX": (lambda: workbook(deep("<row>", "</row>")), {Problem.BROKEN}),
    "huge XLSX": (
        lambda: workbook("<row><c t='inlineStr'><is><t>党</t></is></c></row>" * 700_000),
        {Problem.TOO_LARGE},
    ),
    "XLSX with huge strings": (
        lambda: workbook(row("一"), f"<si><t>{'党' * 60_000_000}</t></si>"),
        {Problem.TOO_LARGE},
    ),
    "encrypted XLSX": (locked_workbook, {Problem.ENCRYPTED}),
    "broken XLSX": (lambda: workbook("<row><c>"), {Problem.BROKEN}),
    "broken XLS": (lambda: ole({"Workbook": b"\x09\x08" * 3_000}), {Problem.BROKEN}),
    "nested OFD": (lambda: ofd_with(deep("<p>", "</p>")), {Problem.BROKEN}),
    "huge OFD": (lambda: ofd_with(b"<p>" + b" " * 60_000_000), {Problem.TOO_LARGE}),
    "OFD with many pieces": (
        lambda: ofd_with(
            "<p>"
            + '<TextObject Boundary="1 1 9 9"><TextCode>党员学习教育</TextCode></TextObject>' * 300_000
            + "</p>"
        ),
        {Problem.TOO_LARGE, None},
    ),
    "encrypted OFD": (lambda: encrypted_zip(ofd([[(20, 20, TITLE)]])), {Problem.ENCRYPTED}),
    "broken OFD": (lambda: ofd_with("<p>"), {Problem.BROKEN}),
    "cut OFD": (lambda: ofd([[(20, 20, TITLE)]])[:-80], {Problem.BROKEN}),
    "nested RTF": (
        lambda: b"{\\rtf1 " + b"{" * 3_000_000 + b"}" * 3_000_000,
        {Problem.BROKEN, Problem.TOO_LARGE},
    ),
    "huge RTF": (lambda: b"{\\rtf1 " + b"\\u20826?" * 2_500_000 + b"}", {Problem.TOO_LARGE}),
    "broken RTF": (lambda: b"{\\rtf1\\ansi{\\fonttbl", {Problem.BROKEN}),
    "RTF with pictures": (
        lambda: b"{\\rtf1{\\pict " + b"0f" * 9_000_000 + b"}}",
        {Problem.BROKEN, Problem.TOO_LARGE},
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_hostile_file_ends_within_its_limits(kind: str) -> None:
    make, problems = FILES[kind]
    body = make()
    start = time.monotonic()
    found = read_file(body, limits=SOON)
    assert time.monotonic() - start < SECONDS + 8  # the child is killed at the limit
    assert found.problem in problems
    assert found.problem is None or found == FileText(problem=found.problem)


def test_files_beside_a_hostile_one_are_read() -> None:
    assert read_file(docx(body=deep("<w:sdt>", "</w:sdt>"))).problem is Problem.BROKEN
    assert read_file(docx(TEXT)).text.splitlines() == TEXT


def test_a_workbook_that_tests_make_is_read() -> None:
    """Otherwise the hostile ones would be refused for another reason."""
    assert read_file(workbook(row("党员"))).text == "党员"


def test_an_archive_that_tests_make_is_read_without_the_mark_of_encryption() -> None:
    body = encrypted_zip(docx(TEXT))
    assert len(body) == len(docx(TEXT)) and body != docx(TEXT)
    assert BytesIO(body).read(4) == b"PK\x03\x04"
