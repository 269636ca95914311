"""A story as lines of Chinese text."""

from __future__ import annotations

from collections.abc import Iterator

from topiccrawl.newsroom.stories.reading import StoredStep, StoredStory

_MOST_PAGES = 40
_MOST_RELATED = 5


def story_lines(story: StoredStory) -> Iterator[str]:
    """Yield the lines that show a story."""
    event, steps = story.event, story.steps
    yield f"事件 {event['id']}：{event['name']}"
    facts = [
        ("时间", event["time"]),
        ("地点", _place(story)),
        ("类别", event["category"]),
        ("人物", "、".join(event["people"])),
        ("机构", "、".join(event["organisations"])),
    ]
    known = [f"{label}：{value}" for label, value in facts if value]
    if known:
        yield "  " + "　".join(known)
    sites = {one.site or one.url for one in steps}
    yield f"  首发：{event['source']}　网页 {len(steps)} 个，网站 {len(sites)} 个"
    depths: dict[int, int] = {}
    titles = {one.page: one.site or one.url for one in steps}
    for one in steps[:_MOST_PAGES]:
        depths[one.page] = depths[one.parent] + 1 if one.parent in depths else 0
        yield _step_line(one, depths[one.page], titles, first=one.page == event["first_page"])
    if len(steps) > _MOST_PAGES:
        yield f"  ……另有 {len(steps) - _MOST_PAGES} 个网页"
    for number, name in story.related[:_MOST_RELATED]:
        yield f"  相关事件 {number}：{name}"


def _place(story: StoredStory) -> str:
    place = story.event["place"]
    wider = [name for name in (story.event["country"], story.event["province"]) if name and name != place]
    return f"{place}（{'·'.join(wider)}）" if place and wider else place or ""


def _step_line(step: StoredStep, depth: int, sites: dict[int, str], *, first: bool) -> str:
    when = step.published or f"日期不详，抓取于 {step.fetched_at:%Y-%m-%d}"
    told = f"  {'    ' * depth}{'└ ' if depth else '● '}{when}　{step.site or ''}　{step.title}　{step.url}"
    if step.via:
        told += f"　← {step.via}（未抓取）"
    elif step.parent is not None:
        told += f"　← {sites.get(step.parent, step.parent)}"
    reasons = "；".join(step.evidence)
    marks = [text for text in ("最早" if first else "", reasons) if text]
    return told + (f"　〔{'，'.join(marks)}〕" if marks else "")
