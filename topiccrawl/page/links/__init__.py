"""The links of a page, anchors and hidden ones: anchor texts, pagers, lists that are asked for by POST."""
