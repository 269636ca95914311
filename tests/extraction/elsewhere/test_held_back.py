"""Texts that a page does not show itself: in elements, attributes and data."""

from __future__ import annotations

import json
from base64 import b64encode
from urllib.parse import quote

import pytest
from extraction.made import BODY, PARAGRAPHS, TEXTS, TITLE, page, stored

from topiccrawl.extraction import extract

ESCAPED = PARAGRAPHS.replace("<", "&lt;").replace(">", "&gt;")


def script(code: str) -> str:
    return f"<div id=root></div><script>{code}</script>"


def state(name: str, data: object) -> str:
    return script(f"window.{name}={json.dumps(data)};(function(){{var s;}}());")


ELEMENTS = {
    "text area, escaped": f'<div id=x></div><textarea id="t" style="display:none">{ESCAPED}</textarea>',
    "text area, markup": f'<textarea class="hidden">{PARAGRAPHS}</textarea>',
    "text area, plain": '<textarea style="display:none">' + "\n".join(TEXTS) + "</textarea>",
    "without scripts": f"<div id=app></div><noscript>{'<br>'.join(TEXTS)}</noscript>",
    "template": f"<div id=app></div><template>{PARAGRAPHS}</template>",
    "shadow root": f'<x-a><template shadowrootmode="open"><slot></slot>{PARAGRAPHS}</template></x-a>',
    "template in a script": f'<div id=x></div><script type="text/template">{PARAGRAPHS}</script>',
    "markup as it is written": f'<xmp style="display:none">{PARAGRAPHS}</xmp><div id=show></div>',
    "input": f'<input type="hidden" id="c" value="{ESCAPED}"><div id=show></div>',
    "frame": f'<iframe srcdoc="&lt;html>{ESCAPED}"></iframe>',
    "frame, address": f'<iframe src="data:text/html;charset=utf-8,{quote(PARAGRAPHS)}"></iframe>',
    "attribute": f"<div id=app data-page='{json.dumps({'a': {'content': PARAGRAPHS}})}'></div>",
}
DATA = {
    "article body": '<script type="application/ld+json">'
    + json.dumps([{"@type": "WebSite"}, {"@type": ["NewsArticle"], "articleBody": "\r\n".join(TEXTS)}])
    + "</script>",
    "article body, escaped": f'<script type="application/ld+json">{json.dumps({"articleBody": ESCAPED})}</script>',
    "state": state("__INITIAL_STATE__", {"user": None, "news": {"detail": {"cont": PARAGRAPHS}}}),
    "paragraphs": state("_ROUTER_DATA", {"d": {"list": [{"t": "p", "c": text} for text in TEXTS]}}),
    "runs of rich text": state(
        "__STATE__",
        {
            "doc": [
                {
                    "type": "paragraph",
                    "children": [{"text": text[:9]}, {"text": text[9:], "marks": [{"type": "b"}]}],
                }
                for text in TEXTS
            ]
        },
    ),
    "blocks": '<script id="__NEXT_DATA__" type="application/json">'
    + json.dumps({"props": {"title": TITLE, "blocks": [{"data": {"text": text}} for text in TEXTS]}})
    + "</script>",
    "function": script(
        "window.__NUXT__=(function(a,b){return {data:[{info:{title:a,content:b}}]}}"
        f"({json.dumps(TITLE)},{json.dumps(PARAGRAPHS)}));"
    ),
    "JSON in a string": script(f"window.d = JSON.parse({json.dumps(json.dumps({'html': PARAGRAPHS}))});"),
    "variable": script(f"var c = {json.dumps(PARAGRAPHS, ensure_ascii=False)}; root.innerHTML = c;"),
    "template literal": script(f"const c = `{PARAGRAPHS}`; root.innerHTML = c;"),
    "stream of server components": script(
        "self.__next_f.push([1,"
        + json.dumps(
            '7:["$","div",null,{"dangerouslySetInnerHTML":' + json.dumps({"__html": PARAGRAPHS}) + "}]\n"
        )
        + "])"
    ),
    "elements of a stream": script(
        "self.__next_f.push([1,"
        + json.dumps(
            "5:"
            + json.dumps(
                [
                    "$",
                    "div",
                    None,
                    {"children": [["$", "p", str(n), {"children": t}] for n, t in enumerate(TEXTS)]},
                ]
            )
            + "\n"
        )
        + "])"
    ),
    "text of a stream": script("self.__next_f.push([1," + json.dumps(f"1a:T4f2,{PARAGRAPHS}") + "])"),
    "segments with names of their own": script(
        f"var d={json.dumps({'segments': [{'t': 'text', 'v': text} for text in TEXTS]})};"
    ),
    "added to a variable": script(
        "var h='';" + "".join(f"h += '<p>{text}</p>';" for text in TEXTS) + "root.innerHTML=h;"
    ),
    "pushed": script("var h=[];" + "".join(f"h.push('<p>{text}</p>');" for text in TEXTS)),
    "written in pieces": script("".join(f"document.write('<p>{text}</p>');" for text in TEXTS)),
    "written": script(f"document.write('{PARAGRAPHS}');"),
    "percents": script(f'var s=decodeURIComponent("{quote(PARAGRAPHS)}");root.innerHTML=s'),
    "base64 in a variable": script(
        f'var s="{b64encode(PARAGRAPHS.encode()).decode()}";'
        "root.innerHTML=new TextDecoder().decode(Uint8Array.from(atob(s), c => c.charCodeAt(0)));"
    ),
    "percents in base64": script(
        f'root.innerHTML=decodeURIComponent(Base64.de("{b64encode(quote(PARAGRAPHS).encode()).decode()}"));'
    ),
    "base64 in a text area": f"<textarea hidden>{b64encode(PARAGRAPHS.encode()).decode()}</textarea><i id=show></i>",
    "base64 in an attribute": f"<div id=show data-zw='{b64encode(PARAGRAPHS.encode()).decode().rstrip('=')}'></div>",
    "base64": script(f'show(decode(atob("{b64encode(PARAGRAPHS.encode()).decode()}")));'),
    "decoder of WeChat": script(
        "window.cgiDataNew={title:JsDecode('略'),desc:JsDecode('" + "\\x0a".join(TEXTS) + "')};"
    ),
}
PHOTOS = [{"id": f"P{n}", "img": f"http://a.example/i/{n}.jpg", "note": text} for n, text in enumerate(TEXTS)]
SET = {"info": {"setname": TITLE, "imgsum": 4, "source": "青石日报", "prev": {}}, "list": PHOTOS}
JSON = json.dumps(SET, ensure_ascii=False)
NAMED = ", ".join(f'{{src: "/i/{n}.jpg", title: "图{n}", desc: "{text}"}}' for n, text in enumerate(TEXTS))
GALLERIES = {
    "text area": f'<textarea name="gallery-data" style="display:none">\n{JSON}\n</textarea>',
    "text area, indented": f"<textarea class=hidden>{json.dumps(SET, indent=2)}</textarea>",
    "text area, as a script has it": f"<textarea class=hide>{{photos: [{NAMED}]}}</textarea>",
    "plain script": f'<script type="text/plain" id="pics">{JSON}</script>',
    "JSON script": f'<script type="application/json">{json.dumps(PHOTOS)}</script>',
    "variable": script(f"var slide_data = {{images: [{NAMED}]}};"),
    "hidden element": f"<div id=photoData style='display:none'>{json.dumps(PHOTOS, ensure_ascii=False)}</div>",
    "data of an element": f"<div class=pics data-photos='{json.dumps(PHOTOS)}'></div>",
    "hidden field": f"<input type=hidden id=pics value='{json.dumps(PHOTOS)}'>",
    "pushed one by one": script(
        "var ps=[];" + "".join(f'ps.push({{img:"/{n}.jpg",note:"{text}"}});' for n, text in enumerate(TEXTS))
    ),
    "the same caption below all": f"<textarea hidden>{json.dumps([{'img': '/1.jpg', 'note': BODY}] * 4)}</textarea>",
    "XML": "<textarea hidden><photos>"
    + "".join(f"<photo><img>/{n}.jpg</img><note>{text}</note></photo>" for n, text in enumerate(TEXTS))
    + "</photos></textarea>",
    "attributes of pictures": "".join(
        f'<li><img src="{n}.jpg" data-desc="{t}">' for n, t in enumerate(TEXTS)
    ),
}
DATA |= {f"gallery: {name}": shown for name, shown in GALLERIES.items()}


@pytest.mark.parametrize("place", [*ELEMENTS, *DATA])
def test_a_text_is_found_below_its_headline(place: str) -> None:
    html = page({**ELEMENTS, **DATA}[place])
    assert stored(html) == BODY
    assert extract(html).title == TITLE
    assert extract(html).kind == "article"


@pytest.mark.parametrize("place", [*ELEMENTS, *DATA])
def test_a_text_is_found_in_an_empty_shell(place: str) -> None:
    shell = f"<html><head><title>{TITLE}</title></head><body>{{}}</body></html>"
    assert stored(shell.format({**ELEMENTS, **DATA}[place])) == BODY


@pytest.mark.parametrize("place", [*ELEMENTS, *DATA])
def test_a_visible_body_counts_alone(place: str) -> None:
    other = {**ELEMENTS, **DATA}[place]
    own = "".join(
        f"<p>{word}山林场今年新栽树苗三千株，护林员每天巡山两遍，及时清除杂草。</p>" for word in "东西南北"
    )
    assert "水利局" not in stored(page(own + other))


LIST = "".join(f'<li><a href="/n/{n}.html">青石县第{n}批重点项目开工建设情况通报</a></li>' for n in range(40))


@pytest.mark.parametrize("place", DATA)
def test_a_list_stays_a_list(place: str) -> None:
    html = f"<title>要闻_青石新闻网</title><ul>{LIST}</ul>{DATA[place]}"
    assert stored(html) == ""


def test_the_articles_of_a_state_are_a_list() -> None:
    items = [
        {"id": n, "title": f"青石县第{n}批项目", "url": f"/n/{n}", "content": text}
        for n, text in enumerate(TEXTS)
    ]
    assert stored(f"<title>要闻</title>{state('__STATE__', {'list': items})}") == ""


@pytest.mark.parametrize(
    "shown",
    [
        [{"img": f"/{n}.jpg", "link": f"/n/{n}.html", "note": text} for n, text in enumerate(TEXTS)],
        [{"img": f"/{n}.jpg", "title": f"青石县第{n}批重点项目开工建设"} for n in range(9)],
    ],
)
def test_pictures_that_lead_to_articles_are_no_text(shown: object) -> None:
    assert stored(page(f"<textarea style='display:none'>{json.dumps(shown)}</textarea>")) == ""


def test_what_is_shared_of_a_page_is_no_text() -> None:
    shared = json.dumps({"title": TITLE, "desc": TEXTS[0], "imgUrl": "/1.jpg"})
    assert stored(page(f"<video src=/1.mp4></video><script>share({shared});</script>")) == ""


def test_a_notice_for_those_without_scripts_is_no_text() -> None:
    notice = (
        "<p>您的浏览器未启用JavaScript，本页面需要启用脚本才能正常浏览，请在设置中开启后刷新页面重试。</p>"
    )
    assert stored(f"<title>青石新闻网</title><div id=app></div><noscript>{notice}</noscript>") == ""


def test_a_field_for_comments_is_no_text() -> None:
    field = (
        '<form><textarea name="comment">'
        + "文明上网，理性发言，请遵守评论服务协议。" * 6
        + "</textarea></form>"
    )
    assert stored(page(field)) == ""


FACTS = {"newsTitle": TITLE, "pubDate": "2024-05-06 10:12:33", "origin": "青石日报", "author": "王明"}
STATES = {
    "state": state(
        "__INITIAL_STATE__",
        {"user": None, "news": {"detail": {**FACTS, "body": PARAGRAPHS}}, "hot": [{"title": "别的新闻"}]},
    ),
    "percent encoded": f'<script id=R type="application/json">{quote(json.dumps({"info": {**FACTS, "content": PARAGRAPHS}}, ensure_ascii=False))}</script>',
    "literal": script(
        f"var d = {{ title: '{TITLE}', time: '2024-05-06 10:12:33', source: '青石日报', author: '王明', content: '{PARAGRAPHS}' }};"
    ),
}


@pytest.mark.parametrize("form", STATES)
def test_the_facts_beside_a_text_in_data_are_those_of_the_article(form: str) -> None:
    found = extract(f"<html><head><title>新闻详情</title></head><body>{STATES[form]}</body></html>")
    assert found.text == BODY
    assert (found.title, found.published, found.source, found.author) == (
        TITLE,
        "2024-05-06 10:12",
        "青石日报",
        "王明",
    )


@pytest.mark.parametrize(
    ("attributes", "opening", "is_text"),
    [("readonly", "", True), ("", "", False), ("readonly", "用户服务协议\n", False)],
)
def test_a_text_area_that_only_shows_a_text(attributes: str, opening: str, is_text: bool) -> None:
    area = f"<textarea rows=30 {attributes}>{opening}{chr(10).join(TEXTS)}</textarea>"
    assert stored(page(area)) == (BODY if is_text else "")


def test_facts_beside_a_text_in_json_within_a_string() -> None:
    article = {
        "title": TITLE,
        "publish_time": "2024-05-06 13:35",
        "source": "青石日报",
        "content": PARAGRAPHS,
    }
    data = quote(json.dumps({"article": article}, ensure_ascii=False))
    found = extract(f'<title>{TITLE}</title><div id=root></div><script>window.__DATA__="{data}"</script>')
    assert (found.published, found.source) == ("2024-05-06 13:35", "青石日报")
