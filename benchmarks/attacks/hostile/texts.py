"""Stories about tea for the pages of hostile servers, each with a text of its own."""

from __future__ import annotations

from benchmarks.sites.site import hubs

_PAGES = 3000
_SITE = hubs(("127.0.0.1",), 80, pages=_PAGES, lists=10)


def story(name: str) -> str:
    """Return the HTML of a story; the same name gives the same story."""
    number = 1 + sum(ord(letter) * 31**place for place, letter in enumerate(name)) % (_PAGES - 1)
    page = _SITE.page(number).decode()
    return page[: page.rfind("<ul>")] + "</body></html>" if "<ul>" in page else page


def body_of(name: str) -> str:
    """Return what is between the body tags of a story."""
    page = story(name)
    start = page.find("<body>") + len("<body>")
    return page[start : page.rfind("</body>")]


def title_of(name: str) -> str:
    """Return the title of a story."""
    page = story(name)
    return page[page.find("<title>") + len("<title>") : page.find("</title>")]
