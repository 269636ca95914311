"""Weighted evidence that one page of a story was copied from another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from topiccrawl.dedup.seniority import PageAge, is_older
from topiccrawl.messages import Message, message
from topiccrawl.newsroom.stories.member import SHINGLE, Member
from topiccrawl.newsroom.stories.naming import (
    is_own_name,
    name_match,
    names_in_text,
    plain_name,
    source_names,
)
from topiccrawl.page.canonical_url import canonical_url

# The weights are on one scale, such as that of log odds: a name or a link outweighs what time and text say
# between two dated pages, and a later date outweighs all of them but a link.

# Of a page having been taken from another one:
NAMED = 5.0  # its source line names the other one's site
NAMES_ANOTHER = -2.5  # its source line names another site
LINKED = 7.0
NAMED_IN_TEXT = 4.0
NAMED_IN_TITLE = 2.0
DATELINE = 4.0
EARLIER = 2.0  # the other one is dated earlier
LATER = -6.0
DAY_BEGINS_EARLIER = 0.5  # the dates do not decide, as one of them is only a day
DAY_BEGINS_LATER = -1.5
FETCHED_EARLIER = 0.2  # the other one was fetched earlier, and dates say nothing
LOSS = -1.5  # for each place where it has less text, and so on
ADDITION = -1.5
OTHERS_EDIT = -2.0
LONGER = -2.0
MOST_EDITS = 4
"""Edits of a kind that count."""

# Of a page having been taken from a source that has no page here:
AGENCY = 3.5
OTHERS_EDIT_OF_AGENCY = -4.0
UNNAMED = -4.0

# Of a page being the first one:
OWN = 3.0
REPOSTED = -3.0
NAMES_OTHER_PAGE = -4.0
MARKED_TITLE = -1.0
OWN_DATELINE = -1.0

_DATELINE = 80
"""Characters at the beginning of a text that may name where it came from."""
_LONG = 20
"""Pieces of text that a page is longer by."""

_EDIT = 30
"""Pieces of text of the longest edit; more text was left out by the other page."""

_MARKS = re.compile(
    r"^\s*[【\[][^】\]]{1,8}[】\]]|[(（\[【](?:图|组图|转|转载|转发|视频|全文)[)）\]】]\s*$|…\s*$"
)


@dataclass(frozen=True)
class Reason:
    """A piece of evidence.

    Attributes:
        text: for the reader.
        weight: positive: it speaks for it.
    """

    text: Message
    weight: float


class Evidence:
    """Weighs the pages of one group of copies against each other.

    Args:
        members: the pages; two at least.
    """

    def __init__(self, members: Sequence[Member]) -> None:
        self.members = members

    def edge(self, start: Member, end: Member) -> list[Reason]:
        """Return what speaks for and against the second page having been taken from the first."""
        reasons = [*self._time(start, end), *self._names(start, end), *self._text(start, end)]
        if canonical_url(start.url) in end.links:
            reasons.append(Reason(message("it links to {site}", site=start.site), LINKED))
        return reasons

    def first(self, member: Member) -> Iterator[Reason]:
        """Yield what speaks for and against a page being the first one."""
        if is_own_name(member.source) or name_match_of(member.source, member) == 1:
            yield Reason(message("its source line names its own site, {name}", name=member.source), OWN)
        elif self._names_another(member):
            yield Reason(message("its source line has {name}", name=member.source), NAMES_OTHER_PAGE)
        if title := member.original_title:
            yield Reason(message("it states the original title {title}", title=title), REPOSTED)
        if cited := self.cited[member.number]:
            yield Reason(message("its text says that it is from {name}", name=cited[0]), REPOSTED)
        if _MARKS.search(member.title) and not all(_MARKS.search(one.title) for one in self.members):
            yield Reason(message("its title has a mark of reposts"), MARKED_TITLE)
        if self._has_added_dateline(member):
            yield Reason(message("only its dateline has its own site"), OWN_DATELINE)

    def _has_added_dateline(self, member: Member) -> bool:
        """Return whether a page begins with its own site's dateline, and another one does not."""
        return any(
            len(plain_name(name)) > 2
            and name in member.text[:30]
            and not all(name in one.text[:60] for one in self.members)
            for name in member.names
        )

    @cached_property
    def cited(self) -> Mapping[int, list[str]]:
        """The sites that the texts say they were taken from, by page.

        Sources named by all texts were already named by the first one.
        """
        named = {one.number: list(dict.fromkeys(names_in_text(one.lead))) for one in self.members}
        counts = Counter(name for names in named.values() for name in names)
        everywhere = {name for name, count in counts.items() if count == len(self.members)}
        return {
            one.number: [
                name
                for name in named[one.number]
                if name not in everywhere and not name_match(name, one.names)
            ]
            for one in self.members
        }

    @cached_property
    def agencies(self) -> Mapping[str, list[int]]:
        """The pages that name a source which is none of these sites, by its name."""
        found: dict[str, list[int]] = {}
        for one in self.members:
            if is_own_name(one.source):
                continue
            for name in source_names(one.source)[:1]:
                if not any(name_match(name, other.names) for other in self.members):
                    known = next((key for key in found if plain_name(key) == plain_name(name)), name)
                    found.setdefault(known, []).append(one.number)
        return found

    def _time(self, start: Member, end: Member) -> Iterator[Reason]:
        order = _order(start.age, end.age)
        if order < 0:
            yield Reason(message("published before this page ({date})", date=start.published), EARLIER)
        elif order > 0:
            yield Reason(message("published after this page ({date})", date=start.published), LATER)
        elif begins := _order_of_beginnings(start.age, end.age):
            # A date without a time of day. Most texts are reposted within hours, so the page that may be as
            # old as the morning is the likelier first one.
            day = start.published
            if begins < 0:
                yield Reason(message("perhaps published earlier ({date})", date=day), DAY_BEGINS_EARLIER)
            else:
                yield Reason(message("perhaps published later ({date})", date=day), DAY_BEGINS_LATER)
        elif is_older(start.age, end.age):
            yield Reason(message("fetched before this page"), FETCHED_EARLIER)

    def _names(self, start: Member, end: Member) -> Iterator[Reason]:
        fits = name_match_of(end.source, start)
        if fits and start.site != end.site:  # else a site that names itself
            yield Reason(message("its source line names {name}", name=end.source), fits * NAMED)
        elif self._names_another(end) and plain_name(start.source) != plain_name(end.source):
            yield Reason(message("its source line has {name}", name=end.source), NAMES_ANOTHER)
        cited = self.cited.get(end.number, [])
        if any(name_match(name, start.names) for name in cited):
            yield Reason(message("its text says that it is from {name}", name=cited[0]), NAMED_IN_TEXT)
        if self._dateline(end) == start.number:
            yield Reason(message("its dateline has {name}", name=start.site), DATELINE)
        extra = plain_name(end.raw_title.replace(end.title, ""))
        if any(len(plain_name(name)) > 2 and plain_name(name) in extra for name in start.names) and (
            start.site != end.site
        ):
            yield Reason(message("its title has {name}", name=start.site), NAMED_IN_TITLE)

    def _dateline(self, member: Member) -> int | None:
        """Return the page whose site is the first other one that the beginning of a text names.

        Reposts keep the dateline of the page that they took, and put their own before it.
        """
        start = member.text[:_DATELINE]
        found = [
            (start.index(name), one.number)
            for one in self.members
            for name in one.names
            if one.site != member.site and len(plain_name(name)) > 2 and name in start
        ]
        return min(found)[1] if found else None

    def _names_another(self, member: Member) -> bool:
        """Return whether a page names another page of the group as its source."""
        return any(
            name_match(name, other.names)
            for name in source_names(member.source)
            for other in self.members
            if other.site != member.site
        )

    def _text(self, start: Member, end: Member) -> Iterator[Reason]:
        lost = len(_runs(start, end.shingles))
        added = _runs(end, start.shingles)
        others = sum(map(self._is_shared, added))
        if lost:
            told = message("it lacks {count} passages of {site}", count=lost, site=start.site)
            yield Reason(told, LOSS * min(MOST_EDITS, lost))
        if len(added) > others:
            own = min(MOST_EDITS, len(added) - others)
            yield Reason(message("{count} edits of its own", count=len(added) - others), ADDITION * own)
        if others:
            told = message("{count} passages are those of other reposts", count=others)
            yield Reason(told, OTHERS_EDIT * min(MOST_EDITS, others))
        if not lost and sum(map(len, added)) > _LONG and not self.cited.get(end.number):
            yield Reason(message("its text is more complete"), LONGER)

    def agency(self, name: str, member: Member) -> list[Reason]:
        """Return what speaks for and against a page having been taken from a source without a page here."""
        reasons = [Reason(message("its source line names {name}", name=member.source), AGENCY)]
        same = [one for one in self.members if one.number in self.agencies[name] and one != member]
        # Shorter ones only span a place where the other page has more text.
        edits = (
            [run for run in _runs(member, same[0].shingles) if SHINGLE <= len(run) <= _EDIT] if same else []
        )
        others = sum(map(self._is_shared, edits))
        earliest = all(_order(member.age, one.age) < 0 for one in self.members if one != member)
        if others and not earliest:
            # The agency cannot have the edits of a page that took the text from it.
            told = message("{count} passages are those of other reposts", count=others)
            reasons.append(Reason(told, OTHERS_EDIT_OF_AGENCY * min(MOST_EDITS, others)))
        return reasons

    def _is_shared(self, run: Sequence[str]) -> bool:
        """Return whether a third page has a piece of text, too."""
        return self._frequency[run[len(run) // 2]] > 1

    @cached_property
    def _frequency(self) -> Counter[str]:
        return Counter(piece for one in self.members for piece in one.shingles)


def _runs(member: Member, other: frozenset[str]) -> list[list[str]]:
    """Return the stretches of title and text that another page lacks."""
    found: list[list[str]] = []
    for part in member.pieces:
        open_run = False
        for piece in part:
            if piece in other:
                open_run = False
            elif open_run:
                found[-1].append(piece)
            else:
                found.append([piece])
                open_run = True
    return found


def name_match_of(line: str, member: Member) -> float:
    """Return how well a source line names the site of a page itself."""
    return max((name_match(name, member.names) for name in source_names(line)), default=0.0)


def _order_of_beginnings(a: PageAge, b: PageAge) -> int:
    """Return -1 or 1 when the earliest moment of one of two pages is the earlier one, else 0."""
    if a.earliest is None or b.earliest is None:
        return 0
    return (a.earliest > b.earliest) - (a.earliest < b.earliest)


def _order(a: PageAge, b: PageAge) -> int:
    """Return -1 or 1 when one of two dates of publication is certainly the earlier one, else 0."""
    if a.earliest is None or b.earliest is None or a.latest is None or b.latest is None:
        return 0
    if a.latest < b.earliest:
        return -1
    return 1 if b.latest < a.earliest else 0
