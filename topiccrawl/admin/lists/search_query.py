"""The query language of the search in whole texts: words, phrases, AND, OR, NOT and brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from topiccrawl.errors import QueryError
from topiccrawl.text.folding import HAN, WORD_RUNS, fold
from topiccrawl.text.normalise import compatible

_OR, _AND, _NOT = {"OR", "或", "|", "||"}, {"AND", "且", "&", "&&"}, {"NOT", "非"}
_SEPARATORS = str.maketrans(dict.fromkeys("，、；,;", " "))
_TOKENS = re.compile(
    r"""\s+|(?P<open>\()|(?P<close>\))|(?P<minus>-(?=[^\s)]))
    |"(?P<plain>[^"]*)"|“(?P<curly>[^”]*)”|《(?P<title>[^》]*)》|「(?P<corner>[^」]*)」|『(?P<white>[^』]*)』
    |(?P<unclosed>["“《「『])|(?P<word>[^\s()"“《「『]+)""",
    re.VERBOSE,
)
_GAP = f"[^{HAN}a-z0-9]{{0,10}}"
"""What may stand between the parts of a phrase: blanks, line breaks, punctuation."""
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase.

    Attributes:
        runs: its runs of Chinese characters, and its words in Latin letters and digits, folded.
        pattern: a regular expression that finds it in a folded text.
    """

    runs: tuple[str, ...]
    pattern: str

    def matches(self, folded: str) -> bool:
        """Return whether a folded text has it."""
        return _compiled(self.pattern).search(folded) is not None


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that are combined.

    Attributes:
        kind: how many parts must match: `all`, `any` or `none`.
        parts: the parts.
    """

    kind: str
    parts: tuple[Query, ...]

    def matches(self, folded: str) -> bool:
        """Return whether so many parts match a folded text."""
        found = (part.matches(folded) for part in self.parts)
        return all(found) if self.kind == "all" else any(found) is (self.kind == "any")


Query = Term | Group
_NOTHING = Group("any", ())
"""Matches no text."""


def parse_query(typed: str) -> Query | None:
    """Return a query as a tree; None for blanks.

    Words apart by blanks or commas must all occur; `OR` or 或 between words: one of them; `NOT`, 非 or a
    minus sign before a word: it must not occur; phrases in quotes or 《》. NOT binds closest, then AND.

    >>> parse_query("学習 -党建") == parse_query("学习 NOT 党建")
    True

    Raises:
        QueryError: it cannot be read.
    """
    tokens = list(_tokens(compatible(typed.translate(_SEPARATORS))))
    if not tokens:
        if typed.strip():
            raise _unsearchable(typed)
        return None
    reader = _Reader(tokens)
    found = reader.either(0)
    if reader.tokens:  # only a bracket ends it early
        raise QueryError("a bracket is closed that was not opened")
    return found


def rule_query(words: str) -> Query:
    """Return the query of a stored rule; one that cannot be read stands for all of its words.

    >>> rule_query("党建 (学习") == parse_query("党建 学习"), rule_query("，").matches("，")
    (True, False)
    """
    try:
        return parse_query(words) or _NOTHING
    except QueryError:
        terms = tuple(_term(match[0]) for match in WORD_RUNS.finditer(fold(words)))
        return Group("all", terms or (_NOTHING,))


def terms_of(query: Query, *, wanted: bool = True) -> list[Term]:
    """Return the terms that a text may have to match a query, or else those that it may not have."""
    if isinstance(query, Term):
        return [query] if wanted else []
    wanted = wanted is not (query.kind == "none")
    return [term for part in query.parts for term in terms_of(part, wanted=wanted)]


def find_terms(folded: str, terms: list[Term]) -> list[tuple[int, int]]:
    """Return where terms stand in a folded text, as begins and ends in order; none overlap.

    >>> find_terms("党史学习，学党史", terms_of(parse_query("党史 学习")))
    [(0, 2), (2, 4), (6, 8)]
    """
    either = "|".join(sorted({term.pattern for term in terms}, key=len, reverse=True))
    return [match.span() for match in _compiled(either).finditer(folded)] if either else []


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _tokens(typed: str) -> Iterator[tuple[str, str]]:
    for match in _TOKENS.finditer(typed):
        kind, text = match.lastgroup, match[match.lastgroup] if match.lastgroup else ""
        if kind in ("open", "close"):
            yield kind, text
        elif kind == "minus" or (kind == "word" and text.upper() in _NOT):
            yield "not", text
        elif kind == "unclosed":
            raise QueryError("the quotation that begins with {mark} is not closed", mark=text)
        elif kind == "word" and text.upper() in _OR | _AND:
            yield "or" if text.upper() in _OR else "and", text
        elif kind is not None:
            yield "term", text


class _Reader:
    """Reads tokens by recursive descent."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens = tokens[::-1]
        self._last = ""

    def either(self, depth: int) -> Query:
        parts = [self._all(depth)]
        while self._take("or"):
            parts.append(self._all(depth))
        return parts[0] if len(parts) == 1 else Group("any", tuple(parts))

    def _all(self, depth: int) -> Query:
        parts = [self._one(depth)]
        while self._take("and") or (self.tokens and self.tokens[-1][0] in ("open", "not", "term")):
            parts.append(self._one(depth))
        return parts[0] if len(parts) == 1 else Group("all", tuple(parts))

    def _one(self, depth: int) -> Query:
        if depth > _DEEPEST:
            raise QueryError("the brackets are nested too deeply")
        if self._take("not"):
            return Group("none", (self._one(depth + 1),))
        if self._take("open"):
            found = self.either(depth + 1)
            if not self._take("close"):
                raise QueryError("a bracket is not closed")
            return found
        if self._take("term"):
            return _term(self._last)
        shown = self.tokens[-1][1] if self.tokens else ""
        if self._last and not shown:
            raise QueryError("a word is missing after {operator}", operator=self._last)
        raise QueryError("a word is missing before {operator}", operator=shown)

    def _take(self, kind: str) -> bool:
        if not self.tokens or self.tokens[-1][0] != kind:
            return False
        self._last = self.tokens.pop()[1]
        return True


def _term(typed: str) -> Term:
    pattern, end = "", 0
    runs: list[str] = []
    for match in WORD_RUNS.finditer(folded := fold(typed)):
        if runs and match.start() > end:
            pattern += _GAP
        latin, end = match[2], match.end()
        pattern += f"(?<![a-z0-9]){latin}(?![a-z0-9])" if latin else match[1]
        runs.append(match[0])
    if not runs:
        raise _unsearchable(folded)
    return Term(tuple(runs), pattern)


def _unsearchable(word: str) -> QueryError:
    return QueryError("{word!r} has no character that can be searched", word=word)
