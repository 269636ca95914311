#!/usr/bin/env bash
# MechanicalSoup 1.4.0, lxml 6.1.3: a form of a page in GBK is sent in UTF-8, and the site looks for other words.
#
# MechanicalSoup promises to fill in and submit the forms of a page as a browser does, and lxml has `submit_form`. A
# browser sends the fields in the encoding of the page, or in that of `accept-charset` (HTML standard, 4.10.21.5): 党建
# is %B5%B3%BD%A8. Both send UTF-8, hidden fields that came from the page included, and the page knows its own
# encoding: `browser.page.original_encoding` is right. The site reads 鍏氬缓 and answers "no hits" with status 200, as
# for any word that nobody wrote about; a search for words in ASCII works. Seen: by GET and by POST both are wrong,
# and mechanize 0.4.10 is right, as is `FormRequest.from_response` of Scrapy. Encode the fields by yourself, as in the
# last part below.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet MechanicalSoup==1.4.0 lxml==6.1.3 mechanize==0.4.10
"$folder/venv/bin/python" - <<'PYTHON'
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import lxml.html
import mechanicalsoup
import mechanize

WORD, PLACE = "党建", "标题"
FORM = f'<form action="/s" method="%s"><input name="kw"><input type="hidden" name="in" value="{PLACE}"></form>'
ASKED = []


class Site(BaseHTTPRequestHandler):
    """Serves a form in GBK, and notes how it reads what is sent."""

    def do_GET(self):
        path, query = urlsplit(self.path)[2:4]
        if query:
            self.note(query)
        self.reply(FORM % path.strip("/"))

    def do_POST(self):
        self.note(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.reply("")

    def note(self, fields):
        ASKED.append([values[0] for values in parse_qs(fields, encoding="gbk", errors="replace").values()])

    def reply(self, form):
        page = f'<html><head><meta charset="gbk"></head><body>{form}</body></html>'.encode("gbk")
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=gbk")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


def by_mechanicalsoup(url):
    browser = mechanicalsoup.StatefulBrowser()
    browser.open(url)
    assert browser.page.original_encoding == "gbk", "the behaviour has changed"
    browser.select_form("form")
    browser["kw"] = WORD
    browser.submit_selected()


def by_lxml(url):
    page = lxml.html.fromstring(urllib.request.urlopen(url).read(), base_url=url)
    page.make_links_absolute()
    page.forms[0].fields["kw"] = WORD
    lxml.html.submit_form(page.forms[0])


def by_mechanize(url):
    browser = mechanize.Browser()
    browser.set_handle_robots(False)
    browser.open(url)
    browser.select_form(nr=0)
    browser["kw"] = WORD
    browser.submit()


def by_hand(url):
    browser = mechanicalsoup.StatefulBrowser()
    browser.open(url)
    form = browser.select_form("form").form
    browser["kw"] = WORD
    encoding = browser.page.original_encoding
    fields = [(field["name"], field.get("value", "").encode(encoding)) for field in form.select("input[name]")]
    by_get = form["method"] == "get"
    browser.request(form["method"], browser.absolute_url(form["action"]), **{"params" if by_get else "data": fields})


server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
threading.Thread(target=server.serve_forever, daemon=True).start()
for method in ("get", "post"):
    for submit in (by_mechanicalsoup, by_lxml, by_mechanize, by_hand):
        submit(f"http://127.0.0.1:{server.server_port}/{method}")
        asked = ASKED.pop()
        print(method, submit.__name__, *asked)
        wrong = [text.encode().decode("gbk", "replace") for text in (WORD, PLACE)]
        right = submit in (by_mechanize, by_hand)
        assert asked == ([WORD, PLACE] if right else wrong), "the behaviour has changed"
        assert not ASKED, "the behaviour has changed"
PYTHON
echo "as described"
