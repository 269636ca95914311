"""Live parts of pages: server-sent events with the part as HTML, sent when it changes."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Callable

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.web.visit import SESSION, Endpoint, Visit, page
from topiccrawl.errors import TopiccrawlError

INTERVAL = 2.0
"""Polling interval in seconds."""
_ROUNDS = 300
"""Polls per connection; the browser then reconnects, and the session is checked again."""

Part = Callable[[Visit], str]


def live(part: Part) -> Endpoint:
    """Return an endpoint that sends a part of a page whenever it changes."""

    @page(Role.VIEWER)
    def check(visit: Visit) -> Response:
        return Response()

    @functools.wraps(part)
    async def endpoint(request: Request) -> Response:
        refused: Response = await check(request)
        if refused.status_code != 200:
            return Response(status_code=204)  # makes the browser stop reconnecting
        services = request.app.state.services
        user = await run_sync(services.accounts.user_of, request.cookies.get(SESSION, ""))
        visit = Visit(request, services, user)
        headers = {"X-Accel-Buffering": "no"}
        return StreamingResponse(_events(visit, part), media_type="text/event-stream", headers=headers)

    return endpoint


async def _events(visit: Visit, part: Part) -> AsyncIterator[str]:
    sent = ""
    for _ in range(_ROUNDS):
        if await visit.request.is_disconnected():
            return
        try:
            html = await run_sync(part, visit)
        except TopiccrawlError:
            html = sent  # the database is temporarily unavailable
        if html != sent:
            sent = html
            yield f"data: {json.dumps(html)}\n\n"
        else:
            yield ": nothing new\n\n"
        await asyncio.sleep(INTERVAL)
