"""Articles of WeChat accounts."""

from __future__ import annotations

import pytest

from topiccrawl.extraction import extract

TEXT = "".join(
    f"<section><span>第{n}支部的党员来到河边清理垃圾，沿岸居民也主动加入，场面十分热闹。</span></section>"
    for n in range(1, 4)
)
PAGE = (
    '<html><head><meta property="og:title" content="党员志愿者清理河道"><title></title></head><body>'
    '<div id="js_article"><h1 id="activity-name">党员志愿者清理河道</h1>'
    '<a id="js_name" href="javascript:void(0);"> 青石先锋 </a><em id="publish_time"></em>'
    f'<div id="js_content" style="visibility: hidden; opacity: 0;">{TEXT}</div></div><script>{{}}</script></body></html>'
)
SCRIPTS = {
    'var ct = "1714960800";': "2024-05-06 10:00",
    'var oriCreateTime = "1714960800";': "2024-05-06 10:00",
    "var createTime = '2024-05-06 10:00';": "2024-05-06 10:00",
    "d.ct = xml ? getXmlValue('ct.DATA') : '1714924800';": "2024-05-06 00:00",
    "d.ct = xml ? getXmlValue('ct.DATA') * 1 : '1714924800';": "2024-05-06 00:00",
    "window.cgiDataNew={create_time: JsDecode('2024-05-06 10:00')};": "2024-05-06 10:00",
    'd.ori_create_time = "1714924800" * 1; d.svr_time = "1799999999";': "2024-05-06 00:00",
    "var create_time = '2024年5月6日';": "2024-05-06",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_of_an_article_say_when_it_was_published(script: str) -> None:
    document = extract(PAGE.format(script), "https://mp.weixin.qq.com/s/abc")
    assert document.published == SCRIPTS[script]
    assert document.source == "青石先锋"
    assert len(document.text.splitlines()) == 3


def test_a_nickname_in_a_script_names_the_account() -> None:
    html = PAGE.format('var nickname = htmlDecode("青石&amp;先锋");').replace(' id="js_name"', "")
    assert extract(html, "https://mp.weixin.qq.com/s/abc").source == "青石&先锋"


@pytest.mark.parametrize(
    ("notice", "kind"),
    [
        ("该内容已被发布者删除", "error"),
        ("此内容因违规无法查看", "error"),
        ("该公众号已迁移，点击查看新账号", "error"),
        ("环境异常，完成验证后即可继续访问 去验证", "login"),
    ],
)
def test_pages_in_the_place_of_an_article_are_named(notice: str, kind: str) -> None:
    html = f'<title></title><div class="weui-msg"><h2 class="weui-msg__title">{notice}</h2></div>'
    document = extract(html, "https://mp.weixin.qq.com/s/abc")
    assert (document.kind, document.text) == (kind, "")


@pytest.mark.parametrize("own", ["", ' id="js_author_name_text"'])
def test_the_author_that_stands_before_the_account(own: str) -> None:
    row = (
        '<div id="meta_content"><span id="copyright_logo" class="rich_media_meta rich_media_meta_text">原创</span>'
        f'<span class="rich_media_meta rich_media_meta_text"{own}>周砚</span><a id="js_name">西河文艺</a>'
        '<em id="publish_time" class="rich_media_meta rich_media_meta_text">2024-03-12</em></div>'
    )
    html = f'<h1 id="activity-name">新桥合龙</h1>{row}<div id="js_content">桥</div>'
    assert extract(html, "https://mp.weixin.qq.com/s/x").author == "周砚"


@pytest.mark.parametrize("shown", ['<span id="js_author_name">周砚</span>', '<span role="link">周砚</span>'])
def test_the_author_in_an_element_of_its_own(shown: str) -> None:
    row = f'<span class="rich_media_meta rich_media_meta_text">{shown}</span>'
    html = f'<h1 id="activity-name">新桥合龙</h1><div>{row}</div><div id="js_content">桥</div>'
    assert extract(html, "https://mp.weixin.qq.com/s/x").author == "周砚"


def test_the_mark_of_an_original_text_is_no_author() -> None:
    marks = 'class="rich_media_meta rich_media_meta_text"'
    row = f"<span {marks}> 原创 </span><span {marks}>周砚</span>"
    html = f'<h1 id="activity-name">新桥合龙</h1><div>{row}</div><div id="js_content">桥</div>'
    assert extract(html, "https://mp.weixin.qq.com/s/x").author == "周砚"


def test_the_row_of_an_older_article() -> None:
    marks = 'class="rich_media_meta rich_media_meta_text"'
    row = f'<em id="post-date" {marks}>2015-03-12</em> <em {marks}>周砚</em> <a id="post-user">西河文艺</a>'
    html = f'<h2 id="activity-name">新桥合龙</h2><div>{row}</div><div id="js_content">桥</div>'
    found = extract(html, "http://mp.weixin.qq.com/s?mid=1")
    assert (found.author, found.source, found.published) == ("周砚", "西河文艺", "2015-03-12")


def test_what_scripts_alone_tell_of_headline_and_time() -> None:
    shown = '!function(){var e="2024-05-06",n="1714960800",t="2024-05-06 10:00";document.getElementById("publish_time").innerText=t}()'
    html = PAGE.replace('<meta property="og:title" content="党员志愿者清理河道">', "")
    html = html.replace('<h1 id="activity-name">党员志愿者清理河道</h1>', '<h1 id="activity-name"></h1>')
    found = extract(
        html.format(f"var msg_title = '党员清理河道'.html(false); {shown}"), "https://mp.weixin.qq.com/s/x"
    )
    assert (found.title, found.published) == ("党员清理河道", "2024-05-06 10:00")
