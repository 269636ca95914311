"""The two static files: style sheet and script."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

_TYPES = {"admin.css": "text/css", "admin.js": "text/javascript"}


async def asset(request: Request) -> Response:
    """Return a static file; only the two known names are served, whatever the path says."""
    name = request.path_params["name"]
    if name not in _TYPES:
        return PlainTextResponse("not found\n", 404)
    return Response(_content(name), media_type=_TYPES[name], headers={"Cache-Control": "max-age=3600"})


@cache
def _content(name: str) -> bytes:
    return files("topiccrawl.admin").joinpath("static", name).read_bytes()
