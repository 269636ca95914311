"""A capture: a web in one file, each page of which is parsed once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from topiccrawl.access.robots import RobotsRules, parse_robots, product_token
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay.capture_file import ANY_PATH, EXTRACTOR, MAX_LINKS, CaptureFile, Contents
from topiccrawl.experiments.replay.captured_page import Captured, CapturedPage, parsed
from topiccrawl.experiments.replay.responses import Response
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import url_key
from topiccrawl.text.files.atomic_write import atomic_replace

_CHUNK = 32
"""Pages that a process parses at a time."""
_UNWRITTEN = 200
"""Pages that a replay parses before it writes them to the file."""

OnProgress = Callable[[int], object]


def write_capture(
    responses: Iterable[Response],
    target: Path,
    about: Mapping[str, str],
    extractor: str = "article",
    max_links: int = 2000,
    on_progress: OnProgress = lambda done: None,
) -> Contents:
    """Write responses to a capture, which appears when it is complete; its pages are not parsed yet.

    Args:
        responses: all responses of a web, those for robots.txt included. A response for `http://HOST/*`
            stands for every URL of the host that has none of its own.
        target: the file, which is replaced.
        about: facts about the capture, such as its source, by name.
        extractor: extractor of the main text.
        max_links: maximum number of links taken from a page.
        on_progress: called with the number of responses so far.

    Raises:
        EvaluationError: a response cannot be read.
        OSError: the file cannot be written.
    """
    with atomic_replace(target) as part:
        file = CaptureFile(part, create=True)
        try:
            file.set_about({EXTRACTOR: extractor, MAX_LINKS: str(max_links), **about})
            for done in file.receive(responses):
                on_progress(done)
            return file.contents()
        finally:
            file.close()


def parse_capture(path: Path, jobs: int = 1, on_progress: OnProgress = lambda done: None) -> Contents:
    """Parse all pages of a capture that are not parsed yet.

    Args:
        path: the capture.
        jobs: number of processes.
        on_progress: called with the number of pages so far.

    Raises:
        EvaluationError: the file is missing or damaged.
    """
    file = CaptureFile(path)
    try:
        parse = _parser(file)
        done = 0
        for chunk in _mapped(partial(parse_all, parse), chunks(file.unparsed()), jobs):
            file.replace(chunk)
            done += len(chunk)
            on_progress(done)
        file.compact()
        return file.contents()
    except BrokenProcessPool as error:
        raise EvaluationError(
            message(
                "{path}: a process that parsed pages died, perhaps because memory ran "
                "out; the pages parsed so far are kept: try fewer --jobs, or --later",
                path=path,
            )
        ) from error
    except ValueError as error:
        raise EvaluationError(message("{path}: {error}; make it again", path=path, error=error)) from error
    finally:
        file.close()


class Capture:
    """A capture opened for replays; a context manager.

    Pages are parsed when they are first needed, and written back, so that each page is parsed once.

    Raises:
        EvaluationError: the file is missing, damaged or of another format.
    """

    def __init__(self, path: Path) -> None:
        self._file = CaptureFile(path)
        self._parse = _parser(self._file)
        self._unwritten: dict[bytes, Captured] = {}
        self._rules = lru_cache(maxsize=None)(self._read_rules)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Write the pages parsed since the last time, and close the file."""
        try:
            self._write()
        finally:
            self._file.close()

    def get(self, url: str) -> Captured | None:
        """Return what the capture holds of a URL, parsed; None when it was not captured.

        Raises:
            EvaluationError: the file is damaged.
        """
        try:
            parts = urlsplit(url)
        except ValueError:  # such as the target of a redirect, in a damaged file
            return None
        found = self._held(url) or self._held(f"{parts.scheme}://{parts.netloc}{ANY_PATH}")
        if found is None or not found.raw:
            return found
        try:
            found = self._parse(found)
        except ValueError as error:
            raise EvaluationError(
                message(
                    "{path}: {url}: {error}; make it again", path=self._file.path, url=found.url, error=error
                )
            ) from error
        self._unwritten[url_key(found.url)] = found
        if len(self._unwritten) >= _UNWRITTEN:
            self._write()
        return found

    def page(self, one: Captured) -> CapturedPage:
        """Return the page of a response.

        Raises:
            EvaluationError: it is damaged.
        """
        try:
            return CapturedPage.from_bytes(one.url, one.page)
        except ValueError as error:
            raise EvaluationError(
                message(
                    "{path}: {url}: {error}; make it again", path=self._file.path, url=one.url, error=error
                )
            ) from error

    def robots(self, url: str, user_agent: str) -> RobotsRules:
        """Return what the robots.txt of a URL's host says to a crawler."""
        return self._rules(urlsplit(url).netloc, product_token(user_agent))

    def about(self) -> dict[str, str]:
        """Return the facts about the capture by name."""
        return self._file.about()

    def contents(self) -> Contents:
        """Return how many responses of each kind there are."""
        return self._file.contents()

    def _held(self, url: str) -> Captured | None:
        key = url_key(url)
        return self._unwritten.get(key) or self._file.get(key)

    def _read_rules(self, host: str, token: str) -> RobotsRules:
        return parse_robots(self._file.robots(host).encode(), token)

    def _write(self) -> None:
        if self._unwritten:
            self._file.replace(self._unwritten.values())
            self._unwritten.clear()


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0))


def _parser(file: CaptureFile) -> Callable[[Captured], Captured]:
    about = file.about()
    return partial(parsed, extractor=about[EXTRACTOR], max_links=int(about[MAX_LINKS]))


def parse_all(parse: Callable[[Captured], Captured], pages: list[Captured]) -> list[Captured]:
    """Parse some pages; a worker process does this."""
    return list(map(parse, pages))


def chunks(pages: Iterator[Captured]) -> Iterator[list[Captured]]:
    """Yield the pages that are handed to a worker process together."""
    while chunk := list(islice(pages, _CHUNK)):
        yield chunk


def _mapped(
    parse: Callable[[list[Captured]], list[Captured]], chunks: Iterator[list[Captured]], jobs: int
) -> Iterator[list[Captured]]:
    if jobs <= 1:
        yield from map(parse, chunks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        # A window of chunks, as `pool.map` would read all pages into memory first.
        waiting = [pool.submit(parse, chunk) for chunk in islice(chunks, 2 * jobs)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(parse, chunk) for chunk in islice(chunks, 1)]
