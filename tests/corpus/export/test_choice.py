"""Which pages are exported: rights, conditions and splits."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from corpus.conftest import page
from servers.corpora import opened
from sqlalchemy import insert

from topiccrawl.corpus.columns import site_of
from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.export.selection import APART, RESERVED, SET_ASIDE, UNMATCHED
from topiccrawl.corpus.export.splits import assign_sites, parse_splits
from topiccrawl.errors import ExportError
from topiccrawl.storage import schema


def exported(url, out, **options):
    done = export_pages(url, "样例", "jsonl", out, ExportOptions(**options))
    return done, [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def test_pages_whose_owners_reserve_them_are_left_out_and_counted(write, tmp_path):
    url = write(
        page(1, robots="index,follow"),
        page(2, robots="noai"),
        page(3, tdm_reservation=True),
        page(4, tdm_reservation=False, robots="noindex"),
        page(5, robots="nofollow,noarchive"),
    )
    done, rows = exported(url, tmp_path / "out")
    assert [row["url"][-1] for row in rows] == ["1", "4"]
    assert done.left_out == {RESERVED: 3}
    done, rows = exported(url, tmp_path / "out", include_reserved=True)
    assert (len(rows), done.left_out) == (5, {})


def test_pages_that_are_set_aside_are_left_out_and_counted(write, tmp_path):
    url = write(page(1), page(2, set_aside="off_topic"), page(3, set_aside="undecided"))
    done, rows = exported(url, tmp_path / "out")
    assert [row["url"][-1] for row in rows] == ["1"]
    assert done.left_out == {SET_ASIDE: 2}
    done, rows = exported(url, tmp_path / "out", include_set_aside=True)
    assert (len(rows), done.left_out) == (3, {})


def test_a_page_that_is_stored_again_comes_back(write, tmp_path):
    write(page(1, set_aside="undecided"))
    done, rows = exported(write(page(1)), tmp_path / "out")
    assert (len(rows), done.left_out) == (1, {})


def test_a_condition_chooses_the_same_pages_on_every_database(write, tmp_path):
    url = write(
        page(1, published="2019-12-31", quality={"chinese": 0.9}),
        page(2, published="2020-01-01", quality={"chinese": 0.9}),
        page(3, published="2024", quality={"chinese": 0.7}),
        page(4, published="2024-05-01 08:00", quality={"chinese": 0.81}),
        page(5),
    )
    done, rows = exported(url, tmp_path / "out", where="quality.chinese > .8 and published >= 2020")
    assert [row["url"][-1] for row in rows] == ["2", "4"]
    assert done.left_out == {UNMATCHED: 3}


def test_splits_share_no_site(write_sqlite, tmp_path):
    url = write_sqlite(*(page(n, url=f"http://n{n % 2}.site{n % 20}.cn/{n}") for n in range(200)))
    _, rows = exported(url, tmp_path / "out", split="train=.8,validation=.1,test=.1")
    sites = {}
    for row in rows:
        sites.setdefault(row["split"], set()).add(site_of(row["url"]))
    assert {split: len(some) for split, some in sites.items()} == {"train": 16, "validation": 2, "test": 2}
    assert len(set().union(*sites.values())) == 20


def test_a_large_site_stays_in_the_first_split():
    urls = [f"http://large.cn/{n}" for n in range(90)] + [f"http://small{n}.cn/" for n in range(10)]
    splits = assign_sites(Counter(map(site_of, urls)), parse_splits("train=.9,test=10%"))
    assert splits["large.cn"] == "train"
    assert [split for site, split in splits.items() if site != "large.cn"] == ["test"] * 10


def report(url, *events):
    """Store events, each reported by the pages with these ids."""
    store = opened(url)

    def write(connection):
        for number, pages in enumerate(events, 1):
            connection.execute(insert(schema.events).values(id=number, topic="样例", name=f"事件{number}"))
            rows = [{"event_id": number, "page_id": one} for one in pages]
            connection.execute(insert(schema.event_pages), rows)

    store.transact(write)
    store.close()


def splits_of(url, out, **options):
    done, rows = exported(url, out, **options)
    return done, {int(row["url"].rpartition("/")[2]): row["split"] for row in rows}


def test_sites_with_a_common_event_or_copy_are_in_one_split(write, tmp_path):
    url = write(
        *(page(n, url=f"http://site{n}.cn/{n}") for n in range(1, 19)),
        page(19, url="http://site19.cn/19", duplicate_of="http://site7.cn/7"),
        page(20, url="http://site20.cn/20", duplicate_of="http://other.cn/"),
    )
    report(url, [1, 2], [2, 3], [4, 5])
    split = "train=.5,validation=.25,test=.25"
    done, found = splits_of(url, tmp_path / "out", split=split, include_duplicates=True)
    assert len(found) == 20 and APART not in done.left_out
    for some in ((1, 2, 3), (4, 5), (7, 19)):
        assert len({found[number] for number in some}) == 1
    assert Counter(found.values()) == {"train": 10, "validation": 5, "test": 5}


def test_unmarked_copies_are_in_one_split_where_titles_alone_were_compared(write_sqlite, tmp_path):
    texts = [
        "".join(f"第{n * 7 + k}户居民说，加装电梯的第{k * n}份图纸贴在楼道口。" for k in range(30))
        for n in range(8)
    ]
    url = write_sqlite(
        *(page(n, url=f"http://site{n}.cn/{n}", title=f"第{n}次报道", text=texts[n]) for n in range(1, 8)),
        *(
            page(
                n, url=f"http://site{n}.cn/{n}", title="居民楼里的图纸", text=texts[n - 7] + "（来源：网络）"
            )
            for n in (8, 9)
        ),
        page(10, url="http://site10.cn/10", title="另一个标题", text=texts[1]),
    )
    _, found = splits_of(url, tmp_path / "out", split="train=.5,test=.5")
    assert found[1] == found[8] == found[10] and found[2] == found[9]
    assert set(found) == set(range(1, 11)) and set(found.values()) == {"train", "test"}


def test_sites_that_are_too_many_for_a_split_are_divided_and_their_common_events_left_out(write, tmp_path):
    url = write(*(page(n, url=f"http://site{n // 2}.cn/{n}") for n in range(2, 42)))
    # The first pages of all sites report one event, in which all sites are joined.
    report(url, range(1, 41, 2))
    done, found = splits_of(url, tmp_path / "out", split="train=.8,test=.2")
    sites = {}
    for number, split in found.items():
        sites.setdefault(number // 2, set()).add(split)
    assert all(len(splits) == 1 for splits in sites.values())
    assert {split for number, split in found.items() if number % 2 == 0} == {"test"}
    assert done.left_out == {APART: 16}
    assert Counter(found.values()) == {"train": 16, "test": 8}


def test_pages_that_are_not_exported_join_nothing(write, tmp_path):
    url = write(*(page(n, url=f"http://site{n}.cn/{n}", relevance=n / 10) for n in range(1, 7)))
    report(url, [1, 2, 3, 4])
    split = "train=.5,test=.5"
    done, found = splits_of(url, tmp_path / "out", split=split)
    assert len(found) < 6 and done.left_out == {APART: 6 - len(found)}
    done, found = splits_of(url, tmp_path / "out", split=split, where="relevance < .15 or relevance > .45")
    assert APART not in done.left_out and set(found) == {1, 5, 6}


@pytest.mark.parametrize(
    "split",
    ["train", "train=1", "train=.9,test=.2", "train=.5,train=.5", "train=1,test=0", "../x=.5,test=.5"],
)
def test_splits_that_make_no_sense(split):
    with pytest.raises(ExportError, match="--split"):
        parse_splits(split)


def test_too_few_sites_for_the_splits(write_sqlite, tmp_path):
    with pytest.raises(ExportError, match=r"1 site: too few for 2 splits"):
        exported(write_sqlite(page(1), page(2)), tmp_path / "out", split="train=.5,test=.5")
