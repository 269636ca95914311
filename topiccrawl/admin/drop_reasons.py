"""Meaning of drop reasons, and whether an editor may allow what was dropped."""

from __future__ import annotations

from topiccrawl.admin.web.language import marked
from topiccrawl.storage.inbox import FETCH, KEEP

_MEANINGS = {
    "frontier priority": marked("链接看起来与主题无关，没有抓取"),
    "frontier section": marked("标题看不出主题，同一栏目已抓取的网页大多与主题无关，没有抓取"),
    "frontier domain": marked("链接通向主题限定以外的网站，没有抓取"),
    "frontier site_include": marked("网站规则没有包含这个网址，没有抓取"),
    "frontier site_exclude": marked("网站规则排除了这个网址，没有抓取"),
    "frontier trap": marked("这一组网址像是没有尽头的页面（日历、会话、搜索），额度已用完"),
    "frontier spam": marked("这个网站的网页只罗列主题词，或用同样几句话反复拼成，暂停抓取"),
    "frontier poor": marked("这个网站、目录或这类网址最近的网页都没有带来主题内容，暂停抓取"),
    "frontier twin": marked("同一网页已按另一种网址写法保存"),
    "frontier host_pages": marked("这个网站已达到每个网站的页数上限"),
    "links nofollow": marked("所在网页声明其链接不要跟随"),
    "links of_duplicate": marked("链接在转载的网页上，原文的链接已经看过"),
    "download robots": marked("网站的 robots.txt 不允许抓取"),
    "download private_address": marked("网址指向内部网络，不会抓取"),
    "download crawl_delay": marked("robots.txt 要求的间隔过长"),
    "download dns": marked("找不到这个网站的地址"),
    "download refused": marked("网站拒绝连接"),
    "download timeout": marked("网站没有及时回应"),
    "download too_large": marked("内容过大"),
    "download redirects": marked("跳转次数过多"),
    "download redirect_loop": marked("网页跳转回自己"),
    "download scheme": marked("不是 http 或 https 网址"),
    "download no_host": marked("跳转到的网址没有网站"),
    "gate redirect_scheme": marked("跳转到不是 http 或 https 的网址"),
    "gate description": marked("标题和描述与主题无关"),
    "gate same_text": marked("这一组网址反复给出同样的内容"),
    "frontier part": marked("已作为一篇文章的一部分读取"),
    "gate part": marked("是一篇分页文章的后面一页，已从第一页开始读取"),
    "gate not_html": marked("不是网页（例如文件或图片）"),
    "gate challenge": marked("网站返回的是只让浏览器通过的验证页，没有给出网页"),
    "gate script_list": marked("网页没有正文和链接，由脚本填充，没有读到"),
    "gate login": marked("网页要登录才能看"),
    "unread file_text": marked("正文是文件，没有读到"),
    "unread script_list": marked("列表由脚本填充，没有读到"),
    "unread pager": marked("列表还有后面各页，但翻页方式读不懂"),
    "unread form": marked("列表靠提交表单翻页，没有读到后面各页"),
    "unread login": marked("网页要登录才能看"),
    "unread challenge": marked("网站返回的是验证页"),
    "unread robots": marked("网站的 robots.txt 不允许抓取"),
    "unread refused": marked("网站拒绝"),
    "unread unreachable": marked("没有连通，或服务器出错"),
    "gate too_complex": marked("网页结构过于复杂，无法解析"),
    "cleaning empty": marked("网页里没有找到正文"),
    "cleaning teaser": marked("正文只是摘要或过短"),
    "verdict off_topic": marked("正文与主题无关"),
    "cleaning recombined_sentences": marked("网站用同样几句话反复拼成新的网页，这样的网页不再保留"),
    "verdict topic_word_list": marked("只是罗列主题词，没有成句的内容，其余文字与主题无关"),
    "cleaning topic_word_list": marked("网页里没有正文，只是罗列主题词"),
    "gate topic_word_list": marked("列表页除链接以外只是罗列主题词"),
    "verdict too_old": marked("早于采集或网站规则要求的日期"),
    "storage refused": marked("数据库不接受这个网页"),
    "pipeline drop_item": marked("被用户自己的处理步骤去掉"),
    "watch frozen": marked("处理这个网页时程序停滞"),
}
_KINDS = {
    "certificate": marked("网站的证书已过期、属于别的域名或不受信任，要求验证证书时不抓取"),
    "tls": marked("网站只支持不安全的 TLS 版本、加密算法或协商方式"),
}
"""By the first word of a reason."""
_STATUSES = {
    "status_403": marked("网站拒绝访问（403）"),
    "status_404": marked("网页不存在（404）"),
    "status_410": marked("网页已经删除（410）"),
}

_STAGES = {
    "frontier": marked("链接没有排队"),
    "links": marked("链接没有跟随"),
    "download": marked("没有下载成功"),
    "gate": marked("读正文之前没有通过"),
    "cleaning": marked("正文不可用"),
    "verdict": marked("正文与主题无关"),
    "failed": marked("多次处理失败后放弃"),
    "unread": marked("没有读到"),
}
_OTHER = marked("没有保留")

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


def meaning(stage: str, reason: str) -> str:
    """Return the meaning of a reason in Chinese, to be translated where it is shown.

    >>> meaning("verdict", "off_topic"), meaning("gate", "status_404"), meaning("own", "x")
    ('正文与主题无关', '网页不存在（404）', '没有保留')
    """
    known = (
        _MEANINGS.get(f"{stage} {reason}") or _STATUSES.get(reason) or _KINDS.get(reason.partition("_")[0])
    )
    return known or _STAGES.get(stage, _OTHER)


def stage_name(stage: str) -> str:
    """Return the name of a stage in Chinese, to be translated where it is shown."""
    return _STAGES.get(stage, _OTHER)


def refusal(stage: str, reason: str) -> str:
    """Return why what was dropped for a reason cannot be allowed; empty if it can."""
    return _FINAL.get(f"{stage} {reason}", "")


def how_allowed(stage: str, reason: str) -> str:
    """Return how a drop is allowed: `KEEP` for a page that was off the topic, else `FETCH`.

    >>> how_allowed("verdict", "off_topic"), how_allowed("frontier", "priority")
    ('keep', 'fetch')
    """
    return KEEP if f"{stage} {reason}" in _OFF_TOPIC else FETCH
