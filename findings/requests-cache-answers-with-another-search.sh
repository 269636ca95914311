#!/usr/bin/env bash
# requests-cache 1.3.3, requests 2.34.2: the search for 党建 on a site in GBK is answered with the page for 会议.
#
# A cache must give the page of the URL that was asked for. The key of requests-cache is made of the query after
# decoding it as UTF-8 and writing it again; of GBK, as forms of pages in GBK send it, each byte that does not fit
# becomes U+FFFD. Of the 114,134 words of two characters in jieba's dictionary 53,349 are four such bytes: their
# searches are one key, and the page that came first is the page of all. Fields sent by POST are alike, where that is
# cached. `from_cache` is true, as for any second visit, and the page is a good page. Seen: of four words two get the
# page of the first one; in UTF-8 each has its own. There is no setting for the encoding; give `key_fn` a function
# that hashes method, URL and body as they are.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet requests-cache==1.3.3 requests==2.34.2
"$folder/venv/bin/python" - <<'PYTHON'
import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlsplit

from requests_cache import CachedSession

WORDS = ["会议", "党建", "公告", "通知"]


class Search(BaseHTTPRequestHandler):
    """Answers a search with a page that names the word in the encoding of the parameter `ie`."""

    def do_POST(self):
        self.reply(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def do_GET(self):
        self.reply(urlsplit(self.path).query)

    def reply(self, query):
        encoding = parse_qs(query)["ie"][0]
        page = f"{parse_qs(query, encoding=encoding)['kw'][0]}的搜索结果".encode(encoding)
        self.send_response(200)
        self.send_header("Content-Type", f"text/html; charset={encoding}")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


def by_what_was_sent(request, **_):
    """Return a key of the method, the URL and the body, all as they are sent."""
    return hashlib.sha256(f"{request.method} {request.url} {request.body!r}".encode()).hexdigest()


def ask(session, encoding, method="GET"):
    """Return what the session answers to a search for each word."""
    found = []
    for word in WORDS:
        fields = f"ie={encoding}&kw={quote(word.encode(encoding))}"
        if method == "POST":
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            answer = session.post(f"{ADDRESS}/s", data=fields, headers=form)
        else:
            answer = session.get(f"{ADDRESS}/s?{fields}")
        found.append(answer.text.removesuffix("的搜索结果"))
    return found


server = ThreadingHTTPServer(("127.0.0.1", 0), Search)
ADDRESS = f"http://127.0.0.1:{server.server_port}"
threading.Thread(target=server.serve_forever, daemon=True).start()
OPTIONS = {"backend": "memory", "allowable_methods": ("GET", "POST")}
found = {
    "GBK": ask(CachedSession(**OPTIONS), "gbk"),
    "GBK by POST": ask(CachedSession(**OPTIONS), "gbk", "POST"),
    "UTF-8": ask(CachedSession(**OPTIONS), "utf-8"),
    "GBK, own key": ask(CachedSession(**OPTIONS, key_fn=by_what_was_sent), "gbk"),
}
print("asked:", *WORDS)
for name, pages in found.items():
    print(f"{name}:", *pages)
assert found["GBK"] == found["GBK by POST"] == ["会议", "会议", "会议", "通知"], "the behaviour has changed"
assert found["UTF-8"] == found["GBK, own key"] == WORDS, "the behaviour has changed"
PYTHON
echo "as described"
