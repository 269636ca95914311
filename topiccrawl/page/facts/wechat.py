"""Articles of WeChat accounts: what their scripts say of them, and the notices in the place of one.

The page shows neither date nor time of an article; its scripts write them.
"""

from __future__ import annotations

import html as html_module
import re
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from topiccrawl.page.facts.dates import CHINA
from topiccrawl.page.page import Page

_MARK = "js_article"
_HOST = "//mp.weixin.qq.com/"
_TESTED = r"(?:\w+\s*\?\s*\w+\s*\(\s*['\"][^'\"()]{1,40}['\"]\s*\)\s*(?:\*\s*1\s*)?:\s*)?"
"""A test for the form of the data before a value: `xml ? getXmlValue('ct.DATA') : '1717461000'`."""
_VALUE = rf"\s*[:=]\s*{_TESTED}(?:\w+\s*\(\s*)?['\"]?"
_STAMP = re.compile(
    rf"(?<![\w$])(?:ori_?create_?time|create_?time|publish_?time|ct)['\"]?{_VALUE}(\d{{10}})(?!\d)",
    re.IGNORECASE,
)
_WRITTEN = re.compile(
    rf"(?<![\w$])(?:ori_?create_?time|create_?time|publish_?time)['\"]?{_VALUE}"
    r"(20\d\d)[-年/](\d\d?)[-月/](\d\d?)日?(?:\s+(\d\d?):(\d\d))?",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(
    r"(?<![\w$])(?:nick_?name|profile_nickname|d\.nick_name)['\"]?\s*[:=]\s*(?:\w+\s*\(\s*)?(['\"])([^'\"<>\n]{1,60})\1",
    re.IGNORECASE,
)
_NAME = re.compile(r"id=['\"]?(?:js_name|post-user)['\"]?[^>]*>\s*([^<>]{1,60}?)\s*<", re.IGNORECASE)
_AUTHOR = re.compile(
    r"id=['\"]?js_author_name(?:_text)?['\"]?[^<>]*>\s*([^<>]{2,20}?)\s*<"
    r"|<(?:span|em)(?=[^<>]*\bclass=['\"][^'\"]*\brich_media_meta_text\b)(?![^<>]*\bid=)[^<>]*>(?!\s*原创\s*<)\s*(?:<span\b[^<>]*>\s*)?([^<>]{2,20}?)\s*</(?:span|em)>",
    re.IGNORECASE,
)
"""The row under the headline has the author in front of the account."""
_TITLE = re.compile(r"\bmsg_title\s*=\s*(['\"])([^'\"<>\n]{2,120})\1")
_SHOWN_TIME = re.compile(
    r"=\s*['\"](20\d\d)-(\d\d?)-(\d\d?)\s+(\d\d?):(\d\d)['\"][^<>]{0,200}\bpublish_time\b"
)
"""The script of older articles writes its variable into the row under the headline."""
_GONE = re.compile(
    r"(?:该|此|本)(?:内容|文章|帐号|账号|公众号|链接)[^。<]{0,20}(?:删除|无法查看|屏蔽|违规|停止访问|注销|迁移|过期|不存在|投诉)"
    r"|已停止访问该网页|参数错误|链接已过期"
)
_CHECK = re.compile(r"环境异常|完成验证后|去验证|请在微信客户端打开|请输入验证码|操作频繁")


GONE, CHECK = "gone", "check"
"""Notices: the article was deleted or blocked; a person has to prove to be one."""

_LONGEST_NOTICE = 600


class WeChatArticle(NamedTuple):
    """What a page says of an article.

    Attributes:
        published: "YYYY-MM-DD" or "YYYY-MM-DD HH:MM" in China time; empty when not found.
        account: name of the account; empty when not found.
        author: the author that the row under the headline names; empty when it names none.
        title: the headline, of pages that show none; empty when not found.
    """

    published: str
    account: str
    author: str = ""
    title: str = ""


def read_wechat(page: Page) -> WeChatArticle | None:
    """Return what the scripts of an article say of it; None for pages of other systems."""
    if _MARK not in page.html and _HOST not in page.url:
        return None
    found = _ACCOUNT.search(page.html)
    account = found[2] if found else ""
    if not account and (name := _NAME.search(page.html)):
        account = name[1]
    author, title = _AUTHOR.search(page.html), _TITLE.search(page.html)
    return WeChatArticle(
        _published(page.html),
        html_module.unescape(account).strip(),
        html_module.unescape(author[1] or author[2]).strip() if author else "",
        html_module.unescape(title[2]).strip() if title else "",
    )


def _published(source: str) -> str:
    if found := _STAMP.search(source):
        return f"{datetime.fromtimestamp(int(found[1]), CHINA):%Y-%m-%d %H:%M}"
    if found := _WRITTEN.search(source) or _SHOWN_TIME.search(source):
        year, month, day, hour, minute = found.groups()
        try:
            date = datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0))
        except ValueError:
            return ""
        return date.strftime("%Y-%m-%d %H:%M" if hour else "%Y-%m-%d")
    return ""


def notice_of(page: Page, displayed: Callable[[], str]) -> str:
    """Return what stands in the place of a WeChat article: `GONE`, `CHECK`, or "" if it is one.

    Args:
        page: the page.
        displayed: returns the text that it displays.
    """
    if (_HOST not in page.url and "weui-msg" not in page.html) or 'id="js_content"' in page.html:
        return ""
    text = displayed()
    if len(text) > _LONGEST_NOTICE:
        return ""
    return GONE if _GONE.search(text) else CHECK if _CHECK.search(text) else ""
