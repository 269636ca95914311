"""A briefing as one self-contained HTML file for browsers and e-mail: no scripts, inline styles."""

from __future__ import annotations

from html import escape

from topiccrawl.newsroom.analysis.briefing import NOTE, Briefing, Item, details
from topiccrawl.page.canonical_url import is_http_url

_FONTS = (
    "'Noto Sans CJK SC','PingFang SC','Microsoft YaHei','WenQuanYi Zen Hei','WenQuanYi Micro Hei',sans-serif"
)
_BODY = f"margin:0;padding:16px;color:#1d2329;background:#ffffff;font:16px/1.7 {_FONTS}"
_QUIET = "margin:0;color:#56606b;font-size:14px"
_HEAD = "margin:0;text-align:center"
_NOTE = "margin:6px 0;padding:4px 12px;border-left:4px solid #c00000;background:#f7f3ee"


def html_document(briefing: Briefing) -> str:
    """Return a complete HTML document that escapes all text from pages and loads no resources."""
    heading = escape(briefing.heading)
    sections = "\n".join(
        (f'<h2 style="font-size:19px;margin:28px 0 0">{escape(section)}</h2>\n' if section else "")
        + "\n".join(_item(number, item, 3 if section else 2) for number, item in numbered)
        for section, numbered in briefing.sections
    )
    return (
        '<!DOCTYPE html>\n<html lang="zh-CN"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{heading}</title></head>\n"
        f'<body style="{_BODY}"><div style="max-width:720px;margin:0 auto">\n'
        f'{_head(briefing)}\n<p style="{_QUIET}">{escape(briefing.count)}</p>\n'
        f"{sections}\n</div></body></html>\n"
    )


def _head(briefing: Briefing) -> str:
    if (head := briefing.letterhead) is None:
        return f'<h1 style="font-size:22px;line-height:1.4">{escape(briefing.heading)}</h1>'
    subtitle = f'<p style="{_HEAD}">{escape(head.subtitle)}</p>\n' if head.subtitle else ""
    return (
        f'<h1 style="{_HEAD};font-size:32px;line-height:1.5;color:#c00000">{escape(briefing.name)}</h1>\n'
        f'{subtitle}<p style="{_HEAD};border-bottom:2px solid #c00000">{escape(briefing.imprint)}</p>'
    )


def _item(number: int, item: Item, level: int) -> str:
    title = escape(item.title)
    if is_http_url(item.url):
        title = f'<a href="{escape(item.url)}" style="color:#0b5394">{title}</a>'
    sentences = "".join(f'<p style="margin:4px 0">{escape(sentence)}</p>' for sentence in item.sentences)
    note = f'<p style="{_NOTE}"><b>{NOTE}</b>{escape(item.note)}</p>' if item.note else ""
    return (
        f'<h{level} style="font-size:17px;margin:20px 0 4px;line-height:1.4">{number}. {title}</h{level}>'
        f'{sentences}{note}<p style="{_QUIET}">{escape(details(item))}</p>'
    )
