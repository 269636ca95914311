"""Numbers of tokens by a tokenizer of the package `tokenizers`, without a download."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from topiccrawl.errors import ExportError
from topiccrawl.extras import require_extra

FILE = "tokenizer.json"


def load_tokenizer(name: str) -> Callable[[str], int]:
    """Return a function that counts the tokens of a text, without marks of beginning and end.

    Args:
        name: a file `tokenizer.json`, a folder with one, or the name of a repository that is in the cache of
            `huggingface_hub`.

    Raises:
        ExportError: there is no such tokenizer on this machine, or it cannot be read.
        MissingExtraError: tokenizers is not installed.
    """
    require_extra("tokens")
    from tokenizers import Tokenizer

    path = Path(name, FILE) if Path(name).is_dir() else Path(name)
    if not path.is_file():
        path = _cached(name)
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # tokenizers raises no class of its own
        raise ExportError(
            "{file}: is no tokenizer that can be read: {error}", file=path, error=error
        ) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _cached(name: str) -> Path:
    from huggingface_hub import try_to_load_from_cache

    try:
        found = try_to_load_from_cache(name, FILE)
    except ValueError:  # no name of a repository
        found = None
    if not isinstance(found, str):
        raise ExportError(
            "--tokenizer {name!r}: neither a file or folder with tokenizer.json, nor in the cache of "
            "huggingface_hub; exports download nothing",
            name=name,
        )
    return Path(found)
