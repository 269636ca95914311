"""The default location of the frontier of a crawl whose corpus is on a server."""

from __future__ import annotations

import re
from pathlib import Path

from topiccrawl.storage.database import parse_url

FRONTIER_FILE = "frontier.db"
"""The file in a crawl's JOBDIR."""
OWN_FOLDER = Path(".topiccrawl")
"""In the current folder of the crawl."""
_PORT = 3306
_OUTSIDE = re.compile(r"[^\w.@-]")
"""Characters replaced in file names."""


def frontier_file(database: str, topic: str) -> Path:
    """Return the file of a topic's frontier, one for each database.

    Args:
        database: URL of the MySQL database; user and password do not matter.
        topic: name of the topic.

    Raises:
        StorageError: the URL cannot be used.

    >>> frontier_file("mysql+pymysql://user:secret@db.local/corpus", "党建").as_posix()
    '.topiccrawl/党建@db.local-3306-corpus.db'
    >>> frontier_file("mysql+pymysql://u@localhost/corpus?unix_socket=/run/b/sock", "党建").as_posix()
    '.topiccrawl/党建@localhost-3306-_run_b_sock-corpus.db'
    """
    url = parse_url(database)
    server = f"{(url.host or 'localhost').lower()}-{url.port or _PORT}"
    if isinstance(socket := url.query.get("unix_socket"), str):
        server += f"-{socket}"
    return OWN_FOLDER / _OUTSIDE.sub("_", f"{topic}@{server}-{url.database}.db")
