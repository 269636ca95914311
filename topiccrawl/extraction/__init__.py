"""Body extraction: several extractors with one signature turn a page into a document."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from topiccrawl.extraction.cleaning import clean
    from topiccrawl.extraction.document import THREAD_TEXTS, Document
    from topiccrawl.extraction.extractors import (
        EXTRACTORS,
        document_kind,
        extract,
        extract_page,
        extract_text,
    )

__all__ = [
    "EXTRACTORS",
    "THREAD_TEXTS",
    "Document",
    "clean",
    "document_kind",
    "extract",
    "extract_page",
    "extract_text",
]


def __getattr__(name: str) -> Any:
    """Load the extractors where one is used: a crawl starts without them."""
    if name not in __all__:
        raise AttributeError(name)
    module = {"Document": "document", "THREAD_TEXTS": "document", "clean": "cleaning"}.get(name, "extractors")
    return getattr(import_module(f"topiccrawl.extraction.{module}"), name)
