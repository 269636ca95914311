"""Of a portal's many columns, of an archive and of a sitemap, what brings nothing is left after some looks."""

from __future__ import annotations

from pathlib import Path

from e2e.crawling import crawl, other_stories
from e2e.reach.articles import article
from e2e.reach.lists import html
from e2e.reach.living_web import Asked, LivingWeb, Told

PORTAL, SHELL = "portal.test", "shell.test"
OF_COLUMN = range(8)
OFF = range(60)
_FIELDS = "停电通知 供水公告 天气预报 楼盘速递 车市行情 求职招工 出行提示 特产展销 图书借阅 渔业养殖".split()
_OFF_HEADLINES = (
    "今晚八点起部分小区停水检修",
    "本周末气温回升适合郊游踏青",
    "批发市场蔬菜价格小幅回落",
    "夜间公交线路下月起调整",
)


def _list(rows: dict[str, str], title: str) -> str:
    entries = "".join(f'<li><a href="{url}">{text}</a></li>' for url, text in rows.items())
    return html(f"<ul>{entries}</ul>", title)


def _article(host: str, number: int, *, is_on_topic: bool) -> str:
    title, told = article(host, number).title, article(host, number).paragraphs
    if not is_on_topic:
        title, told = _OFF_HEADLINES[number % 4], other_stories()[number % len(other_stories())].paragraphs
    text = "".join(f"<p>{paragraph}</p>" for paragraph in told)
    return html(f"<h1>{title}</h1><div>2024-05-0{number % 9 + 1} 来源：{host}</div><div>{text}</div>", title)


def _portal(asked: Asked) -> str | None:
    folder, _, name = asked.path.strip("/").partition("/")
    if not folder:
        columns = {f"/l{number}/": _FIELDS[number % 10] for number in OFF}
        return _list({**columns, "/ld/": "基层党建", "/ln/": "基层动态"}, "首页")
    if folder in ("ld", "ln") and not name:
        return _list({f"/{folder}/{n}.html": article(folder, n).title for n in OF_COLUMN}, folder)
    if folder in ("ld", "ln"):
        return _article(folder, int(name.removesuffix(".html")), is_on_topic=True)
    where = f"{folder[1:]}号小区"
    return _list({f"/{folder}/a{n}.html": where + text for n, text in enumerate(_OFF_HEADLINES)}, folder)


def _shell(asked: Asked) -> Told | str | None:
    folder, _, name = asked.path.strip("/").partition("/")
    if asked.path == "/robots.txt":
        return Told(f"Sitemap: http://{SHELL}/map.xml", "text/plain")
    if asked.path == "/map.xml":
        pages = [f"ly/{n}.html" for n in OFF] + [f"dj/{n}.html" for n in OF_COLUMN]
        named = "".join(f"<url><loc>http://{SHELL}/{page}</loc></url>" for page in pages)
        return Told(
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{named}</urlset>', "text/xml"
        )
    if not folder:
        return html('<div id="root"></div>')
    return _article(SHELL, int(name.removesuffix(".html")), is_on_topic=folder == "dj")


def test_what_brings_nothing_is_left_and_nothing_on_the_topic_is_lost(tmp_path: Path) -> None:
    with LivingWeb({PORTAL: _portal, SHELL: _shell}) as web:
        done = crawl(tmp_path, [f"http://{PORTAL}/", f"http://{SHELL}/"], proxy=web.address)
    assert done.code == 0 and "Traceback" not in done.log
    wanted = {f"http://{PORTAL}/{name}/{n}.html" for name in ("ld", "ln") for n in OF_COLUMN}
    wanted |= {f"http://{SHELL}/dj/{n}.html" for n in OF_COLUMN}
    assert done.kept == wanted
    left = {url for url, found in done.drops.items() if ("frontier", "section") in found}
    columns, pages = ({url for url in left if url.startswith(f"http://{host}/l")} for host in (PORTAL, SHELL))
    assert left == columns | pages and not left & {one.url for one in web.asked}
    # Eight more are looked at for the column that brought something, one of sixteen, and those under way.
    assert len(columns) > len(OFF) / 3 and len(pages) > len(OFF) / 2
