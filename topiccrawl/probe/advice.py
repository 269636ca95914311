"""What to do about a site, from what was found."""

from __future__ import annotations

from topiccrawl.access.polite_client import Problem
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.priority.leads import is_home
from topiccrawl.probe.findings import Advice, Continues, SiteFindings, State
from topiccrawl.probe.reasons import NO_TEXT, NOT_HTML, STATUS

_REFUSALS = frozenset(("401", "403", "405", "406", "412", "418", "429", "451"))
_GONE = frozenset(("404", "410"))
_FEW = 0.2
"""Share of headlines about the topic below which the columns of a site are worth a look."""

_BY_REASON = {
    Problem.ROBOTS: Advice.ASK_OWNER,
    Problem.ROBOTS_ERROR: Advice.LATER,
    Problem.PRIVATE: Advice.PRIVATE,
    Problem.DNS: Advice.CHECK_URL,
    Problem.CONNECTION: Advice.LATER,
    Problem.TIMEOUT: Advice.LATER,
    Problem.CERTIFICATE: Advice.CERTIFICATE,
    Problem.TLS: Advice.CERTIFICATE,
    Problem.REDIRECTS: Advice.CHECK_URL,
    Problem.TOO_LARGE: Advice.CHECK_URL,
    Problem.BUDGET: Advice.LATER,
    Unread.CHALLENGE: Advice.BROWSER,
    Unread.SCRIPT_LIST: Advice.BROWSER,
    Unread.LOGIN: Advice.LOG_IN,
    Unread.FILE_TEXT: Advice.FILES,
    NOT_HTML: Advice.CHECK_URL,
}


def state_of(reason: str, detail: str) -> State:
    """Return the state of a site that could not be read.

    Args:
        reason: see `SiteFindings.reason`.
        detail: the status, if the reason is `STATUS`.
    """
    if reason in (Problem.ROBOTS, Problem.PRIVATE, Unread.CHALLENGE, Unread.LOGIN):
        return State.REFUSED
    if reason == STATUS:
        return State.REFUSED if detail in _REFUSALS else State.UNREACHABLE
    return State.UNREACHABLE if reason in set(Problem) else State.EMPTY


def advice_for(found: SiteFindings) -> tuple[Advice, ...]:
    """Return what to do, the most important first; `NOTHING` if the site can be crawled as it is."""
    if found.state in (State.REFUSED, State.UNREACHABLE):
        return (_about_reason(found),)
    if found.state is State.EMPTY and found.list is not None and found.reason == NO_TEXT:
        return (Advice.BODY_RULE,)
    if found.state is State.EMPTY:
        given = [_BY_REASON.get(found.reason, Advice.BETTER_SEED)]
        if found.columns and Advice.BETTER_SEED not in given:
            given.append(Advice.BETTER_SEED)
        return tuple(given)
    return tuple(_about_list(found)) or (Advice.NOTHING,)


def _about_reason(found: SiteFindings) -> Advice:
    if found.reason == STATUS:
        if found.detail in _GONE:
            return Advice.CHECK_URL
        return Advice.ASK_OWNER if found.detail in _REFUSALS else Advice.LATER
    return _BY_REASON.get(found.reason, Advice.LATER)


def _about_list(found: SiteFindings) -> list[Advice]:
    given = []
    listed, read = found.list, [one for one in found.articles if not one.problem]
    problems = [one.problem for one in found.articles if one.problem]
    if problems and not read:
        given.append(_BY_REASON.get(problems[0], Advice.BODY_RULE))
    if listed is not None and not listed.followed and listed.continues is not Continues.NONE:
        given.append(Advice.NEXT_RULE)
    off_topic = listed is not None and listed.on_topic < _FEW * listed.first
    if off_topic and not any(one.kept for one in read):
        if found.columns and is_home(found.url):
            given.append(Advice.BETTER_SEED)
        elif read:
            given.append(Advice.OTHER_TOPIC)
    return given
