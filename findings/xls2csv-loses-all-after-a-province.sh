#!/usr/bin/env bash
# catdoc 0.95 (xls2csv): after the first cell with 省 all texts of an old Excel file are empty.
#
# An xls file has its texts in one table, two bytes to a Chinese character ([MS-XLS] 2.4.265 and 2.5.293). xls2csv of
# Debian's catdoc skips a byte 00 or 01 at which it believes a record to go on, in the midst of a text as well. The
# lower byte of 省 (U+7701) is 01: the character is lost, what follows is read one byte further, and with it the lengths
# of all texts behind. Numbers stay, so that the CSV has all its rows, and each person and place after the first
# "浙江省" is empty or another character. The exit status is 0, and nothing is printed. The manual says that
# the content is written with texts in double quotes. 一 (U+4E00) is read wrongly too. Seen: of four names one is
# left; calamine reads all. Use python-calamine or xlrd.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet xlwt==1.3.0 python-calamine==0.9.1
(cd "$folder" && apt-get download --quiet=2 'catdoc=1:0.95*' && dpkg-deb -x catdoc_*.deb catdoc)
echo "charset_path=$folder/catdoc/usr/share/catdoc" > "$folder/.catdocrc"
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import csv
import subprocess
import sys
from pathlib import Path

import xlwt
from python_calamine import load_workbook

FOLDER = Path(sys.argv[1])


def convert(names):
    """Return the rows that xls2csv writes for these names, and those that calamine reads."""
    path = FOLDER / "names.xls"
    book = xlwt.Workbook(encoding="utf-8")
    sheet = book.add_sheet("名单")
    for row, name in enumerate(names):
        sheet.write(row, 0, name)
        sheet.write(row, 1, row + 1)
    book.save(str(path))
    done = subprocess.run(
        [FOLDER / "catdoc/usr/bin/xls2csv", "-d", "utf-8", path],
        capture_output=True,
        check=True,
        env={"HOME": str(FOLDER)},
    )
    assert not done.stderr, done.stderr
    rows = csv.reader(done.stdout.decode("utf-8", "replace").replace("\f", "").splitlines())
    return [row for row in rows if row], load_workbook(str(path)).get_sheet_by_index(0).to_python()


for names in (["张三", "浙江", "杭州", "李四"], ["张三", "浙江省", "杭州", "李四"]):
    found, right = convert(names)
    print(names, found)
    assert [row[1] for row in found] == ["1", "2", "3", "4"], "the behaviour has changed"
    assert [row[0] for row in right] == names, "the behaviour has changed"
    kept = [name for name, row in zip(names, found, strict=True) if row[0] == name]
    assert kept == (["张三"] if "浙江省" in names else names), "the behaviour has changed"
PYTHON
echo "as described"
