"""URLs for properties: plain ones, and strange ones."""

from __future__ import annotations

from hypothesis import strategies as st

_PARTS = (
    "http:// https:// a.cn www.a.cn b.a.com.cn 党建.cn xn--fiqs8s [::1] [ : :80 :x 192.0.2.1 u:p@ / // /2014/06/06/ "
    "2014 06 sport dangjian/ index.html ?hpt=1 # . .. %E5%85%9A %B5 ; \ud800 " + "x" * 300
).split(" ")

URLS = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(_PARTS), max_size=10).map("".join))
