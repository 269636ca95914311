"""What this wing adds to the core."""

from __future__ import annotations

COMMANDS = {
    "admin": (
        "topiccrawl.admin.command",
        "Serve the administration pages: crawls, found pages, topics, exports.",
    ),
}
