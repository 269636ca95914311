"""Seen is stored, unseen is not: what Chromium shows of 100 real pages, beside what is stored of them.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.visible [--pages N] [--seed N] [--show]

Renders labelled pages in headless Chromium: all requests but that for the page itself are refused, so only
the scripts and styles that stand in a page count. A text is seen when its box has a size, lies on the page,
is not cut off, and its colour is not that of its ground (`visible_text.js`). Text in a box that is only
folded (展开全文) counts as seen. Three shares of characters, over all pages (each page counts alike):

unseen stored     stored text that Chromium shows nowhere
seen not stored   text of the labelled body that Chromium shows and that is not stored
body seen         text of the labelled body that Chromium shows: the rest is written or shown by scripts, or
                  shown by sheets, that are not there

Rows: scripts on and off; `own` are pages that link to no style sheet and load no script, `linked` are the
others, which look otherwise for a reader: what their sheets hide counts as seen here, and what their scripts
reveal as unseen. `not rendered` are pages that Chromium did not show in time.

Real pages hide little text in their bodies, so some is planted in them, in each of some ways that pages hide
text, and of ways that look alike and hide nothing. Of both: in how many pages Chromium shows it, and in how
many it is stored.

With --show the pieces of text of pages over 2 % are printed. Needs Chromium and
Playwright. Writes results/extraction-visible.json.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.extraction.visible.compare import covered, grams, pieces, squeezed
from benchmarks.extraction.visible.planted import HIDDEN, PLANTED, SHOWN, planted
from benchmarks.extraction.visible.sample import Labelled, sample
from benchmarks.measuring import arguments, save_result, show_rows
from topiccrawl.chromium import start_chromium, start_playwright
from topiccrawl.errors import BrowserMissingError
from topiccrawl.extraction import extract
from topiccrawl.extraction.cleaning import clean
from topiccrawl.page.page import Page

if TYPE_CHECKING:
    from playwright.async_api import Browser, Route

VISIBLE_TEXT = (Path(__file__).parent / "visible_text.js").read_text(encoding="utf-8")
HOST = "www.example.cn"
"""Of the pages whose URL is not known."""
SECONDS = 15.0
SETTLES = 0.3
"""Seconds for timers of scripts."""
NO_NETWORK = ("--host-resolver-rules=MAP * ~NOTFOUND",)
LIMIT = 0.02
PAGES_OF_A_HIDING = 6
COLUMNS = ("pages", "unseen stored", "seen not stored", "body seen", "over 2 %", "not rendered")


class Shares(NamedTuple):
    """Shares of characters of a page, each in 0..1.

    Attributes:
        page: the page.
        linked: whether it links to style sheets or scripts.
        unseen_stored: share of the stored text that is not seen.
        seen_not_stored: share of the seen labelled body that is not stored.
        body_seen: share of the labelled body that is seen.
        pieces: the texts that make the first two, the longest of each.
        why: why texts of the page are not seen, with numbers of characters.
    """

    page: str
    linked: bool
    unseen_stored: float
    seen_not_stored: float
    body_seen: float
    pieces: tuple[list[str], list[str]]
    why: Counter[str]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print what is unseen or not stored")
    parser.add_argument("--planted", action="store_true", help="only plant text; write nothing")
    args = parser.parse_args()
    pages = sample(args.pages, args.seed)
    rows, whys = {}, {}
    try:
        ways = asyncio.run(planted_rows(pages))
        show_rows("planted", ways)
        for scripts in (True, False) if not args.planted else ():
            shares = asyncio.run(rendered(pages, scripts=scripts))
            name = f"scripts {'on' if scripts else 'off'}"
            rows[name] = row(shares) | {"not rendered": len(pages) - len(shares)}
            for kind, linked in (("own", False), ("linked", True)):
                rows[f"{name}, {kind}"] = row([one for one in shares if one.linked is linked])
            whys[name] = dict(sum((one.why for one in shares), Counter()).most_common())
            if args.show:
                show(name, shares)
    except BrowserMissingError as error:
        sys.exit(str(error))
    if args.planted:
        return
    show_rows("set", rows, COLUMNS)
    whole = {"seed": args.seed, "rows": rows, "characters not seen, by reason": whys, "planted": ways}
    save_result("extraction-visible", whole)


async def rendered(pages: Sequence[Labelled], *, scripts: bool) -> list[Shares]:
    """Return the shares of pages in Chromium, with or without the scripts that stand in them."""
    driver = await start_playwright()
    browser = await start_chromium(driver, sandbox=False, switches=NO_NETWORK)
    try:
        return [shares for page in pages if (shares := await shares_of(browser, page, scripts=scripts))]
    finally:
        await browser.close()
        await driver.stop()


async def shares_of(browser: Browser, labelled: Labelled, *, scripts: bool) -> Shares | None:
    """Return the shares of a page; None when Chromium does not show it in time."""
    url = labelled.url or f"http://{HOST}/x/{labelled.name}.html"
    page = Page.from_bytes(labelled.body, url)
    texts = await texts_in_chromium(browser, url, page.html, scripts=scripts)
    if texts is None:
        return None
    seen = grams([squeezed("".join(text for text, why in texts if why in ("", "folded")))])
    stored_text = squeezed(clean(extract(labelled.body, labelled.url or None).text))
    stored, gold = grams([stored_text]), squeezed(labelled.gold)
    shown, gold_seen, gold_stored = covered(stored_text, seen), covered(gold, seen), covered(gold, stored)
    missing = [not is_seen or is_stored for is_seen, is_stored in zip(gold_seen, gold_stored, strict=True)]
    return Shares(
        labelled.name,
        is_linked(page),
        _share(shown),
        missing.count(False) / max(1, gold_seen.count(True)),
        1 - _share(gold_seen),
        (pieces(stored_text, shown), pieces(gold, missing)),
        Counter({why or "seen": 0 for _, why in texts})
        + sum((Counter({why or "seen": len(text.strip())}) for text, why in texts), Counter()),
    )


async def planted_rows(pages: Sequence[Labelled]) -> dict[str, dict[str, int]]:
    """Return for each way of hiding text in how many pages it is planted, shown and stored."""
    driver = await start_playwright()
    browser = await start_chromium(driver, sandbox=False, switches=NO_NETWORK)
    rows = {}
    try:
        for number, (name, hiding) in enumerate([*HIDDEN.items(), *SHOWN.items()]):
            row = {"pages": 0, "shown": 0, "stored": 0}
            for at in range(len(pages)):
                page = pages[(number * PAGES_OF_A_HIDING + at) % len(pages)]
                url = page.url or f"http://{HOST}/x/{page.name}.html"
                source = planted(page, Page.from_bytes(page.body, url).html, hiding)
                texts = await texts_in_chromium(browser, url, source, scripts=False) if source else None
                if texts is not None:
                    row["pages"] += 1
                    row["shown"] += any(PLANTED in text and not why for text, why in texts)
                    row["stored"] += PLANTED[:-1] in extract(source, url).text
                if row["pages"] == PAGES_OF_A_HIDING:
                    break
            rows[name] = row
    finally:
        await browser.close()
        await driver.stop()
    return rows


def _share(marks: Sequence[bool]) -> float:
    return marks.count(False) / max(1, len(marks))


async def texts_in_chromium(
    browser: Browser, url: str, html: str, *, scripts: bool
) -> list[tuple[str, str]] | None:
    """Return the texts of a page, each with why it is not seen; None when it is not shown in time."""
    from playwright.async_api import Error

    context = await browser.new_context(
        java_script_enabled=scripts, service_workers="block", viewport={"width": 1280, "height": 900}
    )
    tab = await context.new_page()
    asked = False

    async def answer(route: Route) -> None:
        nonlocal asked
        if asked and route.request.is_navigation_request():
            await route.fulfill(status=204)  # the page stays
        elif asked:
            await route.abort()
        else:
            asked = True
            await route.fulfill(
                body=html.encode("utf-8", "replace"), content_type="text/html; charset=utf-8", status=200
            )

    await context.route("**/*", answer)
    try:
        await tab.goto(url, wait_until="domcontentloaded", timeout=1000 * SECONDS)
        await asyncio.sleep(SETTLES)
        return [(text, why) for text, why in await asyncio.wait_for(tab.evaluate(VISIBLE_TEXT), SECONDS)]
    except (Error, TimeoutError):
        return None
    finally:
        await context.close()


def is_linked(page: Page) -> bool:
    """Return whether a page links to style sheets or loads scripts."""
    sheets = any("stylesheet" in (one.get("rel") or "").lower() for one in page.tree.iter("link"))
    return sheets or any(one.get("src") for one in page.tree.iter("script"))


def row(shares: Sequence[Shares]) -> dict[str, float]:
    """Return the means over pages, and how many are over the limit in one of the first two."""
    if not shares:
        return {"pages": 0}
    return {
        "pages": len(shares),
        "unseen stored": round(mean(one.unseen_stored for one in shares), 4),
        "seen not stored": round(mean(one.seen_not_stored for one in shares), 4),
        "body seen": round(mean(one.body_seen for one in shares), 4),
        "over 2 %": sum(max(one.unseen_stored, one.seen_not_stored) > LIMIT for one in shares),
    }


def show(name: str, shares: Sequence[Shares]) -> None:
    """Print the pages over the limit, with the pieces of text that put them there."""
    for one in shares:
        if max(one.unseen_stored, one.seen_not_stored) > LIMIT or one.body_seen < 1 - LIMIT:
            print(
                f"\n{name}: {one.page} {one.unseen_stored:.3f} {one.seen_not_stored:.3f} {one.body_seen:.3f}"
            )
            for label, texts in zip(("unseen stored", "seen not stored"), one.pieces, strict=True):
                for text in sorted(texts, key=len, reverse=True)[:4]:
                    print(f"  {label}: {text[:120]}")


if __name__ == "__main__":
    main()
