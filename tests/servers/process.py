"""A server of the tests: a process of our own on a free port of loopback, with a private data directory."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

SBIN = "/usr/sbin:/usr/local/sbin:/sbin"


class MissingServer(Exception):
    """The machine has no such server; the message names the program."""


def program(*names: str) -> str:
    """Path of the first program that is installed; also looks where daemons live."""
    for name in names:
        if found := shutil.which(name) or shutil.which(name, path=SBIN):
            return found
    raise MissingServer(f"{names[0]} is not installed")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """What the servers have in common; a subclass says how to start one and when it is ready."""

    name: str
    patience = 30.0

    def __init__(self) -> None:
        self.port = free_port()
        # Short, as the path of a socket may have no more than 107 characters.
        self.folder = Path(tempfile.mkdtemp(prefix=f"{self.name}-"))
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def is_ready(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Start, or start again on the same port and data, and wait until it answers."""
        with (self.folder / "output").open("ab") as output:
            self._process = subprocess.Popen(self.command(), stdout=output, stderr=output, cwd=self.folder)
        end = time.monotonic() + self.patience
        while not self.is_ready():
            if self._process.poll() is not None or time.monotonic() > end:
                told = (self.folder / "output").read_text(errors="replace")[-2000:]
                self.kill()
                raise RuntimeError(f"{self.name} did not start:\n{told}")
            time.sleep(0.05)

    def pause(self) -> None:
        """The server keeps its connections but answers nothing."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """End at once, as a power cut would; `start` brings it back with its data."""
        self._signal(signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        """End in order and remove the data."""
        self.resume()
        self._signal(signal.SIGTERM)
        self._wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _signal(self, number: int) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    def _wait(self) -> None:
        if self._process is not None:
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
