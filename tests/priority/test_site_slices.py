"""Sites take turns, in order, and lose the turn when they have nothing to send."""

from __future__ import annotations

from topiccrawl.priority.site_slices import SiteSlices


def next_of(slices: SiteSlices, sites: str, now: float) -> str:
    """The site that sends next, where the sites have links and are looked at in this order."""
    for _ in range(3):
        slices.begin_round(now)
        for site in sites:
            if slices.has_turn(site):
                slices.sent()
                return site
    return ""


def test_the_turn_goes_around_however_good_the_links_of_the_first_site_are() -> None:
    slices = SiteSlices(10.0)
    order = "".join(next_of(slices, "abc", now) for now in range(0, 65, 5))
    assert order == "aabbccaabbcca"


def test_a_site_without_links_loses_its_turn_at_once() -> None:
    slices = SiteSlices(10.0)
    assert [next_of(slices, "abc", now) for now in (0.0, 1.0)] == ["a", "a"]
    assert next_of(slices, "bc", 2.0) == "b"
    assert next_of(slices, "abc", 3.0) == "b"
    assert [next_of(slices, "abc", now) for now in (12.5, 23.0, 34.0)] == ["c", "a", "b"]
    assert next_of(slices, "", 50.0) == ""
    assert next_of(slices, "d", 60.0) == "d"
