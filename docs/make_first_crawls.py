"""Write `docs/first-crawls.md`: three crawls of the demo web as a user sees them on a terminal.

    python docs/make_first_crawls.py

Every screen is that of a real `topiccrawl crawl` in a pseudo-terminal of 100 columns, after its end.
"""

from __future__ import annotations

import fcntl
import os
import pty
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Mapping
from pathlib import Path

import pyte

from topiccrawl.demo.articles import load_articles
from topiccrawl.demo.run import crawl_environment
from topiccrawl.demo.server import DemoServer
from topiccrawl.demo.web import build_web

PAGE = Path(__file__).with_name("first-crawls.md")
ROOT = Path(__file__).parents[1]
COLUMNS, ROWS = 100, 60
OFFLINE = {"PYTHONPATH": str(ROOT / "tests" / "e2e" / "offline")}
ENGLISH = {"LC_ALL": "C.UTF-8"}
"""The language of the page."""
COMMAND = "topiccrawl crawl partybuild"
FAST = "-s DOWNLOAD_DELAY=0 -s AUTOTHROTTLE_ENABLED=False -s TOPICCRAWL_ALLOW_PRIVATE=True"


def main() -> None:
    """Crawl three times and write the page."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        parts = [_off_line(folder), *_on_line(folder)]
    PAGE.write_text(_HEAD.format(columns=COLUMNS) + "\n".join(parts), encoding="utf-8")


def _off_line(folder: Path) -> str:
    variables = crawl_environment("") | OFFLINE | ENGLISH
    variables = {name: value for name, value in variables.items() if not name.endswith("_proxy")}
    seen = _seen(COMMAND, folder, variables)
    again = _seen(COMMAND, folder, variables)
    shutil.rmtree(folder)
    folder.mkdir()
    return _OFF_LINE.format(seen=seen, again=again)


def _on_line(folder: Path) -> list[str]:
    web = build_web(load_articles())
    seeds = ",".join(web.homes)
    with DemoServer(web) as server:
        variables = crawl_environment(server.proxy_url) | ENGLISH
        command = f"{COMMAND} --seeds {seeds} {FAST}"
        good = _seen(command, folder, variables, "topiccrawl crawl partybuild --seeds ...")
        shutil.rmtree(folder)
        folder.mkdir()
        asked = len(server.requests)
        process = subprocess.Popen(  # noqa: S603 - likewise
            _words(command), cwd=folder, env=variables, stderr=subprocess.DEVNULL
        )
        while len(server.requests) < asked + 90:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        again = _seen(command, folder, variables, "topiccrawl crawl partybuild --seeds ...")
    return [_GOOD.format(seen=good), _KILLED.format(seen=again)]


def _words(command: str) -> list[str]:
    return [sys.executable, "-m", *command.split()]


def _seen(command: str, folder: Path, variables: Mapping[str, str], shown: str = "") -> str:
    """Return the final screen of a command, with the command above it and the exit code below."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    process = subprocess.Popen(  # noqa: S603 - likewise
        _words(command),
        cwd=folder,
        env={**variables, "TERM": "xterm-256color"},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    while True:
        try:
            some = os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
        stream.feed(some)
    os.close(ours)
    # A wide character takes two cells, the second of which is empty.
    lines = [line.rstrip() for line in screen.display]
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join([f"$ {shown or command}", *lines, f"$ echo $?\n{process.wait()}"])


_HEAD = """\
# Three first crawls

These are real screens, written by `python docs/make_first_crawls.py`; do not edit them. On a terminal the
live line is updated while the crawl runs; here it is shown as it was at the end. In a pipe or with
`--logfile` the same numbers are a log line each minute, and the summary is the last record of the log. These
screens have {columns} columns, which breaks long lines of the log; a pipe or a file has them whole. Times and
speeds are those of the machine that made them, which may be busy: an idle one takes seconds.

| word | meaning |
| --- | --- |
| seed | a page where the crawl starts; the topic names them, or `--seeds` |
| fetched | HTML pages that were downloaded; each is kept, a duplicate, a list or dropped |
| kept | pages about the topic, in the corpus |
| duplicates | pages with the title or text of another page; stored, but left out of exports |
| lists | home and list pages: only their links are used |
| dropped | pages that are not about the topic, or have no text; the summary counts them by reason |
| harvest | kept pages and duplicates as a share of the fetched ones |
| waiting | links that are worth a visit and were not visited yet |
| errors | links that gave no page, such as 404 or a host that does not answer |
| dead letters | links that were given up and may be put back: `topiccrawl frontier requeue` |

"""

_OFF_LINE = """\
## Without a network

No host can be resolved, so the exit code is 1 and the summary begins with the likely cause.

```text
{seen}
```

The seeds are dead letters now. The same command again has nothing to do and says so:

```text
{again}
```
"""

_GOOD = """\
## A crawl that goes well

The seeds are those of a small web on this machine (`topiccrawl demo`), so private addresses are allowed.

```text
{seen}
```

`fetched` is the sum of the numbers after it. `topiccrawl frontier explain -t partybuild URL` says what became
of a single link and its page.
"""

_KILLED = """\
## A crawl that was killed and continues

After a SIGKILL at the ninetieth request the same command continues where the crawl was. Pages in flight at
the kill are fetched again; nothing is lost or stored twice.

```text
{seen}
```
"""


if __name__ == "__main__":
    main()
