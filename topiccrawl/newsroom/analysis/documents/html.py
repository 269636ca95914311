"""A briefing as one self-contained HTML file for browsers and e-mail: no scripts, inline styles."""

from __future__ import annotations

from html import escape

from topiccrawl.newsroom.analysis.briefing import Briefing, Item, details
from topiccrawl.page.canonical_url import is_http_url

_FONTS = (
    "'Noto Sans CJK SC','PingFang SC','Microsoft YaHei','WenQuanYi Zen Hei','WenQuanYi Micro Hei',sans-serif"
)
_BODY = f"margin:0;padding:16px;color:#1d2329;background:#ffffff;font:16px/1.7 {_FONTS}"
_QUIET = "margin:0;color:#56606b;font-size:14px"


def html_document(briefing: Briefing) -> str:
    """Return a complete HTML document that escapes all text from pages and loads no resources."""
    heading = escape(briefing.heading)
    items = "\n".join(_item(number, item) for number, item in enumerate(briefing.items, 1))
    return (
        '<!DOCTYPE html>\n<html lang="zh-CN"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{heading}</title></head>\n"
        f'<body style="{_BODY}"><div style="max-width:720px;margin:0 auto">\n'
        f'<h1 style="font-size:22px;line-height:1.4">{heading}</h1>\n'
        f'<p style="{_QUIET}">{escape(briefing.count)}</p>\n{items}\n</div></body></html>\n'
    )


def _item(number: int, item: Item) -> str:
    title = escape(item.title)
    if is_http_url(item.url):
        title = f'<a href="{escape(item.url)}" style="color:#0b5394">{title}</a>'
    sentences = "".join(f'<p style="margin:4px 0">{escape(sentence)}</p>' for sentence in item.sentences)
    return (
        f'<h2 style="font-size:17px;margin:20px 0 4px;line-height:1.4">{number}. {title}</h2>'
        f'{sentences}<p style="{_QUIET}">{escape(details(item))}</p>'
    )
