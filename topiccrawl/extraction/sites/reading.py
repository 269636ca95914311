"""A fetched page as the rules of its site read it: is it a list or an article, and which links lead on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from topiccrawl.extraction.kinds.hub import MIN_HEADLINES, is_hub
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.page.links import may_be_page
from topiccrawl.page.page import Page
from topiccrawl.page.sites.list_dates import is_wholly_older
from topiccrawl.page.sites.references import references
from topiccrawl.page.sites.rules import IN_LIST, NEXT_PAGE, SiteRules
from topiccrawl.page.sites.selectors import node_text

_CONTEXT = 120
"""Maximum length in characters of the context that a link gets from the element of its list."""


@dataclass(frozen=True)
class SiteReading:
    """What the rules of a site say of a page.

    Attributes:
        links: its links; those that the rules name are marked (`Link.found`), and missing ones are added.
        is_hub: whether it is a home, channel or list page.
        is_article: whether its URL is named as that of an article.
        is_list: whether its URL is named as that of a list.
        matches: how often each key matched, for the keys that could match on such a page.
        is_old: whether it is a list with entries that are too old alone: nothing newer follows.
    """

    links: tuple[Link, ...]
    is_hub: bool
    is_article: bool = False
    is_list: bool = False
    matches: Mapping[str, int] = field(default_factory=dict)
    is_old: bool = False


def read_site(
    page: Page, links: tuple[Link, ...], rules: SiteRules, since: str = "", fewest: int = MIN_HEADLINES
) -> SiteReading:
    """Return a page as the rules of its site read it.

    Args:
        page: the page.
        links: its links.
        rules: of its site.
        since: oldest day of articles, as YYYY-MM-DD; a list that is wholly older has no next page.
        fewest: number of headlines of a list, see `is_hub`.
    """
    if not rules:
        return SiteReading(links, is_hub(page, links, fewest), is_old=is_wholly_older(links, since))
    is_article = rules.article.match(page.url)
    is_list = not is_article and rules.list_urls.match(page.url)
    matches: dict[str, int] = {}
    if rules.article:
        matches["article"] = int(is_article)
    if is_list or not (is_article or rules.list_urls):
        links = _marked(links, _listed(page, rules))
    hub = is_list or (not is_article and is_hub(page, links, fewest))
    if hub and (rules.list_urls or rules.list_links):
        matches["list"] = sum(link.found == IN_LIST for link in links) if rules.list_links else int(is_list)
    # Without a list that is named, every list page may go on.
    if rules.next and (is_list or (hub and not rules.list_urls)):
        following = list(_next_links(page, rules))
        matches["next"] = len(following)
        if is_wholly_older(links, since):
            matches["since"], following = len(following), []
        links = _marked(links, following)
    return SiteReading(links, hub, is_article, is_list, matches, is_wholly_older(links, since))


def _listed(page: Page, rules: SiteRules) -> list[Link]:
    """Return the links in the elements of a list."""
    found = []
    for node in rules.list_links.nodes(page):
        urls = list(filter(may_be_page, references(node, page)))
        # The text of a whole list is that of no single link.
        text = node_text(node) if len(set(urls)) == 1 and not isinstance(node, str) else ""
        found += [Link(url, text, text[:_CONTEXT], found=IN_LIST) for url in urls]
    return found


def _next_links(page: Page, rules: SiteRules) -> list[Link]:
    return [Link(url, text, found=NEXT_PAGE, role="pager") for url, text in rules.next.after(page)]


def _marked(links: Sequence[Link], named: Sequence[Link]) -> tuple[Link, ...]:
    """Return links with the marks of those that are named; what is missing is added."""
    by_key = {canonical_url(link.url): link for link in links}
    for one in named:
        key = canonical_url(one.url)
        known = by_key.get(key, one)
        if known.found in (IN_LIST, NEXT_PAGE):  # the first name counts
            by_key.setdefault(key, known)
            continue
        # The element of a list often holds the date, which the block of the link need not.
        context = known.context if len(known.context) >= len(one.context) else one.context
        by_key[key] = known._replace(
            anchor=known.anchor or one.anchor, context=context, found=one.found, role=one.role
        )
    return tuple(by_key.values())
