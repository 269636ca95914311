"""Lists that show a pager of which no link could be read."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import handlers_of
from topiccrawl.page.hidden_links.hints import calls_of, leading_body
from topiccrawl.page.hidden_links.lists.named import text_on
from topiccrawl.page.page import Page

_READ = 400_000
"""Characters of a page that are searched."""
_MORE = re.compile(
    r"下一?[页頁]|后一?[页頁]|加载更多|查看更多|点击加载|展开更多|load\s*more|next(?:\s*page)?|[>»›]{1,2}",
    re.IGNORECASE,
)
_COUNTS = (
    re.compile(r"[共总]\s*(?:<[^<>]{0,80}>\s*)*(\d{1,5})\s*(?:<[^<>]{0,80}>\s*)*[页頁]"),
    re.compile(r"1\s*/\s*(\d{1,5})\s*[页頁]"),
)
_BOX = re.compile(
    r"^(?:kk|lay|js-|m-|ui-)?-?(?:page|pager|paging|pagination|paginator|pagebar|pagenav|pagelist|fenye)(?:[-_]?\w{0,8})$",
    re.IGNORECASE,
)
_CALLED_WITH_ONE = (
    re.compile(r"create\w*[Pp]age\w*\(\s*[01]\b"),
    re.compile(r"[Pp]age(?:s|S|_?[Cc]ount)\s*[=:]\s*[\"']?[01]\b"),
    re.compile(r"[CcTt]o(?:unt|tal)_?[Pp]age\s*[=:]\s*[\"']?[01]\b"),
)
"""A pager of one page; both cases are written out, since a search that folds case is slow."""
_CALLED_WITH_MORE = re.compile(
    r"[Pp]ag(?:e|er|ing)(?:List|Nav|Bar|HTML|Html)?\(\s*(?!1\b)\d{1,4}\s*,\s*[01]\s*[,)]"
)
"""A function that is given the number of all parts and that of the first."""
_TURNS = re.compile(r"(?:page|go|turn|jump|fenye|list|load|query|search)\w*\(\s*[\"']?2\b", re.IGNORECASE)
"""A function that is called with the number of a part, and not that of a slide."""
_OFF = re.compile(r"\b(?:disabled?|off|no-?next|gray|grey|forbid\w*)\b", re.IGNORECASE)
_LONGEST_LABEL = 12
_TAGS = ("a", "button", "span", "li", "div", "input", "ul", "p")


def shows_further_pages(page: Page) -> bool:
    """Return whether a list without a link to a next part shows that it has one.

    It says that it has more than one page, has a button for the next one or the second that can be pressed,
    or an empty box that a script fills with a pager.

    >>> shows_further_pages(Page.of("<p>共3页</p>")), shows_further_pages(Page.of("<p>共 1 页 下一页</p>"))
    (True, False)
    >>> shows_further_pages(Page.of("<span onclick='more()'>加载更多</span>"))
    True
    >>> shows_further_pages(Page.of("<ul class=pages><li>1</li><li>2</li></ul>"))
    True
    >>> shows_further_pages(Page.of("<a onclick='toPage(2)'>2</a>")), shows_further_pages(Page.of("<b>2</b>"))
    (True, False)
    """
    source = page.html[:_READ]
    counts = [int(count) for form in _COUNTS for count in form.findall(source)]
    if counts:
        return max(counts) > 1
    if any(form.search(source) for form in _CALLED_WITH_ONE):
        return False
    has_scripts = "<script" in source
    if has_scripts and _CALLED_WITH_MORE.search(source):
        return True
    return any(
        _is_pressed(element) or (has_scripts and _is_empty_box(element)) for element in page.tree.iter(*_TAGS)
    )


def is_turned_by_a_file(page: Page) -> bool:
    """Return whether a button for another part calls a function that no script of the page itself has.

    >>> is_turned_by_a_file(Page.of("<a onclick='toPage(2)'>2</a>"))
    True
    >>> is_turned_by_a_file(Page.of("<a onclick='toPage(2)'>2</a><script>function toPage(n) {}</script>"))
    False
    """
    texts = [text for _, text in Elements.of(page).inline]
    return any(
        leading_body(name, texts) is None
        for element, _, script in handlers_of(page)
        if _is_pressed(element)
        for name in calls_of(script)
    )


def _is_pressed(element: HtmlElement) -> bool:
    """Return whether an element is a button for the next part that can be pressed."""
    if len(element) > 2:
        return False
    label = text_on(element).strip("[]()（） ")
    if label == "2":
        return _TURNS.search(f"{element.get('onclick')} {element.get('href')}") is not None or _follows(
            element
        )
    if not label or len(label) > _LONGEST_LABEL or not _MORE.fullmatch(label):
        return False
    if element.get("disabled") is not None or _OFF.search(element.get("class") or ""):
        return False
    href = (element.get("href") or "").strip().lower()
    return (
        element.get("onclick") is not None
        or element.tag in ("button", "input")
        or (element.tag == "a" and (not href or href.startswith(("#", "javascript:"))))
        or any(name.startswith(("data-", "@click", "v-on:", "ng-click")) for name in element.attrib)
    )


def _follows(element: HtmlElement) -> bool:
    """Return whether the number of a page that is no link stands behind the first one in a pager."""
    before, box = element.getprevious(), element.getparent()
    if before is None or box is None or text_on(before) != "1":
        return False
    if element.get("href") or element.find(".//a[@href]") is not None:
        return False
    names = f"{element.get('class')} {box.get('class')} {box.get('id')}"
    return _OF_PAGER.search(names) is not None and _OF_SLIDES.search(names) is None


_OF_PAGER = re.compile(r"(?<![a-z])(?:page|paging|pagination|pager|pgs?|fenye)", re.IGNORECASE)
_OF_SLIDES = re.compile(r"slide|swiper|focus|banner|carousel|bullet", re.IGNORECASE)


def _is_empty_box(element: HtmlElement) -> bool:
    if element.tag not in ("div", "ul", "p", "span") or len(element) or (element.text or "").strip():
        return False
    names = f"{element.get('id') or ''} {element.get('class') or ''}".split()
    return any(_BOX.match(name) for name in names)
