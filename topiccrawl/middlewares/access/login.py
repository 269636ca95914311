"""Downloader middlewares for sites that need a log-in (`[login.NAME]` of the topic)."""

from __future__ import annotations

import logging
from typing import Self
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response, TextResponse
from scrapy.utils.misc import load_object

from topiccrawl.access.login.form import has_form
from topiccrawl.access.login.recipe import LoginRecipe
from topiccrawl.access.tls.problems import VERIFY_KEY
from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import sent_again
from topiccrawl.crawl.url_failures import Dropped
from topiccrawl.messages import said
from topiccrawl.middlewares.access.site_session import LOGIN_KEY, LoginError, SiteSession
from topiccrawl.relevance.topic.topic import Topic

logger = logging.getLogger(__name__)

_SESSIONS = "_topiccrawl_logins"
"""Attribute of the spider that holds its sessions, so that both middlewares find them."""
_TRIES_KEY = "topiccrawl_login_tries"
"""`Request.meta` key: number of times a page was requested again after a log-in."""
_MOST_TRIES = 2
_VERIFIED = "login"


class LoginSessions:
    """Logs in before the first page of a site that needs it, and sends its cookies with each request.

    The log-in uses the crawl's own downloader: robots.txt is obeyed, private addresses are refused, paused
    hosts get no requests, and nothing is sent to a server whose certificate could not be verified. Cookies
    are in memory only: they are removed from requests before anything stores them. A redirect to the log-in
    page means that the session is over; `LoginExpiry` sees the other signs. The crawl then logs in again,
    once, and asks for the page again. If no page came between two log-ins, the site is given up: its pages
    become dead letters (`login_failed`).

    Counters: `topiccrawl/login/logins`, `topiccrawl/login/failed` and `topiccrawl/login/expired`.
    """

    def __init__(self, crawler: Crawler, sessions: list[SiteSession]) -> None:
        self._sessions = sessions
        self._count = EngineView(crawler).count
        self._numbers: WeakKeyDictionary[Request, int] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware for a topic with log-in recipes.

        Raises:
            TopicError: a recipe cannot be used, or its environment variables are missing.
            ValueError: `DOWNLOAD_HANDLERS` names a handler for https that does not verify servers.
        """
        found = getattr(crawler.spider, _SESSIONS, None)
        if isinstance(found, cls):
            return found
        topic = getattr(crawler.spider, "topic", None)
        if not isinstance(topic, Topic) or not topic.tables.get("login"):
            raise NotConfigured
        with report_start_errors():
            _check_handler(crawler)
            sessions = [
                _session(crawler, topic, name, recipe)
                for name, recipe in topic.named_sections("login", LoginRecipe).items()
            ]
        made = cls(crawler, sessions)
        setattr(crawler.spider, _SESSIONS, made)
        return made

    async def process_request(self, request: Request) -> None:
        """Wait for the session of the request's host, and add its cookies.

        Raises:
            Dropped: the log-in failed, or a page would send the password to a host that has no part in it.
        """
        name, host = request.meta.get(LOGIN_KEY), urlsplit(request.url).hostname or ""
        session = next((one for one in self._sessions if one.takes(host, name)), None)
        if name is not None or session is not None:
            request.meta[VERIFY_KEY] = _VERIFIED
        elif request.meta.get(VERIFY_KEY) == _VERIFIED:  # a redirect that has left the site
            del request.meta[VERIFY_KEY]
        if name is not None and request.body and _loses_https(session, request):
            logger.error("the log-in %s leads to %s, without https", name, request.url)
            raise Dropped("login_leads_away")
        if session is None:
            if name is not None and request.body:
                logger.error("the log-in %s leads to %s, which is not in its login_hosts", name, host)
                raise Dropped("login_leads_away")
            return
        if name is None and session.recipe.is_content(host) and not _is_robots(request):
            await self._log_in(session)
        self._numbers[request] = session.number
        session.add_cookies(request)

    async def process_response(self, request: Request, response: Response) -> Request | Response:
        """Keep the cookies of a response; ask again for a page that leads to the log-in page."""
        session = self._session_of(request)
        if session is None:
            return response
        session.keep_cookies(request, response)
        if request.meta.get(LOGIN_KEY) is None and session.leads_to_login(response):
            return await self.again(request)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Remove the cookies of a request that may be retried, and stored until then."""
        if (session := self._session_of(request)) is not None:
            session.remove_cookies(request)

    async def after_page(self, request: Request, response: Response) -> Request | Response:
        """Return a response, or the request for it after another log-in; called with the decoded body."""
        session = self._session_of(request)
        if session is None or request.meta.get(LOGIN_KEY) is not None or _is_robots(request):
            return response
        if not session.recipe.is_content(urlsplit(request.url).hostname or ""):
            return response
        if response.status == 401 or (isinstance(response, TextResponse) and _is_over(session, response)):
            return await self.again(request)
        if response.status == 200 and self._numbers.get(request) == session.number:
            session.has_worked = True
        return response

    async def again(self, request: Request) -> Request:
        """Log in again, unless it was done since the request was sent, and return the request once more.

        Raises:
            Dropped: no log-in helps.
        """
        session = self._session_of(request)
        assert session is not None  # the caller has looked
        tries = request.meta.get(_TRIES_KEY, 0) + 1
        if tries > _MOST_TRIES:
            raise Dropped("login_required", passing=True)
        if self._numbers[request] == session.number and session.expire():
            self._count("topiccrawl/login/expired")
        await self._log_in(session)
        return sent_again(request, **{_TRIES_KEY: tries})

    async def _log_in(self, session: SiteSession) -> None:
        before = session.number
        try:
            await session.ready()
        except LoginError as error:
            if session.report():
                logger.error("log-in %s failed: %s; its pages become dead letters", session.name, error)
                self._count("topiccrawl/login/failed")
            raise Dropped("login_failed", passing=True) from None
        if session.number > before and session.report():
            logger.info("logged in: %s", session.name)
            self._count("topiccrawl/login/logins")

    def _session_of(self, request: Request) -> SiteSession | None:
        if request not in self._numbers:
            return None
        host, name = urlsplit(request.url).hostname or "", request.meta.get(LOGIN_KEY)
        return next((one for one in self._sessions if one.takes(host, name)), None)


class LoginExpiry:
    """Notices pages which say that a session is over; it stands behind decompression."""

    def __init__(self, logins: LoginSessions) -> None:
        self._logins = logins

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware for a topic with log-in recipes."""
        return cls(LoginSessions.from_crawler(crawler))

    async def process_response(self, request: Request, response: Response) -> Request | Response:
        """Return the response, or the request for it after another log-in."""
        return await self._logins.after_page(request, response)


def _loses_https(session: SiteSession | None, request: Request) -> bool:
    """Return whether a redirect would send what was meant for https in clear text."""
    if session is None or request.url.startswith("https:"):
        return False
    return session.recipe.page.startswith("https:")


def _is_robots(request: Request) -> bool:
    return urlsplit(request.url).path == "/robots.txt"


def _is_over(session: SiteSession, response: TextResponse) -> bool:
    recipe = session.recipe
    if recipe.expired and recipe.expired in response.text:
        return True
    return has_form(response.text, recipe)


def _check_handler(crawler: Crawler) -> None:
    handler = load_object(crawler.settings.getwithbase("DOWNLOAD_HANDLERS")["https"])
    if not getattr(handler, "verifies_servers", False):
        raise ValueError(
            f"DOWNLOAD_HANDLERS: log-ins need a handler for https that verifies servers, one derived from "
            f"topiccrawl.downloader.header_limit.HeaderLimitHandler; {handler.__qualname__} is not"
        )


def _session(crawler: Crawler, topic: Topic, name: str, recipe: LoginRecipe) -> SiteSession:
    try:
        return SiteSession(crawler, name, recipe, *recipe.credentials())
    except ValueError as error:
        raise topic.section_error("login", said(error), name) from None
