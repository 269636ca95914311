"""Hooks of MkDocs: pages of the project that are not in docs/, and links to files that are no pages."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
PAGES = (
    *("README.md", "README.zh-CN.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"),
    "benchmarks/README.md",
)
"""Pages elsewhere in the project; on the site they are in the folder `project/`."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of the project."""
    for name in PAGES:
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, f"project/{name}", content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links of a page to where their files are on the site; names of other files lose their link."""
    place = page.file.src_uri

    def moved(match: re.Match[str]) -> str:
        kind, text, link = match.groups()
        target, hash_sign, heading = link.partition("#")
        if "://" in link or not target:
            return match[0]
        new = site_path(place, target)
        if new is None:
            return match[0] if kind else text
        folder = posixpath.dirname(place) or "."
        return f"{kind}[{text}]({posixpath.relpath(new, folder)}{hash_sign}{heading})"

    return _LINK.sub(moved, markdown)


def site_path(place: str, target: str) -> str | None:
    """Return where the file of a link is on the site; None if it is not there.

    >>> site_path("index.md", "../README.md"), site_path("project/README.md", "docs/admin.md")
    ('project/README.md', 'admin.md')
    >>> site_path("zh/start.md", "../admin.md"), site_path("topics.md", "../topiccrawl/settings.py")
    ('admin.md', None)
    """
    own = place.removeprefix("project/") if place.startswith("project/") else f"docs/{place}"
    file = posixpath.normpath(posixpath.join(posixpath.dirname(own), target))
    if file in PAGES:
        return f"project/{file}"
    if file.startswith("docs/") and Path(file).suffix in (".md", ".svg", ".png"):
        return file.removeprefix("docs/")
    return None
