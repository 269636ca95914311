"""Redirects by script: pages without a text that go to another address as soon as they are loaded."""

from __future__ import annotations

import re

from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.hidden_links.templates import evaluated
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Script, Step

_GOES = re.compile(
    r"(?:(?:window|self|top|parent|document)\.)*location(?:\.href)?|(?:\w+\.)*location\.(?:replace|assign)"
)
_TESTS = re.compile(
    r"\bif\s*\(|\?[^'\"]*:|&&|\|\||\bswitch\b|navigator\b|document\.cookie|\bcookie\b|referrer|history\.|alert\s*\(|confirm\s*\(|eval\s*\("
)
_LONGEST_TEXT = 60
"""Characters that such a page shows at most, such as 正在跳转."""
_LONGEST = 30_000
_MISSING = re.compile(r"不存在|已删除|未审核|无法找到|找不到|错误|出错|失效|登[录陆]|404")
_ERROR_URL = re.compile(
    r"(?:^|[/_.-])(?:404|error|err|notfound|login|passport|sso|expired?)(?:$|[/_.?-])", re.IGNORECASE
)


def script_redirect(page: Page) -> str | None:
    """Return the absolute URL to which a page sends every reader; None if it sends some or none.

    A page with a text or links of its own is no redirect, nor is one whose script tests anything before: those tell
    telephones from computers, or break out of frames.
    """
    if "location" not in page.html or len(page.html) > _LONGEST:
        return None
    shown = "".join(text for text in _shown(page))
    if (
        len(shown) > _LONGEST_TEXT
        or _MISSING.search(shown)
        or (next(page.tree.iter("a"), None) is not None and len(shown) > 20)
    ):
        return None
    if any(_TESTS.search(element.text or "") for element in page.tree.iter("script")):
        return None
    onload = "".join(element.get("onload") or "" for element in page.tree.iter("body"))
    scripts = page.once(PageScripts.of)
    steps = [*scripts.steps(), *((script, step) for script in [Script.read(onload)] for step in script.steps)]
    called = {step.name for _, step in steps if step.is_call and not step.function}
    called |= {
        m for _, step in steps if step.name.endswith("setTimeout") for v in step.values for m in _named(v)
    }
    for script, step in steps:
        if (
            not step.tested
            and (not step.function or step.function in called)
            and (url := _target(page, script, step))
        ):
            return url
    return None


def _named(value: object) -> list[str]:
    """Return the names of functions in the first argument of a timer: a name, or code in a string."""
    name = getattr(value, "name", value)
    return re.findall(r"[\w$]+", name) if isinstance(name, str) else []


def _target(page: Page, script: Script, step: Step) -> str | None:
    if step.name.endswith("setTimeout") and step.values and isinstance(step.values[0], str):
        inner = Script.read(step.values[0])
        return next((url for one in inner.steps if (url := _target(page, inner, one))), None)
    if not _GOES.fullmatch(step.name) or len(step.values) != 1:
        return None
    text = evaluated(page, script.resolved(step.values[0]))
    url = absolute_url(page.base_url, text, page.charset) if text else None
    return None if url is None or url == page.url or _ERROR_URL.search(url.split("/", 3)[-1]) else url


def _shown(page: Page) -> list[str]:
    found: list[str] = []
    for element in page.tree.iter():
        if element.tag not in ("script", "style", "title", "head") and element.text:
            found.append("".join(element.text.split()))
        if element.tail:
            found.append("".join(element.tail.split()))
    return found
