"""Whether an editor may allow what was dropped."""

from __future__ import annotations

from topiccrawl.admin.web.language import marked
from topiccrawl.storage.inbox import FETCH, KEEP

_FINAL = {
    "download robots": marked("不能放行：网站的 robots.txt 不允许抓取，采集程序始终遵守。"),
    "download private_address": marked("不能放行：网址指向内部网络。"),
    "download scheme": marked("不能放行：只抓取 http 和 https 网址。"),
    "download no_host": marked("不能放行：跳转到的网址没有网站。"),
    "gate redirect_scheme": marked("不能放行：只抓取 http 和 https 网址。"),
    "unread file_text": marked("不能放行：正文是文件，请打开文件看。"),
    "unread form": marked("不能放行：请把列表后面各页或其中的文章作为种子。"),
    "unread script_list": marked("不能放行：请管理员为采集启用浏览器。"),
    "gate too_complex": marked("不能放行：网页结构过于复杂，无法解析。"),
    "storage refused": marked("不能放行：数据库不接受这个网页，请管理员看采集日志。"),
    "pipeline drop_item": marked("不能放行：请修改去掉它的处理步骤。"),
    "watch frozen": marked("不能放行：处理这个网页时程序停滞。"),
    "frontier part": marked("不必放行：它的文字已合并到文章里。"),
    "gate part": marked("不必放行：文章已从第一页开始读取并合并。"),
    "frontier twin": marked("不必放行：同一网页已按另一种网址写法保存。"),
}
_OFF_TOPIC = frozenset(
    {
        "gate description",
        "gate same_text",
        "gate topic_word_list",
        "cleaning topic_word_list",
        "verdict off_topic",
        "verdict topic_word_list",
    }
)


def refusal(stage: str, reason: str) -> str:
    """Return why what was dropped for a reason cannot be allowed; empty if it can."""
    return _FINAL.get(f"{stage} {reason}", "")


def how_allowed(stage: str, reason: str) -> str:
    """Return how a drop is allowed: `KEEP` for a page that was off the topic, else `FETCH`.

    >>> how_allowed("verdict", "off_topic"), how_allowed("frontier", "priority")
    ('keep', 'fetch')
    """
    return KEEP if f"{stage} {reason}" in _OFF_TOPIC else FETCH
