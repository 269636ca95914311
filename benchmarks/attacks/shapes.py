"""Pages of any size that are designed to be slow to process."""

from __future__ import annotations

from collections.abc import Callable

Shape = Callable[[int], str]

_STORY = "党支部召开主题党日活动，组织党员学习二十大精神。"


def page(body: str, head: str = "") -> str:
    """Return a page with this body."""
    return f"<html><head><title>党建</title>{head}</head><body>{body}</body></html>"


def repeated(part: str) -> Shape:
    """Return a shape whose body repeats a part up to the size in characters."""
    return lambda size: page(part * max(1, size // len(part)))


def between(start: str, part: str, end: str) -> Shape:
    """Return a shape whose body repeats a part between a start and an end."""
    return lambda size: page(start + part * max(1, size // len(part)) + end)


def in_head(start: str, part: str, end: str) -> Shape:
    """Return a shape whose head repeats a part between a start and an end."""
    return lambda size: page(f"<p>{_STORY}</p>", start + part * max(1, size // len(part)) + end)


def nested(start: str, end: str, depth: int | None = None) -> Shape:
    """Return a shape of nested elements; with a depth, of many towers of that depth."""

    def made(size: int) -> str:
        count = max(1, size // (len(start) + len(end)))
        high = count if depth is None else min(count, depth)
        return page((start * high + _STORY + end * high) * max(1, count // high))

    return made


def numbered(start: str, part: str, end: str) -> Shape:
    """Like `between`, with a number in each part."""
    return lambda size: page(start + "".join(part.format(n) for n in range(size // (len(part) + 3))) + end)


SHAPES: dict[str, Shape] = {
    "attributes": numbered("<p ", "a{}=1 ", f">{_STORY}</p>"),
    "attributes, no values": numbered("<p ", "a{}/", f">{_STORY}</p>"),
    "attributes with > in them": numbered("<p ", "a{}='>' ", f">{_STORY}</p>"),
    "same attribute": between("<p ", "class='a' ", f">{_STORY}</p>"),
    "attributes of <html>": lambda size: (
        "<html " + "".join(f"a{n}=1 " for n in range(size // 8)) + f"><body><p>{_STORY}"
    ),
    "attributes of many <html>": numbered("", "<html a{}=1>", ""),
    "classes": numbered("<p class='", "c{} ", f"'>{_STORY}</p>"),
    "one long attribute": between("<p title='", "党建 ", f"'>{_STORY}</p>"),
    "style attribute": between("<p style='", "color:red;display:block;", f"'>{_STORY}</p>"),
    "style attribute, no colons": between("<p style='", "a;", f"'>{_STORY}</p>"),
    "style attribute, open comments": between("<p style='", "/*", f"'>{_STORY}</p>"),
    "nested <div>": nested("<div>", "</div>"),
    "nested <div>, high towers": nested("<div>", "</div>", 2000),
    "nested <b>": nested("<b>", "</b>"),
    "nested <table>": nested("<table><tr><td>", "</td></tr></table>", 600),
    "nested <ul>": nested("<ul><li>", "</li></ul>", 900),
    "nested tags with text": nested(f"<div>{_STORY}<a href='/党'>要闻</a>", "</div>", 1500),
    "unclosed <div>": repeated("<div>党建"),
    "unclosed <a>": repeated("<a href=/1>党建"),
    "unclosed <p><font><b>": repeated("<p><font><b>党"),
    "unclosed <table>": repeated("<table><tr><td>党"),
    "closed, never opened": repeated("</div></b></table>"),
    "<b> and <i> crossing": repeated("<b><i>党</b></i>"),
    "empty tags": repeated("<p></p>"),
    "many <br>": between("<p>", "党建<br>", "</p>"),
    "many <p>": repeated(f"<p>{_STORY}</p>"),
    "many short <p>": repeated("<p>党</p>"),
    "many <li>": between("<ul>", "<li>党建</li>", "</ul>"),
    "many <td>": between("<table><tr>", "<td>党建</td>", "</tr></table>"),
    "many <tr>": between("<table>", "<tr><td>党<td>建</tr>", "</table>"),
    "many <span> in one <p>": between("<p>", "<span>党建</span>", "</p>"),
    "many links": numbered("", "<a href='/{0}.html'>党支部开展活动{0}</a>", ""),
    "many links in one <li>": numbered("<ul><li>", "<a href='/{0}.html'>党支部开展活动{0}</a>", "</ul>"),
    "same link": repeated("<a href='/1.html'>党支部开展主题党日活动</a>"),
    "one long link": between("<a href='/", "党", "'>党建</a>"),
    "link of parameters": between("<a href='/?", "b=1&", "'>党建</a>"),
    "link of dots": between("<a href='", "../", "x'>党建</a>"),
    "link of blanks": between("<a href='/a", " ", "x'>党建</a>"),
    "links with long anchors": repeated("<a href='/1'>" + _STORY * 100 + "</a>"),
    "links of long numbers": numbered("", "<a href='/p" + "1" * 200 + "x{0}.html'>党建</a>", ""),
    "links of long names": numbered("", "<a href='/" + "x" * 400 + "{0}.html'>党建</a>", ""),
    "links of many folders": numbered("", "<a href='/" + "ab/cd/" * 60 + "{0}.html'>党建</a>", ""),
    "links of dates": numbered("", "<a href='/" + "20180102" * 40 + "_{0}.html'>党建</a>", ""),
    "links over blocks": repeated(f"<a href='/1'><div><p>{_STORY}</p></div></a>"),
    "pictures": numbered("", "<img src='/{0}.jpg' alt='党建{0}'>", ""),
    "data URLs": between("<img src='data:image/png;base64,", "QUJD", f"'><p>{_STORY}</p>"),
    "comments": repeated("<!-- 党 -->"),
    "open comment": between("<!--", "党建 ", ""),
    "open comments": repeated("<!--"),
    "comment of dashes": between("<!--", "-", "-->"),
    "conditional comments": repeated("<!--[if IE]>党<![endif]-->"),
    "open <script>": between("<script>", "var a=1;", ""),
    "scripts": repeated("<script>var a = 1;</script>"),
    "open <style>": between("<style>", ".a{color:red}", ""),
    "styles": repeated("<style>.a{color:red}</style>"),
    "style sheet": in_head("<style>", ".a .b>p{display:none;font-size:12px}", "</style>"),
    "style sheet of classes": lambda size: page(
        f"<p class=c1>{_STORY}</p>", "<style>" + "".join(f".c{n}{{color:red}}" for n in range(size // 16))
    ),
    "style sheet, no rules": in_head("<style>", "a,", "</style>"),
    "style sheet, open comments": in_head("<style>", "/*", "</style>"),
    "style sheet, open braces": in_head("<style>", "a{", "</style>"),
    "style sheet, @media": in_head("<style>", "@media a{", "</style>"),
    "style sheet and many tags": lambda size: page(
        f"<p class=c1>{_STORY}</p>" * (size // 120),
        "<style>" + "".join(f".c{n} p{{color:red}}" for n in range(size // 36)) + "</style>",
    ),
    "entities": repeated("&lt;&#20826;&amp;"),
    "broken entities": repeated("&#x&am&"),
    "long entity": between("", "&", "amp"),
    "<": repeated("<"),
    "< and blanks": repeated("< "),
    ">": repeated(">"),
    "</": repeated("</"),
    "<!": repeated("<!"),
    "<?": repeated("<?"),
    "<![CDATA[": repeated("<![CDATA["),
    "quotes in a tag": between("<p ", '"', f">{_STORY}</p>"),
    "open quote": between("<p a='", "<p>党", ""),
    "one long word": repeated("a"),
    "one long Chinese word": repeated("党"),
    "digits": repeated("1"),
    "long number": repeated("1,000."),
    "punctuation": repeated("，"),
    "full stops": repeated("。"),
    "dots": repeated("."),
    "dashes": repeated("-"),
    "brackets": repeated("【"),
    "bracket pairs": repeated("（党）"),
    "bars": repeated("党 | "),
    "blanks": repeated(" "),
    "blanks in a <p>": between("<p>", " ", "x</p>"),
    "no-break spaces": between("<p>", "\u00a0", "x</p>"),
    "full-width blanks": between("<p>", "\u3000", "x</p>"),
    "line breaks": between("<p>", "\n", "x</p>"),
    "text of lines": between("<pre>", "党建\n", "</pre>"),
    "zero-width": between("<p>", "\u200b", "x</p>"),
    "combining marks": between("<p>a", "\u0301", "</p>"),
    "emoji": repeated("😀"),
    "zeros": repeated("\0"),
    "controls": repeated("\x01"),
    "dates": repeated("2024-05-01 "),
    "dates, nearly": repeated("2024-05-"),
    "Chinese dates": repeated("2024年5月"),
    "times": repeated("12:34:"),
    "authors": repeated("作者：张三 来源："),
    "author, nearly": between("<p>作者：", "张 ", "</p>"),
    "author labels": between("<p>", "作者", "</p>"),
    "source labels": between("<p>", "来源：", "</p>"),
    "copyright lines": repeated("<p>版权所有</p>"),
    "one long paragraph": between("<p>", _STORY, "</p>"),
    "one long paragraph, no stops": between("<p>", "党支部召开会议", "</p>"),
    "mixed paragraph": between("<p>", "党A1，", "</p>"),
    "English words": between("<p>", "party building ", "</p>"),
    "title": lambda size: f"<title>{'党建' * (size // 2)}</title><p>{_STORY}</p>",
    "title of parts": lambda size: f"<title>{'党-建_' * (size // 4)}</title><p>{_STORY}</p>",
    "title of blanks": lambda size: f"<title>a{' ' * size}b</title><p>{_STORY}</p>",
    "open <title>": lambda size: "<title>" + "党建 " * (size // 3),
    "titles": in_head("", "<title>党建</title>", ""),
    "headings": repeated("<h1>党建工作</h1>"),
    "long heading": between("<h1>", "党建工作", "</h1>"),
    "keywords": in_head("<meta name=keywords content='", "党建,", "'>"),
    "description": in_head("<meta name=description content='", _STORY, "'>"),
    "many <meta>": in_head("", "<meta name=a content=b>", ""),
    "many <meta>, numbered": lambda size: page(
        "", "".join(f"<meta name=a{n} content=b>" for n in range(size // 26))
    ),
    "many <link>": in_head("", "<link rel=stylesheet href=/a.css>", ""),
    "many <base>": in_head("", "<base href=http://b.cn/>", ""),
    "charset, nearly": in_head("<meta ", "a charset ", ">"),
    "charset, many": in_head("", "<meta charset=>", ""),
    "XML declaration, nearly": lambda size: "<?xml " + "encoding " * (size // 9),
    "refresh": in_head("", "<meta http-equiv=refresh content='0;url=", ""),
    "refresh, blanks": in_head("<meta http-equiv=refresh content='0;", " ", "url=/'>"),
    "noscript": in_head("", "<noscript>", ""),
    "JSON-LD": in_head("<script type='application/ld+json'>", "[", "</script>"),
    "JSON-LD of objects": in_head("<script type='application/ld+json'>[", '{"a":1},', "1]</script>"),
    "JSON-LD, nested": in_head("<script type='application/ld+json'>", '{"a":', "</script>"),
    "many JSON-LD": in_head("", "<script type='application/ld+json'>{}</script>", ""),
    "forms": repeated("<form><input><select><option>党</select></form>"),
    "open <select>": between("<select>", "<option>党", ""),
    "open <textarea>": between("<textarea>", "<p>党", ""),
    "svg": repeated("<svg><path d='M0 0'/></svg>"),
    "frames": between("<frameset>", "<frame src=/1>", "</frameset>"),
    "iframes": repeated("<iframe src=/1>党</iframe>"),
    "breadcrumbs": repeated("首页 &gt; 党建 &gt; "),
    "</body>": repeated("</body></html>党"),
    "</, blanks": repeated("</ "),
    "</ and blanks": between("</", " ", "x"),
    "<body>": repeated("<body><html>"),
    "list page": numbered("<ul>", "<li><a href='/{0}'>党支部开展主题党日活动{0}</a>2024-05-01</li>", "</ul>"),
    "story and links": numbered("", f"<p>{_STORY}<a href='/{{0}}'>党建工作要闻</a></p>", ""),
    "<div> in <p> in <a>": repeated(f"<a href=/1><p><div>{_STORY}</div></p></a>"),
    "inline with text": between("<p>", "<b>党</b>建", "</p>"),
    "deep, wide": nested("<div><p>党</p><p>建</p>", "</div>", 400),
    "same lines": repeated("<p>上一篇：党支部召开会议</p>"),
    "namespaces": repeated("<a:b:c d:e=1>党</a:b:c>"),
    "long tag name": lambda size: page(f"<{'a' * size}>{_STORY}"),
    "long attribute name": lambda size: page(f"<p {'a' * size}=1>{_STORY}"),
    "different tag names": numbered("", "<x{}>党", ""),
}
"""Shapes by name; each is a function of a size in characters."""
