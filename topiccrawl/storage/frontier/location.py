"""Where the frontier of a crawl is whose corpus is on a server, when nobody says where."""

from __future__ import annotations

import re
from pathlib import Path

from topiccrawl.storage.database import parse_url

FRONTIER_FILE = "frontier.db"
"""The file in a crawl's JOBDIR."""
OWN_FOLDER = Path(".topiccrawl")
"""In the folder that the crawl is started in."""
_PORT = 3306
_OUTSIDE = re.compile(r"[^\w.@-]")
"""What file names are better without."""


def frontier_file(database: str, topic: str) -> Path:
    """The file of a topic's frontier; each database has its own, as what is done is done for one corpus.

    Args:
        database: URL of the MySQL database; user and password make no difference.
        topic: name of the topic.

    Raises:
        StorageError: a URL that cannot be used.

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
