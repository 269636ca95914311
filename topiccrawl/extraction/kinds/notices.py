"""Notices in the place of a page: that it is not there, was taken down or is being checked (a "soft 404")."""

from __future__ import annotations

import re

SHORT = 200
"""A text with fewer characters may be a notice that the page does not exist."""

LONG = 600
"""A text with fewer characters may be a notice that goes on about the site: where to search, whom to call."""

_MISSING = re.compile(
    r"\b404\b|not found|(?:页面|网页|文章|内容|信息|链接|頁面|網頁|連結|內容)"
    r"[^。，]{0,10}(?:不存在|未找到|没有找到|无法找到|找不到|已删除|已被删除|已过期"
    r"|沒有找到|已刪除|已被刪除|無法找到|已過期)"
    r"|(?:找不到|未找到|没有找到|沒有找到)[^。，]{0,10}(?:页面|网页|文章|頁面|網頁)",
    re.IGNORECASE,
)
_TAKEN_DOWN = re.compile(
    r"(?:页面|网页|文章|内容|信息|链接|栏目|资源|文件|数据|资料|新闻|稿件|地址|網頁|頁面|內容|連結|資料)[^。！？]{0,16}"
    r"(?:不存在|不见了|走丢|失踪|未找到|找不到|无法(?:访问|显示|打开|查看|找到)|暂时无法|(?:已经?|正在|被)[^。，]{0,8}"
    r"(?:删除|移除|下线|下架|撤稿|撤销|关闭|移动|转移|更名|改名|过期|失效|审核|屏蔽|停用|刪除|移除|過期|失效|審核)|未(?:经|通过)?审核)"
    r"|(?:找不到|未找到|没有找到|无法找到|无法打开|不存在)[^。！？]{0,12}(?:页面|网页|文章|内容|资源|文件|頁面|網頁|文章)"
    r"|(?:页面|网站|系统|服务器)[^。，]{0,6}(?:出错|错误|异常|维护中|升级中)|权限不足|无权(?:访问|查看|浏览)",
    re.IGNORECASE,
)
_TO_THE_READER = re.compile(
    r"您(?:现在|刚才)?(?:要|所|正在|想|需要|请求|试图)?(?:访问|查看|浏览|查找|请求|寻找|打开|阅读|输入|查询)的"
    r"|您(?:没有|无|暂无)[^。]{0,6}权限|(?:對不起|对不起|抱歉|很遗憾|sorry)[，,！! ]"
    r"|您(?:所)?(?:訪問|查看|瀏覽|查找|尋找)的|(?:尊敬的|亲爱的)(?:用户|网友|读者|访客)",
    re.IGNORECASE,
)
_WAYS_OUT = re.compile(
    r"(?:返回|回到|前往|转到)[^。，]{0,6}(?:首页|主页|上一?页|前页|上一级)|站内搜索|使用搜索|秒(?:钟)?[后之]*[^。，]{0,6}(?:跳转|返回|转到)"
    r"|管理员联系|联系(?:网站|本站|系统)?管理员|稍后(?:再|重)|检查[^。，]{0,8}(?:网址|地址|链接|拼写|URL)|带来(?:的)?不便|刷新"
    r"|点击(?:这里|此处)|如果您认为|自动跳转|返回首頁|重新(?:登录|访问|输入)",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"^(?:\W*)(?:404|提示(?:信息|页面?)?|系统提示|温馨提示|友情提示|错误(?:提示|页面|信息)?|出错了?|页面(?:不存在|错误|未找到|丢失|走丢了)"
    r"|访问(?:出错|受限|异常)|信息提示|操作提示|error|not found|对不起|抱歉|无权访问|网站维护)(?:$|[\W_])",
    re.IGNORECASE,
)
_NOTHING_FOUND = re.compile(
    r"(?:没有|没能|未能?|无法|沒有)(?:找到|搜索到|检索到|查询到|搜到|查到|搜尋到)[^。，]{0,4}(?:您|你|符合|相关|相關|任何|匹配)"
    r"[^。，]{0,12}(?:内容|结果|信息|记录|文章|页面|资料|数据|內容|結果)"
)
_SEARCH = re.compile(
    r"站内(?:检索|搜索|查询)|全文检索|(?:搜索|检索|查询|搜尋)(?:结果|結果|页|中心|$|\s*[-_—|])", re.MULTILINE
)
_OTHER_WORDS = re.compile(
    r"(?:为您|为你|向您|給您)(?:推荐|推薦)|猜[您你]喜欢|(?:换|更换|改用)[^。]{0,8}(?:关键词|搜索词|词语)|重新(?:检索|搜索|查询)"
)
_BEGINNING = 60
"""Characters with which a search says that it has found nothing."""


def finds_nothing(text: str, titles: str) -> bool:
    """Return whether a short text is that of a search which has found nothing.

    >>> finds_nothing("为您推荐：三会一课等栏目。建议您换用其他关键词重新检索。", "站内检索-青山网")
    True
    >>> finds_nothing("他翻遍档案，没有找到相关记录。", "一位老党员的寻访")
    False
    """
    if len(text) >= LONG:
        return False
    opening = f"{titles}\n{text[:_BEGINNING]}"
    if _SEARCH.search(titles) and (_OTHER_WORDS.search(text) or _NOTHING_FOUND.search(opening)):
        return True
    return _NOTHING_FOUND.search(opening) is not None and _OTHER_WORDS.search(text) is not None


def says_missing(text: str) -> bool:
    """Return whether a short text says that something is not there."""
    return _MISSING.search(text) is not None


def is_notice(text: str, titles: str) -> bool:
    """Return whether a body is a notice in the place of a page.

    A short one only has to say that something is missing. A longer one speaks to its reader, says so, and
    shows ways out, or its title says what it is.

    Args:
        text: the body.
        titles: <title> and headline, one per line.

    >>> is_notice("对不起，您访问的文章已经下线或者正在审核之中。您可以返回首页。" * 8, "提示信息")
    True
    >>> is_notice("警方发布通报：网传文章已被删除，发布者被依法处理。" * 10, "警方通报")
    False
    """
    if len(text) < SHORT and says_missing(f"{titles}\n{text}"):
        return True
    if finds_nothing(text, titles):
        return True
    if len(text) >= LONG or not _TAKEN_DOWN.search(text):
        return False
    spoken, ways = bool(_TO_THE_READER.search(text)), len(set(_WAYS_OUT.findall(text)))
    named = any(_TITLE.match(line) for line in titles.splitlines())
    return (named and (spoken or ways > 0)) or (spoken and ways > (0 if len(text) < SHORT else 1))
