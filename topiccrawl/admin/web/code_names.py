"""What codes of the database are called on the pages, in Chinese, to be translated where they are shown."""

from __future__ import annotations

from topiccrawl.admin.web.language import marked

_FINISHED = {
    "finished": marked("没有待抓的链接了"),
    "dry": marked("最近的网页几乎都不是新的、切题的"),
    "discovered": marked("已问过搜索引擎，找到的网址等下一次采集"),
    "shutdown": marked("程序被停止"),
    "cancelled": marked("程序被停止"),
    "stopped": marked("由人结束"),
    "database_unavailable": marked("数据库连不上，没有存下的网页下次重抓"),
    "frontier_lost": marked("待抓的链接丢失，请选“忘掉已知链接”重新开始"),
    "closespider_pagecount": marked("达到页数上限"),
    "closespider_itemcount": marked("达到页数上限"),
    "closespider_timeout": marked("达到时间上限"),
    "closespider_timeout_no_item": marked("很久没有可保留的网页"),
    "closespider_errorcount": marked("错误过多"),
    "memusage_exceeded": marked("占用内存过多"),
}
_PARTS = {
    "description": marked("所在网页"),
    "anchor": marked("链接文字"),
    "structure": marked("网址结构"),
    "page": marked("网页的相关度"),
    "url": marked("网址与已知文章的相似"),
    "allowed": marked("由编辑放行"),
    "formula_5": marked("链接公式的分值"),
    "odds_formula_5": marked("学到的：链接公式"),
    "odds_link": marked("学到的：链接的位置"),
    "odds_form": marked("学到的：网址的样子"),
    "odds_yields": marked("学到的：同类网址的收获"),
    "odds_words": marked("学到的：链接文字里的词"),
    "odds_names": marked("学到的：网址里的名称"),
    "priority": marked("优先级"),
    "depth": marked("距种子"),
    "parent_url": marked("所在网页"),
    "context": marked("链接周围的文字"),
    "position": marked("在网页中的位置"),
}
_KINDS = {
    "article": marked("文章"),
    "thread": marked("论坛帖子"),
    "blog": marked("博客"),
    "microblog": marked("微博"),
    "list": marked("列表"),
    "video": marked("视频"),
    "picture": marked("图片"),
    "login": marked("登录页"),
    "error": marked("错误页"),
    "title": marked("标题相同"),
    "body": marked("正文相同"),
    "off_topic": marked("学到的判断：与主题无关"),
    "undecided": marked("还没有把握是否切题"),
    "far_group": marked("所在的一组离主题词很远"),
    "graded": marked("评为不切题"),
}
_OTHER = marked("其他")


def finish_name(reason: str | None) -> str:
    """Return the name of a run's finish reason; its own text if it is none of ours."""
    return _FINISHED.get(reason or "", reason or "")


def part_name(part: str) -> str:
    """Return the name of a part of a link's priority, or of what else is known of a link."""
    return _PARTS.get(part, _OTHER)


def kind_name(kind: str | None) -> str:
    """Return the name of a kind of page, of a copy, or of why a page is set aside.

    >>> kind_name("thread"), kind_name("a kind of a plug-in"), kind_name(None)
    ('论坛帖子', '其他', '')
    """
    return _KINDS.get(kind, _OTHER) if kind else ""
