"""Pages in the files that browsers, archives and spreadsheets write, to be imported."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
from base64 import b64encode
from email.message import EmailMessage
from pathlib import Path

DATE = "2026-01-02T03:04:05Z"


def html(story, head=""):
    body = "".join(f"<p>{paragraph}</p>" for paragraph in story.paragraphs)
    return f"<html><head><title>{story.title}</title></head><body {head}><h1>{story.title}</h1>{body}</body></html>"


def row(url, story, **more):
    return {"url": url, "title": story.title, "text": "\n".join(story.paragraphs), **more}


def as_json(*rows):
    return [one if isinstance(one, bytes) else json.dumps(one, ensure_ascii=False).encode() for one in rows]


def table(rows, encoding="utf-8"):
    """Return a CSV file; bytes among the rows stand in it as they are."""
    lines = [b"url,title,text\r\n"]
    for one in rows:
        text = io.StringIO()
        if not isinstance(one, bytes):
            csv.writer(text).writerow([one["url"], one["title"], one["text"]])
        lines.append(one if isinstance(one, bytes) else text.getvalue().encode(encoding))
    return b"".join(lines)


def response(url, page, length=None, cut=0, status=200, headers="", body=None):
    head = f"HTTP/1.1 {status} OK\r\nContent-Type: text/html; charset=utf-8\r\n{headers}\r\n"
    content = head.encode() + (page.encode() if body is None else body)
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: {DATE}\r\nWARC-Target-URI: {url}\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(content) if length is None else length}\r\n\r\n"
    )
    return head.encode() + (content[:-cut] if cut else content + b"\r\n\r\n")


def entry(url, page, **more):
    content = {"mimeType": "text/html", "text": page}
    return {
        "startedDateTime": DATE,
        "request": {"method": "GET", "url": url, "headers": []},
        "response": {
            "status": 200,
            "headers": [{"name": "Content-Type", "value": "text/html; charset=gb2312"}],
            "content": content,
        },
        **more,
    }


def har(entries):
    head = {"version": "1.2", "pages": [{"title": "}{", "id": "page_1"}], "creator": {"name": "x"}}
    start = json.dumps({"log": head})[:-2].encode()
    return start + b', "entries": [' + b",\n".join(as_json(*entries)) + b"]}}"


def mhtml(url, page, encoding="quoted-printable"):
    """Return a page as browsers save it, with a picture and a frame behind it."""
    mail = EmailMessage()
    mail["From"] = "<Saved by a browser>"
    mail["Snapshot-Content-Location"] = url
    mail["Date"] = "Fri, 2 Jan 2026 11:04:05 +0800"
    mail.set_content(page, subtype="html", cte=encoding)
    mail.add_related(b"\x89PNG" * 20, "image", "png")
    mail.add_related(b"<p>frame", "text", "html")
    return mail.as_bytes()


def saved_html(url, page):
    """Return a page as SingleFile saves it, with a picture inside."""
    comment = f"<!--\n Page saved with SingleFile \n url: {url} \n saved date: Fri Jan 02 2026 11:04:05 GMT+0800 (x)\n-->"
    picture = f"<img src=data:image/png;base64,{b64encode(b'x' * 3000).decode()}>"
    return (comment + page.replace("</h1>", f"</h1>{picture}")).encode()


def wacz(path: Path, members, compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("datapackage.json", "{}")
        for name, records in members.items():
            archive.writestr(name, b"".join(map(gzip.compress, records)), compression)
        archive.writestr("pages/pages.jsonl", '{"format": "json-pages-1.0"}\n')
