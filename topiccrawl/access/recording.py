"""Archives of what a client fetched, without secrets: a zip file from which the same can be done again."""

from __future__ import annotations

import json
import zipfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from topiccrawl.access.polite_client import Answer, NoAnswerError, PoliteClient, Problem
from topiccrawl.access.redaction import Redaction
from topiccrawl.errors import SiteListError
from topiccrawl.text.files.atomic_write import atomic_replace

_MANIFEST = "probe.json"
_FORMAT = 1


@dataclass
class Fetched:
    """An answer, or the problem that came instead of it.

    Attributes:
        url, body: what was requested.
        requests: requests that it took.
        status, headers, content: of the answer.
        problem, detail: of the request that had no answer.
        weakness: what is wrong with the TLS of the server.
    """

    url: str
    body: str = ""
    requests: int = 0
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    content: bytes = b""
    problem: str = ""
    detail: str = ""
    weakness: str = ""


class Recorder:
    """Makes clients whose answers are kept."""

    def __init__(self) -> None:
        self.fetched: list[Fetched] = []

    def client(self, *arguments: Any, **options: Any) -> PoliteClient:
        """Return a client with the arguments of `PoliteClient`."""
        return _Recording(self.fetched, *arguments, **options)

    def write(self, file: Path, sites: Sequence[str], about: dict[str, Any]) -> None:
        """Write what was fetched.

        Args:
            file: the archive, a zip file.
            sites: URLs where the sites begin.
            about: what else is needed to do the same again, as JSON can hold it.
        """
        redaction = Redaction()
        redaction.learn(*(site.encode() for site in sites))
        for one in self.fetched:
            redaction.learn(one.url.encode(), one.body.encode(), one.content)
            redaction.learn_headers(one.headers)
        manifest = {"format": _FORMAT, **about, "sites": [redaction.text(site) for site in sites]}
        with atomic_replace(file) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            exchanges = []
            for number, one in enumerate(self.fetched):
                place = f"{number:04}.body"
                archive.writestr(place, redaction.content(one.content))
                exchanges.append(
                    asdict(one)
                    | {"url": redaction.text(one.url), "body": redaction.text(one.body), "content": place}
                    | {"headers": redaction.headers(one.headers), "detail": redaction.text(one.detail)}
                )
            text = json.dumps(manifest | {"fetched": exchanges}, ensure_ascii=False, indent=1)
            archive.writestr(_MANIFEST, text.encode("utf-8", "surrogateescape"))


class Recorded:
    """What was fetched at another time.

    Attributes:
        sites, about: as they were written.

    Raises:
        SiteListError: the file is damaged or of a newer version.
    """

    def __init__(self, file: Path) -> None:
        self._fetched: dict[tuple[str, str], list[Fetched]] = defaultdict(list)
        try:
            with zipfile.ZipFile(file) as archive:
                self.about: dict[str, Any] = json.loads(archive.read(_MANIFEST))
                if self.about["format"] != _FORMAT:
                    raise ValueError(f"format {self.about['format']}")
                self.sites: list[str] = self.about["sites"]
                for values in self.about["fetched"]:
                    one = Fetched(**values | {"content": archive.read(values["content"])})
                    self._fetched[one.url, one.body].append(one)
        except (zipfile.BadZipFile, OSError, KeyError, TypeError, ValueError) as error:
            raise SiteListError(
                "{file}: a bundle that cannot be read ({error})", file=file, error=str(error)[:200]
            ) from None

    def client(self, *arguments: Any, **options: Any) -> PoliteClient:
        """Return a client that gets these answers and sends nothing; other requests have no budget."""
        return _Replaying(self._fetched, *arguments, **options)


def is_bundle(name: str) -> bool:
    """Return whether a name is that of a file with an archive."""
    if not zipfile.is_zipfile(name):
        return False
    with zipfile.ZipFile(name) as archive:
        return _MANIFEST in archive.namelist()


class _Recording(PoliteClient):
    def __init__(self, fetched: list[Fetched], *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._fetched = fetched

    def _send(self, url: str, delay: float, body: str = "", enough: int = 0) -> Answer:
        one, before, weakness = Fetched(url, body), self.requests, self.weakness
        self.weakness = ""
        try:
            answer = super()._send(url, delay, body, enough)
            one.status, one.headers, one.content = answer.status, dict(answer.headers), answer.body
        except NoAnswerError as error:
            one.problem, one.detail = error.problem, error.detail
            raise
        finally:
            one.requests, one.weakness = self.requests - before, self.weakness
            self.weakness = self.weakness or weakness
            if one.problem != Problem.BUDGET:
                self._fetched.append(one)
        return answer


class _Replaying(PoliteClient):
    def __init__(
        self, fetched: dict[tuple[str, str], list[Fetched]], *arguments: Any, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._fetched = fetched

    def _send(self, url: str, delay: float, body: str = "", enough: int = 0) -> Answer:
        answers = self._fetched.get((url, body))
        if not answers or self.requests >= self._most:
            raise NoAnswerError(Problem.BUDGET, url)
        one = answers.pop(0) if len(answers) > 1 else answers[0]
        self.requests += one.requests
        self.weakness = one.weakness or self.weakness
        if one.problem:
            raise NoAnswerError(Problem(one.problem), url, one.detail)
        return Answer(url, one.status, one.headers, one.content)
