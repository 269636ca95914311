"""What a run did not read, as a table: site, reason, number, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from topiccrawl.admin.web.language import marked
from topiccrawl.corpus.export.drop_reasons import meaning
from topiccrawl.page.unread.counts import NotRead
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.text.documents import can_read_files

_SITES = 30
"""Sites that are shown for each reason."""

_ADVICE = {
    Unread.SCRIPT_LIST: marked("请管理员启用浏览器"),
    Unread.CHALLENGE: marked("请与网站联系"),
    Unread.FILE_TEXT: marked("请管理员安装读文件的附加功能"),
    Unread.FORM: marked("把列表后面各页或其中的文章作为种子"),
    Unread.PAGER: marked("请管理员为这个网站写翻页规则，或启用浏览器"),
    Unread.LOGIN: marked("有账号时，请管理员设置登录"),
    Unread.ROBOTS: marked("请与网站联系"),
    Unread.REFUSED: marked("请与网站联系"),
    Unread.UNREACHABLE: marked("稍后再试"),
}
_OPEN_FILES = marked("手工打开：文件列在“未保留”中")


@dataclass(frozen=True)
class UnreadRow:
    """A row of the table.

    Attributes:
        host: the site; empty: further sites.
        meaning: why, in English; said in the language of the reader where it is shown.
        how: statuses or errors of all sites.
        count: number of URLs.
        advice: what to do, in Chinese.
    """

    host: str
    meaning: str
    how: str
    count: int
    advice: str


def unread_rows(unread: Iterable[NotRead]) -> list[UnreadRow]:
    """Return the rows of what a run did not read, reason by reason, sites with most URLs first."""
    return [row for one in unread for row in _rows(one)]


def _rows(one: NotRead) -> list[UnreadRow]:
    shown = [*one.hosts.items()][:_SITES]
    rest = one.count - sum(number for _, number in shown)
    advice = _ADVICE[one.reason]
    if one.reason is Unread.FILE_TEXT and can_read_files():
        advice = _OPEN_FILES
    how = ", ".join(one.how)
    return [
        UnreadRow(host, meaning("unread", one.reason), how, number, advice)
        for host, number in [*shown, *([("", rest)] if rest > 0 else [])]
    ]
