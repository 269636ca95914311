"""Redirects by script: pages without a text that go to another address as soon as they are loaded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlencode

from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.clues import JUMPS
from topiccrawl.page.hidden_links.lists.forms import fields_of
from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.hidden_links.templates import evaluated
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Script, Step
from topiccrawl.page.scripts.tokens import STRING, tokens_of

_GOES = re.compile(
    r"(?:(?:window|self|top|parent|document)\.)*location(?:\.href|\.pathname)?|(?:\w+\.)*location\.(?:replace|assign)"
    r"|window\.navigate|window\.open"
)
_SENDS = re.compile(r"(?:^|\.)(click|submit)$")
"""Calls that follow the link of a page, or send its form."""
_TESTS = re.compile(
    r"\bif\s*\(|\?[^?:]*+:|&&|\|\||\b(?:switch|for|while|catch|navigator|cookie|referrer|history|fetch|axios|XMLHttpRequest)\b"
    r"|\b(?:alert|confirm|prompt|eval|then|on|ajax|(?<!search \) \. )get|post|getJSON)\s*\("
    r"|\bon(?!load)[a-z]+\s*=|\bclick\s*\((?!\s*\))"
    r"|(?<!window)(?<!body)(?<!document)\s\.\s*onload\b",
    re.DOTALL,
)
"""What lets a script send some readers elsewhere, or only after they or a server have done something."""
_EVENT = re.compile(
    r"click|submit|change|key\w*|mouse\w*|touch\w*|scroll|resize|error|message|popstate|hashchange"
)
_FOR_TELEPHONES = re.compile(r"(?:^|[/._-])(?:m|wap|mobile|mobi|phone|h5|touch)(?=$|[/._?-])")
_LONGEST_TEXT = 60
"""Characters that such a page shows at most, such as 正在跳转."""
_SHORTEST_TEXT = 20
"""Characters of a page with links from which on it may be one to be read."""
_FRAME_BUSTER = re.compile(
    r"\bif\s*\(\s*(?:(?:window|self|top|parent|document)\b(?:\.\w+)*\s*!==?\s*(?:window|self|top|parent|this|location)\b(?:\.\w+)*"
    r"|window\.frameElement)\s*\)\s*\{?\s*(?:window\.)?(?:top|parent)\.location(?:\.(?:href\s*=|replace\(|assign\()|\s*=)"
    r"\s*(?:(?:window|self|document|this)\.)?(?:location(?:\.href)?|URL)\s*\)?\s*;?\s*(?:\}\s*;?)?"
)
"""What shows a page alone that stands in a frame of another one: no reader of this site is sent elsewhere."""
_LONGEST = 30_000
_MISSING = re.compile(r"不存在|已删除|未审核|无法找到|找不到|错误|出错|失效|登[录陆]|404")
_ERROR_URL = re.compile(
    r"(?:^|[/_.-])(?:404|error|err|notfound|log[io]n|sign[io]n|passport|sso|cas|oauth2?|captcha|verify|expired?)(?:$|[/_.?-])",
    re.IGNORECASE,
)


def script_redirect(page: Page) -> str | None:
    """Return the absolute URL to which a page sends every reader; None if it sends some or none.

    A page with a text or links of its own is no redirect, nor is one whose script tests anything before,
    except for a frame that it breaks out of. Of a script with one place for telephones and one for all
    others, the latter counts; one that counts seconds leads away in the end.
    """
    if len(page.html) > _LONGEST or not any(word in page.html for word in JUMPS):
        return None
    shown = "".join(text for text in shown_pieces(page))
    if len(shown) > _LONGEST_TEXT or _MISSING.search(shown):
        return None
    texts = [_FRAME_BUSTER.sub("", element.text or "") for element in page.tree.iter("script")]
    counted = list(map(_counted_down, texts))
    if any(_is_tested(text) and not _tells_devices(text) for text in counted):
        return None
    own = ["".join(element.get("onload") or "" for element in page.tree.iter("body"))]
    own += [text for text, before in zip(counted, texts, strict=True) if text != before]
    steps = [*page.once(PageScripts.of).code.steps]
    steps += ((script, step) for script in map(Script.read, own) for step in script.steps)
    called = {step.name for _, step in steps if step.is_call and not step.function}
    later = (step for _, step in steps if step.name.endswith(("setTimeout", "setInterval", "onload")))
    called |= {name for step in later for value in step.values for name in _named(value)}
    for script, step in steps:
        if (
            not step.tested
            and (not step.function or step.function in called)
            and (url := _target(page, script, step))
        ):
            return None if len(shown) > _SHORTEST_TEXT and _leads_elsewhere(page, url) else url
    return _for_computers(page, [(script, step) for script, step in steps if step.tested])


def _for_computers(page: Page, steps: Sequence[tuple[Script, Step]]) -> str | None:
    """Return where all readers but those with telephones are sent; None unless there is a place for each."""
    if "userAgent" not in page.html or "else" not in page.html:
        return None
    targets = {url for script, step in steps if (url := _target(page, script, step))}
    others = [url for url in targets if not _FOR_TELEPHONES.search(url.partition("//")[2])]
    return others[0] if len(others) == 1 < len(targets) else None


def _leads_elsewhere(page: Page, target: str) -> bool:
    """Return whether a page has a link to another address than the one it sends its readers to."""
    hrefs = [element.get("href") or "" for element in Elements.of(page).anchors]
    return any(page.absolute(href) != target for href in hrefs)


def _is_tested(text: str) -> bool:
    """Return whether a script tests or waits for anything; comments and strings without code say nothing."""
    tokens = tokens_of(text)
    pairs = list(zip(tokens.kinds, tokens.texts, strict=True))
    code = " ".join("''" if kind == STRING else text for kind, text in pairs)
    return _TESTS.search(code) is not None or any(
        _EVENT.fullmatch(text) or ("location" in text and _TESTS.search(text))
        for kind, text in pairs
        if kind == STRING
    )


def _tells_devices(text: str) -> bool:
    """Return whether a script does nothing but send telephones elsewhere: all others stay on the page."""
    if "userAgent" not in text:
        return False
    steps = [step for step in Script.read(text).steps if not (step.is_call and _READS.search(step.name))]
    jumps = [step for step in steps if _GOES.fullmatch(step.name)]
    return bool(jumps) and all(step.tested or not (step.is_call or step in jumps) for step in steps)


def _counted_down(text: str) -> str:
    """Return a script without the tests of a number that it counts, such as the seconds of a timer.

    >>> _counted_down("setInterval(function(){ n--; if (n == 0) location = '/dj/'; }, 1000)")
    "setInterval(function(){ n--;  location = '/dj/'; }, 1000)"
    """
    if "setInterval" not in text and "setTimeout" not in text:
        return text
    for test in _NUMBER_TESTS.finditer(text):
        name = re.escape(test[1])
        if re.search(rf"(?:--|\+\+)\s*{name}\b|\b{name}\s*(?:--|\+\+|[-+]=|=\s*{name}\s*[-+])", text):
            text = text.replace(test[0], "")
    return text


_NUMBER_TESTS = re.compile(r"if\s*\(\s*(?:--\s*)?(\w+)\s*(?:--\s*)?(?:===?|<=?)\s*\d{1,2}\s*\)")

_READS = re.compile(r"(?:^|\.)(?:test|match|exec|indexOf|includes|search|toLowerCase|toUpperCase)$")
"""Functions that look for the name of a device."""


def _named(value: object) -> list[str]:
    """Return the names of functions that are called later: a name, or code in a string."""
    name = getattr(value, "name", value)
    return re.findall(r"[\w$]+", name) if isinstance(name, str) else []


def _target(page: Page, script: Script, step: Step) -> str | None:
    if step.name.endswith("setTimeout") and step.values and isinstance(step.values[0], str):
        inner = Script.read(step.values[0])
        return next((url for one in inner.steps if (url := _target(page, inner, one))), None)
    if step.is_call and not step.values and (sends := _SENDS.search(step.name)):
        text = _clicked(page, script) if sends[1] == "click" else _sent(page)
    elif _GOES.fullmatch(step.name.replace("[]", "")) and _in_this_window(step):
        text = evaluated(page, script.resolved(step.values[0]))
    else:
        return None
    url = page.absolute(text) if text else ""
    return None if not url or url == page.url or _ERROR_URL.search(url.split("//", 1)[-1]) else url


def _clicked(page: Page, script: Script) -> str | None:
    """Return where the link leads that a script clicks: the one that it names, or the only one."""
    named = {value.lstrip("#") for step in script.steps for value in step.values if isinstance(value, str)}
    anchors = [element for element in Elements.of(page).anchors if element.get("href")]
    found = [element for element in anchors if element.get("id") in named] or anchors
    return found[0].get("href") if len(found) == 1 else None


def _sent(page: Page) -> str | None:
    """Return where the only form of a page leads that sends hidden fields by GET."""
    forms = Elements.of(page).forms
    if len(forms) != 1 or (forms[0].get("method") or "get").strip().lower() != "get":
        return None
    if (read := fields_of(forms[0])) is None:
        return None
    action = (forms[0].get("action") or "").partition("#")[0].partition("?")[0]
    return f"{action}?{urlencode(read[0])}" if read[0] else action or None


def _in_this_window(step: Step) -> bool:
    """Return whether an assignment or a call has an address alone, or opens it in the same window."""
    if step.name.endswith("open"):
        return len(step.values) > 1 and step.values[1] in ("_self", "_top", "_parent")
    return len(step.values) == 1


def shown_pieces(page: Page) -> list[str]:
    """Return the texts of a page outside its head, scripts and style sheets, without white space."""
    found: list[str] = []
    for element in page.tree.iter():
        if element.tag not in ("script", "style", "title", "head") and element.text:
            found.append("".join(element.text.split()))
        if element.tail:
            found.append("".join(element.tail.split()))
    return found
