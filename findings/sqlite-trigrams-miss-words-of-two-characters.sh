#!/usr/bin/env bash
# SQLite 3.40.1 (Debian 12): with the trigram tokenizer `LIKE '%党建%'` finds nothing, and marked text is there twice.
#
# FTS5 indexes of trigrams are the usual way to search Chinese in SQLite. `MATCH` needs three characters, as documented;
# for LIKE and GLOB the documentation promises the same hits as without index, by a scan where a pattern has fewer.
# Up to 3.40 three bytes are taken for three characters: two Chinese characters have six, the index is asked, and has
# no such words. In English `%ab%` is right. `highlight` and `snippet`, up to 3.43, repeat the text between two phrases
# of a query that overlap, so that a page shows sentences that no document has. Both are repaired since, and Python uses
# the SQLite of the system. Seen: of four patterns with one or two characters none has a hit in 3.40.1, and all have in
# 3.54.1; of a marked sentence 18 characters are there twice. Look at `sqlite3.sqlite_version`. (Runs on Python 3.11.)
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in 3.40.1.0 3.54.1.0; do
    python3 -m venv "$folder/$version"
    "$folder/$version/bin/python" -m pip install --quiet "apsw==$version"
    "$folder/$version/bin/python" - <<'PYTHON'
import apsw

TEXT = "会议强调加强基层治理现代化建设，推动基层治理体系建设"
PATTERNS = ["LIKE '%党建%'", "LIKE '%治理%'", "GLOB '*建设*'", "LIKE '%会_强调%'", "LIKE '%基层治理%'", "LIKE '%ab%'"]
database = apsw.Connection(":memory:")
cursor = database.cursor()
cursor.execute("CREATE VIRTUAL TABLE pages USING fts5(text, tokenize='trigram')")
cursor.executemany("INSERT INTO pages VALUES (?)", [(TEXT,), ("党建工作",), ("abc",)])
hits = {}
for pattern in PATTERNS:
    hits[pattern] = len(list(cursor.execute(f"SELECT * FROM pages WHERE text {pattern}")))
((marked,),) = cursor.execute("SELECT highlight(pages, 0, '[', ']') FROM pages WHERE pages MATCH '基层治理 OR 治理现代化'")
print("SQLite", apsw.sqlitelibversion(), hits)
print(marked)
plain = marked.replace("[", "").replace("]", "")
if apsw.sqlitelibversion() == "3.40.1":
    assert list(hits.values()) == [0, 0, 0, 0, 1, 1], "the behaviour has changed"
    assert len(plain) > len(TEXT) and plain.startswith(TEXT), "the behaviour has changed"
else:
    assert list(hits.values()) == [1] * len(PATTERNS) and plain == TEXT, "the behaviour has changed"
PYTHON
done
echo "as described"
