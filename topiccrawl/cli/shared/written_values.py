"""Values that a command writes into a topic: the topic, and where the values come from."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from topiccrawl.cli.shared.topic_option import check_writable

if TYPE_CHECKING:
    from topiccrawl.relevance.topic.topic import Topic


def load_writable(folder: Path | None) -> Topic | None:
    """Load the topic to write to, so that errors appear before the fitting; None without one.

    Raises:
        TopicError: there is no such folder, or the topic is broken.
    """
    from topiccrawl.relevance.topic.topic import Topic

    if folder is None:
        return None
    check_writable(folder)
    return Topic.load(folder)


def source_of(command: str, file: Path) -> str:
    """Return where values come from: the rest of a comment that begins with "`topiccrawl "."""
    return f"{command}` on {file.name} ({sha256(file.read_bytes()).hexdigest()[:12]}), {today()}"


def today() -> str:
    """Return the date for a comment."""
    return datetime.now(UTC).date().isoformat()
