"""The four news sites of the demo web: two portals and two party sites, each with its own style."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class Column:
    """A column of a site: its name in URLs, its displayed name and the subject of its stories."""

    slug: str
    name: str
    subject: str


@dataclass(frozen=True)
class Site:
    """A news site.

    Attributes:
        host: host name.
        name: name of the site.
        style: name of its templates, see `topiccrawl.demo.templates`.
        subject: `party` for a site about the party subject as a whole, else empty.
        columns: its columns; several may have the same subject.
        encoding: encoding of its pages.
        meta_charset: encoding declared in its pages; empty when none is.
        content_type: HTTP header of its pages.
        title_form: `<title>` of an article, with `{title}`, `{column}` and `{site}`.
        article_path: path of an article, with `{slug}`, `{date:...}` and `{number}`.
        list_path: path of the first page of a column, with `{slug}`.
        later_path: path of its later pages, with `{slug}` and `{page}`.
        page_size: number of stories on a list page.
        editors: names of editors in the datelines.
        licence: registration number in the footer.
    """

    host: str
    name: str
    style: str
    subject: str
    columns: tuple[Column, ...]
    encoding: str
    meta_charset: str
    content_type: str
    title_form: str
    article_path: str
    list_path: str
    later_path: str
    page_size: int
    editors: tuple[str, ...]
    licence: str

    @property
    def home(self) -> str:
        """Return the URL of the home page."""
        return self.url("/")

    def url(self, path: str) -> str:
        """Return the URL of a path."""
        return f"http://{self.host}{path}"

    def path_of(self, url: str) -> str:
        """Return the path of a URL of this site."""
        return url.removeprefix(f"http://{self.host}")

    def list_page(self, column: Column, page: int) -> str:
        """Return the path of page `page` (from 1) of a column."""
        form = self.list_path if page == 1 else self.later_path
        return form.format(slug=column.slug, page=page)

    def column_of(self, subject: str) -> tuple[Column, ...]:
        """Return the columns with a subject."""
        return tuple(column for column in self.columns if column.subject == subject)


def _load() -> tuple[Site, ...]:
    text = (resources.files("topiccrawl.demo") / "sites.toml").read_text(encoding="utf-8")
    found = []
    for values in tomllib.loads(text)["site"]:
        columns = tuple(Column(*one) for one in values["columns"])
        found.append(Site(**{**values, "columns": columns, "editors": tuple(values["editors"])}))
    return tuple(found)


SITES = _load()
"""All news sites, portals first."""

PORTAL, GBK_PORTAL, GBK_PARTY_SITE, PARTY_SITE = SITES

AD_HOST = "cast.adwall.demo.test"
"""Host of the advertisements."""
