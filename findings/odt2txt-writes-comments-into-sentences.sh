#!/usr/bin/env bash
# odt2txt 0.5 (Debian 12): who commented on a word, and when, stands in the text behind it, and 12 with a note 1 is 121.
#
# A remark in an ODT file is an `office:annotation` in the middle of its sentence, with its author, its time and its
# text; a footnote stands there in the same way, with its number. odt2txt writes all of them where they stand, without
# brackets, and ends the paragraph behind each: the text names a person who is not in it and a date on which nothing took
# place, the sentence goes on in another paragraph, and a number has the footnote's number at its end. Drafts and laws
# with annotations are full of both. No option leaves them out, the manual does not name them, and the exit status is 0.
# Seen: of a paragraph there are three, 12个 is 121详见附件, and 李四 and 2024-05-06 are in its text. pandoc keeps
# notes apart and drops comments.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet odfdo==3.27.3 pypandoc_binary==1.17
cd "$folder"
apt-get download --quiet=2 'odt2txt=0.5*'
dpkg-deb -x odt2txt_*.deb odt2txt
"$folder/venv/bin/python" - <<'PYTHON'
import pypandoc
from odfdo import Document, Element

PARAGRAPH = (
    "<text:p>张三同志<office:annotation><dc:creator>李四</dc:creator><dc:date>2024-05-06T00:00:00</dc:date>"
    "<text:p>职务待核</text:p></office:annotation>在会上通报，全市新增党支部12"
    '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
    "<text:p>详见附件</text:p></text:note-body></text:note>个，其中农村5个。</text:p>"
)
document = Document("text")
document.body.clear()
document.body.append(Element.from_tag(PARAGRAPH))
document.save("draft.odt")
print("pandoc:", pypandoc.convert_file("draft.odt", "plain", extra_args=["--wrap=none"]).split())
PYTHON
LC_ALL=C.UTF-8 odt2txt/usr/bin/odt2txt.odt2txt --width=-1 draft.odt > draft.txt
echo "odt2txt:"
grep . draft.txt
grep -qx '张三同志李四2024-05-06T00:00:00职务待核' draft.txt
grep -qx '在会上通报，全市新增党支部121详见附件' draft.txt
grep -qx '个，其中农村5个。' draft.txt
echo "as described"
