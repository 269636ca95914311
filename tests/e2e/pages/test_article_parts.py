"""Articles over several pages become one record."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl
from e2e.reach.articles import article
from e2e.reach.lists import JSON
from e2e.reach.living_web import Asked, LivingWeb, Site, Told
from e2e.starts.changing_site import set_back

NUMBERS = range(5)
EACH = 2
"""Paragraphs on a page; an article has six."""
_STYLE = "<div class='zdfy'>%s</div>"


def page(title: str, body: str) -> str:
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"


def part(host: str, number: int, place: int, foot: str, *, each: int = EACH) -> str:
    """Return a page with some paragraphs of an article."""
    told = article(host, number)
    paragraphs = told.paragraphs[place * each : (place + 1) * each]
    text = "".join(f"<p>　　{paragraph}</p>" for paragraph in paragraphs)
    head = f"<h1>{told.title}</h1><p>{told.day} 来源：清河党建</p>"
    return page(told.title, f"<div class='nr'>{head}{text}</div>{foot}")


def front(host: str, url: str) -> str:
    rows = "".join(f"<li><a href='{url % n}'>{article(host, n).title}</a></li>" for n in NUMBERS)
    return page("工作动态", f"<ul>{rows}</ul>")


def numbered(asked: Asked) -> str | None:
    """12.html, 12_2.html, 12_3.html with 1 2 3 下一页."""
    if asked.path == "/":
        return front(asked.host, "/dj/%d.html")
    number, _, behind = asked.path.removeprefix("/dj/").removesuffix(".html").partition("_")
    if not number.isdigit() or int(number) not in NUMBERS or behind not in ("", "2", "3"):
        return None
    place = int(behind or 1) - 1
    names = [f"/dj/{number}.html", f"/dj/{number}_2.html", f"/dj/{number}_3.html"]
    foot = "".join(f"<a href='{name}'>{n}</a>" for n, name in enumerate(names, start=1))
    if place < 2:
        foot += f"<a href='{names[place + 1]}'>下一页</a>"
    return part(asked.host, int(number), place, _STYLE % foot)


def scripted(asked: Asked) -> str | None:
    """t12.html, t12_1.html, t12_2.html by createPageHTML."""
    if asked.path == "/":
        return front(asked.host, "/dj/t%d.html")
    number, _, behind = asked.path.removeprefix("/dj/t").removesuffix(".html").partition("_")
    if not number.isdigit() or int(number) not in NUMBERS or behind not in ("", "1", "2"):
        return None
    place = int(behind or 0)
    foot = f"<script>createPageHTML(3, {place}, 't{number}', 'html');</script>"
    return part(asked.host, int(number), place, _STYLE % foot)


def queried(asked: Asked) -> str | None:
    """show.jsp?id=12&page=2; each page knows only the next."""
    if asked.path == "/":
        return front(asked.host, "/show.jsp?id=%d")
    fields = asked.fields
    if asked.path != "/show.jsp" or fields.get("id", "") not in map(str, NUMBERS):
        return None
    place = int(fields.get("page", "1")) - 1
    foot = f"<a href='/show.jsp?id={fields['id']}&page={place + 2}'>余下全文</a>" if place < 2 else ""
    return part(asked.host, int(fields["id"]), place, _STYLE % foot)


def whole(asked: Asked) -> str | None:
    """12.html with a link to all of it."""
    if asked.path == "/":
        return front(asked.host, "/dj/%d.html")
    number, _, behind = asked.path.removeprefix("/dj/").removesuffix(".html").partition("_")
    if not number.isdigit() or int(number) not in NUMBERS:
        return None
    if behind == "all":
        return part(asked.host, int(number), 0, "", each=6)
    foot = f"<a href='/dj/{number}_2.html'>2</a><a href='/dj/{number}_all.html'>阅读全文</a>"
    return part(asked.host, int(number), int(behind or 1) - 1, _STYLE % foot)


def broken(asked: Asked) -> Told | str | None:
    """The second page of all articles is missing, the third is there."""
    return Told("", status=404) if asked.path.endswith("_2.html") else numbered(asked)


def misled(asked: Asked) -> Told | str | None:
    """The third page of all articles leads to another article, the first one."""
    if asked.path.endswith("_3.html"):
        return Told("", status=302, headers={"Location": "/dj/0.html"})
    return numbered(asked)


def entered(asked: Asked) -> str | None:
    """A list that leads to the second pages."""
    if asked.path == "/":
        return front(asked.host, "/dj/%d_2.html")
    return numbered(asked)


def framed(asked: Asked) -> str | None:
    """Articles whose text stands in a frame."""
    if asked.path == "/":
        return front(asked.host, "/dj/%d.html")
    folder, _, name = asked.path.strip("/").partition("/")
    number = name.removesuffix(".html")
    if not number.isdigit() or int(number) not in NUMBERS:
        return None
    told = article(asked.host, int(number))
    if folder == "text":
        rows = "".join(f"<p>{paragraph}</p>" for paragraph in told.paragraphs)
        return page("", f"<table><tr><td>{rows}</td></tr></table>")
    head = f"<h1>{told.title}</h1><p>{told.day} 来源：清河党建</p>"
    frame = f"<iframe src='/text/{number}.html' width='900' height='1200'></iframe>"
    return page(told.title, f"{head}<div>{frame}</div>")


def requested(asked: Asked) -> Told | str | None:
    """Articles whose text a script asks for, beside the number of its readers."""
    if asked.path == "/":
        return front(asked.host, "/dj/%d.html")
    name = asked.fields.get("id") or asked.path.rpartition("/")[2].partition(".")[0]
    if name not in map(str, NUMBERS):
        return None
    told = article(asked.host, number := int(name))
    markup = "".join(f"<p>{paragraph}</p>" for paragraph in told.paragraphs)
    if asked.path == "/api/zw":
        return Told(json.dumps({"code": 0, "data": {"id": number, "neirong": markup}}), JSON)
    if asked.path.endswith(".json"):
        return Told(json.dumps({"html": markup}), JSON)
    if asked.path.endswith(".txt"):
        return Told("\n".join(told.paragraphs), "text/plain; charset=utf-8")
    if asked.path.startswith("/part"):
        return markup
    asks = (
        f"$.getJSON('/api/zw', {{id: {number}}}, function (r) {{ $('#zw').html(r.data.neirong); }});",
        f"fetch('{number}.json').then(r => r.json()).then(d => {{ zw.innerHTML = d.html; }});",
        f"$('#zw').load('/part/{number}.html');",
        f"var x = new XMLHttpRequest(); x.open('GET', '/texts/{number}.txt'); x.send();",
    )[number % 4]
    head = f"<h1>{told.title}</h1><p>{told.day} 来源：清河党建</p>"
    return page(told.title, f"{head}<div id=zw>正文加载中……</div><script>{asks}</script>")


WHOLE: dict[str, Site] = {
    "numbered.test": numbered,
    "scripted.test": scripted,
    "queried.test": queried,
    "whole.test": whole,
    "entered.test": entered,
}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Crawl, LivingWeb]]:
    others: dict[str, Site] = {"broken.test": broken, "misled.test": misled}
    others |= {"framed.test": framed, "requested.test": requested}
    with LivingWeb(WHOLE | others) as web:
        seeds = [f"http://{host}/" for host in (*WHOLE, *others)]
        done = crawl(tmp_path_factory.mktemp("parts"), seeds, proxy=web.address)
        assert done.code == 0 and "Traceback" not in done.log
        yield done, web


@pytest.mark.parametrize("host", ["framed.test", "requested.test"])
def test_a_text_in_a_frame_or_an_answer_belongs_to_its_page(
    crawled: tuple[Crawl, LivingWeb], host: str
) -> None:
    done, _ = crawled
    found = records(done, host)
    own = {url: row for url, row in found.items() if row["duplicate_of"] is None}
    assert set(own) == {f"http://{host}/dj/{number}.html" for number in NUMBERS}
    for number in NUMBERS:
        told = article(host, number)
        row = own[f"http://{host}/dj/{number}.html"]
        assert (row["title"], row["published"], row["source"]) == (told.title, told.day, "清河党建")
        assert str(row["text"]).splitlines() == list(told.paragraphs)
    # A frame or an answer that was asked for as a link, too, is a part of its page.
    assert {row["duplicate_of"] for row in found.values()} - {None} <= set(own)


def records(done: Crawl, host: str) -> dict[str, dict[str, object]]:
    return {url: row for url, row in done.pages.items() if f"//{host}/" in url}


@pytest.mark.parametrize("host", WHOLE)
def test_each_article_is_one_record_with_all_of_its_text(crawled: tuple[Crawl, LivingWeb], host: str) -> None:
    found = {str(row["title"]): row for row in records(crawled[0], host).values()}
    assert set(found) == {article(host, number).title for number in NUMBERS}
    for number in NUMBERS:
        told = article(host, number)
        assert str(found[told.title]["text"]).splitlines() == list(told.paragraphs)
        assert not found[told.title]["partial"]


def test_an_article_that_lacks_a_part_is_marked(crawled: tuple[Crawl, LivingWeb]) -> None:
    done, _ = crawled
    found = records(done, "broken.test")
    assert len(found) == len(NUMBERS)
    for row in found.values():
        told = next(one for n in NUMBERS if (one := article("broken.test", n)).title == row["title"])
        assert str(row["text"]).splitlines() == [*told.paragraphs[:2], *told.paragraphs[4:]]
        assert row["partial"]


def unfolded(asked: Asked) -> str | None:
    """The beginning of an article; a click on 展开全文 asks for the rest."""
    if asked.path == "/":
        return front(asked.host, "/dj/%d.html")
    number = asked.path.removeprefix("/dj/").removesuffix(".html")
    if not number.isdigit() or int(number) not in NUMBERS:
        return None
    asks = "function rest(id) {$.post('/rest', {id: id}, function (text) {$('.nr').html(text)})}"
    foot = f"<a href='javascript:;' onclick='rest({number})'>展开全文</a><script>{asks}</script>"
    return part(asked.host, int(number), 0, foot)


def test_an_article_whose_rest_is_asked_for_by_a_click_is_marked(tmp_path: Path) -> None:
    with LivingWeb({"unfolded.test": unfolded}) as web:
        done = crawl(tmp_path, ["http://unfolded.test/"], proxy=web.address)
    found = records(done, "unfolded.test")
    assert len(found) == len(NUMBERS) and all(row["partial"] for row in found.values())
    assert f"{len(NUMBERS)} lack a part" in done.log
    assert "every link worth a visit is visited" not in done.log


def test_a_part_that_leads_elsewhere_is_none(crawled: tuple[Crawl, LivingWeb]) -> None:
    done, _ = crawled
    found = records(done, "misled.test")
    assert set(found) == {f"http://misled.test/dj/{number}.html" for number in NUMBERS}
    for number in NUMBERS:
        row = found[f"http://misled.test/dj/{number}.html"]
        assert str(row["text"]).splitlines() == list(article("misled.test", number).paragraphs[: 2 * EACH])
        assert row["partial"]
    assert done.stats["topiccrawl/parts/failed/redirected"] == len(NUMBERS)


def test_a_later_crawl_asks_for_lists_and_for_no_part_again(tmp_path: Path) -> None:
    with LivingWeb({"numbered.test": numbered}) as web:
        first = crawl(tmp_path, ["http://numbered.test/"], proxy=web.address)
        before = [one.path for one in web.of("numbered.test")]
        texts = {url: row["text"] for url, row in first.pages.items()}
        set_back(tmp_path / "corpus.db")
        later = crawl(tmp_path, ["http://numbered.test/"], proxy=web.address, arguments={"revisit": "1"})
        asked = [one.path for one in web.of("numbered.test")][len(before) :]
    assert "/dj/1_2.html" in before and "/" in asked
    assert not [path for path in asked if path.startswith("/dj/")]
    assert {url: row["text"] for url, row in later.pages.items()} == texts
    assert len(texts) == len(NUMBERS)


def test_each_part_is_asked_for_once(crawled: tuple[Crawl, LivingWeb]) -> None:
    _, web = crawled
    for host in WHOLE:
        asked = web.of(host)
        assert len(set(asked)) == len(asked) or host == "entered.test"


def test_the_parts_are_stored_as_fetched(crawled: tuple[Crawl, LivingWeb]) -> None:
    done, _ = crawled
    rows = done.rows(
        "SELECT page_parts.*, pages.url AS first FROM page_parts JOIN pages ON pages.id = page_id"
    )
    own = [row for row in rows if row["first"] == "http://numbered.test/dj/1.html"]
    assert [(row["number"], row["url"]) for row in own] == [
        (1, "http://numbered.test/dj/1_2.html"),
        (2, "http://numbered.test/dj/1_3.html"),
    ]
    assert article("numbered.test", 1).paragraphs[2] in zlib.decompress(own[0]["raw_html"]).decode()


def test_parts_are_no_pages(crawled: tuple[Crawl, LivingWeb]) -> None:
    stats = crawled[0].stats
    assert stats["topiccrawl/parts/frames"] == 2 * len(NUMBERS)
    assert stats["topiccrawl/parts/articles"] == len(NUMBERS) * (len(WHOLE) + 2)
    assert stats["topiccrawl/parts/failed/status_404"] == len(NUMBERS)
    assert stats["topiccrawl/parts/partial"] == 2 * len(NUMBERS)
    # Each site's list, its articles, the second pages that a list led to, and frames and answers asked for as links.
    pages = (len(WHOLE) + 4) * (1 + len(NUMBERS)) + len(NUMBERS)
    assert pages <= stats["topiccrawl/pages/html"] <= pages + 2 * len(NUMBERS)


def test_the_summary_says_so(crawled: tuple[Crawl, LivingWeb]) -> None:
    log = crawled[0].log
    assert "35 articles over several pages joined from 55 further pages" in log
    assert re.search(r"10 lack a part \((redirected 5, status_404 5|status_404 5, redirected 5)\)", log)
