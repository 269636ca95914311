"""A story as lines of text in the language of the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from topiccrawl.newsroom.stories.reading import StoredStep, StoredStory
from topiccrawl.text.language import localized, marked, say

_MOST_PAGES = 40
_MOST_RELATED = 5


def story_lines(story: StoredStory) -> Iterator[str]:
    """Yield the lines that show a story."""
    event, steps = story.event, story.steps
    yield say("event {number}: {name}", number=event["id"], name=event["name"])
    facts = [
        (marked("time: {value}"), event["time"]),
        (marked("place: {value}"), _place(story)),
        (marked("category: {value}"), event["category"]),
        (marked("people: {value}"), " ".join(event["people"])),
        (marked("organisations: {value}"), " ".join(event["organisations"])),
    ]
    if known := [say(form, value=value) for form, value in facts if value]:
        yield "  " + "  ".join(known)
    sites = {one.site or one.url for one in steps}
    told = marked("first: {source}; {pages} pages of {sites} sites")
    yield "  " + say(told, source=event["source"], pages=len(steps), sites=len(sites))
    depths: dict[int, int] = {}
    titles = {one.page: one.site or one.url for one in steps}
    for one in steps[:_MOST_PAGES]:
        depths[one.page] = depths[one.parent] + 1 if one.parent in depths else 0
        yield _step_line(one, depths[one.page], titles, first=one.page == event["first_page"])
    if len(steps) > _MOST_PAGES:
        yield "  " + say("... and {count} more pages", count=len(steps) - _MOST_PAGES)
    for number, name in story.related[:_MOST_RELATED]:
        yield "  " + say("related event {number}: {name}", number=number, name=name)


def _place(story: StoredStory) -> str:
    place = story.event["place"]
    wider = [name for name in (story.event["country"], story.event["province"]) if name and name != place]
    return f"{place} ({' '.join(wider)})" if place and wider else place or ""


def _step_line(step: StoredStep, depth: int, sites: dict[int, str], *, first: bool) -> str:
    when = step.published or say("no date, fetched on {day}", day=f"{step.fetched_at:%Y-%m-%d}")
    told = f"  {'    ' * depth}{'└ ' if depth else '● '}{when}  {step.site or ''}  {step.title}  {step.url}"
    if step.via:
        told += "  ← " + say("{name} (not fetched)", name=step.via)
    elif step.parent is not None:
        told += f"  ← {sites.get(step.parent, step.parent)}"
    marks = [*([say("earliest page")] if first else []), *map(localized, step.evidence)]
    return told + (f"  [{'; '.join(marks)}]" if marks else "")
