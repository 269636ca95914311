"""Pages of a web archive, such as Common Crawl, found by the index of its captures (a CDX or CDXJ server)."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterable, Iterator
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit
from urllib.request import Request

from topiccrawl.access.addresses import AddressRules
from topiccrawl.access.exchange import Exchange, TooLargeBodyError, read_body
from topiccrawl.corpus.sources.contract import LARGEST_BODY, Found
from topiccrawl.corpus.sources.warc import warc_pages
from topiccrawl.errors import TextError
from topiccrawl.messages import Message, message, said
from topiccrawl.text.files.rows import Row, json_object

_NAMES = {"original": "url", "mimetype": "mime", "statuscode": "status"}
"""Names in answers that are arrays, by names in the others."""
_FILTERS = (("filter", "=status:200"), ("filter", "mime:html"))
"""Of a query that has none of its own."""
_MOST_PAGES, _LARGEST_ANSWER = 100_000, 64_000_000
_SECONDS, _TRIES = 60.0, 5
PAUSE = 1.0
"""Seconds between two requests."""
_BUSY = (429, 500, 502, 503, 504)


class _Part:
    """A part of a WARC file as a file of its own, which `warc_pages` reads."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data

    def __str__(self) -> str:
        return self.name

    def open(self, mode: str) -> io.BytesIO:
        return io.BytesIO(self._data)


class WebIndex:
    """A query to the index of a web archive; requests are sent one after the other.

    Args:
        query: the URL of the index with the parameter `url`, such as
            `https://index.example/CC-MAIN-2026-01-index?url=example.cn/*`. Other parameters are passed on;
            without a `filter`, only HTML with the status 200 is asked for.
        user_agent: sent with each request.
        warc_files: URL that the names of WARC files are relative to.
    """

    def __init__(self, query: str, user_agent: str, warc_files: str) -> None:
        self._query = urlsplit(query)
        given = parse_qsl(self._query.query, keep_blank_values=True)
        if "url" not in dict(given):
            raise TextError("{query}: expected the parameter url, such as ?url=example.cn/*", query=query)
        own = [one for one in given if one[0] not in ("output", "page", "showNumPages")]
        own += () if any(name == "filter" for name, _ in own) else _FILTERS
        self._parameters = [*own, ("output", "json")]
        self._user_agent = user_agent
        self._warc_files = warc_files
        rules = AddressRules()
        hosts = (str(urlsplit(one).hostname) for one in (query, warc_files))
        # Only who names a server of their own may be led to one.
        self._exchange = Exchange(AddressRules(allow_private=any(map(rules.refuses_host, hosts))))

    def captures(self) -> Iterator[tuple[str, Row | Message]]:
        """Yield the place and the fields of each capture, such as `url` and `status`, or what is wrong.

        Raises:
            TextError: the server does not answer.
        """
        for page in range(self._pages()):
            url = self._url(("page", str(page)))
            answer = self._get(url, {}, _LARGEST_ANSWER) or b""
            yield from _captures(answer.decode("utf-8", "replace").split("\n"), url)

    def record(self, capture: Row, place: str) -> Iterator[tuple[str, Found]]:
        """Yield the page of a capture, read from its WARC file, or what is wrong with it."""
        try:
            name, start, length = str(capture["filename"]), int(capture["offset"]), int(capture["length"])
        except (KeyError, TypeError, ValueError):
            yield place, message("{place}: expected filename, offset and length", place=place)
            return
        is_elsewhere = "://" in name or ".." in name or name.startswith("/")
        if not 0 < length <= LARGEST_BODY or start < 0 or is_elsewhere:
            yield place, message("{place}: no part of a WARC file: {name}", place=place, name=name[:200])
            return
        url = self._warc_files.rstrip("/") + "/" + quote(name)
        try:
            data = self._get(url, {"Range": f"bytes={start}-{start + length - 1}"}, length)
            yield from warc_pages(_Part(f"{url}@{start}.warc.gz", data or b""))
        except (TextError, OSError) as error:
            yield place, message(said(error))

    def _pages(self) -> int:
        answer = self._get(self._url(("showNumPages", "true")), {}, _LARGEST_ANSWER)
        if answer is None:
            return 0
        try:
            found = json.loads(answer)
            while isinstance(found, list):
                found = found[-1]
            return min(int(found["pages"] if isinstance(found, dict) else found), _MOST_PAGES)
        except (ValueError, LookupError, TypeError, RecursionError, OverflowError):
            raise TextError(
                "{url}: no number of pages: {answer}", url=self._url(), answer=repr(answer[:80])
            ) from None

    def _url(self, *more: tuple[str, str]) -> str:
        return urlunsplit(self._query._replace(query=urlencode([*self._parameters, *more], safe="*/:=")))

    def _get(self, url: str, headers: dict[str, str], most: int) -> bytes | None:
        """Return a body; None if the index has no captures, which is a 404 with an object of JSON.

        A busy server is asked again, later each time.
        """
        request = Request(url, headers={"User-Agent": self._user_agent, **headers})  # noqa: S310 - the user's own
        for attempt in range(1, _TRIES + 1):
            time.sleep(PAUSE)
            try:
                with self._exchange.open(request, _SECONDS) as response:
                    if headers and response.status != 206:
                        raise TextError("{url}: the server sends no parts of files", url=url)
                    return read_body(response, most)
            except HTTPError as error:
                if error.code == 404 and error.read(1).startswith(b"{"):
                    return None
                if error.code not in _BUSY or attempt == _TRIES:
                    raise TextError(
                        "{url}: the server answered {code} {reason}",
                        url=url,
                        code=error.code,
                        reason=error.reason,
                    ) from None
            except TooLargeBodyError:
                raise TextError("{url}: more than {max_bytes} bytes", url=url, max_bytes=most) from None
            except (OSError, HTTPException) as error:
                if attempt == _TRIES:
                    reason = error.reason if isinstance(error, URLError) else error
                    raise TextError("{url}: {reason}", url=url, reason=reason) from None
            time.sleep(PAUSE * 2**attempt)
        raise AssertionError


def _captures(lines: Iterable[str], source: str) -> Iterator[tuple[str, Row | Message]]:
    """Yield the fields of each line: an object of JSON, or arrays of values, the first one of names."""
    names: list[str] = []
    for number, line in enumerate(lines, 1):
        place, text = f"{source}:{number}", line.strip()
        if not text.startswith("["):
            if text:
                yield place, json_object(text, place)
            continue
        found = json_object(f'{{"rows": [[{text.strip("[], ")}]]}}', place)
        if isinstance(found, Message):
            yield place, found
            continue
        rows = [row for row in found["rows"] if isinstance(row, list)]
        names = names or [_NAMES.get(str(name), str(name)) for name in rows.pop(0)]
        yield from ((place, dict(zip(names, row, strict=False))) for row in rows)
