"""The user's request, and the decorator that checks the user's role."""

from __future__ import annotations

import functools
import hmac
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, unquote

from anyio.to_thread import run_sync
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match

from topiccrawl.admin.accounts.accounts import User, form_token
from topiccrawl.admin.accounts.hashing import BusyError
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.web.language import LANGUAGES, marked, preferred, translation
from topiccrawl.admin.web.refill import Fields, refused_page
from topiccrawl.admin.web.rendering import render
from topiccrawl.admin.web.safety import LONG_NUMBER, TooLargeError
from topiccrawl.admin.web.typed import InputError, Typed
from topiccrawl.errors import AdminError, TopiccrawlError
from topiccrawl.messages import Message, said
from topiccrawl.text.language import localized

if TYPE_CHECKING:
    from topiccrawl.admin.services import Services

SESSION = "topiccrawl_session"
"""Cookie of a session."""
_SAID = "topiccrawl_said"
"""Cookie with what the last form did, until the next page has said it."""
_DONE = {
    "saved": marked("已保存。"),
    "removed": marked("已删除。"),
    "asked": marked("已交给采集程序，几秒后生效。"),
    "started": marked("已开始，几秒后可以看到。"),
    "waits": marked("已排队：正在进行的采集结束后自动开始，见“定时采集”。"),
    "taken_back": marked("已撤销。"),
    "sent": marked("已发送。"),
}


@dataclass
class Visit:
    """A request as pages see it.

    Attributes:
        request: Starlette's request.
        services: the application's services.
        user: the logged-in user; None on the pages before the log-in.
        form: fields of a form.
        files: contents of uploaded files, with their names.
        lists: all values of the fields.
        ignored: query parameters that cannot be read and count as not given.
    """

    request: Request
    services: Services
    user: User | None
    form: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)
    lists: Mapping[str, list[str]] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()

    @property
    def language(self) -> str:
        """Return the language of the page: the one that was chosen, else that of the browser."""
        chosen = self.user.language if self.user else self.request.cookies.get("topiccrawl_language", "")
        return chosen if chosen in LANGUAGES else preferred(self.request.headers.get("accept-language", ""))

    @property
    def name(self) -> str:
        """Return the name of the user; only pages before the log-in have none."""
        assert self.user is not None
        return self.user.name

    def may(self, role: Role) -> bool:
        """Return whether the user may do what a role may."""
        return self.user is not None and self.user.role >= role

    def translate(self, text: str) -> str:
        """Return a text in the language of the page."""
        return translation(self.language).gettext(text)

    def query(self, name: str, default: str = "") -> str:
        """Return a query parameter, stripped of surrounding blanks."""
        return default if name in self.ignored else self.request.query_params.get(name, default).strip()

    def typed(self) -> Typed:
        """Return the reader of dates and numbers of the form, or of the query."""
        post = self.request.method == "POST"
        return Typed((lambda name: self.form.get(name, "").strip()) if post else self.query)

    @property
    def at(self) -> str:
        """Return the path of the page that the user sees, to lead back to it."""
        if self.request.method == "POST":
            return self.form.get("at", "")
        query = self.request.url.query
        return self.request.url.path + (f"?{query}" if query else "")

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """Return a page."""
        done = _DONE.get(self.request.cookies.get(_SAID, ""), "")
        answer = Response(self.part(template, done=done, **values), status, media_type="text/html")
        if done:
            answer.delete_cookie(_SAID, path="/")
        return answer

    def part(self, template: str, **values: Any) -> str:
        """Return a page, or a part of one, as HTML."""
        token = self.request.cookies.get(SESSION, "")
        common = {
            "visit": self,
            "user": self.user,
            "roles": Role,
            "form_token": form_token(self.services.secret, token),
            "here": self.request.url.path,
            "at": self.at,
            "language": self.language,
        }
        return render(template, translation(self.language), {**common, **values})

    def said(self, error: BaseException | str) -> str:
        """Return the text of an error or message in the user's language, without the place of the data."""
        text = said(error) if isinstance(error, BaseException) else error
        template = text.template if isinstance(text, Message) else text
        if (own := self.translate(template)) != template:  # else Chinese, or of the terminal's catalogue
            return own.format(**text.values) if isinstance(text, Message) and text.values else own
        shown = localized(text, "en" if self.language == "en" else "zh")
        for name in self.services.configuration.names_of_database:
            shown = shown.replace(name, self.translate("数据库"))
        return shown

    def problem(self, text: str, status: int = 400) -> Response:
        """Return a page with an error."""
        return self.page("problem.html", status, text=text)

    def crawl_topic(self) -> str:
        """Return the name of a topic in the path that can be crawled or was crawled before.

        Raises:
            AdminError: there is no such topic.
        """
        name = str(self.request.path_params["topic"])
        if name not in self.services.topic_names():
            raise AdminError(marked("没有这个主题。"))
        return name

    def topic_name(self) -> str:
        """Return the name of a topic in the path.

        Raises:
            AdminError: there is no such topic.
        """
        name = str(self.request.path_params["name"])
        if self.services.topics.find(name) is None:
            raise AdminError(marked("没有这个主题。"))
        return name

    def go(self, path: str, done: str = "") -> Response:
        """Return a redirect to a page of the application, which says what was done, by its key."""
        answer = RedirectResponse(path, 303)
        if done:
            https = self.request.url.scheme == "https"
            answer.set_cookie(_SAID, done, max_age=60, httponly=True, samesite="strict", secure=https)
        return answer


Page = Callable[[Visit], Response]
Endpoint = Callable[[Request], Any]


def page(role: Role) -> Callable[[Page], Endpoint]:
    """Decorate a page function that needs a role; it runs in a thread.

    A GET without a session redirects to the log-in. A POST needs a valid form token. Errors of topiccrawl are
    shown as a page.
    """

    def decorate(function: Page) -> Endpoint:
        @functools.wraps(function)
        async def endpoint(request: Request) -> Response:
            services: Services = request.app.state.services
            token = request.cookies.get(SESSION, "")
            user = await run_sync(services.accounts.user_of, token) if token else None
            if user is None:
                return _to_log_in(request)
            visit = Visit(request, services, user)
            if user.role < role:
                return visit.problem(visit.translate("您的角色不能执行这项操作。"), 403)
            if request.method == "POST":
                try:
                    read = await _with_form(visit)
                except (TooLargeError, HTTPException):  # by itself, or one of its fields
                    return visit.problem(visit.translate("发送的内容过大。"), 413)
                if not is_own(request, read.form, form_token(services.secret, token)):
                    return visit.problem(visit.translate("表单已过期，请返回并重新载入页面。"), 403)
                visit = read
            try:
                return await run_sync(function, visit)
            except BusyError as error:
                answer = visit.problem(visit.said(error), 503)
                answer.headers["Retry-After"] = "1"
                return answer
            except TopiccrawlError as error:
                return await _refused(visit, function, error)

        endpoint.is_page = True  # type: ignore[attr-defined]
        return endpoint

    return decorate


def is_own(request: Request, form: Mapping[str, str], token: str) -> bool:
    """Return whether a form was submitted from one of our own pages."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin")
    if site not in ("same-origin", "none"):
        return False
    if origin is not None and origin != f"{request.url.scheme}://{request.headers['host']}":
        return False
    return hmac.compare_digest(form.get("token", "").encode(), token.encode())


async def _refused(visit: Visit, function: Page, error: TopiccrawlError) -> Response:
    """Return the form again with what was typed; a page with the error alone if there is no form."""
    between = visit.translate(marked("；"))
    wrong = {
        name: between.join(map(visit.said, texts)) for name, texts in getattr(error, "wrong", {}).items()
    }
    path, method = visit.request.url.path, visit.request.method
    fields: Fields = visit.lists
    shown: Response | None = None
    if method == "POST":
        shown = await _page_at(visit.request, visit.at)
    elif isinstance(error, InputError) and not visit.ignored:
        with suppress(TopiccrawlError):
            shown = await run_sync(function, replace(visit, ignored=frozenset(wrong)))
        fields = parse_qs(visit.request.url.query, keep_blank_values=True)
    text = between.join(wrong.values()) or visit.said(error)
    if shown is None or shown.status_code != 200 or shown.media_type != "text/html":
        return visit.problem(text)
    alone = method != "POST"
    theirs = visit.translate(marked("（现在存的：{value}）")) if getattr(error, "is_conflict", False) else ""
    html = refused_page(
        bytes(shown.body), method.lower(), unquote(path), fields, text, wrong, alone=alone, theirs=theirs
    )
    return Response(html, 400, media_type="text/html")


async def _page_at(request: Request, at: str) -> Response | None:
    """Return the page at a local path as the user sees it; None if there is none."""
    path, _, query = at.partition("?")
    if LONG_NUMBER.search(path):  # no id
        return None
    scope = dict(request.scope) | {"method": "GET", "path": unquote(path), "query_string": query.encode()}
    for route in request.app.routes:
        match, child = route.matches(scope)
        endpoint = child.get("endpoint")
        if match is Match.FULL and getattr(endpoint, "is_page", False):
            answer = await endpoint(Request(scope | child))
            return answer if isinstance(answer, Response) else None
    return None


_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2060\ufeff]")
"""What pasted texts have between their characters; a name of nothing else would be a link without a text."""


async def _with_form(visit: Visit) -> Visit:
    fields: dict[str, str] = {}
    lists: dict[str, list[str]] = {}
    files: dict[str, tuple[str, bytes]] = {}
    async with visit.request.form(max_files=2, max_fields=1000) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                files[name] = value.filename or "", await value.read()
            else:
                value = _INVISIBLE.sub("", value)
                fields[name] = value
                lists.setdefault(name, []).append(value)
    return Visit(visit.request, visit.services, visit.user, fields, files, lists)


def _to_log_in(request: Request) -> Response:
    if request.method != "GET" or request.url.path == "/":
        return RedirectResponse("/login", 303)
    asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return RedirectResponse(f"/login?next={quote(asked, safe='')}", 303)
