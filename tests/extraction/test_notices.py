"""Notices in the place of a page that are longer than a line."""

from __future__ import annotations

import pytest
from extraction.made import PARAGRAPHS, page

from topiccrawl.extraction import extract

SITE = (
    "本站由青石县委组织部主办，面向全县基层党组织和广大党员提供信息服务，每个工作日更新，欢迎您继续浏览其他栏目的内容。"
    * 3
)
NOTICES = {
    "提示信息": "对不起，您要查看的文章已经下线或者正在审核之中，请您稍后再来。您可以返回首页浏览其他栏目。",
    "页面不存在": "很抱歉，您访问的页面不见了，可能是网址有误或者已被移动。请检查您输入的网址，或者返回首页。",
    "青石党建网": "尊敬的用户，您访问的信息已过期删除。请点击这里返回上一页，给您带来的不便敬请谅解。",
    "系统提示": "抱歉，您没有权限，无权查看该内容。如果您认为这是一个错误，请与网站管理员联系，5秒后自动跳转。",
}


@pytest.mark.parametrize("title", NOTICES)
def test_a_notice_of_several_sentences_is_no_article(title: str) -> None:
    html = f"<title>{title}</title><div class=msg><p>{NOTICES[title]}{SITE}</p></div>"
    assert extract(html).kind == "error"
    assert extract(html).text == ""


def test_news_about_deleted_pages_is_news() -> None:
    news = "<p>警方通报，网传文章内容已被删除，发布者因散布谣言被依法处理。</p>"
    more = "<p>办案民警提醒，发布信息应当核实来源，转发未经证实的消息同样要承担责任。</p>"
    assert extract(page(news + PARAGRAPHS + more)).kind == "article"
