from __future__ import annotations

import pytest

from topiccrawl.demo.templates import STYLES, body, piece, render


@pytest.mark.parametrize("style", sorted(STYLES))
def test_a_missing_value_is_an_error(style: str) -> None:
    with pytest.raises(KeyError):
        render(style, "article", headline="题目")


def test_pieces_escape_their_values_and_bodies_keep_all_text() -> None:
    assert piece("<b>$text</b>", text='<"党">') == "<b>&lt;&quot;党&quot;&gt;</b>"
    assert body(STYLES["plain"], ["甲乙丙丁", "戊"]) == "<p>　　甲乙丙丁</p>\n<p>　　戊</p>"
