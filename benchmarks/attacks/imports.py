"""Hostile files for every command that imports a file: outcome, processor seconds and memory of each.

    python -m benchmarks.attacks.imports [--only WORD] [--name after]

Each attack writes files into a new folder and passes them to the command, which runs in a process with 8 GB
of address space and a limit of 30 processor seconds, or 300 seconds of wall-clock time. Outcomes:

refused      one line that names the file, or says that its texts are too few, exit code 1
read         exit code 0
code run     the file's own code ran: it created a marker folder
memory       a peak of more than 1.5 GB, or a MemoryError
hangs        not finished within the time limit
crash        a traceback, or killed by a signal

The figures of each --name are kept side by side in results/attacks-imports.json.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from benchmarks.attacks import resources, texts  # noqa: F401 - they register their attacks
from benchmarks.attacks.files import ATTACKS, MARKER
from benchmarks.measuring import arguments, show_rows, update_result
from benchmarks.processes import memory, processor_seconds
from topiccrawl.cli import app

_SECONDS = 30
_CLOCK_SECONDS = 300
"""Wall-clock limit for commands that wait; generous, since the machine may be busy."""
_ADDRESS_SPACE = 8 * 2**30
_MUCH_MEMORY = 1.5e9
_MB = 1_000_000


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--only", default="", help="only attacks whose name contains this")
    parser.add_argument("--name", default="after", help="key of the figures in the result file")
    args = parser.parse_args()
    dict(app.command().commands)  # imports all commands, before the processes are forked
    rows = {name: attacked(name) for name in ATTACKS if args.only in name}
    show_rows("attack", rows, ["outcome", "seconds", "megabytes"])
    outcomes = dict(Counter(row["outcome"] for row in rows.values()).most_common())
    print(outcomes)
    if not args.only:
        update_result("attacks-imports", {args.name: {"outcomes": outcomes, "attacks": rows}})


def attacked(name: str) -> dict[str, Any]:
    """Write the files of an attack and run the command on them."""
    with TemporaryDirectory() as work:
        folder = Path(work)
        code, said, seconds, peak = _run(ATTACKS[name](folder), folder)
        outcome = _outcome(code, said, peak, folder)
    lines = said.strip().splitlines()
    row = {
        "outcome": outcome,
        "seconds": round(seconds, 1),
        "megabytes": peak // _MB,
        "said": lines[-1].replace(work, "")[:200] if lines else "",
    }
    print(name, row, flush=True)
    return row


def _outcome(code: int | None, said: str, peak: int, folder: Path) -> str:
    if any(folder.rglob(MARKER)):
        return "code run"
    if peak > _MUCH_MEMORY or "MemoryError" in said:
        return "memory"
    if code is None:
        return "hangs"
    lines = said.strip().splitlines()
    if code == 0:
        return "read"
    one_line = code == 1 and len(lines) == 1 and lines[0].startswith("topiccrawl:")
    says_why = bool(lines) and (str(folder) in lines[0] or "use more texts" in lines[0])
    return "refused" if one_line and says_why and len(lines[0]) < 2000 else "crash"


def _run(arguments: Sequence[str], folder: Path) -> tuple[int | None, str, float, int]:
    """Return exit code (None: it hangs), output, processor seconds and peak memory in bytes."""
    start = time.monotonic()
    pid = os.fork()  # the command's modules are loaded already
    if not pid:
        _exec_command(arguments, folder)
    peak, seconds, ended = 0, 0.0, (0, 0)
    while not ended[0] and seconds < _SECONDS and time.monotonic() - start < _CLOCK_SECONDS:
        peak = max(peak, int(memory(pid, "VmHWM") * 2**20))
        seconds = max(seconds, processor_seconds(pid))
        time.sleep(0.02)
        ended = os.waitpid(pid, os.WNOHANG)
    if not ended[0]:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    said = (folder / "stderr").read_text("utf-8", "replace")
    code = os.waitstatus_to_exitcode(ended[1]) if ended[0] else None
    return code, said, seconds, peak


def _exec_command(arguments: Sequence[str], folder: Path) -> NoReturn:
    code = 70
    try:
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(0, 1)
        os.dup2(os.open(folder / "stderr", os.O_WRONLY | os.O_CREAT), 2)
        os.chdir(folder)
        os.environ["TOPICCRAWL_CACHE_DIR"] = str(folder / "cache")
        os.environ["TOPICCRAWL_RESOURCES_DIR"] = str(folder / "imported")
        resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
        code = app.run(arguments)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
