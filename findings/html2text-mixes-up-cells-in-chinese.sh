#!/usr/bin/env bash
# html2text 1.3.2a (Debian 12): cells of a Chinese table are written over one another, and names are lost.
#
# With -utf8 page and output are UTF-8, as the manual says, and paragraphs come out right. In a table each Chinese
# character takes less room in the reckoning than in the output, so that the next cell begins within the first and takes
# the place of its last character; beside a figure a character is cut in the midst of its bytes, and the output is no
# UTF-8 any more. Tables without borders are what lists of names and the layouts of old newspapers are made of. The
# exit status is 0, and the manual says nothing of it. Seen: of 姓名, 职务, 张三 and 书记 in two rows 姓职务 and 张书记
# are left. w3m and lynx keep all.
set -euo pipefail

export LC_ALL=C.UTF-8
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && apt-get download --quiet=2 'html2text=1.3.2a-28*' && dpkg-deb -x html2text_*.deb html2text)
cat > "$folder/page.html" <<'HTML'
<html><body><p>任命张三为书记。</p><table><tr><td>姓名</td><td>职务</td></tr>
<tr><td>张三</td><td>书记</td></tr></table></body></html>
HTML
"$folder/html2text/usr/bin/html2text" -utf8 "$folder/page.html" > "$folder/page.txt"
cat "$folder/page.txt"
grep -q 任命张三为书记。 "$folder/page.txt" || { echo "the behaviour has changed"; exit 1; }
for row in 姓职务 张书记; do
    grep -qx "$row" "$folder/page.txt" || { echo "the behaviour has changed"; exit 1; }
done
printf '<table><tr><td>张三</td><td>1</td></tr></table>' > "$folder/figure.html"
"$folder/html2text/usr/bin/html2text" -utf8 "$folder/figure.html" > "$folder/figure.txt"
if iconv -f UTF-8 -t UTF-8 "$folder/figure.txt" > "$folder/text" 2>&1; then echo "the behaviour has changed"; exit 1; fi
echo "as described"
