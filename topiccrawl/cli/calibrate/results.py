"""Shared by the commands: the topic that values are written to, and the origin of the values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import typer

from topiccrawl.cli.shared.topic_option import check_writable
from topiccrawl.relevance.topic.toml_edit import write_values
from topiccrawl.relevance.topic.topic import Topic


def load_writable(folder: Path | None) -> Topic | None:
    """Load the topic to write to, so that errors appear before the fitting; None without one.

    Raises:
        TopicError: there is no such folder, or the topic is broken.
    """
    if folder is None:
        return None
    check_writable(folder)
    return Topic.load(folder)


def report(topic: Path | None, section: str, values: Mapping[str, Any], found: str, source: Path) -> None:
    """Print values with their quality; write them into the topic if there is one."""
    typer.echo(f"[{section}]  {found}")
    for key, value in values.items():
        typer.echo(f"{key} = {value}")
    if topic is not None:
        command = section.replace("_", "-") if section != "priority" else "ahp"
        write_values(topic, section, values, f"{source_of(command, source)}: {found}")
        typer.echo(f"written to {topic / 'topic.toml'}")


def report_missing(pages: int) -> None:
    """Print how many pages of a table have no text anywhere."""
    if pages:
        typer.echo(f"{pages} pages of the table are neither in it nor in the database with their texts")


def source_of(command: str, file: Path) -> str:
    """Return where values come from: the rest of a comment that begins with "`topiccrawl "."""
    return f"calibrate {command}` on {file.name} ({sha256(file.read_bytes()).hexdigest()[:12]}), {today()}"


def today() -> str:
    """Return the date for a comment."""
    return datetime.now(UTC).date().isoformat()
