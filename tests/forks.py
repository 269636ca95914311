"""Processes forked from one that has imported what a crawl needs."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import IO, Any
from unittest import mock

_SERVER = "TESTS_FORK_SERVER"
"""The variable with the address of a server of forks that the processes of xdist share."""


def share_forks() -> None:
    """Start the server for all processes that this one starts: it takes four seconds of processor time."""
    forks()
    server: Any = forkserver._forkserver
    # From Python 3.14 on, only the process that started a server has its key.
    if not hasattr(server, "_forkserver_authkey"):
        os.environ[_SERVER] = str(server._forkserver_address)


@cache
def forks() -> ForkServerContext:
    """Return what makes such processes; the processes of a run of tests have one server of forks."""
    context = multiprocessing.get_context("forkserver")
    if address := os.environ.get(_SERVER):
        server: Any = forkserver._forkserver
        server._forkserver_address, server._forkserver_alive_fd = address, os.open(os.devnull, os.O_RDONLY)
        server.ensure_running = resource_tracker.ensure_running  # it is no child of this process
        return context
    context.set_forkserver_preload(
        ["topiccrawl.spiders.topic", "pymysql", *sorted(set(_components())), "servers.warm_start"]
    )
    # Python 3.11 does not tell the server where the tests are.
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    with mock.patch.dict(os.environ, PYTHONPATH=os.pathsep.join(paths)):
        forkserver.ensure_running()
    return context


def _components() -> Iterator[str]:
    """Yield the modules of the classes that Scrapy's and our settings name."""
    from scrapy.settings import default_settings

    from topiccrawl import settings

    for name, value in [*vars(default_settings).items(), *vars(settings).items()]:
        paths = [*value, *value.values()] if isinstance(value, dict) else [value]
        for path in paths:
            if name.isupper() and str(path).startswith(("scrapy.", "topiccrawl.")) and "MODULE" not in name:
                yield str(path).rpartition(".")[0]


class ForkedPython:
    """`python ARGUMENTS` with pipes of text, used as `subprocess.Popen` is, without the second that its imports take.

    Args:
        arguments: `-c CODE`, `-m MODULE` or a script, and what follows.
        variables: its environment; None: that of this process.
        binary: whether its pipes are of bytes.
    """

    def __init__(
        self, *arguments: object, variables: Mapping[str, str] | None = None, binary: bool = False
    ) -> None:
        (read, write), *others = (forks().Pipe(duplex=False) for _ in range(3))
        theirs, ours = (read, *(one for _, one in others)), (write, *(one for one, _ in others))
        self._process = forks().Process(
            target=_run, args=([*map(str, arguments)], dict(variables or os.environ), theirs), daemon=True
        )
        self._process.start()
        for end in theirs:
            end.close()
        self.stdin, self.stdout, self.stderr = (
            os.fdopen(os.dup(end.fileno()), f"{mode}b" if binary else mode)
            for end, mode in zip(ours, "wrr", strict=True)
        )
        for end in ours:
            end.close()
        self.pid = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def end(self) -> int:
        """Wait for its end and return the exit code."""
        self.communicate()
        return self.wait()

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None, "it has not ended in time"
        return self._process.exitcode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Return what is left of its output and errors, and wait for its end."""
        if not self.stdin.closed:
            with suppress(BrokenPipeError):
                self.stdin.close()
        said = ["" if one.closed else one.read() for one in (self.stdout, self.stderr)]
        self.wait(timeout)
        self.stdout.close()
        self.stderr.close()
        return said[0], said[1]


class ForkedCommand:
    """`python -m WORDS` that writes to a file, used as `subprocess.Popen` is by the administration pages."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        stdout: IO[bytes],
        env: Mapping[str, str],
        pass_fds: Sequence[int],
        **_: object,
    ) -> None:
        with Path(os.devnull).open() as nothing:
            numbers = (nothing.fileno(), stdout.fileno(), stdout.fileno(), *pass_fds)
            ends = tuple(Connection(os.dup(number)) for number in numbers)
        self._process = forks().Process(target=_command, args=([*command[1:]], dict(env), ends), daemon=True)
        self._process.start()
        for end in ends:
            end.close()

    def poll(self) -> int | None:
        return self._process.exitcode

    def terminate(self) -> None:
        self._process.terminate()


def reader_of_files(command: Sequence[str], *, env: Mapping[str, str], **_: object) -> ForkedPython:
    """Start the child of `read_in_child`, forked: `subprocess.Popen` there."""
    child = ForkedPython(*command[command.index("-c") :], variables=env, binary=True)
    child.stderr.close()
    return child


def _command(arguments: list[str], variables: dict[str, str], ends: tuple[Connection, ...]) -> None:
    """Do the same in a session of its own; ends that nobody uses stay open."""
    os.setsid()
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # it may have children
    _run(arguments, variables, ends[:3])


def _run(arguments: list[str], variables: dict[str, str], ends: tuple[Connection, ...]) -> None:
    """Run `python ARGUMENTS` in the forked process."""
    for descriptor, end in enumerate(ends):
        os.dup2(end.fileno(), descriptor)
        end.close()
    sys.stdin = os.fdopen(0)
    os.environ.clear()
    os.environ.update(variables)
    how, *rest = arguments
    if how == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif how == "-c":
        sys.argv = ["-c", *rest[1:]]
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = arguments
        runpy.run_path(how, run_name="__main__")
