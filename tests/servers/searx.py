"""A real searx, Debian's package, with one engine: a search engine of a test on loopback."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

from servers.process import MissingServer, ServerProcess

PACKAGE = Path("/usr/lib/python3/dist-packages/searx")
SHARED = Path("/usr/share/python3-searx")


class Searx(ServerProcess):
    """A searx instance that answers in JSON.

    Args:
        index: URL of the search engine, which has SearXNG's JSON API.
    """

    name = "searx"

    def __init__(self, index: str) -> None:
        if not PACKAGE.is_dir():
            raise MissingServer("searx is not installed")
        super().__init__()
        self._settings = self.folder / "settings.yml"
        # JSON is YAML, too.
        self._settings.write_text(json.dumps(_settings(self.port, index)), encoding="utf-8")

    @property
    def url(self) -> str:
        """Return the value for TOPICCRAWL_SEARXNG_URL."""
        return f"http://127.0.0.1:{self.port}/"

    def command(self) -> list[str]:
        # The system's Python, without the packages of the tests.
        environment = [f"SEARX_SETTINGS_PATH={self._settings}", f"PATH={os.environ['PATH']}"]
        return ["env", "-i", *environment, "/usr/bin/python3", "-m", "searx.webapp"]

    def is_ready(self) -> bool:
        with socket.socket() as asking:
            return not asking.connect_ex(("127.0.0.1", self.port))


def _settings(port: int, index: str) -> dict[str, object]:
    engine = {
        "name": "local index",
        "engine": "json_engine",
        "shortcut": "lo",
        "categories": "general",
        "enable_http": True,
        "search_url": f"{index}search?q={{query}}&format=json",
        "results_query": "results",
        "url_query": "url",
        "title_query": "title",
        "content_query": "content",
    }
    return {
        "general": {"debug": False, "instance_name": "searx", "enable_stats": False},
        "search": {"safe_search": 0, "autocomplete": "", "default_lang": "", "formats": ["html", "json"]},
        "server": {"port": port, "bind_address": "127.0.0.1", "secret_key": "of a test", "base_url": False},
        "ui": {
            "static_path": str(SHARED / "static"),
            "templates_path": str(SHARED / "templates"),
            "default_theme": "oscar",
            "default_locale": "",
        },
        "outgoing": {"request_timeout": 10, "useragent_suffix": "", "pool_connections": 2, "pool_maxsize": 2},
        "result_proxy": {},
        "engines": [engine],
        "locales": {"en": "English"},
        "doi_resolvers": {"oadoi.org": "https://oadoi.org/"},
        "default_doi_resolver": "oadoi.org",
    }
