"""The looks of three invented sites: what stands around the content of a page."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.extraction.no_article.words import Words

_MENU = (
    "首页",
    "要闻",
    "本地",
    "民生",
    "教育",
    "体育",
    "图片",
    "视频",
    "专题",
    "服务",
    "论坛",
    "联系我们",
)
_OLD_FOOTER = (
    "{site}版权所有　未经书面授权禁止复制或建立镜像　网站标识码：0000000000<br>"
    "地址：和平路1号　邮编：000000　电话：0000-0000000　建议使用1024*768分辨率浏览本站"
)
_FOOTER = (
    "<p>关于我们 | 广告服务 | 诚聘英才 | 法律声明 | 网站地图</p><p>凡本网注明“来源：{site}”的所有作品，"
    "版权均属于{site}，"
    "未经本网授权不得转载、摘编。</p><p>违法和不良信息举报电话：0000-0000000　京ICP备00000000号</p>"
)

Look = Callable[[str, str, Words], str]
"""Turns <title>, content and words into a page."""


def tables(title: str, content: str, words: Words) -> str:
    """A site of nested tables, as twenty years ago."""
    menu = "".join(f"<td><a href=/c{n}/>{name}</a></td>" for n, name in enumerate(_MENU))
    return (
        f"<html><head><title>{title}</title></head><body bgcolor=#ffffff><table width=960"
        f" align=center><tr>{menu}</tr></table><table width=960 align=center><tr><td valign=top"
        f" width=700>{content}</td><td width=250>{_hot(words)}</td></tr></table><table width=960"
        " align=center><tr><td"
        f" align=center>{_OLD_FOOTER.format(site=words.site)}</td></tr></table></body></html>"
    )


def boxes(title: str, content: str, words: Words) -> str:
    """A site of <div> elements whose classes say what they are."""
    menu = "".join(f"<li><a href=/c{n}/>{name}</a></li>" for n, name in enumerate(_MENU))
    return (
        f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title}</title></head><body><div"
        f" class=header><div class=logo><a href=/>{words.site}</a></div><div"
        f" class=nav><ul>{menu}</ul></div></div><div class=crumbs>当前位置：<a href=/>首页</a> &gt;"
        f" 正文</div><div class='wrap main'><div class=left>{content}</div><div"
        f" class=sidebar>{_hot(words)}</div></div><div"
        f" class=footer>{_FOOTER.format(site=words.site)}</div></body></html>"
    )


def hashed(title: str, content: str, words: Words) -> str:
    """A site of a framework whose classes say nothing."""
    menu = "".join(f"<a class=_k3f9 href=/c{n}/>{name}</a>" for n, name in enumerate(_MENU))
    return (
        f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title}</title></head><body><div"
        f" id=app><div class=_a1x><div class=_b2c>{menu}</div></div><div class=_m0q><div"
        f" class=_p7d>{content}</div></div><div"
        f" class=_z9t><div>{_FOOTER.format(site=words.site)}</div></div></div></body></html>"
    )


def _hot(words: Words) -> str:
    return (
        "<h3>热点排行</h3><ul>"
        + "".join(
            f"<li><a href=/hot/{n}.html>{headline}</a></li>" for n, headline in enumerate(words.headlines(8))
        )
        + "</ul>"
    )


LOOKS: dict[str, Look] = {"tables": tables, "boxes": boxes, "hashed": hashed}
