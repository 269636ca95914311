"""A program in a real pseudo-terminal, with what stands on its screen."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence

import pyte

ROWS, COLUMNS = 16, 100


class Terminal:
    """What a user sees and types.

    Attributes:
        screen: the characters and their colours.
    """

    def __init__(self, process: int, master: int, rows: int, columns: int) -> None:
        self.process = process
        self._master = master
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.status: int | None = None

    def lines(self) -> list[str]:
        """The lines on the screen, right ends stripped; wide characters once."""
        return [line.rstrip() for line in self.screen.display]

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self._master, keys.encode())

    def until(self, seen: Callable[[list[str]], bool], seconds: float = 60) -> list[str]:
        """Read what the program writes until the screen is as wanted; fails with the screen otherwise."""
        end = time.monotonic() + seconds
        while not seen(self.lines()):
            assert time.monotonic() < end, "\n".join(self.lines())
            self.read(0.1)
        return self.lines()

    def ended(self, seconds: float = 20) -> int:
        """Wait for the end of the program; gives its exit status."""
        end = time.monotonic() + seconds
        while self.status is None:
            assert time.monotonic() < end, "\n".join(self.lines())
            self.read(0.05)
            found, status = os.waitpid(self.process, os.WNOHANG)
            if found:
                self.status = os.waitstatus_to_exitcode(status)
        while self.read(0.1):
            pass
        return self.status

    def kill(self) -> None:
        """End the program at once, as a crash would."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        self.status = -9

    def read(self, seconds: float) -> bool:
        """Take in what the program writes within some time; says whether there was anything."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            written = os.read(self._master, 65536)
        except OSError:  # the other side is closed
            return False
        if b"\x1b[6n" in written:  # where is the cursor?
            self.type(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        self._stream.feed(written)
        return bool(written)


@contextlib.contextmanager
def terminal(arguments: Sequence[str], rows: int = ROWS, columns: int = COLUMNS) -> Iterator[Terminal]:
    """Run `python ARGUMENTS` in a pseudo-terminal of that size."""
    command = [sys.executable, *arguments]
    environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    process, master = pty.fork()
    if not process:  # the child
        os.execve(command[0], command, environment)  # noqa: S606
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    opened = Terminal(process, master, rows, columns)
    try:
        yield opened
    finally:
        if opened.status is None:
            opened.kill()
        os.close(master)
