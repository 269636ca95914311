"""Text of made files of six formats: PDF, DOCX, DOC and WPS, XLS and XLSX, OFD, RTF.

    python -m benchmarks.documents [FORMAT ...] [--show]

The files are made by LibreOffice, Chromium, WeasyPrint, ReportLab, fpdf2, PyMuPDF, python-docx, openpyxl,
XlsxWriter and xlwt, which are no requirements of the project; a kind whose writer is missing is left out with
the reason. Shows for each file F1 of its characters (pieces of four) and the share of its paragraphs and rows
that are lines of their own. Writes results/documents.json.
"""

from __future__ import annotations

import time
from statistics import mean
from typing import Any

from benchmarks.documents import ofd_files, pdf_files, sheet_files, unreadable, word_files
from benchmarks.documents.made import MadeFile, made
from benchmarks.documents.scores import lines_right, text_f1
from benchmarks.measuring import add_sets, arguments, show_rows, update_result
from topiccrawl.text.documents import read_file

FORMATS = {
    "pdf": pdf_files.recipes,
    "docx": word_files.docx_recipes,
    "doc": word_files.doc_recipes,
    "sheets": sheet_files.recipes,
    "ofd": ofd_files.recipes,
    "rtf": word_files.rtf_recipes,
}


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, FORMATS)
    parser.add_argument("--show", action="store_true", help="print the lines that are wrong")
    options = parser.parse_args()
    results: dict[str, Any] = {}
    for form in options.sets:
        files, missing = made(FORMATS[form]())
        rows = {file.kind: measure(file, show=options.show) for file in files}
        show_rows(form, rows, ["f1", "lines", "seconds", "problem"])
        results[form] = {**summary(files, rows), "files": rows, "missing": missing}
        print({key: value for key, value in results[form].items() if key != "files"}, end="\n\n")
    problems, missing = unreadable.found_problems()
    show_rows("unreadable", problems)
    update_result("documents", {**results, "unreadable": {"files": problems, "missing": missing}})


def measure(file: MadeFile, *, show: bool = False) -> dict[str, Any]:
    """Read a file and compare its text."""
    start = time.monotonic()
    found = read_file(file.body, file.name)
    if show:
        _show(file, found.text)
    return {
        "f1": round(text_f1(found.text, file.lines), 4),
        "lines": round(lines_right(found.text, file.lines), 4),
        "seconds": round(time.monotonic() - start, 2),
        **({"problem": str(found.problem)} if found.problem else {}),
    }


def summary(files: list[MadeFile], rows: dict[str, dict[str, Any]]) -> dict[str, float]:
    """Return the means of a format, those of tables and columns apart."""
    found: dict[str, float] = {"count": len(files)}
    for name, tabular in (("text", False), ("tables and columns", True)):
        own = [rows[file.kind] for file in files if file.tabular is tabular]
        if own:
            found[f"f1 of {name}"] = round(mean(row["f1"] for row in own), 4)
            found[f"lines of {name}"] = round(mean(row["lines"] for row in own), 4)
    return found


def _show(file: MadeFile, text: str) -> None:
    own = {"".join(line.split()) for line in text.splitlines()}
    wanted = {"".join(line.split()) for line in file.lines}
    print(f"== {file.kind}")
    for line in file.lines:
        if "".join(line.split()) not in own:
            print("-", line)
    for line in text.splitlines():
        if "".join(line.split()) not in wanted:
            print("+", line)


if __name__ == "__main__":
    main()
