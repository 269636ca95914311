"""The user's request, and the decorator that checks the user's role."""

from __future__ import annotations

import functools
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from anyio.to_thread import run_sync
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from topiccrawl.admin.accounts.accounts import User, form_token
from topiccrawl.admin.accounts.hashing import BusyError
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.web.language import LANGUAGES, marked, translation
from topiccrawl.admin.web.rendering import render
from topiccrawl.admin.web.safety import TooLargeError
from topiccrawl.errors import AdminError, TopiccrawlError
from topiccrawl.text.language import localized

if TYPE_CHECKING:
    from topiccrawl.admin.services import Services

SESSION = "topiccrawl_session"
"""Cookie of a session."""


@dataclass
class Visit:
    """A request as pages see it.

    Attributes:
        request: Starlette's request.
        services: the application's services.
        user: the logged-in user; None on the pages before the log-in.
        form: fields of a form.
        files: contents of uploaded files, with their names.
    """

    request: Request
    services: Services
    user: User | None
    form: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)
    lists: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """Return the language of the page."""
        chosen = self.user.language if self.user else self.request.cookies.get("topiccrawl_language", "")
        return chosen if chosen in LANGUAGES else "zh"

    def translate(self, text: str) -> str:
        """Return a text in the language of the page."""
        return translation(self.language).gettext(text)

    def query(self, name: str, default: str = "") -> str:
        """Return a query parameter, stripped of surrounding blanks."""
        return self.request.query_params.get(name, default).strip()

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """Return a page."""
        token = self.request.cookies.get(SESSION, "")
        common = {
            "visit": self,
            "user": self.user,
            "roles": Role,
            "form_token": form_token(self.services.secret, token),
            "here": self.request.url.path,
            "language": self.language,
        }
        return Response(
            render(template, translation(self.language), {**common, **values}),
            status,
            media_type="text/html",
        )

    def said(self, error: TopiccrawlError) -> str:
        """Return the text of an error in the user's language, without the place of the database."""
        if isinstance(error, AdminError):
            return self.translate(str(error))
        text = localized(error, "en" if self.language == "en" else "zh")
        for name in self.services.configuration.names_of_database:
            text = text.replace(name, self.translate("数据库"))
        return text

    def problem(self, text: str, status: int = 400) -> Response:
        """Return a page with an error."""
        return self.page("problem.html", status, text=text)

    def topic_name(self) -> str:
        """Return the name of a topic in the path.

        Raises:
            AdminError: there is no such topic.
        """
        name = str(self.request.path_params["name"])
        if self.services.topics.find(name) is None:
            raise AdminError(marked("没有这个主题。"))
        return name

    def go(self, path: str) -> Response:
        """Return a redirect to a page of the application."""
        return RedirectResponse(path, 303)


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
                except TooLargeError:
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
                return visit.problem(visit.said(error))

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


async def _with_form(visit: Visit) -> Visit:
    fields: dict[str, str] = {}
    lists: dict[str, list[str]] = {}
    files: dict[str, tuple[str, bytes]] = {}
    async with visit.request.form(max_files=2, max_fields=1000) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                files[name] = value.filename or "", await value.read()
            else:
                fields[name] = value
                lists.setdefault(name, []).append(value)
    return Visit(visit.request, visit.services, visit.user, fields, files, lists)


def _to_log_in(request: Request) -> Response:
    if request.method != "GET" or request.url.path == "/":
        return RedirectResponse("/login", 303)
    asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return RedirectResponse(f"/login?next={quote(asked, safe='')}", 303)
