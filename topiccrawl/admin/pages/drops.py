"""Links and pages that were dropped, by reason, and allowing them after all."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.drop_reasons import how_allowed, refusal
from topiccrawl.admin.lists.drops import count_drops, list_drops
from topiccrawl.admin.lists.fates import add_states, fates, find_drop
from topiccrawl.admin.pages.entrance import local_path
from topiccrawl.admin.pages.filters import chosen_topic, whole
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.export.drop_reasons import meaning
from topiccrawl.errors import AdminError
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.storage.inbox import KEEP
from topiccrawl.topics.calibration.graded_pages import RELEVANT

_MOST = 50
_QUICK, _THOROUGH = 50_000, 200_000
"""Newest drops that are counted while somebody waits, and in the background."""
_FRESH = timedelta(seconds=10)
_GIVEN_UP = marked("没有这一条：它可能已被删除。")
_NO_URL = marked("不能放行：这不是 http 或 https 网址。")


@page(Role.VIEWER)
def show_drops(visit: Visit) -> Response:
    """Show the reasons with their numbers, and samples of one."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    counted = services.counts.get(
        ("drops", topic),
        _FRESH,
        lambda: services.read(count_drops, topic, _QUICK),
        lambda: services.read(count_drops, topic, _THOROUGH),
        lambda found: found.is_complete,
    )
    stage, reason = visit.query("stage"), visit.query("reason")
    after = whole(visit.query("before"))
    samples = services.read(list_drops, topic, stage, reason, _MOST, after) if stage else []
    next_page = {"topic": topic, "stage": stage, "reason": reason}
    more = urlencode({**next_page, "before": samples[-1]["id"]}) if len(samples) == _MOST else ""
    urls = [str(one["url"]) for one in samples]
    states = services.read(fates, topic, urls) if urls else {}
    if states:
        add_states(services, topic, states)
    return visit.page(
        "drops.html",
        topic=topic,
        topics=services.stored_topics(),
        counted=counted,
        stage=stage,
        reason=reason,
        samples=samples,
        states=states,
        meaning=meaning,
        refused=refusal(stage, reason),
        keeps=how_allowed(stage, reason) == KEEP,
        back="/drops?" + urlencode(next_page | ({"before": after} if after else {})),
        more=more,
    )


@page(Role.EDITOR)
def allow(visit: Visit) -> Response:
    """Allow a dropped URL; a page that was off the topic is graded relevant and kept."""
    services, number = visit.services, int(visit.request.path_params["number"])
    drop = services.read(find_drop, number)
    if drop is None:
        return visit.problem(visit.translate(_GIVEN_UP), 404)
    topic, url = str(drop["topic"]), str(drop["url"])
    if why_not := refusal(drop["stage"], drop["reason"]):
        raise AdminError(why_not)
    if not is_http_url(url):
        raise AdminError(_NO_URL)
    how = how_allowed(drop["stage"], drop["reason"])
    stored = services.read(fates, topic, [url])[url].page
    if stored is None:
        given = {"anchor": drop["anchor"] or "", "parent_url": drop["parent_url"] or ""}
        if services.desk.allowed(topic).get(url) != how:
            services.desk.allow(topic, url, how, **given)
    elif how == KEEP:  # its page is already in the corpus from an earlier visit
        services.desk.label(topic, url, RELEVANT)
    services.settle(topic)
    return visit.go(local_path(visit.form.get("back", "")), "asked")


ROUTES = [Route("/drops", show_drops), Route("/drops/{number:int}/allow", allow, methods=["POST"])]
