"""VBScript of old pages, written as the JavaScript that does the same: calls, assignments and procedures."""

from __future__ import annotations

import re

_JOINED = re.compile(r"[ \t]_[ \t]*\r?\n")
_PIECES = re.compile(r"\"[^\"\n]*\"|'[^\n]*|&")
_PROCEDURE = re.compile(r"(?:(?:public|private)\s+)?(?:sub|function)\s+(\w+)\s*(\([^()]*\))?", re.IGNORECASE)
_LEFT_OUT = re.compile(
    r"(?:dim|if|else\w*|end\s+if|exit|on\s+error|option|set\s+\w+\s*=\s*nothing|<!--|-->)\b", re.I
)
_STATEMENT = re.compile(r"(?:call\s+|set\s+)?([\w.]+)\s*(=)?\s*(.*)", re.IGNORECASE)
_CALL = re.compile(
    r"\s*(?:vbscript:)?\s*(?:call\s+)?((?!return\b|case\b|throw\b|typeof\b|var\b)[A-Za-z]\w+)\s+([\"'\d][^()=]*)",
    re.I,
)


def javascript_of(text: str) -> str:
    r"""Return a VBScript as JavaScript; conditions are left out, so that each branch is taken.

    >>> javascript_of('Sub go(id)\n  window.open "show.asp?id=" & id, "_blank"\nEnd Sub')
    'function go(id){\nwindow.open("show.asp?id=" + id, "_blank");\n}'
    """
    text = _PIECES.sub(lambda found: {"&": "+", "'": ""}.get(found[0][0], found[0]), _JOINED.sub(" ", text))
    return "\n".join(_line(line.strip()) for line in text.splitlines() if line.strip())


def called(text: str) -> str:
    """Return the script of an element with parentheses around what it hands to a procedure.

    >>> called("openNews 12"), called("vbscript:show 'a3', 1"), called("return false")
    ('openNews(12)', "show('a3', 1)", 'return false')
    """
    found = _CALL.fullmatch(text) if "(" not in text else None
    return text if found is None else f"{found[1]}({found[2]})"


def _line(line: str) -> str:
    if line[:4].lower() == "end " and not line[4:].strip().lower().startswith("if"):
        return "}"
    if procedure := _PROCEDURE.match(line):
        return f"function {procedure[1]}{procedure[2] or '()'}{{"
    statement = _STATEMENT.fullmatch(line)
    if statement is None or _LEFT_OUT.match(line):
        return ""
    name, is_set, rest = statement.groups()
    if is_set:
        return f"{name} = {rest};"
    return f"{name}{rest if rest.startswith('(') and rest.endswith(')') else f'({rest})'};"
