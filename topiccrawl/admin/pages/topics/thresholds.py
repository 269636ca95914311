"""Thresholds of a topic: preview the effect of new ones on stored pages, then save them."""

from __future__ import annotations

from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.threshold_effects import Thresholds, threshold_effects
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import InputError
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.priority.link_priority import PriorityParameters
from topiccrawl.relevance.judgement import GateParameters, VerdictParameters
from topiccrawl.relevance.topic.topic import Topic

SECTIONS = ("gate", "verdict", "priority")
_BELOW_ONE = 0.999
_BY_THRESHOLDS = ("adaptive", "formula-5")
"""Strategies whose pages and links are decided by these three thresholds."""


@page(Role.EDITOR)
def change(visit: Visit) -> Response:
    """Show what new thresholds would change; save them when told to."""
    services, name = visit.services, visit.topic_name()
    topic = services.topics.load(name)
    today, new = thresholds_of(topic), _given(visit, topic)
    if visit.form.get("go") == "save":
        values = {section: getattr(new, section) for section in SECTIONS}
        services.topics.save_thresholds(name, values, visit.form.get("seen", ""))
        return visit.go(f"/topics/{quote(name)}", "saved")
    return visit.page(
        "thresholds.html",
        topic=topic,
        seen=visit.form.get("seen") or services.topics.version(name, "topic.toml"),
        sections=SECTIONS,
        today=today,
        new=new,
        effects=services.read(threshold_effects, name, new),
        fits=topic.strategy in _BY_THRESHOLDS,
    )


def thresholds_of(topic: Topic) -> Thresholds:
    """Return the effective thresholds of a topic, defaults included.

    Raises:
        TopicError: a parameter of the topic is unknown or out of range.
    """
    return Thresholds(
        topic.section("gate", GateParameters).threshold,
        topic.section("verdict", VerdictParameters).threshold,
        topic.section("priority", PriorityParameters).threshold,
    )


def _given(visit: Visit, topic: Topic) -> Thresholds:
    typed, values = visit.typed(), {}
    for section in SECTIONS:
        found = typed.number(section, 0, _BELOW_ONE)
        if found is None and section not in typed.wrong:
            typed.wrong[section] = marked("请填写阈值。")
        values[section] = found or 0.0
    typed.check()
    structure = topic.section("priority", PriorityParameters).weights[2]
    if 0 < values["priority"] < structure:
        text = visit.translate(
            marked("链接阈值须为 0，或不低于网址结构的权重 {least}：否则单凭网址就会抓取。")
        )
        raise InputError({"priority": text.format(least=f"{structure:.3f}")})
    return Thresholds(**values)


ROUTES = [Route("/topics/{name}/thresholds", change, methods=["POST"])]
