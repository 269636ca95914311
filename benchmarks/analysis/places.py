"""Places of events as found by `topiccrawl stories`, compared with a reader's labels."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from benchmarks.analysis.documents import Document, read_documents, read_labels
from topiccrawl.corpus.stories.entities.places import gazetteer
from topiccrawl.corpus.stories.event import read_event
from topiccrawl.corpus.stories.member import Member

_ENDINGS = ("特别行政区", "维吾尔自治区", "壮族自治区", "回族自治区", "自治区", "省", "市")
_FETCHED = datetime(2026, 11, 1, tzinfo=UTC)


def measure_places(*, show: bool = False) -> list[dict[str, Any]]:
    """Return the share of articles whose province, else country, is one that the reader named."""
    labels = {row["id"]: row for row in read_labels("places.tsv")}
    documents = read_documents(labels)
    rows = []
    for part in ("mend", "held"):
        found = {number: _place(documents[number]) for number in labels if labels[number]["part"] == part}
        right = {number for number, place in found.items() if place in labels[number]["places"].split("|")}
        provinces = {number for number in found if _is_province(labels[number]["places"])}
        rows.append(
            {
                "part": part,
                "articles": len(found),
                "accuracy": len(right) / len(found),
                "with_province": len(provinces),
                "accuracy_with_province": len(right & provinces) / len(provinces),
            }
        )
        if show and part == "mend":
            for number in sorted(found.keys() - right):
                print(found[number], labels[number]["places"], documents[number].title)
    return rows


def _place(document: Document) -> str:
    """Return the short name of the province, else the country; 无 without either."""
    member = Member(
        number=1, url="http://a.test/", names=("a.test",), title=document.title, text=document.text,
        published=None, fetched_at=_FETCHED,
    )  # fmt: skip
    event = read_event(member)
    if not event.province:
        return event.country or "无"
    ending = next((one for one in _ENDINGS if event.province.endswith(one)), "")
    return event.province.removesuffix(ending)


def _is_province(places: str) -> bool:
    place = gazetteer().get(places)
    return bool(place and place.province)
