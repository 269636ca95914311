"""`scrapy` and `topiccrawl` in processes forked from one that has imported what a crawl needs: a start from nothing
takes three seconds of processor time more.

Each is a process of its own, with arguments, environment and output as from a shell. Tests of the start itself and of
modules that are hidden start them from nothing.
"""

from __future__ import annotations

import importlib
import os
import runpy
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from forks import forks

from topiccrawl import settings


class Forked:
    """A running `python -m WORDS` in a folder and an environment, perhaps with bytes on its standard input."""

    def __init__(
        self,
        words: Sequence[str],
        folder: Path,
        variables: Mapping[str, str],
        typed: bytes = b"",
        log: Path | None = None,
    ) -> None:
        if log is None:
            descriptor, name = tempfile.mkstemp(prefix="crawl-", suffix=".log")
            os.close(descriptor)
            log = Path(name)
        self._output = log
        self._process = forks().Process(
            target=_run,
            args=(list(words), folder, dict(variables), typed, str(log)),
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
    def returncode(self) -> int | None:
        """The exit code, negative after a signal; None while it runs."""
        return self._process.exitcode

    @property
    def output(self) -> str:
        """What it has written so far."""
        return self._output.read_text(encoding="utf-8", errors="replace")

    def wait(self, patience: float) -> int | None:
        """Wait for its end; return the exit code."""
        self._process.join(patience)
        return self.returncode

    def end(self, patience: float) -> tuple[int, str]:
        """Return the exit code and the output.

        Raises:
            TimeoutError: it did not end, and was killed.
        """
        ended = self.wait(patience) is not None
        if not ended:
            self._process.kill()
            self._process.join()
        output = self.output
        self._output.unlink()
        if not ended:
            raise TimeoutError(f"it did not end in {patience} s: {output[-2000:]}")
        assert self._process.exitcode is not None
        return self._process.exitcode, output


def _run(words: Sequence[str], folder: Path, variables: Mapping[str, str], typed: bytes, output: str) -> None:
    """Run `python -m WORDS` in the forked process."""
    descriptor = os.open(output, os.O_WRONLY | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(descriptor, stream.fileno())
    os.close(descriptor)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    if typed:
        with tempfile.TemporaryFile() as file:
            file.write(typed)
            file.seek(0)
            os.dup2(file.fileno(), 0)
        sys.stdin = os.fdopen(0, encoding="utf-8")
    os.chdir(folder)
    sys.path[:0] = [str(folder), *variables.get("PYTHONPATH", "").split(os.pathsep)]
    _run_module(words, variables)


def _run_module(words: Sequence[str], variables: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(variables)
    importlib.reload(settings)  # some defaults are read from the environment
    sys.argv = list(words)
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def execve(_python: str, command: Sequence[str], variables: Mapping[str, str]) -> NoReturn:
    """Go on as `python -m WORDS` without a new interpreter: `os.execve` in forked processes."""
    _run_module(command[2:], variables)
    sys.exit()


class Child:
    """`python -m WORDS`, forked from this process, which has one thread: `subprocess.Popen` of `topiccrawl watch`."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self.pid = os.fork()
        if not self.pid:
            code: object = 1
            try:
                execve(command[0], command, env)
            except SystemExit as ended:
                code = ended.code or 0
            finally:
                sys.stdout.flush()
                os._exit(code if isinstance(code, int) else 1)

    def wait(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)
