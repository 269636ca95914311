#!/usr/bin/env bash
# robotspy 0.13.0: a comment in GBK in robots.txt, or a mark of UTF-8 before it, opens all that it forbids.
#
# RFC 9309 wants robots.txt in UTF-8, and says of what is not in order that crawlers must try to parse each line and
# must use the rules that can be parsed (2.3.1.5). Old Chinese sites have a comment in GBK above rules in ASCII.
# robotspy, which is said to follow the RFC, gives up the whole file that a server sends for one byte that is no UTF-8;
# then `can_fetch` is True for every page, as if there were no file, and the error is in a list for those who ask. A
# mark of UTF-8 at the beginning, which Windows puts there, is left out when the file comes from a server, but
# `from_file` takes it for a part of the first line, so that the rules of the first group are gone without any error.
# Seen: the same rule is read in three forms and in two not. Protego 0.7.0 finds it in all. Decode the file with
# "utf-8-sig" and `errors="replace"`, and give it to `from_string`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet robotspy==0.13.0 protego==0.7.0
cd "$folder"
no_proxy=127.0.0.1 "$folder/venv/bin/python" - <<'PYTHON'
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import robots
from protego import Protego

RULES = "User-agent: *\nDisallow: /search/\n"
FILES = {
    "plain": RULES.encode(),
    "gbk": "# 站点规则\n".encode("gbk") + RULES.encode(),
    "mark": RULES.encode("utf-8-sig"),
}


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(FILES[self.path.split("/")[1]])

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Site)
threading.Thread(target=server.serve_forever, daemon=True).start()
found = {}
for name, body in FILES.items():
    path = Path(f"{name}.txt")
    path.write_bytes(body)
    url = f"http://127.0.0.1:{server.server_port}/{name}/robots.txt"
    parsers = {"server": robots.RobotsParser.from_uri(url)}
    if name != "gbk":
        parsers["file"] = robots.RobotsParser.from_file(str(path))
    for source, parser in parsers.items():
        found[name, source] = parser.can_fetch("spider", "/search/1.html")
        print(f"{name}, from a {source}: may fetch {found[name, source]}, errors {len(parser.errors)}")
    protego = Protego.parse(body.decode("utf-8-sig", errors="replace"))
    assert not protego.can_fetch("http://www.example.cn/search/1.html", "spider"), "the behaviour has changed"
server.shutdown()
assert found == {
    ("plain", "server"): False,
    ("plain", "file"): False,
    ("gbk", "server"): True,
    ("mark", "server"): False,
    ("mark", "file"): True,
}, "the behaviour has changed"
PYTHON
echo "as described"
