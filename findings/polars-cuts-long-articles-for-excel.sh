#!/usr/bin/env bash
# polars 2.1.0, openpyxl 3.1.5: in Excel an article ends after 32,767 characters, and nobody says so.
#
# A cell of Excel holds 32,767 characters. A corpus has longer texts: reports to a congress, regulations with their
# schedules, interviews. `write_excel` of polars hands them to XlsxWriter, which cuts them, and returns -2 to polars,
# which does not look; openpyxl cuts a text when it is put into a cell. Neither raises an error or warns, the page of
# `write_excel` names no limit, and a text that is cut in the middle of a sentence is seen only by who reads to its
# end; read back, it is another text with another hash. pandas cuts as well, and warns; the text is whole in an ODS
# file and in Parquet. Seen: of 44,000 characters 32,767 three times, and one warning. Look for texts that are longer
# before writing, and put those into files of their own.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet polars==2.1.0 openpyxl==3.1.5 xlsxwriter==3.3.1 pandas==3.1.1 \
    python-calamine==0.9.1
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
import warnings

import openpyxl
import pandas
import polars
from python_calamine import CalamineWorkbook

ARTICLE = "会议强调，要加强党建。" * 4000


def with_polars(path):
    """Write the article with polars."""
    polars.DataFrame({"text": [ARTICLE]}).write_excel(path)


def with_openpyxl(path):
    """Write the article with openpyxl."""
    workbook = openpyxl.Workbook()
    workbook.active.append(["text"])
    workbook.active.append([ARTICLE])
    workbook.save(path)


def with_pandas(path):
    """Write the article with pandas."""
    pandas.DataFrame({"text": [ARTICLE]}).to_excel(path, index=False, engine="openpyxl")


for write, warned in ((with_polars, 0), (with_openpyxl, 0), (with_pandas, 1)):
    path = f"{sys.argv[1]}/{write.__name__}.xlsx"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        write(path)
    said = [str(warning.message) for warning in caught if "truncated" in str(warning.message)]
    [_, [text]] = CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python()
    print(write.__name__, len(text), "of", len(ARTICLE), said)
    assert text == ARTICLE[:32767], "the behaviour has changed"
    assert len(said) == warned, "the behaviour has changed"
PYTHON
echo "as described"
