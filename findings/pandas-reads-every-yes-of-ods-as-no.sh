#!/usr/bin/env bash
# pandas 3.1.1, odfpy 1.4.1: party members of an .ods file are not party members, unless their cell reads TRUE.
#
# A cell of OpenDocument that is true or false has its value in an attribute, `office:boolean-value`, and besides, or
# not at all, the text that is shown for it. `read_excel` takes the text, and whatever is not TRUE in capital letters is
# False: 是 (a usual format for it in Chinese lists), true as odfdo 3.27.3 writes it, and no text, as pyexcel-ods3 0.6.1
# writes it. The column is of the right type and without gaps, and each of its rows is False. pandas' own files read
# well, since they say TRUE. The description of the engine has no word of it. Seen: of four lists in which 张三 is a
# member, he is one in pandas' own only; `engine="calamine"` reads all four alike. Use that one.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pandas==3.1.1 odfpy==1.4.1 python-calamine==0.9.1 odfdo==3.27.3 \
    pyexcel-ods3==0.6.1 lxml==6.1.3
cd "$folder"
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import odfdo
import pandas as pd
import pyexcel_ods3

ROWS = [["姓名", "党员"], ["张三", True], ["李四", False]]


def by_odfdo(path, texts=("true", "false")):
    """Write the rows with odfdo, with these texts for yes and no."""
    document = odfdo.Document("spreadsheet")
    table = odfdo.Table("名单")
    table.set_values(ROWS)
    for row, text in enumerate(texts, 1):
        cell = table.get_cell((1, row))
        cell.set_value(ROWS[row][1], text=text)
        table.set_cell((1, row), cell)
    document.body.clear()
    document.body.append(table)
    document.save(path)


by_odfdo("odfdo.ods")
by_odfdo("chinese.ods", ("是", "否"))
pyexcel_ods3.save_data("pyexcel.ods", {"名单": ROWS})
pd.DataFrame(ROWS[1:], columns=ROWS[0]).to_excel("pandas.ods", index=False)
for name in ("odfdo", "chinese", "pyexcel", "pandas"):
    found = {}
    for engine in ("odf", "calamine"):
        found[engine] = pd.read_excel(f"{name}.ods", engine=engine)["党员"]
        assert found[engine].dtype == bool, "the behaviour has changed"
    print(f"{name}: {found['odf'].tolist()}, with calamine {found['calamine'].tolist()}")
    assert found["odf"].tolist() == [name == "pandas", False], "the behaviour has changed"
    assert found["calamine"].tolist() == [True, False], "calamine has changed"
PYTHON
echo "as described"
