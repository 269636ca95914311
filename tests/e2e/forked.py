"""`scrapy` in processes forked from one that has imported what a crawl needs, which saves most of a start.

Each is a process of its own, with arguments, environment and output as from a shell. Tests of the start itself, and those
of environment variables and terminals, start `scrapy` from nothing.
"""

from __future__ import annotations

import os
import runpy
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from forks import forks


class ForkedScrapy:
    """A running `scrapy` with some arguments, in a folder and an environment."""

    def __init__(self, words: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
        descriptor, name = tempfile.mkstemp(prefix="scrapy-", suffix=".log")
        os.close(descriptor)
        self._output = Path(name)
        self._process = forks().Process(
            target=_run,
            args=(list(words), folder, dict(variables), name),
            daemon=True,  # ended together with the tests, should one fail before it calls `end`
        )
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.is_alive()

    @property
    def output(self) -> str:
        """What it has written so far."""
        return self._output.read_text(encoding="utf-8", errors="replace")

    def end(self, patience: float) -> tuple[int, str]:
        """Return the exit code, negative after a signal, and the output.

        Raises:
            TimeoutError: it did not end, and was killed.
        """
        self._process.join(patience)
        ended = not self._process.is_alive()
        if not ended:
            self._process.kill()
            self._process.join()
        output = self._output.read_text(encoding="utf-8", errors="replace")
        self._output.unlink()
        if not ended:
            raise TimeoutError(f"it did not end in {patience} s: {output[-2000:]}")
        assert self._process.exitcode is not None
        return self._process.exitcode, output


def _run(words: Sequence[str], folder: Path, variables: Mapping[str, str], output: str) -> None:
    """Run `python -m scrapy` in the forked process."""
    descriptor = os.open(output, os.O_WRONLY | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(descriptor, stream.fileno())
    os.close(descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.path[:0] = [str(folder), *variables.get("PYTHONPATH", "").split(os.pathsep)]
    sys.modules.pop("topiccrawl.settings", None)  # some defaults are read from the environment
    sys.argv = ["scrapy", *words]
    runpy.run_module("scrapy", run_name="__main__", alter_sys=True)
