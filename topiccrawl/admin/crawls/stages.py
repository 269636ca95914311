"""The stages from URLs to a deduplicated corpus, each of which can be started separately (paper C)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from topiccrawl.admin.web.language import marked
from topiccrawl.storage import schema

JOB = "_stage_"
"""Process name shared by all stages in `CrawlProcesses`, so that only one runs at a time."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage.

    Attributes:
        name: its id.
        title: its display name.
        text: description of what it does.
        command: words of the command, with `{topic}` for name or folder of the topic; empty for a crawl.
    """

    name: str
    title: str
    text: str
    command: tuple[str, ...] = ()


STAGES = (
    Stage("links", marked("网址"), marked("采集：先重新查看列表页，找新的链接")),
    Stage("sources", marked("源网页"), marked("采集：抓取待抓的链接")),
    Stage(
        "bodies",
        marked("正文"),
        marked("对已入库的网页重新提取正文、判定相关度，不重新抓取"),
        ("clean", "--topic", "{topic}"),
    ),
    Stage(
        "words",
        marked("索引"),
        marked("为全部主题的网页重建列表的索引"),
        ("database", "upgrade", "--index", "all"),
    ),
    Stage(
        "copies",
        marked("去重"),
        marked("与正文一起重新判定哪些网页重复"),
        ("clean", "--topic", "{topic}"),
    ),
    Stage("stories", marked("事件"), marked("找出事件与转载关系"), ("stories", "{topic}")),
)
"""All stages in order."""


def count_stages(connection: Connection, topic: str) -> dict[str, int]:
    """Return by stage name how many pages of a topic have passed it; links are counted by the frontier."""
    index, pages = schema.page_index.c, schema.pages.c
    stored = connection.scalar(select(func.count()).where(pages.topic == topic)) or 0
    counted = select(func.count(), func.sum(index.copied)).where(index.topic == topic)
    words, copies = connection.execute(counted).one()
    return {
        "sources": stored,
        "bodies": stored,
        "words": words,
        "copies": int(copies or 0),
        "stories": connection.scalar(select(func.count()).where(schema.events.c.topic == topic)) or 0,
    }
