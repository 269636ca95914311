"""A real proxy on loopback."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Self

import pytest


class Tinyproxy:
    """Runs while its `with` block runs.

    Attributes:
        url: its URL.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._program = shutil.which("tinyproxy")
        if self._program is None:
            pytest.skip("tinyproxy is not installed")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._port = port
        self._log = folder / f"{name}.log"
        self._conf = folder / f"{name}.conf"
        self._conf.write_text(
            f'Port {port}\nListen 127.0.0.1\nTimeout 20\nLogFile "{self._log}"\nLogLevel Connect\nMaxClients 50\n'
        )
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._process = subprocess.Popen([str(self._program), "-d", "-c", str(self._conf)])
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with socket.socket() as asking:
                if not asking.connect_ex(("127.0.0.1", self._port)):
                    return self
            time.sleep(0.02)
        raise TimeoutError("tinyproxy does not listen")

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """Let it die."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def requests(self) -> int:
        """How many requests it has passed on."""
        return self._log.read_text().count("Request (file descriptor")
