"""The text around the headline of a page, with its lines: where date, source and author stand."""

from __future__ import annotations

import html as html_module
import re
from collections.abc import Callable
from functools import cache

from topiccrawl.text.normalise import compatible

WINDOW = 4000
"""Number of characters of HTML after the headline in which the dateline row is searched."""

_UNSHOWN = re.compile(r"<(?=[sSnN!])(?:(?i:(script|style|noscript|select)\b[^>]*>)|!--)")
_ENDS = {
    name: re.compile(rf"</(?i:{name})\s*>") for name in ("script", "style", "noscript", "select")
}  # what begins with plain characters is found fast, which a backward reference is not
_COMMENT_END = re.compile("-->")
_WRITES = re.compile(
    r"(?:document\s*\.\s*write(?:ln)?\s*\(|\.inner(?:HTML|Text)\s*=|\.textContent\s*=|\.(?:html"
    r"|text)\s*\()\s*(?:[A-Za-z_$][\w$. ]*\(\s*[\"']([12]\d{3}[-/.年][^\"'()]{1,30})[\"']|([^();]{1,200}))"
)
_CALLS = ("document.write", "innerHTML", "innerText", "textContent", ".html(", ".text(")
_VARIABLE = re.compile(r"""(?:\bvar|\blet|\bconst|;|^)\s*(\w+)\s*=\s*(?:"([^"]{0,100})"|'([^']{0,100})')""")
_IF_EMPTY = re.compile(r"""if\s*\(\s*(\w+)\s*={2,3}\s*(?:""|'')\s*\)\s*\{[^{}]{0,300}\}""")
"""What a script does if a variable is empty."""
_OPERAND = re.compile(
    r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z_]\w*))\s*(?:\.(?:substr(?:ing)?|slice|replace|trim))?\s*(?:\+|$)"""
)
"""A string or a variable; a method that cuts it counts for nothing."""
_FIELD = re.compile(r"(?i)<input\b([^<>]*)>")
_NOT_SHOWN = re.compile(r"(?i)\btype\s*=\s*[\"']?(?:hidden|button|submit|checkbox|radio|image|reset)")
_VALUE = re.compile(r"(?i)\bvalue\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"']+))")


def _tags(names: str) -> re.Pattern[str]:
    """Return the pattern of tags; both cases are written out, since a search that folds case is slow."""
    return re.compile(rf"<\s*/?\s*(?:{'|'.join(f'{names} {names.upper()}'.split())})(?![A-Za-z0-9])[^>]*>")


_CELLS = _tags("td th dd dt li")
_BLOCKS = _tags(
    "div p h1 h2 h3 h4 h5 h6 tr table ul ol dl br hr section article header footer main aside form body"
)
_TAG = re.compile(r"<[^>]*>")
_STYLING = re.compile(r"""[ \n](?:style="[^"<>]*"|style='[^'<>]*'|data-v-\w+(?:="")?)""")
"""What editors and Vue write into every tag."""


_FOOTER = re.compile(
    "版权所有|著作权|©|Copyright|copyright|COPYRIGHT|ICP备|ICP证|公网安备|备案号|备案编号|许可证|技术支持|主办单位:|承办单位:|网站标识码"
    "|相关阅读|相关新闻|相关文章|相关链接|推荐阅读|热点新闻|联系电话|邮编:"
)


def without_footer(text: str) -> str:
    """Return a text up to the first mark of a footer or of a list of other articles.

    >>> without_footer("山村通了公路 粤ICP备20010112号")
    '山村通了公路 粤'
    """
    found = _FOOTER.search(text)
    return text[: found.start()] if found else text


def body_start(source: str) -> int:
    """Return the position of the body in HTML, or 0."""
    place = source.find("<body")
    return place if place >= 0 else max(source.lower().find("<body"), 0)


def text_after(source: str, position: int) -> str:
    """Return about a screen of the visible text from a position in HTML on, without the page's footer.

    Lines end where blocks end; the cells of a row are separated by tabs. Fields of forms count with their
    values, and scripts with the text that they write, where that is plain to see.
    """
    # Neither a long script between headline and dateline nor the styles of tags must use up the window.
    shown = _without_scripts(source[position : position + 4 * WINDOW])
    if " style=" in shown or " data-v-" in shown:
        shown = _STYLING.sub("", shown)
    return without_footer(shown_text(shown[:WINDOW]))


def text_before(source: str, position: int) -> str:
    """Return about half a screen of the visible text before a position in HTML."""
    return shown_text(_without_scripts(source[max(position - WINDOW // 2, 0) : position]).partition(">")[2])


def shown_text(raw: str) -> str:
    r"""Return the text of a piece of HTML in NFKC, with its lines.

    >>> shown_text("<div>发布时间：<input value=2018-03-05></div><tr><td>来源</td><td>青山 日报</td></tr>")
    '发布时间: 2018-03-05\n来源\t青山 日报'
    """
    raw = " ".join(raw.split()) if "\n" in raw or "\t" in raw else raw
    if "<input" in raw or "<INPUT" in raw:
        raw = _FIELD.sub(_field_value, raw)
    raw = _TAG.sub(" ", _BLOCKS.sub("\n", _CELLS.sub("\t", raw)))
    lines = compatible(html_module.unescape(raw)).split("\n")
    return "\n".join(filter(None, map(_line, lines)))


def _line(text: str) -> str:
    """Return a line without blanks around its cells, and without empty cells."""
    if "\t" not in text:
        return " ".join(text.split())
    return "\t".join(filter(None, (" ".join(cell.split()) for cell in text.split("\t"))))


def _field_value(field: re.Match[str]) -> str:
    """Return what a field of a form shows."""
    found = None if _NOT_SHOWN.search(field[1]) else _VALUE.search(field[1])
    return f" {found[1] or found[2] or found[3] or ''} " if found else " "


def _without_scripts(raw: str) -> str:
    """Return HTML without scripts, styles and comments; what a script plainly writes stays."""
    parts: list[str] = []
    at = 0
    for found in _UNSHOWN.finditer(raw):
        if found.start() < at:
            continue
        name = (found[1] or "").lower()
        end = _ENDS.get(name, _COMMENT_END).search(raw, found.end())
        if end is not None:
            written = _written(raw[found.end() : end.start()]) if name == "script" else " "
            parts += raw[at : found.start()], written
            at = end.end()
    return "".join((*parts, raw[at:]))


def _written(script: str) -> str:
    """Return the text that a script writes, else a blank."""
    if not any(call in script for call in _CALLS):
        return " "
    known = cache(lambda: {name: double or single for name, double, single in _VARIABLE.findall(script)})
    done = _IF_EMPTY.sub(lambda test: "" if known().get(test[1]) else test[0], script)
    return " ".join(written[1] or _sum(written[2], known) for written in _WRITES.finditer(done)) or " "


def _sum(expression: str, known: Callable[[], dict[str, str]]) -> str:
    """Return strings and variables joined by +; empty when there is anything else."""
    parts: list[str] = []
    at = 0
    while at < len(expression):
        operand = _OPERAND.match(expression, at)
        if operand is None:
            return ""
        parts.append(known().get(operand[3], "") if operand[3] else operand[1] or operand[2] or "")
        at = operand.end()
    return "".join(parts)
