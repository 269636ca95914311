"""What users may do."""

from __future__ import annotations

from enum import IntEnum


class Role(IntEnum):
    """The role of a user; each may do what the one before it may."""

    VIEWER = 1
    """Reads and searches."""
    EDITOR = 2
    """Also grades pages, edits topics, exports."""
    OPERATOR = 3
    """Also runs crawls and manages users."""


NAMES = {Role.VIEWER: "viewer", Role.EDITOR: "editor", Role.OPERATOR: "operator"}
