"""Errors that a user can meet. Every message is one line that names the file, line or value, and the cure.

The messages are in the modules that raise the errors; those about a topic are in `relevance/topic/`.
"""

from __future__ import annotations

from topiccrawl.messages import message


class TopiccrawlError(Exception):
    """Base class of all errors that are the input's or the environment's fault, not the program's.

    Args:
        text: a template for `message`, or a message.
        values: of the template.
    """

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(message(text, **values))


class TopicError(TopiccrawlError, ValueError):
    """A topic cannot be used; the message names the file, the line and the value."""


class ContactError(TopiccrawlError, ValueError):
    """A contact cannot be used; the message names the setting and the value."""


class LabelError(TopiccrawlError, ValueError):
    """A labelled table cannot be used; the message names the file, the line and what was expected."""


class VocabularyError(TopiccrawlError, ValueError):
    """A source, a table or a topic cannot be used; the message names the file, the line and the value."""


class EvaluationError(TopiccrawlError, ValueError):
    """An experiment cannot be run; the message says why."""


class ParameterError(TopiccrawlError, ValueError):
    """A parameter is unknown or out of range; the message names it, its value and what was expected."""


class QueryError(TopiccrawlError, ValueError):
    """A query of a search cannot be read; the message says what is wrong."""


class ExportError(TopiccrawlError):
    """An export cannot be written; the message says why."""


class ResourceError(TopiccrawlError, ValueError):
    """A resource is missing, broken or unknown; the message names it (file and line) and says why."""


class TextError(ResourceError):
    """A source of texts cannot be used; the message names the file, the line and what was expected."""


class ComplexPageError(TextError):
    """A page is too expensive to parse; the message says of what it has too much."""


class HowNetError(ResourceError):
    """HowNet cannot be read; the message names the file, the line and what was expected."""


class VectorFileError(ResourceError):
    """A file of vectors cannot be read; the message names it, and the line where it has lines."""


class MissingExtraError(TopiccrawlError):
    """A package of an extra is not installed; the message says how to install it."""


class FetchError(TopiccrawlError, OSError):
    """A page cannot or must not be fetched; the message names its URL or file and says why."""


class SiteListError(TopiccrawlError, ValueError):
    """A list of sites cannot be used; the message names the file and says why."""


class SearchError(TopiccrawlError, OSError):
    """A search service does not answer; the message names it and says why."""


class SearchRefusedError(SearchError):
    """A search service wants fewer queries, or none."""


class BrowserMissingError(TopiccrawlError, OSError):
    """No browser starts; the message says what to install."""


class StorageError(TopiccrawlError):
    """The database cannot be used; the message names it, without its password, and says why."""


class DatabaseAwayError(StorageError):
    """The database does not answer or is locked; the same call may succeed later. Nothing was written."""


class FrontierLostError(StorageError):
    """A frontier no longer has what it held; the message names it and the cure."""


class RowRefusedError(StorageError):
    """The database would refuse this row at any time. Nothing of the call was written."""


class DamagedFileError(StorageError):
    """A SQLite file is damaged; the message names the file and what to do."""


class AdminError(TopiccrawlError, ValueError):
    """The administration pages cannot do something; the message says why."""
