"""What this wing adds to the core."""

from __future__ import annotations

COMMANDS = {
    "fit": (
        "topiccrawl.experiments.commands.fit",
        "Fit the parameters of paper A to data of yours, and write them into a topic.",
    ),
    "evaluate": (
        "topiccrawl.experiments.commands.evaluate",
        "Repeat the papers' experiments: tables (CSV, Markdown), plots (PNG, SVG).",
    ),
    "replay": (
        "topiccrawl.experiments.commands.replay",
        "Capture a web, and crawl it offline to compare strategies.",
    ),
}
# Nearer to the engine than decompression.
DOWNLOADER_MIDDLEWARES = {"topiccrawl.experiments.recording.Recording": 585}
