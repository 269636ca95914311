"""The ASGI application: routes of all pages behind the shared middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from types import ModuleType

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from topiccrawl.admin.crawls.scheduler import Scheduler
from topiccrawl.admin.pages import drops, entrance, exports, home, reading, searches, users
from topiccrawl.admin.pages.crawls import crawl, schedules, stages, watching
from topiccrawl.admin.pages.topics import improve, new_topic, site_probe, switches, thresholds, topic, urls
from topiccrawl.admin.services import Services
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.safety import Safety, TooLargeError
from topiccrawl.admin.web.visit import Visit
from topiccrawl.wings import registered

_MODULES = (
    entrance,
    home,
    crawl,
    stages,
    schedules,
    improve,
    reading,
    searches,
    drops,
    site_probe,
    new_topic,
    topic,
    thresholds,
    urls,
    switches,
    exports,
    watching,
    users,
)


def added_pages() -> list[ModuleType]:
    """Return the modules of pages of other wings: with `ROUTES`, and `begin` for what runs beside them."""
    return [import_module(name) for name in registered("ADMIN_PAGES").values()]


def make_application(services: Services) -> Starlette:
    """Return the ASGI application; the services are closed with it."""
    added = added_pages()

    @asynccontextmanager
    async def lifespan(application: Starlette) -> AsyncIterator[None]:
        scheduler = Scheduler(services)
        scheduler.begin()
        services.texts.begin()
        ends = [module.begin(services) for module in added]
        yield
        for end in ends:
            end()
        scheduler.close()
        services.close()

    application = Starlette(
        routes=[
            Route("/favicon.ico", _no_icon),
            Mount("/static", StaticFiles(packages=[("topiccrawl.admin", "static")])),
            *(route for module in (*added, *_MODULES) for route in module.ROUTES),
        ],
        middleware=[Middleware(Safety, hosts=services.configuration.hosts)],
        exception_handlers={TooLargeError: _too_large, HTTPException: _refused},
        lifespan=lifespan,
    )
    application.state.services = services
    return application


async def _no_icon(request: Request) -> Response:
    return Response(status_code=204)


async def _too_large(request: Request, error: Exception) -> Response:
    return PlainTextResponse("too large\n", 413)


async def _refused(request: Request, error: Exception) -> Response:
    """Return a page that leads on: of an address that is mistyped, or belongs to a form that was sent."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    visit = Visit(request, request.app.state.services, None)
    return visit.problem(visit.translate(marked("没有这个页面，或者它不能直接打开。")), status)
