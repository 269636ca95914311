"""Pages of WACZ files: ZIP files with WARC files in them, as web recorders save."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from topiccrawl.corpus.sources.contract import Found
from topiccrawl.corpus.sources.warc import WARC_NAMES, warc_pages
from topiccrawl.errors import TextError
from topiccrawl.messages import message, said

_MOST_MEMBERS = 100_000
_ENCRYPTED = 1


def wacz_pages(path: Path) -> Iterator[tuple[str, Found]]:
    """Yield the pages of the WARC files in a WACZ file; one of these that cannot be read does not end it.

    Raises:
        TextError: the file cannot be read, or holds no WARC file.
        MissingExtraError: warcio is not installed.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = [one for one in archive.infolist() if one.filename.lower().endswith(WARC_NAMES)]
            if not 0 < len(members) <= _MOST_MEMBERS:
                raise TextError("{path}: holds no WARC files", path=path)
            root = zipfile.Path(archive)
            for member in members:
                place = f"{path}/{member.filename}"
                if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & _ENCRYPTED:
                    # As the format wants it: so it can be read at any place.
                    yield place, message("{place}: is packed in the ZIP file or encrypted", place=place)
                    continue
                try:
                    yield from warc_pages(root / member.filename)
                except TextError as error:
                    yield place, message(said(error))
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError) as error:
        raise TextError("{file}: cannot be read: {error}", file=path, error=error) from error
