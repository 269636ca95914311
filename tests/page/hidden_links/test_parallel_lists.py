"""Lists whose addresses and titles stand apart in the scripts of a page."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import FIRST, SECOND, script, told

ONE, TWO = "/html/2024/1101.html", "/html/2024/1102.html"
BOTH = [(ONE, FIRST, "record"), (TWO, SECOND, "record")]


@pytest.mark.parametrize(
    "text",
    [
        f"var pics='/a.jpg|/b.jpg', links='{ONE}|{TWO}', texts='{FIRST}|{SECOND}';",
        f"flash.addVariable('texts', '{FIRST}|{SECOND}'); flash.addVariable('links', '{ONE}|{TWO}');",
        f"l1='{ONE}';t1='{FIRST}';l2='{TWO}';t2='{SECOND}';var l=l1+'|'+l2, t=t1+'|'+t2;",
        f"l1=escape('{ONE}');t1='{FIRST}';l2=escape('{TWO}');t2='{SECOND}';var l=l1+'|'+l2, t=t1+'|'+t2;",
        f"var l='',t='';l+='{ONE}|';t+='{FIRST}|';l+='{TWO}|';t+='{SECOND}|';",
        f"var link=new Array(),text=new Array();link[0]='{ONE}';text[0]='{FIRST}';link[1]='{TWO}';text[1]='{SECOND}';",
        f"var link=[],text=[];link.push('{ONE}');text.push('{FIRST}');link.push('{TWO}');text.push('{SECOND}');",
        f"var i=0;link[i]='{ONE}';text[i]='{FIRST}';i++;link[i]='{TWO}';text[i]='{SECOND}';i++;",
        f"var links=['{ONE}','{TWO}'], titles=['{FIRST}','{SECOND}'];",
        f"var links='{ONE};{TWO}', texts='{FIRST};{SECOND}';",
        f"var links='{ONE}^{TWO}', texts='{FIRST}^{SECOND}';",
        f"row('{FIRST}', '{ONE}', '03-05'); row('{SECOND}', '{TWO}', '03-04');",
        f"show({{titles: ['{FIRST}', '{SECOND}'], links: ['{ONE}', '{TWO}'], pics: ['/a.jpg', '/b.jpg']}});",
    ],
)
def test_each_address_has_the_title_at_the_same_place(text: str) -> None:
    assert told(script(text)) == BOTH


@pytest.mark.parametrize(
    "text",
    [
        f"var links='/dj/7.htm|/dj/8.htm', texts='{FIRST}|{SECOND}';",
        f"var img_link=[],t=[];img_link[1]='/dj/7.htm';t[1]='{FIRST}';img_link[2]='/dj/8.htm';t[2]='{SECOND}';",
    ],
)
def test_addresses_with_small_numbers_count_in_a_list(text: str) -> None:
    assert told(script(text)) == [("/dj/7.htm", FIRST, "record"), ("/dj/8.htm", SECOND, "record")]


def test_of_two_lists_each_has_its_own_titles() -> None:
    more = "镇团委召开座谈会议", "村里修好了文化广场"
    text = f"var l1='{ONE}|{TWO}',t1='{FIRST}|{SECOND}',l2='/html/2024/1103.html|/html/2024/1104.html',t2='{more[0]}|{more[1]}';"
    assert [anchor for _, anchor, _ in told(script(text))] == [FIRST, SECOND, *more]


def test_rows_of_a_loop_have_an_id_and_a_title_from_an_array_each() -> None:
    text = f"var ids=[7, 8], t=['{FIRST}', '{SECOND}'], html='';"
    text += """for (i in ids) { html += '<li><a href="/dj/' + ids[i] + '.html">' + t[i] + '</a>'; }"""
    found = [("/dj/7.html", FIRST, "script markup"), ("/dj/8.html", SECOND, "script markup")]
    assert told(script(text)) == found


@pytest.mark.parametrize(
    "text",
    [
        f"var links='{ONE}|{TWO}', texts='{FIRST}';",
        f"var links='/a.jpg|/b.jpg', texts='{FIRST}|{SECOND}';",
        f"var links='http://other.test/1101.html|http://other.test/1102.html', texts='{FIRST}|{SECOND}';",
        f"var links='{ONE}|{TWO}', texts='on|off';",
    ],
)
def test_others_have_none(text: str) -> None:
    assert not any(anchor for _, anchor, _ in told(script(text)))
