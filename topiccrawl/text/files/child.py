"""Read files that others made in a child process, with limits on memory, time and output.

A library that unpacks what a stranger uploads may take all memory, never come to an end, or bring its process
down. Here that is the end of a child, and an error for one file. Nothing that the child sends is executed: it
answers in JSON, a line for each value.

A child takes some 150 ms to start, and the reader's libraries on top. `read_in_child` waits for it: a crawl
calls it in a thread.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from topiccrawl.errors import TopiccrawlError
from topiccrawl.messages import Message, message, said
from topiccrawl.text.progress import listen_to_progress, report_progress

_ROW, _PROGRESS, _ERROR, _END = b"r", b"p", b"e", b"."
"""First byte of each line of an answer; without the last line the child did not finish."""
_NO_MEMORY = b"m"
_MB = 2**20
_LONGEST = 256 * _MB
"""Bytes of one value, where the output has no limit."""
_INHERITED = re.compile(
    r"PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|LD_LIBRARY_PATH|SYSTEMROOT|TOPICCRAWL_CACHE_DIR|OPENBLAS_\w+"
)
"""Environment variables that a child gets: none that may hold a password."""
_TEMPLATE = re.compile(r"(?:[^{}]|\{\{|\}\}|\{\w+(?:!r)?(?::,)?\})*")
"""Messages that the parent formats: with a width or precision, a child could make a text of any length."""
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from topiccrawl.text.files.child import serve; serve()"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may take.

    Attributes:
        memory: bytes beyond what it has after loading the reader (POSIX only).
        seconds: between two values, and until the first one.
        processor: seconds of the processor in all (POSIX only).
        output: bytes of its answer; None: as many as it sends.
        files: bytes of a file that it writes (POSIX only).
    """

    memory: int = 512 * _MB
    seconds: float = 30.0
    processor: float = 60.0
    output: int | None = 128 * _MB
    files: int = 0


class ChildError(ValueError):
    """A file was not read: the reader refused it, and the message says why."""


class LimitError(ChildError):
    """The reader's process ended or was ended; the message does not name the file."""


Reader = Callable[..., Iterable[Any]]


def read_in_child(reader: Reader, *arguments: object, limits: Limits | None = None) -> Iterator[Any]:
    """Yield what a reader yields in a process of its own.

    Args:
        reader: a function of a module. It yields what JSON can hold; dates become texts in ISO format.
        arguments: its arguments, paths or bytes.
        limits: what it may take.

    Raises:
        ChildError: the reader raised `ValueError`, `OSError` or an error of topiccrawl, whose message this
            one has.
        LimitError: the child went over a limit, or died.
    """
    limits = limits or Limits()
    # `scrapy crawl` and scrapyd have paths that a new interpreter lacks, such as that of an egg.
    paths = json.dumps([path or str(Path.cwd()) for path in sys.path])
    environment = {name: value for name, value in os.environ.items() if _INHERITED.fullmatch(name)}
    process = subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-P", "-B", "-c", _START, paths],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**environment, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    watch = _Watch(process, limits.seconds)
    try:
        with suppress(BrokenPipeError), process.stdin as stdin:
            pickle.dump((limits, reader, arguments), stdin)
        yield from _answers(process.stdout, watch, limits)
    finally:
        watch.end()
        process.kill()
        process.stdout.close()
        process.wait()


def _answers(answer: IO[bytes], watch: _Watch, limits: Limits) -> Iterator[Any]:
    """Yield the values of an answer; raises a `ChildError` when it is an error or has no end."""
    received = 0
    # No line is read beyond a limit: it may be one without an end.
    while line := answer.readline(_LONGEST if limits.output is None else limits.output - received + 1):
        received += len(line)
        if limits.output is not None and received > limits.output:
            raise LimitError(message("it has more than {count} MB of content", count=limits.output // _MB))
        watch.start_again()
        kind, content = line[:1], line[1:]
        if kind == _END or not line.endswith(b"\n"):
            break
        if kind == _NO_MEMORY:
            raise LimitError(_too_much(limits))
        try:
            value = json.loads(content)
            error = ChildError(_restored(*value)) if kind == _ERROR else None
            progress = (str(value[0]), int(value[1]), int(value[2])) if kind == _PROGRESS else None
        except (ValueError, RecursionError, TypeError, IndexError):
            raise LimitError(message("its reader sent what is no answer")) from None
        if error is not None:
            raise error
        if progress is not None:
            report_progress(*progress)
        else:
            yield value
    else:
        kind = b""
    if kind != _END:
        raise LimitError(_why_ended(watch, limits))


def _why_ended(watch: _Watch, limits: Limits) -> Message:
    status = watch.status()
    if watch.has_killed:
        return message("reading it takes more than {count} s", count=limits.seconds)
    if status == -getattr(signal, "SIGXCPU", 0):
        return message("reading it takes more than {count} s", count=limits.processor)
    if status in (-getattr(signal, "SIGKILL", 0), -signal.SIGABRT):
        # An allocation that fails in a library is an abort; the system kills when there is no memory left.
        return _too_much(limits)
    return message("its reader ended by an error of its own ({status})", status=status)


def _too_much(limits: Limits) -> Message:
    return message("reading it takes more than {count} MB of memory", count=limits.memory // _MB)


class _Watch:
    """Kills a child that sends nothing for too long."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        self._process = process
        self._seconds = seconds
        self._last = time.monotonic()
        self._over = threading.Event()
        self.has_killed = False
        self._thread = threading.Thread(target=self._run, name="watch of a child", daemon=True)
        self._thread.start()

    def start_again(self) -> None:
        """Give the child its full time again."""
        self._last = time.monotonic()

    def status(self) -> int:
        """Return how the child ended."""
        return self._process.wait()

    def end(self) -> None:
        """Stop watching."""
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while (left := self._last + self._seconds - time.monotonic()) > 0:
            if self._over.wait(left):
                return
        self.has_killed = True
        self._process.kill()


def _restored(text: str, template: str, values: dict[str, object]) -> str:
    """Return the message of an error; only its text if the template is none of ours."""
    if not _TEMPLATE.fullmatch(template):
        return text
    try:
        return message(template, **values)
    except (KeyError, IndexError, ValueError, TypeError):
        return text


def serve() -> None:
    """Answer the one request on standard input; the body of the child."""
    # Not buffered: the parent counts the seconds between two values.
    answer, sys.stdout = os.fdopen(os.dup(1), "wb", buffering=0), sys.stderr
    os.dup2(2, 1)  # what a library prints is no answer
    parent = os.getppid()
    limits, reader, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301 - the parent's own
    threading.Thread(target=_die_with, args=(parent,), daemon=True).start()
    _confine(limits)

    def tell(kind: bytes, value: object = None) -> None:
        line = kind + json.dumps(value, default=_plain).encode() + b"\n"
        while line:  # a write to a pipe may be a part
            line = line[answer.write(line) :]

    def progress(work: str, done: int, total: int) -> None:
        tell(_PROGRESS, [str(work), done, total])

    try:
        with listen_to_progress(progress):
            for value in reader(*arguments):
                tell(_ROW, value)
        tell(_END)
    except MemoryError:
        tell(_NO_MEMORY)
    except (ValueError, OSError, TopiccrawlError) as error:
        text = said(error)
        if isinstance(text, Message):
            tell(_ERROR, [str(text), text.template, dict(text.values)])
        else:
            tell(_ERROR, [text, "{text}", {"text": text}])


def _die_with(parent: int) -> None:
    """End when the parent is gone: if it was killed, nothing else would end a reader that has no end.

    The system's signal for it (`PR_SET_PDEATHSIG`) comes when a thread of the parent ends, too.
    """
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _confine(limits: Limits) -> None:
    """Limit what this process may take, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    processor = math.ceil(limits.processor)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits.files, limits.files))
    with suppress(OSError, ValueError):  # only Linux says what a process has
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + limits.memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _plain(value: object) -> object:
    isoformat = getattr(value, "isoformat", None)
    return isoformat() if callable(isoformat) else str(value)
