#!/usr/bin/env bash
# tantivy 0.27.0 (tantivy-py): a Chinese clause of more than 13 characters is not indexed, and nothing says so.
#
# The default analyzer of a text field cuts at what is no letter or digit and then drops words of 40 bytes and more,
# meant for hashes and base64. Chinese has no blanks: a clause between two commas is one word, and at three bytes a
# character the 14th is one too many. Short clauses can be found by their whole text, which looks as if indexing
# worked; of most sentences nothing is in the index at all. Adding, committing and searching give no error; the
# document is counted. Seen: a clause of 13 characters finds its document, the same with one more does not. Hand over
# text that is cut into words (`jieba.cut`, joined by blanks), or register an analyzer with n-grams.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet tantivy==0.27.0
"$folder/venv/bin/python" - <<'PYTHON'
import tantivy

CLAUSES = ["坚持党建引领推动基层治理", "坚持党建引领推动基层治理好", "坚持党建引领推动基层治理创新"]
builder = tantivy.SchemaBuilder()
builder.add_text_field("text", stored=True)
index = tantivy.Index(builder.build())
writer = index.writer()
for clause in CLAUSES:
    writer.add_document(tantivy.Document(text=f"会议强调，{clause}。"))
writer.commit()
index.reload()
searcher = index.searcher()
print("documents:", searcher.num_docs)
found = {len(clause): searcher.search(index.parse_query(clause, ["text"])).count for clause in CLAUSES}
print("documents found by the number of characters of the clause:", found)
assert searcher.num_docs == len(CLAUSES), "the behaviour has changed"
assert found == {12: 1, 13: 1, 14: 0}, "the behaviour has changed"
PYTHON
echo "as described"
