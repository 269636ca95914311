"""Servers for tests: processes on free loopback ports, each with its own data directory."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

SBIN = "/usr/sbin:/usr/local/sbin:/sbin"
MEMORY = Path("/dev/shm")
"""A file system in memory, on Linux."""


class MissingServer(Exception):
    """The machine lacks a server; the message names the program."""


def program(*names: str) -> str:
    """Return the path of the first installed program, also from the directories of daemons."""
    for name in names:
        if found := shutil.which(name) or shutil.which(name, path=SBIN):
            return found
    raise MissingServer(f"{names[0]} is not installed")


def data_folder(name: str, room: int = 2**30) -> Path:
    """Return a new data directory, in memory if there is room for so many bytes.

    In memory no commit waits for a disk. The data still outlive a killed server, which is all that tests do.
    """
    in_memory = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > room
    # A short path: a socket's may have at most 107 characters.
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=MEMORY if in_memory else None))


def free_port() -> int:
    """Return a port that is free at every address, as sites with several loopback hosts need it."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A server process; a subclass defines its command and when it is ready."""

    name: str
    patience = 30.0

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = data_folder(self.name)
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def is_ready(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Start, or restart on the same port and data, and wait until the server answers."""
        with (self.folder / "output").open("ab") as log:
            self._process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd=self.folder)
        end = time.monotonic() + self.patience
        while not self.is_ready():
            if self._process.poll() is not None or time.monotonic() > end:
                output = (self.folder / "output").read_text(errors="replace")[-2000:]
                self.kill()
                raise RuntimeError(f"{self.name} did not start:\n{output}")
            time.sleep(0.05)

    def pause(self) -> None:
        """Stop the process: connections stay open but get no answer."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill the process; `start` restarts it with its data."""
        self._signal(signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        """Shut down and remove the data."""
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
