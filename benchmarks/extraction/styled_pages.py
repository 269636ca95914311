"""Made-up pages whose look is in linked style sheets: without them, body and surroundings look alike.

All texts are written for this benchmark. The HTML of a page says nothing of colours, sizes or what is hidden:
every part is a <div> with paragraphs, and its classes have no meaning of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from benchmarks.extraction.made_pages import STORIES, Story

BASE = "http://www.example.cn/2024/"
MENU = "".join(
    f'<li><a href="/{n}/">{name}</a></li>' for n, name in enumerate(("首页", "新闻", "服务", "互动"))
)
NOTICES = (
    "本网站由松岭县融媒体中心主办，地址在和平路一号，读者可以在工作日上午九点到下午五点来访，也可以写信反映问题。",
    "网站使用条款：用户应当遵守法律法规，不得发布违法信息。本站有权在必要时修改条款，修改后的条款公布之日起生效。",
)
COMMENTS = (
    "网友青山：写得真好，看完很受鼓舞，希望以后多报道一些这样的身边事。",
    "网友小河：上个月刚去过，停车确实方便多了，就是吃饭的地方还少了一点。",
    "网友过客：建议把公交线路再延长一站，老人和孩子出行会方便很多。",
    "网友春风：支持，请问周末有没有志愿者活动可以报名参加？",
)
DIALOG = (
    "亲爱的用户：为了向您提供更好的服务，我们更新了隐私政策，请您仔细阅读并充分理解各条款的内容后再点击同意。",
    "我们会收集您的设备信息和浏览记录，用于改进页面的显示效果。未经您的许可，我们不会向第三方提供任何个人信息。",
    "如果您不同意，仍然可以浏览网站的公开内容，但部分功能将无法使用。您可以随时在个人中心撤回您的同意。",
)


class StyledPage(NamedTuple):
    """A page with its sheets.

    Attributes:
        name: where its look is.
        html: its HTML.
        sheets: CSS by URL.
        text: its body, one paragraph per line.
    """

    name: str
    html: str
    sheets: Mapping[str, str]
    text: str


def styled_pages() -> Iterator[StyledPage]:
    """Yield every design with every story."""
    for name, (css, parts) in DESIGNS.items():
        for story in STORIES:
            yield StyledPage(name, _html(story, parts), css, "\n".join(story.paragraphs))


def _html(story: Story, parts: tuple[str, ...]) -> str:
    blocks = {
        "body": _block("c1", story.paragraphs),
        "notice": _block("c2", NOTICES),
        "comments": _block("c3", COMMENTS),
        "dialog": _block("c4", DIALOG * 2),
    }
    return (
        f"<!DOCTYPE html><html><head><title>{story.title}_松岭在线</title>"
        '<link rel="stylesheet" href="/css/main.css"></head><body>'
        f'<div class="c0"><ul>{MENU}</ul></div><div class="w"><h1>{story.title}</h1>'
        f"{''.join(blocks[part] for part in parts)}</div></body></html>"
    )


def _block(name: str, paragraphs: tuple[str, ...]) -> str:
    return f'<div class="{name}">' + "".join(f"<p>{text}</p>" for text in paragraphs) + "</div>"


MAIN = "http://www.example.cn/css/main.css"
DESIGNS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "background of the footer": ({MAIN: ".c2{background:#333;color:#fff}"}, ("body", "notice")),
    "font colour of the comments": ({MAIN: ".c3{color:#888}.c1{color:#222}"}, ("body", "comments")),
    "a hidden dialog": ({MAIN: ".c4{display:none}"}, ("dialog", "body")),
    "text moved out of the page": (
        {MAIN: ".c4{position:absolute;left:-9999px;width:300px}"},
        ("dialog", "body"),
    ),
    "an imported sheet": (
        {
            MAIN: "@import url(colours.css);p{margin:1em}",
            "http://www.example.cn/css/colours.css": ".w .c2{background-color:rgb(238,238,238)}",
        },
        ("body", "notice"),
    ),
    "all of these": (
        {MAIN: ".c2{background:#eee}.c3{background:#f7f7f7;color:#555}.c4{visibility:hidden}"},
        ("dialog", "body", "comments", "notice"),
    ),
    "no difference": ({MAIN: "p{line-height:2}"}, ("body",)),
}
"""Sheets and parts of a page, by what the sheets say."""
