"""Seeds that a user names instead of the topic's own."""

from __future__ import annotations

from pathlib import Path

from topiccrawl.errors import TopicError
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.files.utf8 import decode_utf8


def parse_seeds(seeds: str) -> tuple[str, ...]:
    """Return the URLs of a comma-separated list, or of a file with one URL per line.

    Raises:
        TopicError: a line is not a URL, the file cannot be read, or there is no URL.
    """
    if not seeds.strip():
        raise TopicError("seeds is empty: write -a seeds=URL,URL or a file, or leave it out")
    if is_http_url(seeds):
        found = [(f"seeds: {part.strip()!r}", part.strip()) for part in seeds.split(",") if part.strip()]
    else:
        try:
            data = read_bounded(Path(seeds))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise TopicError(f"seeds: {seeds!r} is neither a URL nor a readable file ({reason})") from None
        lines = decode_utf8(data, f"seeds: {seeds}", TopicError).splitlines()
        stripped = [(number, line.split("#", 1)[0].strip()) for number, line in enumerate(lines, 1)]
        found = [(f"{seeds}:{number}: {line!r}", line) for number, line in stripped if line]
    for where, url in found:
        if not is_http_url(url):
            raise TopicError(f"{where} is not an http or https URL")
    if not found:
        raise TopicError(f"seeds: {seeds!r} contains no URL")
    return tuple(dict.fromkeys(url for _, url in found))
