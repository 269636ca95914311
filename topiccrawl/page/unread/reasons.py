"""Reasons why something worth reading was not read."""

from __future__ import annotations

from enum import StrEnum


class Unread(StrEnum):
    """Why a page or a text could not be read; the names of counters and rows.

    A page that was read and is not about the topic has none of these.
    """

    SCRIPT_LIST = "script_list"
    """A page without text and links, or a list, that a script fills."""
    CHALLENGE = "challenge"
    """The server answered a script that checks for a browser in the place of the page."""
    FILE_TEXT = "file_text"
    """The text is in a file, such as a PDF."""
    FORM = "form"
    """A list goes on by a form that is not sent."""
    PAGER = "pager"
    """A list shows that it has further parts, and no link to them could be read."""
    LOGIN = "login"
    """The server sent the crawl to a log-in page."""
    ROBOTS = "robots"
    """The robots.txt of the host forbids it."""
    REFUSED = "refused"
    """The server refused: 403, 429 and the like."""
    UNREACHABLE = "unreachable"
    """No answer, an error of the server, or a whole page with status 404."""
