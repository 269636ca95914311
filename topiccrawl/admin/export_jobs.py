"""Exports that run in the background, and their files."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.export.selection import RESERVED
from topiccrawl.errors import TopiccrawlError
from topiccrawl.messages import said

logger = logging.getLogger(__name__)

FORMATS = {"jsonl": ".jsonl", "csv": ".csv", "xlsx": ".xlsx", "parquet": ".parquet"}
"""Endings of files by format."""


@dataclass
class ExportJob:
    """An export.

    Attributes:
        number: its id.
        topic: name of the topic.
        format: a key of `FORMATS`.
        where: the filter in words.
        done: pages read so far.
        total: pages that are read.
        pages: pages written; None until it has succeeded.
        reserved: pages left out as their owners reserve their use.
        error: why it failed; empty if it did not.
    """

    number: int
    topic: str
    format: str
    where: str
    done: int = 0
    total: int = 0
    pages: int | None = None
    reserved: int = 0
    error: str = ""

    @property
    def file_name(self) -> str:
        """Return its file name, made from the number alone so that user input cannot change the path."""
        return f"export-{self.number}{FORMATS[self.format]}"


class ExportJobs:
    """Runs exports, one at a time.

    Args:
        database: URL of the database.
        folder: of the files.
    """

    def __init__(self, database: str, folder: Path) -> None:
        self._database = database
        self._folder = folder
        self._numbers = count(1)
        self._jobs: dict[int, ExportJob] = {}
        self._turn = threading.Lock()

    def start(self, topic: str, format: str, options: ExportOptions, where: str) -> ExportJob:
        """Start an export in a thread."""
        job = ExportJob(next(self._numbers), topic, format, where)
        self._jobs[job.number] = job
        threading.Thread(target=self._run, args=(job, options), name=job.file_name, daemon=True).start()
        return job

    def jobs(self) -> list[ExportJob]:
        """Return the exports, newest first."""
        return sorted(self._jobs.values(), key=lambda job: -job.number)

    def file(self, number: int) -> tuple[ExportJob, Path] | None:
        """Return a finished export and its file; None if there is none."""
        job = self._jobs.get(number)
        if job is None or job.pages is None:
            return None
        return job, self._folder / job.file_name

    def _run(self, job: ExportJob, options: ExportOptions) -> None:
        def progress(done: int, total: int) -> None:
            job.done, job.total = done, total

        with self._turn:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                out = self._folder / job.file_name
                exported = export_pages(self._database, job.topic, job.format, out, options, progress)
                job.reserved = exported.left_out.get(RESERVED, 0)
                job.pages = exported.pages
            except (TopiccrawlError, OSError) as error:
                job.error = said(error)
            except Exception as error:
                logger.exception("the export failed")
                job.error = repr(error)
