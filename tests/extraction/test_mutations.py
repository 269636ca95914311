"""Pages broken in many ways: nothing is raised, and none takes long."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import pytest
from extraction.pages import PARAGRAPHS, article, listing

from topiccrawl.extraction import extract_page
from topiccrawl.extraction.kinds.hub import is_hub
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

SOUND_PAGES = 4.0
"""Time that a broken page may take, as a multiple of that of a sound page of the largest size."""

KINDS = {"article", "thread", "blog", "microblog", "list", "video", "picture", "login", "error"}


def read(body: bytes) -> tuple[str, float]:
    """Do with a page what a crawl does; its kind, and the seconds of the processor that took."""
    started = process_time()
    page = Page.from_bytes(body, "http://www.example.cn/2018/03/05/1.html", "text/html")
    is_hub(page, links_of(page))
    kind = extract_page(page).kind
    return kind, process_time() - started


@pytest.fixture(scope="module")
def limit() -> float:
    text = "".join(f"<p>　　{paragraph}</p>" for paragraph in PARAGRAPHS)
    sound = article(text * (MAX_BYTES // len(text.encode()))).encode()
    return SOUND_PAGES * min(read(sound)[1] for _ in range(2))


@pytest.mark.parametrize("seed", range(2))
def test_mutated_pages_raise_nothing_and_take_no_long_time(seed: int, limit: float) -> None:
    random = Random(seed)
    for _ in range(30):
        original = random.choice((article(), listing())).encode(random.choice(("utf-8", "gbk")))
        body = mutate(original, random, large=0.01)
        kind, seconds = read(body)
        assert kind in KINDS
        assert seconds < limit or read(body)[1] < limit


MAX_BYTES = 10 * 1024 * 1024
"""Size of the largest mutated pages; a crawl does not download larger ones."""

DEPTH = 10_000
"""Maximum depth of nested elements."""

_TAGS = b"div span a p b font table td ul li form section em".split()
_CODECS = "utf-8 gbk gb18030 big5 utf-16 utf-16-be shift_jis latin-1".split()
_OPENED = b"<!-- <script> <style> <textarea> <title> <a\thref=' <![CDATA[ <? <".split(b" ")
_RUNS = (
    *(" ", "\u3000", "\n", "\x00", "2018-03-05 ", "记者 "),
    *"， 。 字 2018年 编辑： （ 【 来源： 相关 作者： 微信".split(),
    *"&nbsp; &#x41; & </p> </html> <br> <p> http:// _ - | 1 A+".split(),
)


def mutate(page: bytes, random: Random, *, large: float = 0.004) -> bytes:
    """Return a page with one to three mutations.

    Args:
        page: the page.
        random: source of randomness; the same state gives the same result.
        large: share of pages that are enlarged to `MAX_BYTES`.
    """
    if random.random() < large:
        return _enlarged(page, random)
    for _ in range(random.randint(1, 3)):
        page = random.choice(_MUTATIONS)(page, random)
    return page[:MAX_BYTES]


def _enlarged(page: bytes, random: Random) -> bytes:
    """Return 10 MB of the page, of a piece of it, or of one run of characters in it."""
    which = random.randrange(3)
    piece = page if which == 0 else _piece(page, random) if which == 1 else random.choice(_RUNS).encode()
    grown = piece * (MAX_BYTES // max(len(piece), 1))
    return (page[: len(page) // 2] + grown)[:MAX_BYTES]


def _piece(page: bytes, random: Random) -> bytes:
    start = random.randrange(len(page) + 1)
    return page[start : start + random.choice((10, 100, 1000, 10_000))]


def _insert(page: bytes, random: Random, what: bytes) -> bytes:
    at = random.randrange(len(page) + 1)
    return page[:at] + what + page[at:]


def _truncated(page: bytes, random: Random) -> bytes:
    return page[: random.randrange(len(page) + 1)]


def _beheaded(page: bytes, random: Random) -> bytes:
    return page[random.randrange(len(page) + 1) :]


def _noise(page: bytes, random: Random) -> bytes:
    return _insert(page, random, random.randbytes(random.choice((1, 3, 50, 2000))))


def _flipped(page: bytes, random: Random) -> bytes:
    broken = bytearray(page)
    for _ in range(min(len(page), random.choice((1, 10, 200)))):
        broken[random.randrange(len(page))] ^= 1 << random.randrange(8)
    return bytes(broken)


def _nested(page: bytes, random: Random) -> bytes:
    depth = random.choice((50, 300, 3000, DEPTH))
    tags = [random.choice(_TAGS) for _ in range(random.randint(1, 3))]
    opened = b"".join(b"<%s>" % tag for tag in tags)
    closed = b"".join(b"</%s>" % tag for tag in reversed(tags)) if random.random() < 0.5 else b""
    count = depth // len(tags)
    return _insert(page, random, opened * count + _piece(page, random) + closed * count)


def _unclosed(page: bytes, random: Random) -> bytes:
    return _insert(page, random, random.choice(_OPENED))


def _run(page: bytes, random: Random) -> bytes:
    run = random.choice(_RUNS) + random.choice(("", random.choice(_RUNS)))
    return _insert(page, random, run.encode() * random.choice((5, 100, 3000, 30_000)))


def _shuffled(page: bytes, random: Random) -> bytes:
    """Shuffle the page's tags and texts."""
    pieces = page.split(b"<")
    random.shuffle(pieces)
    return b"<".join(pieces)


def _repeated(page: bytes, random: Random) -> bytes:
    return _insert(page, random, _piece(page, random) * random.choice((2, 20, 300)))


def _recoded(page: bytes, random: Random) -> bytes:
    """Encode the page, or its second half, in another encoding than it declares."""
    codec = random.choice(_CODECS)
    half = len(page) // 2 if random.random() < 0.5 else 0
    return page[:half] + page[half:].decode("utf-8", "replace").encode(codec, "replace")


def _relabelled(page: bytes, random: Random) -> bytes:
    return b'<meta charset="%s">' % random.choice((*_CODECS, "nonsense", "utf-7", "")).encode() + page


def _attribute(page: bytes, random: Random) -> bytes:
    name = random.choice((b"class", b"style", b"href", b"id", b"content", b"hidden", b"\xff", b"datetime"))
    value = _piece(page, random).replace(b'"', b"'")
    return _insert(page, random, b'<%s %s="%s">' % (random.choice(_TAGS), name, value))


def _head(page: bytes, random: Random) -> bytes:
    """Insert broken metadata."""
    value = _piece(page, random).replace(b'"', b"'")
    name = random.choice((b"og:title", b"author", b"publishdate", b"og:site_name", b"description"))
    script = b'<script type="application/ld+json">%s</script>' % random.choice(
        (b"[" * 5000, b'{"@graph":' * 900, b'{"headline":%d,"author":[[{}]]}' % random.randrange(9), value)
    )
    return _insert(page, random, random.choice((b'<meta name="%s" content="%s">' % (name, value), script)))


_MUTATIONS: tuple[Callable[[bytes, Random], bytes], ...] = (
    _truncated, _beheaded, _noise, _flipped, _nested, _nested, _unclosed, _run, _run, _shuffled, _repeated,
    _recoded, _relabelled, _attribute, _head,
)  # fmt: skip
