"""Hostile files for everything that imports a file: what each comes to, how long it takes, and its memory.

    python -m benchmarks.attack_imports [--only WORD] [--name after]

Each attack makes files in a folder of its own and gives them to the command, in a process of its own with
8 GB of address space and half a minute of time. Outcomes:

refused      one line that names the file, exit code 1
read         exit code 0
code run     the file has made a folder that only its own code could make
memory       more than 1.5 GB at its peak, or an end for lack of memory
hangs        not through after half a minute
crash        a traceback, or an end by a signal

The results of each name are kept side by side in results/attack_imports.json.
"""

from __future__ import annotations

import argparse
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

from benchmarks.hostile_files import ATTACKS, MARKER
from benchmarks.measuring import replace_results, show_table
from topiccrawl.cli import app

_SECONDS = 30
_ADDRESS_SPACE = 8 * 2**30
_MUCH_MEMORY = 1.5e9
_MB = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="attacks whose name holds this")
    parser.add_argument("--name", default="after", help="under which the results are kept")
    args = parser.parse_args()
    dict(app.command().commands)  # imports all commands, before the processes are forked
    rows = {name: attacked(name) for name in ATTACKS if args.only in name}
    columns = ["outcome", "seconds", "megabytes"]
    show_table(["attack", *columns], [[name, *(row[key] for key in columns)] for name, row in rows.items()])
    outcomes = dict(Counter(row["outcome"] for row in rows.values()).most_common())
    print(outcomes)
    if not args.only:
        replace_results("attack_imports", {args.name: {"outcomes": outcomes, "attacks": rows}})


def attacked(name: str) -> dict[str, Any]:
    """Make the files of an attack and give them to the command."""
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
    told = code == 1 and len(lines) == 1 and lines[0].startswith("topiccrawl:")
    return "refused" if told and str(folder) in lines[0] and len(lines[0]) < 2000 else "crash"


def _run(arguments: Sequence[str], folder: Path) -> tuple[int | None, str, float, int]:
    """Exit code (None: it hangs), what was said, seconds, and peak of memory."""
    start = time.monotonic()
    pid = os.fork()  # the command's modules are loaded already
    if not pid:
        _be_the_command(arguments, folder)
    peak, ended = 0, (0, 0)
    while not ended[0] and time.monotonic() - start < _SECONDS:
        peak = max(peak, _memory(pid))
        time.sleep(0.02)
        ended = os.waitpid(pid, os.WNOHANG)
    if not ended[0]:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    said = (folder / "stderr").read_text("utf-8", "replace")
    code = os.waitstatus_to_exitcode(ended[1]) if ended[0] else None
    return code, said, time.monotonic() - start, peak


def _be_the_command(arguments: Sequence[str], folder: Path) -> NoReturn:
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


def _memory(pid: int) -> int:
    """Peak of the resident memory of a process so far, in bytes."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")), "0")
    return int(found) * 1024


if __name__ == "__main__":
    main()
