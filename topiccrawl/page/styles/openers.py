"""Hidden texts that a reader can open: tabs, folds and 展开全文."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.page.elements import text_of

_PANES = frozenset("div section article li dd td ul ol dl table p".split())
_HAN = re.compile("[\u3400-\u9fff]")
_MIN_HAN = 20
"""Chinese characters of a text that may belong to an article."""
_MOST_LINKED = 0.3
"""Share of a text in links from which on it is a list."""
_LONGEST_LABEL = 24
_LONGEST_HEADING = 60
_MOST_LABELS = 12
_NEAR = 2
"""Elements between panes and the row of their labels."""
_OTHER = re.compile(
    r"modal|dialog|popup|pop-|layer|mask|login|agree|protocol|policy|privacy|xieyi|comment|reply|share|cookie",
    re.I,
)
_UNFOLD = re.compile(
    r"(?:点击|点此)?(?:展开|阅读|查看|显示|浏览)?(?:阅读|查看|显示|更多|剩余|余下|隐藏|全部)*(?:全文|更多|全部|原文|正文|内容|详情)[\W\d]*"
)
_FOLD = re.compile(r"accordion|collaps|toggle|(?:un)?fold|expand|question|faq|panel-head", re.IGNORECASE)
_NUMBER = re.compile(r"[\W_]*\d+$")
_STEP = re.compile(r"下一?[页張张图幅个]|next|[>›»→]+", re.IGNORECASE)
STATES = re.compile(r"^(?:on|in|cur|now|this)$|hid|none|show|active|select|current|first|last", re.IGNORECASE)
"""Names of one of several alike elements."""
_NOWHERE = ("", "#", "javascript")
_CONTROLS = etree.XPath(
    "//@*[contains(., $id)][name()='onclick' or name()='onmouseover' or (name()='href' and .=$hash)"
    " or (name()='aria-controls' and .=$id) or (starts-with(name(), 'data-') and (.=$id or .=$hash))]/.."
)


def can_be_opened(element: HtmlElement) -> bool:
    """Return whether a hidden element is a part of an article that a control on the page shows.

    The control names its id, or is one of a row with a label for each of several panes, or stands beside it
    and says 展开全文, or is a heading to be clicked. Dialogs, agreements and lists of links do not count.
    """
    if element.tag not in _PANES or _OTHER.search(_names(element)) or not _is_running(element):
        return False
    return _is_named(element) or _has_label(element) or any(map(_unfolds, _beside(element)))


def name_of_kind(names: str, states: re.Pattern[str] = STATES) -> str:
    """Return the first of an element's names that does not tell which of several it is, without a number.

    >>> name_of_kind("active tab-pane-2")
    'tab-pane'
    """
    unnumbered = (_NUMBER.sub("", name) for name in names.split())
    return next((name for name in unnumbered if name and not states.search(name)), "")


def _is_running(element: HtmlElement) -> bool:
    text = text_of(element)
    if "。" not in text or len(_HAN.findall(text)) < _MIN_HAN:
        return False
    return sum(len(text_of(link)) for link in element.iter("a")) < _MOST_LINKED * len(text)


def _is_named(element: HtmlElement) -> bool:
    """Return whether a control names the id of an element."""
    if not (identity := element.get("id")):
        return False
    word = re.compile(rf"(?<![\w-]){re.escape(identity)}(?![\w-])")
    for control in _CONTROLS(element, id=identity, hash=f"#{identity}"):
        calls = f"{control.get('onclick') or ''} {control.get('onmouseover') or ''}"
        named = word.search(calls) is not None or not calls.strip()
        if named and "modal" not in (control.get("data-toggle") or "") and _is_shown(control, element):
            return True
    return False


def _is_shown(control: HtmlElement, pane: HtmlElement) -> bool:
    """Return whether a control has a label, is not hidden by its own style and stands outside of the pane."""
    around = [control, *control.iterancestors()]
    if pane in around or any("display:none" in "".join((one.get("style") or "").split()) for one in around):
        return False
    return _is_label(control)


def _is_label(element: HtmlElement, longest: int = _LONGEST_LABEL) -> bool:
    return 1 <= len(_text(element)) <= longest


def _has_label(element: HtmlElement) -> bool:
    """Return whether an element is one of several panes beside a row of labels, one for each, or arrows."""
    parent = element.getparent()
    if parent is None:
        return False
    kind = name_of_kind(element.get("class") or "")
    panes = [one for one in parent if one.tag == element.tag and name_of_kind(one.get("class") or "") == kind]
    if not 2 <= len(panes) <= _MOST_LABELS:
        return False
    before = list(panes[0].itersiblings(preceding=True))
    rows = [*before[:_NEAR], *islice(panes[-1].itersiblings(), _NEAR)]
    for around in islice(element.iterancestors(), _NEAR):
        rows += islice(around.itersiblings(preceding=True), _NEAR)
    rows += islice(parent.itersiblings(), _NEAR)
    labels = [one for one in before if one.tag != element.tag and _is_label(one)]  # <dt> in front of <dd>
    return len(labels) == len(panes) or any(_labels(row) == len(panes) or _steps(row) for row in rows)


def _steps(row: HtmlElement) -> bool:
    """Return whether a row has an arrow, or 下一页, that leads to no other page."""
    if not isinstance(row.tag, str) or len(_text(row)) > _LONGEST_HEADING:
        return False
    return any(
        _STEP.fullmatch(_text(one)) and not _leads_on(one) for one in row.iter("a", "span", "button", "em")
    )


def _labels(row: HtmlElement) -> int:
    """Return the number of labels in a row; 0 if it has anything else."""
    if not isinstance(row.tag, str) or len(_text(row)) > _MOST_LABELS * _LONGEST_LABEL:
        return 0
    items = list(row.iter("li")) or [
        one for one in row.iter("a", "span", "td", "button", "label") if not len(one)
    ]
    items = items or list(row)
    return len(items) if all(map(_is_label, items)) else 0


def _beside(element: HtmlElement) -> Iterator[tuple[HtmlElement, bool]]:
    """Yield what stands right beside an element, and whether it stands above."""
    for above in (True, False):
        yield from ((one, above) for one in islice(element.itersiblings(preceding=above), 1))
    parent = element.getparent()
    if parent is not None:
        yield from ((one, False) for one in islice(parent.itersiblings(), 1))


def _unfolds(beside: tuple[HtmlElement, bool]) -> bool:
    """Return whether an element says 展开全文, or is a heading to be clicked."""
    element, above = beside
    if not isinstance(element.tag, str) or not _is_label(element, _LONGEST_HEADING):
        return False
    inside = list(islice(element.iter(), 6))
    if any(map(_leads_on, inside)):
        return False
    if _UNFOLD.fullmatch(_text(element)):
        return True
    clicked = any(one.get("onclick") or one.get("role") == "button" for one in inside)
    return above and (clicked or _FOLD.search(_names(element)) is not None)


def _leads_on(element: HtmlElement) -> bool:
    """Return whether an element is a link to another page."""
    return (element.get("href") or "").partition(":")[0].partition("#")[0] not in _NOWHERE


def _names(element: HtmlElement) -> str:
    return f"{element.get('class') or ''} {element.get('id') or ''}"


def _text(element: HtmlElement) -> str:
    return "".join(text_of(element).split())
