"""The next page of a list by an address with a place for the number of a page."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import LIST, SITE, pagers, script

COLUMN = f"{SITE}/lm/25.html"


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("(i == 0 ? 'index.html' : 'index_' + (i + 1) + '.html') + '\">' + (i + 1)", "/dj/index_2.html"),
        ("(i ? 'index_' + i + '.html' : 'index.html') + '\">' + (i + 1)", "/dj/index_1.html"),
        ("'index_' + i + '.html\">第' + i + '页'", "/dj/index_2.html"),
        ("'index_' + (i - 1) + '.html\">[' + i + ']'", "/dj/index_1.html"),
    ],
)
def test_a_loop_tells_by_its_text_which_number_the_second_page_has(loop: str, expected: str) -> None:
    text = f"for (var i = from; i < pageCount; i++) document.write('<a href=\"' + {loop} + '</a>');"
    assert pagers(script(text)) == [(expected, 0)]


def test_a_loop_goes_on_from_the_number_of_the_page() -> None:
    loop = "for (i = 0; i < pageCount; i++) html += '<a href=\"' + (i == 0 ? 'index.html' : 'index_' + (i + 1) + '.html') + '\">' + (i + 1) + '</a>';"
    assert pagers(script(loop), f"{SITE}/dj/index_3.html") == [("/dj/index_4.html", 0)]


@pytest.mark.parametrize(("first", "expected"), [(0, "/dj/index_1.html"), (1, "/dj/index_2.html")])
def test_a_loop_that_keeps_the_address_in_a_variable(first: int, expected: str) -> None:
    loop = f"for (var i = {first}; i < pageCount; i++) {{ var u; if (i == {first}) u = 'index.html'; else u = 'index_' + i + '.html'; draw(u); }}"
    assert pagers(script(loop)) == [(expected, 0)]


@pytest.mark.parametrize(
    ("call", "url", "expected"),
    [
        (
            "kkpager.generPageHtml({hrefFormer: 'index', hrefLatter: '.html', getLink: function(n){"
            " if (n == 1) { return this.hrefFormer + this.hrefLatter; }"
            " return this.hrefFormer + '_' + n + this.hrefLatter; }});",
            f"{SITE}/dj/index_2.html",
            [("/dj/index_3.html", 0)],
        ),
        (
            "$('#p').bootstrapPaginator({currentPage: 1, pageUrl: function(type, page, current){"
            ' return "/dj/list?cid=7&pn=" + page; }});',
            f"{SITE}/dj/list?cid=7",
            [("/dj/list?cid=7&pn=2", 0)],
        ),
        ("draw({toUrl: p => '/dj/list?pn=' + p});", f"{SITE}/dj/list?pn=4", [("/dj/list?pn=5", 0)]),
        (
            "draw({toUrl(p) { return `index_${p - 1}.html` }});",
            f"{SITE}/dj/index_1.html",
            [("/dj/index_2.html", 0)],
        ),
        ("draw({toUrl: function(n){ return '/xw/list_' + n + '.html' }});", LIST, []),  # another list
        ("draw({toUrl: function(n){ return 'index_' + other + '.html' }});", LIST, []),
        ("draw({label: function(n){ return '第_' + n + '页' }});", LIST, []),
    ],
)
def test_functions_that_return_the_address_of_a_page(
    call: str, url: str, expected: list[tuple[str, int]]
) -> None:
    assert pagers(script(call), url) == expected


GOES = script(
    "function turn(n){ if(n==1){ location.href='25.html'; } else { location.href='25_'+n+'.html'; } }"
)


def test_the_number_of_a_column_is_not_that_of_a_page() -> None:
    assert pagers(GOES + "<div onclick='turn(k)'></div>", COLUMN) == [("/lm/25_2.html", 0)]
    assert pagers(GOES + "<div onclick='turn(k)'></div>", f"{SITE}/lm/25_2.html") == [("/lm/25_3.html", 0)]


def test_a_function_that_goes_elsewhere_on_the_first_page() -> None:
    calls = "".join(f"<a href='javascript:turn({n})'>{n}</a>" for n in (1, 2, 3))
    assert pagers(GOES + calls, COLUMN)[1:] == [("/lm/25_2.html", 2), ("/lm/25_3.html", 3)]
