"""The table of probed sites on the wizard's screen for sites, and its updates."""

from __future__ import annotations

from typing import Any

from starlette.routing import Route

from topiccrawl.admin.crawls.site_probes import MOST_SITES
from topiccrawl.admin.topic_drafts import TopicDraft
from topiccrawl.admin.web.events import live
from topiccrawl.admin.web.visit import Visit
from topiccrawl.priority.focus import Focus
from topiccrawl.probe.findings import SiteFindings
from topiccrawl.probe.judge import Judge
from topiccrawl.probe.wording import advice_texts, continues_text, count_text, state_text, verdict_text
from topiccrawl.relevance.topic.contact import contact_of_environment, with_contact
from topiccrawl.text.language import localized


def begin_probe(visit: Visit, draft: TopicDraft, focus: Focus) -> None:
    """Begin to probe the sites of a draft in the background.

    Raises:
        ContactError: `TOPICCRAWL_CONTACT` cannot be a contact.
    """
    options = visit.services.configuration.probe
    contact = draft.contact.strip() or contact_of_environment()
    options = options.with_user_agent(with_contact(options.user_agent, contact))
    visit.services.probes.begin(visit.name, draft.urls()[0], Judge(focus), options)


def probe_values(visit: Visit) -> dict[str, Any]:
    """Return what the table needs: its rows, whether probes are running, and how many sites were left out."""
    run = visit.services.probes.of(visit.name)
    if run is None:
        return {"probed": [], "probing": False, "left_out": 0, "most": MOST_SITES}
    language = "en" if visit.language == "en" else "zh"
    rows = [_row(url, run.found.get(url), language) for url in run.sites]
    return {"probed": rows, "probing": run.running, "left_out": run.left_out, "most": MOST_SITES}


def follow(visit: Visit) -> str:
    """Return the table as HTML."""
    return visit.part("probed_sites.html", **probe_values(visit))


def _row(url: str, found: SiteFindings | None, language: str) -> dict[str, Any]:
    """Return a row: `found` is None as long as nothing is known of the site."""
    if found is None:
        return {"url": url, "found": None, "articles": []}
    listed = found.list
    return {
        "url": url,
        "found": found,
        "state": localized(state_text(found), language),
        "continues": localized(continues_text(listed), language) if listed else "",
        "links": count_text(listed) if listed else "",
        "advice": "; ".join(localized(text, language) for text in advice_texts(found)),
        "articles": [(one, localized(verdict_text(one), language)) for one in found.articles],
    }


ROUTES = [Route("/topics/new/probe/events", live(follow))]
