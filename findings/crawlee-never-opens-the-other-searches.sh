#!/usr/bin/env bash
# crawlee 1.11.0: of ten searches on a site in GBK its queue takes five, and of two WeChat articles one.
#
# A request is put into crawlee's queue if its key is new there. The key is the URL, put in order so that trivial
# variants count once: the documentation names scheme and host in lower case, the order of parameters and utm_*. In fact
# all of the URL is put in lower case, though the paths of WeChat's articles are base64 (known to the makers), and
# the values of parameters are decoded as UTF-8 and encoded again. Forms of pages in GBK send the bytes of GBK, and
# each of them that is no UTF-8 is U+FFFD in the key, so that many words of two characters are the same word. What is
# not taken counts as a page that has been seen, without a warning, and is never fetched. Searches in UTF-8 are kept
# apart. Seen: of ten searches five are fetched, of two articles one. Give each Request a `unique_key` of its own.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet crawlee==1.11.0
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
from urllib.parse import quote

from crawlee import Request
from crawlee.storage_clients import MemoryStorageClient
from crawlee.storages import RequestQueue

WORDS = "党建 会议 通知 工会 培训 招聘 体育 教育 卫生 扶贫".split()
SITE = "http://www.example.cn/search.asp?kw="
GROUPS = {
    "searches in GBK": [SITE + quote(word.encode("gbk")) for word in WORDS],
    "searches in UTF-8": [SITE + quote(word) for word in WORDS],
    "articles": [f"https://mp.weixin.qq.com/s/{name}" for name in ("AbCdEfGhIjKlMnOpQrStUv", "aBcDeFgHiJkLmNoPqRsTuV")],
}


async def taken(name, urls, **settings):
    queue = await RequestQueue.open(name=name, storage_client=MemoryStorageClient())
    for url in urls:
        own = {"unique_key": url} if settings.get("own") else {}
        await queue.add_request(Request.from_url(url, **own))
    count = 0
    while (request := await queue.fetch_next_request()) is not None:
        await queue.mark_request_as_handled(request)
        count += 1
    return count


async def main():
    found = {}
    for number, (group, urls) in enumerate(GROUPS.items()):
        found[group] = await taken(f"plain{number}", urls), await taken(f"own{number}", urls, own=True)
        print(f"{group}: {len(urls)} different URLs, {found[group][0]} fetched, with own keys {found[group][1]}")
    assert found == {
        "searches in GBK": (5, 10),
        "searches in UTF-8": (10, 10),
        "articles": (1, 2),
    }, "the behaviour has changed"


asyncio.run(main())
PYTHON
echo "as described"
