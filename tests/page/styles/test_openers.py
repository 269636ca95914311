"""Hidden texts count if a reader can open them: tabs, folds, 展开全文."""

from __future__ import annotations

import pytest
from extraction.made import BODY, TEXTS, page, stored

SHOWN, *REST = TEXTS
NAMES = ("案例背景", "主要做法", "工作成效", "经验启示")
P = "<p>{}</p>".format


def panes(control: str, pane: str, first: str) -> str:
    """Return tabs: controls, and panes of which all but the first are hidden; `{n}` is the number."""
    row = "".join(control.format(n=n, name=name) for n, name in enumerate(NAMES, 1))
    shown = "".join((pane if n > 1 else first).format(n=n, text=P(text)) for n, text in enumerate(TEXTS, 1))
    return f"<div class=tabs><ul>{row}</ul></div><div class=content>{shown}</div>"


@pytest.mark.parametrize(
    ("control", "pane", "first"),
    [
        (
            "<li><a data-toggle=tab href=#t{n}>{name}</a>",
            "<div class=tab-pane id=t{n} style='display:none'>{text}</div>",
            "<div class='tab-pane active' id=t1>{text}</div>",
        ),
        (
            "<li><button role=tab data-bs-target='#t{n}'>{name}</button>",
            "<div id=t{n} hidden>{text}</div>",
            "<div id=t1>{text}</div>",
        ),
        (
            "<li id=one{n} onmouseover=\"setTab('one',{n},4)\">{name}</li>",
            "<div id=con_one_{n} style='display: none;'>{text}</div>",
            "<div id=con_one_1>{text}</div>",
        ),
        ("<li>{name}</li>", "<ul class=hide><li>{text}</li></ul>", "<ul><li>{text}</li></ul>"),
        ("<li class=off>{name}</li>", "<div class=layui-tab-item>{text}</div>", "<div class='layui-tab-item on'>{text}</div>"),
        ("<li>{n}</li>", "<div class=p{n} style='height:0;overflow:hidden'>{text}</div>", "<div class=p1>{text}</div>"),
        ("<a href=#>{name}</a>", "<ul style='position:absolute;left:-9999px'>{text}</ul>", "<ul>{text}</ul>"),
        ("<b><a href='javascript:;' class=next>›</a></b>", "<div style='visibility:hidden'>{text}</div>", "<div>{text}</div>"),
        ("<span data-tab=x{n}>{name}</span> ", "<section id=x{n} class=d-none>{text}</section>", "{text}"),
        ("<a href='javascript:;' onclick=\"show('x{n}')\">{name}</a> ", "<div id=x{n} class=hidden>{text}</div>", "{text}"),
    ],
)  # fmt: skip
def test_the_panes_of_tabs_are_text(control: str, pane: str, first: str) -> None:
    style = "<style>.layui-tab-item{display:none} .on{display:block}</style>"
    assert stored(page(panes(control, pane, first), style)) == BODY


@pytest.mark.parametrize(
    "more",
    [
        "<div class=rest style='display:none'>{}</div><a href='javascript:void(0)' class=more>展开全文 ▼</a>",
        "<div class=rest hidden>{}</div><div onclick=unfold()>点击查看剩余全文</div>",
        "<span class=open>阅读全文</span><div class=hide>{}</div>",
        "<details><summary>展开</summary>{}</details>",
        "<div><div class=rest style=display:none>{}</div></div><p><a href=#>查看更多&gt;&gt;</a></p>",
    ],
)
def test_a_rest_that_unfolds_is_text(more: str) -> None:
    assert stored(page(f"<div>{P(SHOWN)}{more.format(''.join(map(P, REST)))}</div>")) == BODY


@pytest.mark.parametrize(
    "heading",
    [
        "<h4 class=accordion-title>{}</h4>",
        "<dt onclick=toggle(this)>{}</dt>",
        "<div class=fold-head>{}</div>",
    ],
)
def test_answers_below_their_questions_are_text(heading: str) -> None:
    answers = "".join(
        f"{heading.format(name)}<div style='display:none'>{P(text)}</div>"
        for name, text in zip(NAMES, TEXTS, strict=True)
    )
    text = stored(page(f"<div>{answers}</div>"))
    assert [line for line in text.splitlines() if line in TEXTS] == [*TEXTS]


HIDDEN = "".join(P(f"{word}村的党员们又开了一次会，会上说的事情一件一件都办好了。") for word in "东西南北")
LINKED = "".join(
    f"<p><a href=/{n}.html>{n}村的党员们又开了一次会，会上说的事情都办好了。</a></p>" for n in range(4)
)


@pytest.mark.parametrize(
    "hidden",
    [
        f"<div id=t2 style='display:none'>{HIDDEN}</div>",
        f"<a href=#t2></a><div id=t2 style='display:none'>{HIDDEN}</div>",
        f"<a href=#t2 style='display:none'>做法</a><div id=t2 style='display:none'>{HIDDEN}</div>",
        f"<a href=/2.html#t2>做法</a><div id=t2 style='display:none'>{HIDDEN}</div>",
        f"<a data-toggle=modal data-target=#t2>用户须知</a><div id=t2 hidden>{HIDDEN}</div>",
        f"<a data-toggle=tab href=#t2>最新</a><div id=t2 style='display:none'>{LINKED}</div>",
        f"<a href=/list/>查看更多</a><div style='display:none'>{HIDDEN}</div>",
        f"<ul><li>首页<li>要闻<li>党建</ul><div class=a>1</div><div class=a style='display:none'>{HIDDEN}</div>",
        f"<a href=/2.html>下一页</a><div class=a>1</div><div class=a style='display:none'>{HIDDEN}</div>",
    ],
)
def test_what_no_control_shows_stays_hidden(hidden: str) -> None:
    text = stored(page(f"<div>{''.join(map(P, TEXTS))}{hidden}</div>"))
    assert "又开了一次会" not in text
    assert SHOWN in text
