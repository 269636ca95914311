from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from growth import LINEAR, growth

from topiccrawl.page.complexity import MAX_ATTRIBUTES, MAX_DEPTH, why_too_complex
from topiccrawl.page.page import MAX_TAGS, Page

TEXT = "党支部召开主题党日活动。"


def attributes(count: int, form: str = "a{}=1", between: str = " ") -> str:
    return f"<p {between.join(form.format(n) for n in range(count))}>{TEXT}</p>"


@pytest.mark.parametrize(
    "form", ["a{}=1", "a{}", "a{}='1'", 'a{}=">"', "a{}='<b>'", "a{} = \"<b c='d'>\"", "a{}=党>"[:-1]]
)
@pytest.mark.parametrize("between", [" ", "\n", " /", "  "])
def test_a_tag_with_too_many_attributes_is_seen_however_it_is_written(form: str, between: str) -> None:
    body = f"<html><body>{TEXT}{{}}<p>{TEXT}"
    assert "attributes" in why_too_complex(body.format(attributes(3 * MAX_ATTRIBUTES, form, between)))
    assert why_too_complex(body.format(attributes(MAX_ATTRIBUTES // 4, form, between))) == ""


@pytest.mark.parametrize(
    "before", ['<p =">', "<!-- <script> -->", "<p a='\">", "<script>a<b</script>", "a < b"]
)
def test_what_stands_before_such_a_tag_does_not_hide_it(before: str) -> None:
    tag = attributes(10 * MAX_ATTRIBUTES)
    assert (
        why_too_complex(f"<body>{before}{tag}")
        or len(Page.of(f"<body>{before}{tag}").tree.xpath("//p/@*")) < 9
    )


@pytest.mark.parametrize(
    "html",
    [
        "<script>" + "if (a<b && c>d) { x = '<p a b c>' } " * 5000 + "</script>",
        "<style>" + ".a > .b { color: red } " * 5000 + "</style>",
        "<!-- " + "<p a b c " * 5000 + "-->",
        "<pre>" + '1 < 2 and a <3 or "quoted" it\'s\n' * 5000 + "</pre>",
        f"<p title='{'党建 ' * 40_000}' data-json='{{\"a\": \"<b>\"}}'>{TEXT}</p>",
        "<img src='data:image/png;base64," + "QUJD/" * 4000 + "'>",
        "<svg><path d='" + "M 1.5 2 3 " * 400 + "'/></svg>",
        "<p>" * 5000 + "<br>" * 5000 + "<ul>" + "<li>党建" * 5000,
    ],
)
def test_pages_of_people_pass(html: str) -> None:
    assert why_too_complex(f"<html><body>{html}<p>{TEXT}</p></body></html>") == ""


def test_towers_are_seen_wherever_they_stand() -> None:
    tower = "<div>" * (MAX_DEPTH + 1) + TEXT + "</div>" * (MAX_DEPTH + 1)
    for html in (tower, TEXT * 5000 + tower, f"<p>{TEXT}</p>" * 5000 + tower + f"<p>{TEXT}</p>" * 5000):
        assert "deeper" in why_too_complex(html)
    low = "<div>" * (MAX_DEPTH - 1) + TEXT + "</div>" * (MAX_DEPTH - 1)
    assert why_too_complex(low * 20) == ""


def test_too_many_tags_are_seen() -> None:
    assert "tags" in why_too_complex("<b>" * (MAX_TAGS + 1))


HOSTILE = [
    "<p a='",
    "<p a=\"<b c='",
    "<!--",
    "<script>",
    "<p a b=",
    "<",
    "<a",
    "'\"",
    '= "',
    "<p/",
    ">",
    "</b><b>",
]


@pytest.mark.parametrize("part", HOSTILE)
def test_looking_takes_linear_time(part: str) -> None:
    def looking(size: int) -> Callable[[], object]:
        html = "<p b=c d='>' e='>' " + "f='>'" * 9 + part * (size // len(part))
        return lambda: [why_too_complex(html[:-1].replace("<", "<", 1)) for _ in range(3)]

    assert growth(looking, 60_000) < LINEAR


@pytest.mark.skipif(not os.environ.get("TOPICCRAWL_DATA"), reason="no measuring data")
def test_every_page_of_the_measuring_data_passes() -> None:
    pages = sorted(Path(os.environ["TOPICCRAWL_DATA"]).rglob("*.html"))
    assert len(pages) > 100
    assert [path.name for path in pages if why_too_complex(Page.from_bytes(path.read_bytes()).html)] == []
