from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from servers.corpora import opened

from topiccrawl.storage.pages.site_lines import SiteLines


def test_what_was_stored_is_there_after_a_restart(store, database_url):
    lines = SiteLines(store, "党建")
    assert lines.load("www.a.test") is None
    assert lines.update("www.a.test", lambda stored: b"" if stored is None else b"?") == b""
    assert lines.update("www.a.test", lambda stored: (stored or b"?") + "责任编辑".encode()) == b"?" + (
        "责任编辑".encode()
    )
    store.close()
    again = opened(database_url)
    assert SiteLines(again, "党建").load("www.a.test") == b"?" + "责任编辑".encode()
    assert SiteLines(again, "党建").load("www.b.test") is None
    assert SiteLines(again, "侨情").load("www.a.test") is None
    again.close()


def test_no_worker_overwrites_what_another_has_stored(store, database_url):
    def work(worker):
        own = opened(database_url)
        for number in range(30):
            SiteLines(own, "党建").update(
                f"h{number % 3}.test", lambda stored: (stored or b"") + bytes([worker])
            )
        own.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    stored = [SiteLines(store, "党建").load(f"h{number}.test") for number in range(3)]
    assert [sorted(one) for one in stored] == [sorted(list(range(4)) * 10)] * 3
