"""Log-in, log-out and language."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from typing import Any

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from topiccrawl.admin.accounts.accounts import LONGEST_SESSION, form_token
from topiccrawl.admin.accounts.hashing import BusyError, log_in_shares
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.accounts.throttle import log_in_keys
from topiccrawl.admin.services import Services
from topiccrawl.admin.web.connections import PATIENCE
from topiccrawl.admin.web.language import LANGUAGES
from topiccrawl.admin.web.safety import TooLargeError
from topiccrawl.admin.web.visit import SESSION, Visit, is_own, page

logger = logging.getLogger(__name__)

VISITOR = "topiccrawl_visitor"
"""Cookie that ties the log-in form to the browser before there is a session."""


def local_path(path: str) -> str:
    r"""Return the local path to redirect to after the log-in; anything else becomes the start page.

    >>> local_path("/pages?topic=a"), local_path("//evil.example"), local_path("/\\evil.example")
    ('/pages?topic=a', '/', '/')
    """
    plain = path.isprintable() and "\\" not in path and path.startswith("/") and not path.startswith("//")
    return path if plain and not path.startswith("/login") else "/"


async def show_log_in(request: Request) -> Response:
    """Show the log-in form."""
    return _log_in_page(request, local_path(request.query_params.get("next", "/")))


async def log_in(request: Request) -> Response:
    """Check name and password and begin a new session; the request's old session ends."""
    services: Services = request.app.state.services
    try:
        async with asyncio.timeout(PATIENCE), request.form(max_files=0, max_fields=10) as given:
            form = {name: str(value) for name, value in given.items()}
    except TooLargeError:
        return Response(status_code=413)
    except TimeoutError:
        return Response(status_code=408, headers={"Connection": "close"})
    target = local_path(form.get("next", "/"))
    visitor = request.cookies.get(VISITOR, "")
    name, password = form.get("name", "")[:64], form.get("password", "")[:1000]
    if not visitor or not is_own(request, form, form_token(services.secret, visitor)):
        return _log_in_page(request, target, "expired", 403, name=name)
    address = request.client.host if request.client else ""
    keys = log_in_keys(name, address)
    # Counted before the hash: of many attempts at the same time no more are looked at than one by one.
    if wait := services.throttle.begin(*keys):
        return _log_in_page(request, target, "throttled", 429, name=name, wait=wait)
    try:
        shares = log_in_shares(keys[0], name, keys[1], is_known=services.throttle.is_known(keys[0]))
        checked = services.accounts.check(name, password, shares)
    except BusyError:
        services.throttle.take_back(*keys)
        return _log_in_page(request, target, "busy", 503, name=name, wait=1.0)
    if not await asyncio.wrap_future(checked):
        if wait := services.throttle.wait(*keys):
            # Not what was typed as a name that nobody has: it may be a password.
            shown = name if await run_sync(services.accounts.has, name) else "an unknown user"
            logger.warning("failed log-ins of %s from %s: paused for %.0f s", shown, address, wait)
        return _log_in_page(request, target, "wrong", 401, name=name)
    services.throttle.succeeded(*keys)
    if old := request.cookies.get(SESSION):
        await run_sync(services.accounts.end_session, old)
    # A new token whatever cookie the request has, against session fixation.
    token = await run_sync(services.accounts.begin_session, name)
    answer = RedirectResponse(target, 303)
    answer.set_cookie(SESSION, token, max_age=int(LONGEST_SESSION), **_cookie(request))
    answer.delete_cookie(VISITOR, path="/")
    return answer


@page(Role.VIEWER)
def log_out(visit: Visit) -> Response:
    """End the session."""
    visit.services.accounts.end_session(visit.request.cookies[SESSION])
    answer = visit.go("/login")
    answer.delete_cookie(SESSION, path="/")
    return answer


@page(Role.VIEWER)
def set_language(visit: Visit) -> Response:
    """Set the language of the pages."""
    chosen = visit.form.get("language", "")
    chosen = chosen if chosen in LANGUAGES else "zh"
    visit.services.accounts.set_language(visit.name, chosen)
    answer = visit.go(local_path(visit.form.get("back", "/")))
    answer.set_cookie("topiccrawl_language", chosen, **_cookie(visit.request))
    return answer


def _log_in_page(
    request: Request, target: str, problem: str = "", status: int = 200, *, name: str = "", wait: float = 0.0
) -> Response:
    services: Services = request.app.state.services
    visitor = secrets.token_urlsafe(32)
    visit = Visit(request, services, None)
    token = form_token(services.secret, visitor)
    answer = visit.page("login.html", status, next=target, problem=problem, name=name, visitor_token=token)
    if wait:
        answer.headers["Retry-After"] = str(math.ceil(wait))
    answer.set_cookie(VISITOR, visitor, **_cookie(request))
    return answer


def _cookie(request: Request) -> dict[str, Any]:
    return {"httponly": True, "samesite": "strict", "secure": request.url.scheme == "https", "path": "/"}


ROUTES = [
    Route("/login", show_log_in, methods=["GET"]),
    Route("/login", log_in, methods=["POST"]),
    Route("/logout", log_out, methods=["POST"]),
    Route("/language", set_language, methods=["POST"]),
]
