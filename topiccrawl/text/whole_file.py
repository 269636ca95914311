"""Writing files that are the old or the new one at any moment, never a half of one."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A file beside `target` to write to, which takes its place at the end.

    When the block raises, `target` stays as it was and nothing is left beside it; of two who write it at once
    the later one wins. Of a link, the file that it
    leads to is replaced. What is no file, such as a pipe or `/dev/stdout`, is written to as it is.

    Raises:
        OSError: the file cannot be written; it names `target`, as the other file is nobody's business.
    """
    if target.is_dir():
        raise _about(target, errno.EISDIR)
    if target.exists() and not target.is_file():
        yield target
        return
    real = target.resolve()
    part = real.with_name(f".{real.name}.{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        yield part
        part.replace(real)
    except OSError as error:
        raise _about(target, error.errno) if error.errno else error from error
    finally:
        with suppress(OSError):  # where nothing could be written, there is nothing to take away
            part.unlink(missing_ok=True)


def write_whole(target: Path, text: str) -> None:
    """Write a text in UTF-8 with plain line feeds, see `replacing`.

    Raises:
        OSError: the file cannot be written.
    """
    with replacing(target) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _about(target: Path, number: int) -> OSError:
    return OSError(number, os.strerror(number), str(target))
