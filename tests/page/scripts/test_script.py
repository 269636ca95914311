"""What a script calls and assigns, read without running it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.scripts.data import data_of
from topiccrawl.page.scripts.script import LONGEST_SCRIPT, Script
from topiccrawl.page.scripts.tokens import STRING, tokens_of
from topiccrawl.page.scripts.values import UNKNOWN, Called, Joined, Variable, joined


def texts(script: str) -> list[str]:
    return tokens_of(script).texts


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("a = 'x'", ["a", "=", "x"]),
        ("a.b(1)", ["a", ".", "b", "(", "1", ")"]),
        ("// c\na /* d */ b <!-- c -->", ["a", "b", "c"]),
        ("a=/['\"]\\//g;b", ["a", "=", ";", "b"]),
        ("a / b / c", ["a", "/", "b", "/", "c"]),
        ("党建 = 1", ["党建", "=", "1"]),
        ("`a${b}c`", ["(", "a", "+", "(", "b", ")", "+", "c", ")"]),
        ("a === b => c ?? d", ["a", "===", "b", "=>", "c", "??", "d"]),
        ("0x1f 1.5e3", ["0x1f", "1.5e3"]),
    ],
)
def test_tokens(script: str, expected: list[str]) -> None:
    assert texts(script) == expected


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        (r"'\u515a\u5efa'", "党建"),
        (r"'\x2fart\/1'", "/art/1"),
        (r"'\u{515a}'", "党"),
        (r"'a\'b'", "a'b"),
        (r'"a\"b\n"', 'a"b\n'),
        ("'a\\\nb'", "ab"),
        (r"'\u{ffffff}'", ""),
        ("'unclosed", "unclosed"),
        ("''", ""),
    ],
)
def test_values_of_strings(literal: str, value: str) -> None:
    tokens = tokens_of(literal)
    assert [t for k, t in zip(tokens.kinds, tokens.texts, strict=True) if k == STRING] == [value]


def values(script: str) -> list[object]:
    (step, *_) = Script.read(script).steps
    return list(step.values)


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("f(1, 'a', -2, true, null)", [1, "a", -2, True, None]),
        ("f('a' + 'b' + 1)", ["ab1"]),
        ("f(page + 1)", [Variable("page", 1)]),
        ("f(++page)", [Variable("page", 1)]),
        ("f('l_' + page + '.html')", [Joined(("l_", Variable("page"), ".html"))]),
        ("f(`l_${page}.html`)", [Joined(("l_", Variable("page"), ".html"))]),
        ("f([1, {a: 'b', \"c\": [2]}])", [[1, {"a": "b", "c": [2]}]]),
        ("f(encodeURI('a'))", ["a"]),
        ("f({a: !1, b: !0, c: !d, e: 'g'})", [{"a": False, "b": True, "c": Variable("d"), "e": "g"}]),
        ("f(unescape('%3Cb%3E%u515A%u8BFE'))", ["<b>党课"]),
        ("f(decodeURIComponent(escape(window.atob('PGI+5YWa6K++'))))", ["<b>党课"]),
        ("f(new Date().getTime())", [Called("getTime", ())]),
        ("f({t: +new Date(), a: 'b'})", [{"t": Called("Date", ()), "a": "b"}]),
        ("f('l_#.html'.replace('#', page))", [Called("replace", ("l_#.html", "#", Variable("page")))]),
        ("f(a || 'b')", ["b"]),
        ("f(g(1))", [Called("g", (1,))]),
        ("f(location.search.slice(4))", [Called("slice", (Variable("location.search"), 4))]),
    ],
)
def test_values_of_arguments(script: str, expected: list[object]) -> None:
    steps = Script.read(script).steps
    assert list(next(step for step in steps if step.name == "f").values) == expected


def steps(script: str) -> list[tuple[str, str, bool]]:
    return [(step.name, step.function, step.tested) for step in Script.read(script).steps]


def test_a_step_knows_its_function_and_whether_it_is_tested() -> None:
    script = "a=1;function f(n){if(n){b(n)}else{c(n)} d(n);}var g=function(x){e=x};h(function(){i()});if(j)k();l();"
    assert steps(script) == [
        ("a", "", False),
        ("b", "f", True),
        ("c", "f", True),
        ("d", "f", False),
        ("e", "g", False),
        ("h", "", False),
        ("i", "", False),
        ("k", "", True),
        ("l", "", False),
    ]


def test_names_with_brackets() -> None:
    assert [
        name for name, _, _ in steps("document.forms['f'].page.value=1;a[0]=2;document.forms[0].submit()")
    ] == [
        "document.forms[].f.page.value",
        "a[]",
        "submit",
    ]


def test_variables_that_are_assigned_once_are_constants() -> None:
    script = Script.read("var base='/dj/', n=1; n++; var url=base+'list_'+page+'.html'; f(url)")
    assert script.constants["base"] == "/dj/" and "n" not in script.constants and script.starts["n"] == 1
    assert script.resolved(Variable("url")) == Joined(("/dj/list_", Variable("page"), ".html"))
    assert script.resolved(Variable("url"), {"page": 2}) == "/dj/list_2.html"
    assert script.resolved(Variable("base", 1)) == "/dj/1"


def test_constants_that_stand_for_each_other_end() -> None:
    script = Script.read("a=b;b=a;c=a+'x'+c;")
    assert isinstance(script.resolved(Variable("a")), Variable)
    script.resolved(Variable("c"))


def test_sums_of_sums_of_sums_do_not_explode() -> None:
    lines = [f"v{n}={'+'.join([f'v{n - 1}'] * 1000)};" for n in range(1, 5)]
    script = Script.read("v0='党建';" + "".join(lines))
    assert script.resolved(Variable("v4")) is UNKNOWN
    assert script.resolved([Variable("v4"), Variable("v0")]) == [UNKNOWN, "党建"]


def test_sums() -> None:
    assert joined([]) == 0 and joined(["a", None, UNKNOWN, [1]]) == Joined(
        ("a", Variable("?"), Variable("?"))
    )


SCRIPTS = st.text(st.sampled_from("()[]{};,.:=+-'\"`$/\\*<>!?&|ab1 \n党²"), max_size=60)
WORDS = st.lists(
    st.sampled_from(
        "function return if(a) else for( while( switch new typeof ++ -- => ${ f( 'x' a.b = += ] ) } case case: \ud800".split(
            " "
        )
    ),
    max_size=60,
)


@given(st.one_of(SCRIPTS, WORDS.map(" ".join), WORDS.map("".join), st.text(max_size=40)))
def test_any_text_is_read(script: str) -> None:
    read = Script.read(script)
    for step in read.steps:
        for value in step.values:
            read.resolved(value)
    assert Script.read(script) == read


PARTS = (
    "( [ { ) ([{ ' \" ` `${ /* // / =/ =/[ \\ + - -- a. a( a[ function(){ if( if(a) else a= a?b: a|| a=>{ ()=>{ {a: a, 1. 0x <!-- case for( new ++"
    " a++; a+='x'; s+=s; f('a','b'); 党"
).split()


NUMBERS = count()
"""For texts of their own: one of `--` is one of `-`, too."""


@pytest.mark.parametrize("part", PARTS)
def test_any_text_is_read_in_linear_time(part: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        text = (part if part not in ("else", "case", "new") else f"{part} ") * (
            LONGEST_SCRIPT // 24 * size // len(part)
        )
        text = f"{next(NUMBERS)};{text}"  # what a short script does is remembered
        return lambda: Script.read(text)

    assert growth(reading, 1) < LINEAR


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_nested_too_deeply(part: str) -> None:
    Script.read((part + " ") * 4000)


def test_what_only_looks_like_base64_stays_as_it_is() -> None:
    text = "_9" * 150
    assert set(data_of(f'var x = "{text}";')) == {text}
