"""Webs made by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from zlib import crc32

from topiccrawl.experiments.replay.capture import Response, write_capture

HTML = {"content-type": "text/html; charset=utf-8"}
TEXT = "会议指出，各支部要认真学习党章，按时报名参加{}的培训，并把学习情况报告给上级部门。"


def page(url: str, links: Mapping[str, str], title: str = "") -> Response:
    """An article that links to URLs, by their anchor texts."""
    # The same in every process: among random numbers some are so much alike that a page counts as a copy.
    title = title or f"第{crc32(url.encode())}条消息"
    paragraphs = "".join(f"<p>{TEXT.format(f'{title}第{number}期')}</p>" for number in range(5))
    menu = "".join(f"<li><a href='{target}'>{anchor}</a></li>" for target, anchor in links.items())
    html = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{paragraphs}<ul>{menu}</ul></body></html>"
    return Response(url, 200, HTML, html.encode())


def redirect(url: str, target: str) -> Response:
    """A redirect."""
    return Response(url, 302, {"location": target})


def robots(host: str, rules: str) -> Response:
    """A robots.txt."""
    return Response(f"http://{host}/robots.txt", 200, {}, rules.encode())


def captured(path: Path, responses: Sequence[Response]) -> Path:
    """The capture of responses."""
    write_capture(responses, path)
    return path


def tree(host: str, count: int, width: int = 3) -> Iterator[Response]:
    """A site of `count` pages, each of which links to some others."""
    for number in range(count):
        targets = [width * number + child for child in range(1, width + 1)]
        links = {f"http://{host}/{one}.html": f"学习党章第{one}期" for one in targets if one < count}
        yield page(f"http://{host}/{number}.html" if number else f"http://{host}/", links)
