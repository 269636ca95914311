"""Responses of a recorded crawl in a WARC file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from topiccrawl.corpus.sources.warc import warc_responses
from topiccrawl.errors import EvaluationError, TextError
from topiccrawl.experiments.replay.capture import Response
from topiccrawl.messages import said


def read_warc(path: Path) -> Iterator[Response]:
    """Yield the HTTP responses of a WARC file, bodies decoded; see `topiccrawl.corpus.sources.warc`.

    Raises:
        EvaluationError: the file cannot be read.
        MissingExtraError: warcio is not installed.
    """
    try:
        for found in warc_responses(path):
            yield Response(found.url, found.status, found.headers, found.body)
    except TextError as error:
        raise EvaluationError(said(error)) from error
