"""The session of a site: its cookies, and how it is opened."""

from __future__ import annotations

import asyncio
from urllib.parse import urljoin, urlsplit

from scrapy import FormRequest, Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response, TextResponse
from scrapy.http.request import NO_CALLBACK

from topiccrawl.access.login.form import fill_form, has_form
from topiccrawl.access.login.recipe import LoginRecipe
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.url_failures import failure_reason

LOGIN_KEY = "topiccrawl_login"
"""`Request.meta` key of the requests of a log-in: its name."""
_JAR_KEY = "cookiejar"


class LoginError(Exception):
    """A log-in failed; the message says why."""


class SiteSession:
    """Cookies of a site, and the log-in that gives them.

    Args:
        crawler: its engine downloads the pages of the log-in.
        name: the recipe's name.
        recipe: how to log in.
        user: the user name.
        password: the password.

    Attributes:
        number: how many log-ins succeeded.
        has_worked: whether a page came since the last log-in.
    """

    def __init__(self, crawler: Crawler, name: str, recipe: LoginRecipe, user: str, password: str) -> None:
        self.name = name
        self.recipe = recipe
        self.number = 0
        self.has_worked = False
        self._engine = EngineView(crawler)
        self._credentials = (user, password)
        self._cookies = CookiesMiddleware()  # Scrapy's rules about domains, with cookies of its own
        self._open: asyncio.Task[None] | None = None
        self._failed = ""
        self._reported = -1

    def takes(self, host: str, name: str | None) -> bool:
        """Return whether a request belongs to this session, by its host and the log-in that it is part of."""
        return name in (None, self.name) and self.recipe.is_part(host)

    async def ready(self) -> None:
        """Wait until the session is open; the first caller opens it.

        Raises:
            LoginError: it cannot be opened.
        """
        if self._failed:
            raise LoginError(self._failed)
        if self._open is None:
            self._open = asyncio.ensure_future(self._log_in())
        try:
            await asyncio.shield(self._open)
        except LoginError as error:
            self._failed = str(error)
            raise

    def expire(self) -> bool:
        """Record that the session is over; when no page came since the last log-in, no other is tried.

        Returns:
            Whether it was not known.
        """
        if self._open is None or not self._open.done() or self._failed:
            return False  # another of the requests that were in flight when the session ended
        if self.has_worked:
            self._open, self.has_worked = None, False
        else:
            self._failed = "the site still asks for a log-in after one"
        return True

    def report(self) -> bool:
        """Return whether this state has not been reported yet, and remember that it is now."""
        state = -2 if self._failed else self.number
        is_new, self._reported = state != self._reported, state
        return is_new

    def leads_to_login(self, response: Response) -> bool:
        """Return whether a response redirects to the log-in page."""
        location = response.headers.get("Location")
        if not (300 <= response.status < 400 and location):
            return False
        target = urlsplit(urljoin(response.url, location.decode("latin-1")))
        page = urlsplit(self.recipe.page)
        return (target.hostname, target.path) == (page.hostname, page.path)

    def add_cookies(self, request: Request) -> None:
        """Set the header Cookie."""
        request.meta[_JAR_KEY] = self.name
        self._cookies.process_request(request)

    def keep_cookies(self, request: Request, response: Response) -> None:
        """Keep the cookies that a response sets, and remove them from both, so that nothing stores them.

        Cookies that came over https are not sent over http, whether or not the site has marked them so.
        """
        if response.url.startswith("https:"):
            secured = [cookie + b"; Secure" for cookie in response.headers.getlist("Set-Cookie")]
            response.headers.setlist("Set-Cookie", secured)
        self._cookies.process_response(request, response)
        response.headers.pop("Set-Cookie", None)
        self.remove_cookies(request)

    def remove_cookies(self, request: Request) -> None:
        """Remove the cookies from a request that was sent."""
        request.headers.pop("Cookie", None)
        request.meta.pop(_JAR_KEY, None)

    async def _log_in(self) -> None:
        page = await self._download(self._request(self.recipe.page))
        try:
            filled = fill_form(page.text, page.url, self.recipe, *self._credentials)
        except ValueError as error:
            raise LoginError(str(error)) from None
        if not self.recipe.is_part(urlsplit(filled.url).hostname or ""):
            raise LoginError(f"the form leads to {filled.url}, whose host is not in login_hosts")
        answer = await self._download(
            FormRequest(
                filled.url,
                callback=NO_CALLBACK,
                method=filled.method,
                formdata=filled.fields,
                encoding=page.encoding,
                headers={"Referer": page.url},
                meta={LOGIN_KEY: self.name},
                dont_filter=True,
            )
        )
        if self.recipe.success:
            if self.recipe.success not in answer.text:
                raise LoginError(f"{answer.url} has no {self.recipe.success!r}")
        elif has_form(answer.text, self.recipe):
            raise LoginError(f"{answer.url} asks for the password again")
        self.number += 1
        self.has_worked = False

    def _request(self, url: str) -> Request:
        return Request(url, callback=NO_CALLBACK, meta={LOGIN_KEY: self.name}, dont_filter=True)

    async def _download(self, request: Request) -> TextResponse:
        try:
            response = await self._engine.download(request)
        except Exception as error:
            # The crawl continues without this site, whatever went wrong.
            raise LoginError(f"no page from {request.url} ({failure_reason(error)})") from error
        if response.status >= 400:
            raise LoginError(f"{response.url} answered {response.status}")
        if not isinstance(response, TextResponse):
            raise LoginError(f"{response.url} is not a text")
        return response
