#!/usr/bin/env bash
# xlsx 0.18.5 (SheetJS): an .xls file of 65,536 rows is whole, and of one of 65,537 two rows are left.
#
# Offices ask for .xls, which older WPS and office systems import; it has room for 65,536 rows. `writeFile` makes it of
# any sheet, takes the format from the file's name, and returns as usual. With one row more than there is room for it
# writes the first two and nothing else: the file opens without a complaint, and so does each reader, as a table of two
# rows. A list of pages that grows day by day is complete until the day on which it is gone. The documentation has a
# table of limits, and no word of what happens behind them; .xlsx of the same sheet is right. The newest version that
# npm has is meant here. Seen: 65,536 of 65,536 and 2 of 65,537, read by python-calamine and xlrd alike. Compare the
# number of rows with the limit before writing, or write .xlsx.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet python-calamine==0.9.1 xlrd==2.0.2
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5
cat > "$folder/write.cjs" <<'JS'
const { utils, writeFile } = require("xlsx");
const [path, count] = process.argv.slice(2);
const rows = Array.from({ length: Number(count) }, (_, number) => [number + 1, `第${number + 1}篇`]);
const book = utils.book_new();
utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "网页");
writeFile(book, path);
JS
for count in 65536 65537; do
    node "$folder/write.cjs" "$folder/pages.xls" "$count"
    node "$folder/write.cjs" "$folder/pages.xlsx" "$count"
    "$folder/venv/bin/python" - "$folder" "$count" <<'PYTHON'
import sys

import xlrd
from python_calamine import CalamineWorkbook

folder, count = sys.argv[1], int(sys.argv[2])
new, old = (CalamineWorkbook.from_path(f"{folder}/pages.{kind}").get_sheet_by_index(0) for kind in ("xlsx", "xls"))
again = xlrd.open_workbook(f"{folder}/pages.xls").sheet_by_index(0)
found = [len(new.to_python()), len(old.to_python()), again.nrows]
print(f"{count:,} rows: .xlsx, .xls with calamine, .xls with xlrd:", found, old.to_python()[-1])
assert found == [count, *([count] * 2 if count <= 65536 else [2, 2])], "the behaviour has changed"
PYTHON
done
echo "as described"
