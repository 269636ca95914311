"""The filters of a list of pages, from a form or a URL."""

from __future__ import annotations

from typing import Any

from topiccrawl.admin.lists.notes import Notes
from topiccrawl.admin.lists.pages import PageFilter
from topiccrawl.admin.lists.quality_filter import QualityLimits
from topiccrawl.admin.web.language import Translate, marked
from topiccrawl.admin.web.typed import Typed
from topiccrawl.admin.web.visit import Visit
from topiccrawl.errors import AdminError
from topiccrawl.text.files.limits import MOST_DIGITS, whole_number

NAMES = (
    "topic", "q", "tag", "event", "host", "since", "until", "least", "most", "length", "chinese",
    "repeated", "copies", "aside", "after", "sort",
)  # fmt: skip


def chosen_topic(visit: Visit, given: str) -> str:
    """Return the given topic if it has pages, else the first that has; empty if there is none.

    Raises:
        AdminError: a topic is given that does not exist.
    """
    names = visit.services.stored_topics()
    if given and given not in visit.services.topic_names():
        raise AdminError(marked("没有这个主题。"))
    return given if given in names else next(iter(names), "")


def page_filter(topic: str, typed: Typed) -> PageFilter:
    """Return the filter of a form; what cannot be read is noted in `typed`.

    Args:
        topic: name of the topic.
        typed: the form.
    """
    since, until = typed.days()
    return PageFilter(
        topic=topic,
        host=typed.text("host", 255),
        since=since,
        until=until,
        least=typed.number("least"),
        most=typed.number("most"),
        copies=typed.text("copies") != "0",
        aside=typed.text("aside") == "1",
        event=whole(typed.text("event")),
        after=whole(typed.text("after")),
    )


def quality_limits(typed: Typed) -> QualityLimits:
    """Return the limits of quality of a form; what cannot be read is noted in `typed`."""
    return QualityLimits(
        length=typed.whole("length"),
        chinese=typed.number("chinese", percent=True),
        repeated=typed.number("repeated", percent=True),
    )


def chosen_tag(notes: Notes, topic: str, number: str) -> dict[str, Any] | None:
    """Return a tag of a topic by its id; None if there is none."""
    return next((one for one in notes.tags(topic) if str(one["id"]) == number), None)


def whole(text: str, digits: int = MOST_DIGITS) -> int:
    """Return a form value as a whole number; 0 if it is not one, or has more digits."""
    return whole_number(text) or 0 if len(text) <= digits else 0


def described(words: str, chosen: PageFilter, limits: QualityLimits, tag: str, translate: Translate) -> str:
    """Return the filter of a list as a line that its reader understands; which event is no part of it."""
    given = [
        (marked("包含"), words),
        (marked("网站"), chosen.host),
        (marked("从"), chosen.since),
        (marked("到"), chosen.until),
        (marked("相关度不低于"), chosen.least),
        (marked("不高于"), chosen.most),
        (marked("字数不少于"), limits.length or None),
        (marked("中文比例不低于"), limits.chinese),
        (marked("重复内容比例不高于"), limits.repeated),
        (marked("标签"), tag),
    ]
    return " · ".join(f"{translate(name)} {value}" for name, value in given if value not in (None, ""))
