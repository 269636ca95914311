"""What travels with a link."""

from __future__ import annotations

import pickle

import pytest

from topiccrawl.priority.link_context import LinkContext


def test_a_link_of_which_nothing_is_known() -> None:
    assert LinkContext() == LinkContext(
        anchor="",
        around="",
        parent_url="",
        description=0.0,
        navigation=False,
        depth=0,
        seed=False,
        picture=False,
    )


def test_it_can_be_kept_and_cannot_be_changed() -> None:
    context = LinkContext("支部学习", "江边镇 支部学习", "http://a.example.cn/", 0.4, True, 3)
    assert pickle.loads(pickle.dumps(context)) == context
    assert LinkContext(**context._asdict()) == context
    with pytest.raises(AttributeError):
        context.depth = 4  # type: ignore[misc]
