"""Options of replays: the settings of the crawl, and how long things take in simulated time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.errors import EvaluationError
from topiccrawl.messages import said

if TYPE_CHECKING:
    from topiccrawl.experiments.replay.model import CrawlModel

CaptureArgument = Annotated[Path, typer.Argument(metavar="CAPTURE", help="A file of `replay capture`.")]
SeedsOption = Annotated[
    str | None,
    typer.Option(help="Seeds in place of the topic's: URLs separated by commas, or a file, one per line."),
]
PagesOption = Annotated[int, typer.Option(min=1, help="HTML pages to fetch.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--setting", "-s", metavar="NAME=VALUE", help="Setting of the crawl (repeatable)."),
]
Latency = Annotated[float | None, typer.Option(help="Median seconds from request to response.")]
Slowness = Annotated[
    float,
    typer.Option(min=0, help="How many times as long as on a fast, idle machine the work on pages takes."),
]
HostPages = Annotated[int, typer.Option(min=0, help="Maximum number of pages of one host; 0: no limit.")]
LabelsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="[TOPIC=]FILE",
        help="Table with the columns url and grade, as `topic label` writes it; for several topics one each.",
    ),
]


def crawl_model(
    settings: Sequence[str] | None,
    latency: float | None,
    slowness: float,
    host_pages: int,
) -> CrawlModel:
    """Return the model of a crawl with the project's settings and the given changes.

    Raises:
        EvaluationError: a setting has no value, does not matter to a replay, or is out of range.
    """
    from scrapy.settings import Settings as ScrapySettings

    from topiccrawl import settings as shipped
    from topiccrawl.experiments.replay.model import SETTINGS, CrawlModel

    chosen = ScrapySettings()
    chosen.setmodule(shipped)
    for text in settings or ():
        name, equals, value = text.partition("=")
        if not equals or name not in SETTINGS.values():
            known = ", ".join(sorted(SETTINGS.values()))
            raise EvaluationError(
                "--setting {text}: expected NAME=VALUE with one of {known}", text=text, known=known
            )
        chosen.set(name, value)
    changes = {
        "latency": latency,
        "host_pages": host_pages,
    }
    try:
        return CrawlModel.of_settings(chosen.get, changes).slowed(slowness)
    except ValueError as error:
        raise EvaluationError(said(error)) from None


def labels_by_topic(options: Sequence[str], topics: Sequence[str]) -> dict[str, Path]:
    """Return the files with labels by topic.

    Raises:
        EvaluationError: a file is for no topic, or topics lack labels while others have some.
    """
    found: dict[str, Path] = {}
    for option in options:
        name, equals, file = option.partition("=")
        if not equals and len(topics) == 1:
            name, file = topics[0], option
        if name not in topics or not file:
            raise EvaluationError(
                "--labels {option}: expected TOPIC=FILE with one of {topics}",
                option=option,
                topics=", ".join(topics),
            )
        found[name] = Path(file)
    if found and (rest := [topic for topic in topics if topic not in found]):
        raise EvaluationError(
            "--labels: none for {topics}; give labels for all topics or for none", topics=", ".join(rest)
        )
    return found
