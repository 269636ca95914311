"""From the fetched pages of one crawl to a corpus: beside datatrove, and beside trafilatura with MinHash.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.pipelines --python INTERPRETER [--work FOLDER]

The pages are the articles of a labelled web. Into each fifth one a sentence with personal data is planted,
and an office's landline. Each pipeline reads the same pages and writes texts; INTERPRETER has datatrove,
jieba, trafilatura and datasketch. An export of ours without masks says how many of the planted sentences
were not extracted at all. Writes results/pipelines.json.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from benchmarks.extraction.labelled import scorer
from benchmarks.extraction.web_pages import read_pages
from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import PROJECT, arguments, show_rows, update_result, work_folder
from topiccrawl.text.encodings.encoding import decode_html

PEERS = ("datatrove", "trafilatura, MinHash")
EACH = 5
"""One page of so many has planted data."""
# Of a small process, since the memory of a process begins with that of the one that starts it.
USED = """
import subprocess, sys
from resource import RUSAGE_CHILDREN, getrusage
code = subprocess.call(sys.argv[1:])
used = getrusage(RUSAGE_CHILDREN)
print()
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(code)
"""
LANDLINE = "0571-8765432"


class Fetched(NamedTuple):
    """A fetched article; of planted data, what must not be left in its text."""

    url: str
    html: str
    text: str
    group: str
    planted: str


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--python", required=True, help="interpreter of the other pipelines")
    parser.add_argument("--work", type=Path, help="folder that keeps built webs")
    args = parser.parse_args()
    with work_folder(args.work) as webs, work_folder() as work:
        pages = list(fetched(build(2018, webs)))
        write_pages(pages, work)
        rows = {"topiccrawl": measure(pages, work, ours(work)) | unmasked(pages, work)}
        for name in PEERS:
            command = [[args.python, str(Path(__file__).with_name("pipelines_peer.py")), name, str(work)]]
            rows[name] = measure(pages, work, command)
    show_rows("pipeline", rows)
    update_result("pipelines", rows)


def fetched(web: ReplayWeb) -> Iterator[Fetched]:
    """Yield the articles of a web, some of them with a planted sentence behind their last line."""
    with web.labels.open(encoding="utf-8") as rows:
        groups = {row["url"].split("://", 1)[1]: row.get("duplicate_group") for row in map(json.loads, rows)}
    articles = (page for page in read_pages(web) if page.kind == "article" and page.text)
    for number, page in enumerate(articles):
        html, planted = decode_html(page.body, page.content_type).text, ""
        end = page.text.strip()[-8:]
        if number % EACH == 0 and html.count(end) == 1:
            planted = _planted(number)
            html = html.replace(end, f"{end}另留有{planted}，办公室电话{LANDLINE}。")
        yield Fetched(page.url, html, page.text, groups[page.url.split("://", 1)[1]] or page.url, planted)


def _planted(number: int) -> str:
    kinds = (
        f"138{number:08}",
        f"reader{number}@example.cn",
        f"车牌号浙A{number % 100_000:05}",
        f"身份证号{identity_number(f'33010619800105{number % 1000:03}')}",
        f"住址翠湖花园{number % 40 + 1}幢2单元{number % 9 + 1}01室",
    )
    return kinds[number // EACH % len(kinds)]


def identity_number(own: str) -> str:
    """Return an identity number: 17 digits with the check digit behind them."""
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return own + "10X98765432"[sum(int(a) * b for a, b in zip(own, weights, strict=True)) % 11]


def write_pages(pages: list[Fetched], work: Path) -> None:
    """Write pages as WARC and as JSON lines."""
    with (
        (work / "pages.warc").open("wb") as file,
        (work / "pages.jsonl").open("w", encoding="utf-8") as lines,
    ):
        writer = WARCWriter(file, gzip=False)
        for page in pages:
            headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], "HTTP/1.1")
            body = BytesIO(page.html.encode())
            writer.write_record(
                writer.create_warc_record(page.url, "response", payload=body, http_headers=headers)
            )
            lines.write(json.dumps({"id": page.url, "text": page.html}, ensure_ascii=False) + "\n")


def ours(work: Path) -> list[list[str]]:
    """Return the commands of our pipeline."""
    run = [sys.executable, "-m", "topiccrawl"]
    to = ["--topic", "partybuild", "--database", f"sqlite:///{work / 'corpus.db'}"]
    export = [*run, "export", *to, "--mask", "--columns", "url,text", "--out", str(work / "topiccrawl.jsonl")]
    return [[*run, "import", str(work / "pages.warc"), *to, "--keep-all"], export]


def unmasked(pages: list[Fetched], work: Path) -> dict[str, Any]:
    """Return how many planted sentences are not in our texts before they are masked."""
    _run([word for word in ours(work)[1] if word != "--mask"], work)
    kept = _texts(work / "topiccrawl.jsonl")
    planted = [(page, "".join(kept[page.url].split())) for page in pages if page.planted and page.url in kept]
    return {"planted, not extracted": sum(page.planted[-11:] not in text for page, text in planted)}


def measure(pages: list[Fetched], work: Path, commands: list[list[str]]) -> dict[str, Any]:
    """Run a pipeline, and count in what it kept."""
    used = [_run(command, work) for command in commands]
    (file,) = work.glob("*.kept" if "pipelines_peer" in commands[0][1] else "topiccrawl.jsonl")
    kept = _texts(file)
    groups = [page.group for page in pages if page.url in kept]
    score = scorer()
    planted = [(page, "".join(kept[page.url].split())) for page in pages if page.planted and page.url in kept]
    found = [page for page, text in planted if page.planted[-11:] in text]
    return {
        "pages": len(pages),
        "kept": len(groups),
        "duplicates left": len(groups) - len(set(groups)),
        "stories lost": len({page.group for page in pages} - set(groups)),
        "text F1": round(mean(score(p.text, kept[p.url]) for p in pages if p.url in kept), 4),
        "planted": len(planted),
        "personal data left": len(found),
        "landlines kept": sum(LANDLINE in text for _, text in planted),
        "CPU seconds": round(sum(seconds for seconds, _ in used), 1),
        "megabytes": round(max(kilobytes for _, kilobytes in used) / 1024),
    }


def _run(command: list[str], work: Path) -> tuple[float, int]:
    """Run a command, and return its processor seconds and kilobytes."""
    environment = os.environ | {"PYTHONPATH": str(PROJECT), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-c", USED, *command]
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    seconds, kilobytes = done.stdout.splitlines()[-1].split()
    return float(seconds), int(kilobytes)


def _texts(file: Path) -> dict[str, str]:
    """Return the texts of a file by URL, and delete it."""
    with file.open(encoding="utf-8") as lines:
        kept = {row["url"]: row["text"] for row in map(json.loads, lines)}
    file.unlink()
    return kept


if __name__ == "__main__":
    main()
