"""Settings that plain spiders share with topiccrawl, so that crawls differ only in what is compared."""

from __future__ import annotations

from typing import Any

from topiccrawl import settings as shipped

PLAIN_SETTINGS: dict[str, Any] = {
    "CONCURRENT_REQUESTS": shipped.CONCURRENT_REQUESTS,
    "COOKIES_ENABLED": shipped.COOKIES_ENABLED,
    "DOWNLOAD_DELAY": 0,
    "DOWNLOAD_TIMEOUT": shipped.DOWNLOAD_TIMEOUT,
    "LOG_LEVEL": shipped.LOG_LEVEL,
    "REMOTE_CONTROL_ENABLED": shipped.REMOTE_CONTROL_ENABLED,
    "RETRY_TIMES": shipped.RETRY_TIMES,
    "ROBOTSTXT_OBEY": shipped.ROBOTSTXT_OBEY,
    "TELNETCONSOLE_ENABLED": shipped.TELNETCONSOLE_ENABLED,
}
"""As topiccrawl's settings, but without delays."""
