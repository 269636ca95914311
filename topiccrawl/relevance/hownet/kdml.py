"""KDML, the notation of definitions in OpenHowNet.

A Def is nested: `{tree|树:{reproduce|生殖:PatientProduct={fruit|水果},agent={~}}}`.
It is converted to the form that Liu & Li compare: the head is the primary sememe; a value under a role is a
relational sememe; an event in which the head itself (`~`) has a role is a symbol sememe under that role, as
after `*` and `$` in the older edition; other nested sememes are additional ones; senses with the head
`FuncWord` belong to function words.
"""

from __future__ import annotations

import re
from collections import deque

from topiccrawl.relevance.hownet.definition import Definition, features

_TOKEN = re.compile(r'"[^"]*"|[{}:,;=]|[^{}:,;="]+')
_MARKS = frozenset("{}:,;=")
_SELF = "~"
_FUNCTION = "FuncWord|"
_DEEPEST = 50
"""Maximum nesting of braces in a definition; real ones have 8."""


Node = tuple[str, "list[tuple[str, Node]]"]
"""Head and children, each with its role; quoted text, a placeholder or a bare value is a node too."""


def parse_kdml(text: str) -> Definition:
    """Return a Def of OpenHowNet in the form that Liu & Li compare.

    Raises:
        ValueError: the text is not KDML.

    >>> parse_kdml("{tree|树:{reproduce|生殖:PatientProduct={fruit|水果},agent={~}}}")
    Definition(first='tree|树', others=(), relations=(('PatientProduct', ('fruit|水果',)),), \
symbols=(('agent', ('reproduce|生殖',)),), function=False)
    """
    tokens = deque(token.strip() for token in _TOKEN.findall(text) if token.strip())
    roots: list[Node] = []
    while tokens:
        roots.append(_node(tokens))
        if tokens:
            _take(tokens, ";")
    if not roots:
        raise ValueError("the definition is empty")
    others: list[str] = []
    relations: list[tuple[str, str]] = []
    symbols: list[tuple[str, str]] = []
    for number, root in enumerate(roots):
        if number:
            others.append(root[0])
        _gather(root, others, relations, symbols)
    head = roots[0][0]
    return Definition(
        head,
        tuple(dict.fromkeys(others)),
        features(relations),
        features(symbols),
        head.startswith(_FUNCTION),
    )


def _gather(
    node: Node, others: list[str], relations: list[tuple[str, str]], symbols: list[tuple[str, str]]
) -> None:
    for role, child in node[1]:
        head, below = child
        if head in (_SELF, "?", "$"):
            continue  # stands for the head, or for an unspecified value
        own = [name for name, (value, _) in below if value == _SELF]
        if role:
            relations.append((role, head))
        elif own:
            symbols.extend((name, head) for name in own)
        else:
            others.append(head)
        _gather(child, others, relations, symbols)


def _node(tokens: deque[str], depth: int = 0) -> Node:
    """Take the node in braces that the tokens begin with."""
    if depth > _DEEPEST:
        raise ValueError(f"more than {_DEEPEST} nested braces")
    _take(tokens, "{")
    head, children = _value(_next(tokens)), []
    while (token := _next(tokens)) != "}":
        if token not in (":", ","):
            raise ValueError(f"{token!r} where ',' or '}}' is expected")
        role = ""
        if len(tokens) > 1 and tokens[1] == "=":
            role = _value(_next(tokens))
            _take(tokens, "=")
        is_leaf = not tokens or tokens[0] != "{"
        children.append((role, (_value(_next(tokens)), []) if is_leaf else _node(tokens, depth + 1)))
    return head, children


def _take(tokens: deque[str], mark: str) -> None:
    if (token := _next(tokens)) != mark:
        raise ValueError(f"{token!r} where {mark!r} is expected")


def _next(tokens: deque[str]) -> str:
    if not tokens:
        raise ValueError("its braces are not closed")
    return tokens.popleft()


def _value(token: str) -> str:
    if token in _MARKS:
        raise ValueError(f"{token!r} where a name is expected")
    return f"({token[1:-1]})" if token.startswith('"') else token.replace(" ", "_")
