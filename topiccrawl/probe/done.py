"""The file of a list of sites that was probed in part: findings, one per line."""

from __future__ import annotations

import json
from pathlib import Path

from topiccrawl.errors import SiteListError
from topiccrawl.messages import message
from topiccrawl.probe.findings import SiteFindings


def read_done(file: Path, topic: str) -> dict[str, SiteFindings]:
    """Return the findings of a file for a topic, by site; none if there is no such file.

    A last line that breaks off, as after a crash, is left out, and the file is cut before it.

    Args:
        file: written by `append_done`.
        topic: name of the topic.

    Raises:
        SiteListError: the file cannot be read, or another line is something else.
    """
    try:
        data = file.read_bytes() if file.exists() else b""
        whole, _, broken = data.rpartition(b"\n")
        if broken:
            with file.open("r+b") as opened:
                opened.truncate(len(data) - len(broken))
    except OSError as error:
        raise SiteListError("{path}: {reason}", path=file, reason=message(str(error.strerror))) from None
    found = {}
    for number, line in enumerate(whole.split(b"\n") if whole else (), 1):
        try:
            findings = SiteFindings.of_dict(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise SiteListError(
                "{path}, line {line}: no findings of a site: {value!r}; name another file",
                path=file,
                line=number,
                value=line[:60].decode("utf-8", "replace"),
            ) from None
        if findings.topic == topic:
            found[findings.site] = findings
    return found


def append_done(file: Path, findings: SiteFindings) -> None:
    """Add the findings of a site to a file.

    Raises:
        SiteListError: the file cannot be written.
    """
    try:
        with file.open("a", encoding="utf-8") as opened:
            opened.write(json.dumps(findings.as_dict(), ensure_ascii=False) + "\n")
    except OSError as error:
        raise SiteListError("{path}: {reason}", path=file, reason=message(str(error.strerror))) from None
