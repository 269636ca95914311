"""Chinese pages for the tests, made up."""

from __future__ import annotations

TITLE = "青山县启动冬季清洁取暖改造"
PARAGRAPHS = (
    "本报讯　记者从青山县人民政府了解到，今年冬季清洁取暖改造工作已经全面启动，计划惠及三千户居民。",
    "据介绍，改造资金由省、市、县三级共同承担，居民只需支付少量费用，老人和低收入家庭全部免费。",
    "“去年烧煤，屋里一股味儿，今年好多了。”家住河西村的退休教师说，改造之后室温能稳定在二十度左右。",
    "县住建局负责人表示，施工队伍将在十一月底之前完成入户安装，确保群众温暖过冬。",
)
NAMES = ("首页", "时政", "国际", "社会", "财经", "体育")
MENU = "".join(f'<li><a href="/c{n}/">{name}</a></li>' for n, name in enumerate(NAMES))
RELATED = "".join(
    f'<li><a href="/a/{n}.html">{text}</a></li>'
    for n, text in enumerate(("多地发布大雪预警信号", "全省公路养护工作会议召开", "冬季用电高峰平稳度过"))
)
FOOTER = (
    '<div><a href="/about">关于我们</a> | <a href="/ad">广告服务</a> | <a href="/map">网站地图</a></div>'
    "<p>版权所有 青山在线 未经书面授权不得转载 京ICP备00000000号-1 京公网安备000000号</p>"
)


def article(
    body: str = "".join(f"<p>　　{text}</p>" for text in PARAGRAPHS),
    title: str = TITLE,
    after: str = "",
    dateline: str = "2021年11月3日 09:15　来源：青山日报　作者：李明",
    head: str = "",
) -> str:
    """A news page: menu, headline, dateline row, body, what comes glued to it, related links, footer."""
    return (
        f"<!DOCTYPE html><html><head><title>{title}_新闻_青山在线</title>{head}</head><body>"
        f'<div class="top"><ul>{MENU}</ul></div>'
        f'<div class="wrap"><h1>{title}</h1><div class="info">{dateline}</div>'
        f'<div class="content">{body}{after}</div></div>'
        f"<div><h3>相关新闻</h3><ul>{RELATED}</ul></div>{FOOTER}</body></html>"
    )


def listing() -> str:
    """A channel page: linked headlines, some with a summary."""
    items = "".join(
        f'<div class="item"><h2><a href="/a/{n}.html">{TITLE}第{n}批任务进展顺利</a></h2><p>{text}</p></div>'
        for n, text in enumerate(PARAGRAPHS)
    )
    return (
        f"<html><head><title>民生_青山在线</title></head><body><ul>{MENU}</ul><div>{items}</div>"
        f"<ul>{RELATED * 6}</ul>{FOOTER}</body></html>"
    )
