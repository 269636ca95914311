"""What a crawl did not read, by site, with what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topiccrawl.page.unread.counts import NotRead
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.text.documents import can_read_files
from topiccrawl.text.language import marked, say, translated

_SITES = 5
"""Sites that are named for each reason."""
_DETAILS = 5

_ONE = {
    Unread.SCRIPT_LIST: marked("1 list or page fills itself by a script that we cannot read"),
    Unread.CHALLENGE: marked("1 host answered a challenge page"),
    Unread.FILE_TEXT: marked("1 text is a file"),
    Unread.FORM: marked("1 form that we do not send continues a list"),
    Unread.PAGER: marked("1 list has a pager that we cannot read"),
    Unread.LOGIN: marked("1 page is behind a log-in"),
    Unread.ROBOTS: marked("1 link is forbidden by robots.txt"),
    Unread.REFUSED: marked("1 link was refused"),
    Unread.UNREACHABLE: marked("1 link could not be reached"),
}
_MANY = {
    Unread.SCRIPT_LIST: marked("{count:,} lists or pages fill themselves by a script that we cannot read"),
    Unread.CHALLENGE: marked("{count:,} hosts answered a challenge page"),
    Unread.FILE_TEXT: marked("{count:,} texts are files"),
    Unread.FORM: marked("{count:,} forms that we do not send continue lists"),
    Unread.PAGER: marked("{count:,} lists have pagers that we cannot read"),
    Unread.LOGIN: marked("{count:,} pages are behind a log-in"),
    Unread.ROBOTS: marked("{count:,} links are forbidden by robots.txt"),
    Unread.REFUSED: marked("{count:,} links were refused"),
    Unread.UNREACHABLE: marked("{count:,} links could not be reached"),
}
_ADVICE = {
    Unread.SCRIPT_LIST: marked("try TOPICCRAWL_BROWSER=shells"),
    Unread.CHALLENGE: marked("ask the owner of the site for access"),
    Unread.FILE_TEXT: marked("install the extra `files`"),
    Unread.FORM: marked("seed the later pages of the list, or its articles"),
    Unread.PAGER: marked("write `next` in sites/<host>.toml, or try TOPICCRAWL_BROWSER"),
    Unread.LOGIN: marked("log in with an account of yours: [login.NAME] in topic.toml"),
    Unread.ROBOTS: marked("ask the owner of the site for access"),
    Unread.REFUSED: marked("ask the owner of the site for access"),
    Unread.UNREACHABLE: marked("try again later"),
}
_OPEN_FILES = marked("open them by hand, the administration pages list them")


def unread_lines(unread: Iterable[NotRead]) -> list[str]:
    """Return a line for each reason: how much, on which sites, and what to do.

    >>> unread_lines([NotRead(Unread.CHALLENGE, 3, 2, {"a.cn": 2, "b.cn": 1}, {"521": 2, "412": 1})])
    ['2 hosts answered a challenge page (521, 412): ask the owner of the site for access; a.cn 2, b.cn 1']
    """
    return [_line(one) for one in unread]


def _line(one: NotRead) -> str:
    count = one.host_count if one.reason is Unread.CHALLENGE else one.count
    what = translated(_ONE[one.reason]) if count == 1 else say(_MANY[one.reason], count=count)
    if one.how:
        what += say(" ({reasons})", reasons=_listed([*one.how], _DETAILS))
    sites = [f"{host} {number:,}" for host, number in one.hosts.items()]
    template = marked("{what}: {advice}; {sites}")
    return say(template, what=what, advice=_advice(one.reason), sites=_listed(sites, _SITES, one.host_count))


def _advice(reason: Unread) -> str:
    if reason is Unread.FILE_TEXT and can_read_files():
        return translated(_OPEN_FILES)
    return translated(_ADVICE[reason])


def _listed(items: Sequence[str], most: int, of: int = 0) -> str:
    shown = [*items[:most]]
    if (more := max(of, len(items)) - len(shown)) > 0:
        shown.append(say("and {count} more", count=more))
    return ", ".join(shown)
