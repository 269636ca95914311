#!/usr/bin/env bash
# networkx 3.6.1 and 3.7: 张　三, written by `write_adjlist`, is two people when read again, one of them every 张.
#
# Names of two characters are set as wide as those of three, with a U+3000 in the middle, and pages keep it. Such a
# name has no blank, and `write_adjlist` separates by blanks; but `read_adjlist` splits at any white space, and for
# Python U+3000 is some. 张 then is linked to 三, and to all neighbours; 张　三 and 张　伟 become one 张, without an error. GML
# keeps the name. Seen: of four people and three links six nodes and seven links come back. Read with `delimiter=" "`,
# or take U+3000 out of names before they are nodes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet networkx==3.6.1
"$folder/venv/bin/python" -W ignore - "$folder/people" <<'PYTHON'
import sys

import networkx

PEOPLE = networkx.Graph([("张　三", "欧阳修"), ("张　三", "李　四"), ("张　伟", "欧阳修")])
networkx.write_adjlist(PEOPLE, sys.argv[1])
read = networkx.read_adjlist(sys.argv[1])
same = networkx.read_adjlist(sys.argv[1], delimiter=" ")
networkx.write_gml(PEOPLE, sys.argv[1])
gml = networkx.read_gml(sys.argv[1])
print("written:", sorted(PEOPLE), PEOPLE.number_of_edges())
print("read:", sorted(read), read.number_of_edges())
assert sorted(read) == sorted("张三李四伟") + ["欧阳修"], "the behaviour has changed"
assert set(read["张"]) == {"三", "李", "四", "伟", "欧阳修"}, "the behaviour has changed"
assert set(same) == set(gml) == set(PEOPLE), "the behaviour has changed"
assert same.number_of_edges() == gml.number_of_edges() == 3, "the behaviour has changed"
PYTHON
echo "as described"
