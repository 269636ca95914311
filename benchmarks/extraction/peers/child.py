"""A tool in a child process of the interpreter that has it."""

from __future__ import annotations

import json
import os
import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any

from benchmarks.measuring import PROJECT

SCRIPT = Path(__file__).with_name("tools.py")


class MissingToolError(Exception):
    """The interpreter does not have the tool; the message is the reason."""


class Child:
    """A tool that reads pages, as a context manager.

    Attributes:
        version: version of its package.
    """

    def __init__(self, python: str, name: str) -> None:
        """Start the child.

        Raises:
            MissingToolError: the interpreter does not have the tool.
        """
        self._process = subprocess.Popen(
            [python, str(SCRIPT), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            cwd=SCRIPT.parent,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
        )
        first = self._answer()
        if "missing" in first:
            self.close()
            raise MissingToolError(first["missing"])
        self.version: str = first["version"]

    def read(self, html: str, body: bytes, url: str | None) -> dict[str, Any]:
        """Return what the tool finds on a page, see `tools`."""
        assert self._process.stdin is not None
        page = {"html": html, "bytes": b64encode(body).decode(), "url": url}
        self._process.stdin.write(json.dumps(page) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline() or '{"missing": "it ended"}')
        return answer

    def close(self) -> None:
        """End the child."""
        with self._process:  # closes its pipes and waits
            pass
