"""KDML, the notation of definitions in OpenHowNet.

A Def is nested: `{tree|树:{reproduce|生殖:PatientProduct={fruit|水果},agent={~}}}`.
It is converted to the form that Liu & Li compare: the head is the primary sememe; a value under a role is a
relational sememe; an event in which the head itself (`~`) has a role is a symbol sememe under that role, as
after `*` and `$` in the older edition; other nested sememes are additional ones; senses with the head
`FuncWord` belong to function words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from topiccrawl.relevance.hownet.definition import Definition, features

_TOKEN = re.compile(r'"[^"]*"|[{}:,;=]|[^{}:,;="]+')
_MARKS = frozenset("{}:,;=")
_SELF = "~"
_FUNCTION = "FuncWord|"
_DEEPEST = 50
"""Maximum nesting of braces in a definition; real ones have 8."""


@dataclass
class _Node:
    """A node of a KDML tree; quoted text, a placeholder or a bare value is a node too."""

    head: str
    children: list[tuple[str, _Node]] = field(default_factory=list)


def parse_kdml(text: str) -> Definition:
    """Return a Def of OpenHowNet in the form that Liu & Li compare.

    Raises:
        ValueError: the text is not KDML.

    >>> parse_kdml("{tree|树:{reproduce|生殖:PatientProduct={fruit|水果},agent={~}}}")
    Definition(first='tree|树', others=(), relations=(('PatientProduct', ('fruit|水果',)),), \
symbols=(('agent', ('reproduce|生殖',)),), function=False)
    """
    tokens = [token for token in _TOKEN.findall(text) if token.strip()]
    roots: list[_Node] = []
    position = 0
    while position < len(tokens):
        node, position = _node(tokens, position)
        roots.append(node)
        if position < len(tokens):
            if tokens[position] != ";":
                raise ValueError(f"{tokens[position]!r} where ';' or the end is expected")
            position += 1
    if not roots:
        raise ValueError("the definition is empty")
    others: list[str] = []
    relations: list[tuple[str, str]] = []
    symbols: list[tuple[str, str]] = []
    for number, root in enumerate(roots):
        if number:
            others.append(root.head)
        _gather(root, others, relations, symbols)
    head = roots[0].head
    return Definition(
        head,
        tuple(dict.fromkeys(others)),
        features(relations),
        features(symbols),
        head.startswith(_FUNCTION),
    )


def _gather(
    node: _Node, others: list[str], relations: list[tuple[str, str]], symbols: list[tuple[str, str]]
) -> None:
    for role, child in node.children:
        if child.head in (_SELF, "?", "$"):
            continue  # stands for the head, or for an unspecified value
        own = [name for name, below in child.children if below.head == _SELF]
        if role:
            relations.append((role, child.head))
        elif own:
            symbols.extend((name, child.head) for name in own)
        else:
            others.append(child.head)
        _gather(child, others, relations, symbols)


def _node(tokens: list[str], position: int, depth: int = 0) -> tuple[_Node, int]:
    """The node in braces that starts at `position`, and the position behind it."""
    if depth > _DEEPEST:
        raise ValueError(f"more than {_DEEPEST} nested braces")
    if _at(tokens, position) != "{":
        raise ValueError(f"{_at(tokens, position)!r} where '{{' is expected")
    node = _Node(_value(_at(tokens, position + 1)))
    position += 2
    while (token := _at(tokens, position)) != "}":
        if token not in (":", ","):
            raise ValueError(f"{token!r} where ',' or '}}' is expected")
        position += 1
        role = ""
        if _at(tokens, position + 1) == "=":
            role, position = _value(_at(tokens, position)), position + 2
        if _at(tokens, position) == "{":
            child, position = _node(tokens, position, depth + 1)
        else:
            child, position = _Node(_value(_at(tokens, position))), position + 1
        node.children.append((role, child))
    return node, position + 1


def _at(tokens: list[str], position: int) -> str:
    if position >= len(tokens):
        raise ValueError("its braces are not closed")
    return tokens[position].strip()


def _value(token: str) -> str:
    if token in _MARKS:
        raise ValueError(f"{token!r} where a name is expected")
    return f"({token[1:-1]})" if token.startswith('"') else token.replace(" ", "_")
