"""Small pages with a headline, a row under it and a body, and what is read of them."""

from __future__ import annotations

from topiccrawl.page.metadata import Metadata, read_metadata
from topiccrawl.page.page import Page

TITLE = "柳湾镇党委召开组织生活会"
BODY = (
    "<div><p>昨天下午，柳湾镇党委召开组织生活会，三十名党员参加，大家围坐在一起逐条对照检查，把差在哪里说清楚。</p>"
    "<p>会前，支部用了五天走访群众，把收集到的意见按条登记，并且写明责任人和完成时限。</p></div>"
)


def read(
    row: str = "",
    head: str = "",
    heading: str = f"<h1>{TITLE}</h1>",
    title: str = TITLE,
    url: str = "",
    foot: str = "",
    body: str = BODY,
) -> Metadata:
    page = (
        f"<html><head><title>{title}</title>{head}</head><body><div><a href=/>首页</a></div>"
        f"{heading}<div>{row}</div>{body}<div>关于我们 版权所有 {foot}</div></body></html>"
    )
    return read_metadata(Page.of(page, url))
