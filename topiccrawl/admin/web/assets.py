"""Style and script: two files of the package, by their names."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

_TYPES = {"admin.css": "text/css", "admin.js": "text/javascript"}


async def asset(request: Request) -> Response:
    """Return a file; only the two names are known, whatever a path says."""
    name = request.path_params["name"]
    if name not in _TYPES:
        return PlainTextResponse("not found\n", 404)
    return Response(_content(name), media_type=_TYPES[name], headers={"Cache-Control": "max-age=3600"})


@cache
def _content(name: str) -> bytes:
    return files("topiccrawl.admin").joinpath("static", name).read_bytes()
