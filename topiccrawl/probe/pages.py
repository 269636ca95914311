"""Pages of a site that is probed: as a crawl would read them, or the reason why there is none."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from topiccrawl.access.polite_client import Answer, NoAnswerError, PoliteClient
from topiccrawl.access.starts.listing import Named, is_listing
from topiccrawl.page.anchors.posted_urls import body_of_post, url_of_post
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.content_type import is_html
from topiccrawl.page.page import Page
from topiccrawl.page.shown.data_page import is_data, page_of_data, shown
from topiccrawl.page.shown.redirects import script_redirect
from topiccrawl.page.unread.challenge import challenge_kind, may_be_challenge
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.page.unread.shells import was_sent_to_log_in, why_without_content
from topiccrawl.probe.reasons import NO_RECORDS, NOT_HTML, STATUS, TOO_COMPLEX
from topiccrawl.text.documents import read_file

_MOST_MOVES = 2
_LARGEST_REDIRECT = 30_000
"""Bytes of a page that only leads elsewhere."""
_REFRESH = re.compile(
    r"<meta\b[^<>]*http-equiv\s*=\s*[\"']?refresh\b[^<>]*?\bcontent\s*=\s*[\"']?\s*(\d+)[^<>]*?url\s*=\s*[\"']?([^\"'<>]+)",
    re.IGNORECASE,
)
_SLOWEST_REFRESH = 99
"""Seconds of a refresh that is still a redirect, as for Scrapy."""
_LOG_IN = frozenset((401, 407))


class NotReadError(Exception):
    """A page could not be read.

    Attributes:
        reason: a member of `Problem` or `Unread`, or one of the constants of this module.
        detail: more about it, such as the status; may be empty.
        url: the URL that was requested last.
    """

    def __init__(self, reason: str, detail: str = "", url: str = "") -> None:
        super().__init__(reason, detail, url)
        self.reason, self.detail, self.url = str(reason), detail, url


@dataclass(frozen=True)
class Read:
    """A page that was read.

    Attributes:
        page: the page; of data, the page that a browser would show.
        asked: the URL that was requested, with the mark of a POST request.
        is_data: whether the response was data, not HTML.
        is_article: whether data was an article.
        listing: the body of a sitemap or feed; None: it is a page.
        charset: encoding of the response. charset_from: evidence for it.
        sent: body of a POST request.
    """

    page: Page
    asked: str
    is_data: bool = False
    is_article: bool = False
    listing: bytes | None = None
    charset: str = ""
    charset_from: str = ""
    sent: str = ""


def read_page(
    client: PoliteClient, url: str, body: str = "", *, may_be_data: bool = False, records: str = ""
) -> Read:
    """Return a page, behind the redirects of servers, tags and scripts.

    Args:
        client: requests it.
        url: its URL; that of a POST request has the fields in its fragment.
        body: of a POST request, if it is more than what the URL shows.
        may_be_data: whether it fills or continues a list.
        records: addresses of the records in the data, see `Link.records`.

    Raises:
        NotReadError: it could not be read.
    """
    body = body or body_of_post(url)
    if body and not client.posts:
        raise NotReadError(Unread.FORM, "TOPICCRAWL_POST_LISTS", url)
    target = url
    for move in range(_MOST_MOVES + 1):
        answer = _answer(client, url_of_post(target), body)
        found = _read(answer, target, may_be_data=may_be_data, records=records)
        following = _moved_to(found.page, answer) if not found.is_data and found.listing is None else None
        if following is None or move == _MOST_MOVES:
            if was_sent_to_log_in(url, found.page.url):
                raise NotReadError(Unread.LOGIN, "", found.page.url)
            return replace(found, sent=body)
        target, body = following, ""
    raise AssertionError  # the last round returns


def read_text_of_file(client: PoliteClient, url: str) -> str:
    """Return the text of a file (PDF, Word, Excel, OFD).

    Raises:
        NotReadError: it was not reached, or has no text that can be read.
    """
    answer = _answer(client, url, "")
    found = read_file(answer.body, answer.url)
    if found.problem is not None:
        raise NotReadError(Unread.FILE_TEXT, str(found.problem), answer.url)
    return found.text


def why_empty(page: Page) -> str:
    """Return why a page shows nothing, as a member of `Unread`; empty if it shows something."""
    return str(why_without_content(page) or "")


def _answer(client: PoliteClient, url: str, body: str) -> Answer:
    try:
        answer = client.request(url, body)
    except NoAnswerError as error:
        if error.answer is not None and _is_challenge(error.answer):
            raise NotReadError(Unread.CHALLENGE, str(error.answer.status), error.url) from None
        raise NotReadError(error.problem, error.detail, error.url) from None
    if _is_challenge(answer):
        raise NotReadError(Unread.CHALLENGE, str(answer.status), answer.url)
    if answer.status in _LOG_IN:
        raise NotReadError(Unread.LOGIN, str(answer.status), answer.url)
    if not 200 <= answer.status < 300:
        raise NotReadError(STATUS, str(answer.status), answer.url)
    return answer


def _is_challenge(answer: Answer) -> bool:
    if not may_be_challenge(answer.body):
        return False
    html = Page.from_bytes(answer.body, answer.url, answer.content_type).html
    return bool(challenge_kind(html, answer.url, status=answer.status, headers=answer.headers))


def _read(answer: Answer, asked: str, *, may_be_data: bool, records: str = "") -> Read:
    page = Page.from_bytes(answer.body, answer.url, answer.content_type)
    charset, charset_from = page.charset, page.charset_source
    if is_listing(answer.body, Named(answer.url)):
        return Read(page, asked, listing=answer.body, charset=charset, charset_from=charset_from)
    if may_be_data and is_data(page.html):
        found = page_of_data(page, records)
        if found is None:
            raise NotReadError(NO_RECORDS, "", answer.url)
        return Read(found[0], asked, True, found[1], charset=charset, charset_from=charset_from)
    if not is_html(answer.content_type, answer.body):
        raise NotReadError(NOT_HTML, answer.content_type[:100], answer.url)
    if why := why_too_complex(page.html):
        raise NotReadError(TOO_COMPLEX, why, answer.url)
    return Read(shown(page), asked, charset=charset, charset_from=charset_from)


def _moved_to(page: Page, answer: Answer) -> str | None:
    """Return where a page sends every reader by a tag or a script; None if it does not."""
    if len(answer.body) > _LARGEST_REDIRECT:
        return None
    refresh = _REFRESH.search(page.html)
    if refresh is not None and int(refresh[1][:4]) <= _SLOWEST_REFRESH:
        url = page.absolute(refresh[2].strip())
        if url and url != page.url:
            return url
    return None if "set-cookie" in answer.headers else script_redirect(page)
