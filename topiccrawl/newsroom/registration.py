"""What this wing adds to the core and to the administration pages."""

from __future__ import annotations

COMMANDS = {
    "stories": (
        "topiccrawl.newsroom.commands.stories",
        "Find the stories of a crawled topic: who published one first, who reposted it, and what it is "
        "about.",
    ),
    "warn": (
        "topiccrawl.newsroom.commands.warn",
        "Warn once of days on which a word or a story has far more pages than before, and of words of new "
        "pages.",
    ),
    "briefing": (
        "topiccrawl.newsroom.commands.briefing",
        "Summarise the top stories of a day, a period or a subject in sentences of their pages.",
    ),
}
EXTENSIONS = {"topiccrawl.newsroom.watched_pages.WatchedPages": 0}
ADMIN_PAGES = {"newsroom": "topiccrawl.newsroom.pages.routes"}
AFTER_RUN = {
    "stories": "topiccrawl.newsroom.after_run.find_stories",
    "warnings": "topiccrawl.newsroom.after_run.send_warnings",
}
HOME_PIECES = {"newsroom": "topiccrawl.newsroom.pages.home"}
