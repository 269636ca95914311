"""Workbooks whose reader takes too much memory or ends its process.

    python -m benchmarks.attacks.binaries [memory] [signal]

A harmless stand-in takes the place of the library that reads workbooks, in a folder before all others:
whatever the file holds, it takes 1.8 GB (memory) or ends its process by a signal (signal). With it a process
reads a list of sites, as `-a sites=FILE` does, and the served administration pages get an upload.

exit         of the process that reads the list; below 0: by that signal
MB           peak memory of that process, without its children
says         its last line
upload       status of the answer to the upload; 0: no answer
pages go on  whether the pages answer afterwards

Only the figures of the sets that ran are replaced in results/attacks-binaries.json.
"""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]

from benchmarks.attacks.logins import Served, served
from benchmarks.measuring import add_sets, arguments, update_result, work_folder

STAND_INS = {
    "memory": "    taken = bytearray(1_800_000_000)\n",
    "signal": "    import os, signal\n    os.kill(os.getpid(), signal.SIGSEGV)\n",
}
"""What the library does when it opens a workbook."""
_EMPTY_BOOK = """
    class Book:
        def get_sheet_by_index(self, number):
            return self

        def iter_rows(self):
            return iter([["http://a.example.cn/"]])

    return Book()
"""
_READS = """
import resource, sys
from topiccrawl.access.starts.site_lists import read_sites
try:
    said = f"{len(read_sites(sys.argv[1]))} sites"
except Exception as error:
    said = str(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, said)
"""
_BOUNDARY = "a-boundary-that-no-file-has"


def attacked(name: str, work: Path) -> dict[str, Any]:
    """Read a list of sites, and upload one, with a stand-in for the library."""
    library = work / "library"
    library.mkdir()
    (library / "python_calamine.py").write_text(f"def load_workbook(file):\n{STAND_INS[name]}{_EMPTY_BOOK}")
    paths = os.pathsep.join((str(library), str(Path.cwd())))
    file = work / "sites.xlsx"
    file.write_bytes(_workbook())
    environment = {**os.environ, "PYTHONPATH": paths}
    command = [sys.executable, "-c", _READS, str(file)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    peak, _, said = done.stdout.strip().partition(" ")
    with served(work, library) as pages:
        status = _uploaded(pages, file.read_bytes())
        with suppress(OSError, http.client.HTTPException):
            pages.seconds_of_a_page("")
            return _row(done.returncode, peak, said, status, goes_on=True)
    return _row(done.returncode, peak, said, status, goes_on=False)


def _row(code: int, peak: str, said: str, status: int, *, goes_on: bool) -> dict[str, Any]:
    # The path of the file is that of a temporary folder.
    said = said.rpartition("sites.xlsx: ")[2]
    return {"exit": code, "MB": peak or "-", "says": said, "upload": status, "pages go on": goes_on}


def _workbook() -> bytes:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.add_worksheet().write_string(0, 0, "http://a.example.cn/")
    return out.getvalue()


def _uploaded(pages: Served, data: bytes) -> int:
    """Return the status of an upload of topic words as a guide's first screen takes them; 0: no answer."""
    session = pages.session()
    html = pages.text("/topics/new/1", session)
    token = re.search(r'name="token" value="([0-9a-f]+)"', html)
    assert token is not None
    fields = {"token": token[1], "name": "x", "words": "党建", "go": "next"}
    parts = [
        f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = 'Content-Disposition: form-data; name="file"; filename="w.xlsx"\r\n\r\n'
    parts += [f"--{_BOUNDARY}\r\n{head}".encode(), data, f"\r\n--{_BOUNDARY}--\r\n".encode()]
    return pages.post("/topics/new/1", session, b"".join(parts), f"multipart/form-data; boundary={_BOUNDARY}")


def main() -> None:
    """Run the sets."""
    parser = arguments(__doc__)
    add_sets(parser, STAND_INS)
    args = parser.parse_args()
    for name in args.sets:
        with work_folder() as work:
            found = attacked(name, work)
        print(name, found, flush=True)
        update_result("attacks-binaries", {name: found})


if __name__ == "__main__":
    main()
