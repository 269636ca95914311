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

    Args:
        folder: for its configuration and its log.
        name: of these files, and of the proxy in the header `Via`.
        login: user and password that it demands, as `user:password`.

    Attributes:
        url: its URL, with the login.
    """

    def __init__(self, folder: Path, name: str, login: str = "") -> None:
        self._program = shutil.which("tinyproxy")
        if self._program is None:
            pytest.skip("tinyproxy is not installed")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://{login}@127.0.0.1:{port}" if login else f"http://127.0.0.1:{port}"
        self._port = port
        self._log = folder / f"{name}.log"
        self._conf = folder / f"{name}.conf"
        lines = [
            f"Port {port}",
            "Listen 127.0.0.1",
            "Timeout 20",
            f'LogFile "{self._log}"',
            "LogLevel Connect",
            "MaxClients 50",
            f'ViaProxyName "{name}"',
            *([f"BasicAuth {login.replace(':', ' ')}"] if login else []),
        ]
        self._conf.write_text("\n".join(lines) + "\n")
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
