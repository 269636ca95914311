"""The links of a page, anchors and hidden ones: their anchor texts, pagers, lists that are asked for by POST."""
