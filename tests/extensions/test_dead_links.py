"""Dead links by a clock that is handed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from scrapy.settings import Settings
from servers.corpora import opened

from topiccrawl.cli import main
from topiccrawl.extensions.dead_links import DeadLinks
from topiccrawl.storage.records import DropRecord
from topiccrawl.storage.rows.dead_links import delete_dead_link

DIED = datetime(2026, 3, 1, tzinfo=UTC)
TERM = timedelta(days=30)


def drop(name: str, reason: str, stage: str = "gate", at: datetime = DIED) -> DropRecord:
    return DropRecord(
        topic="party",
        url=f"http://a.test/{name}",
        stage=stage,
        reason=reason,
        run_id=1,
        dropped_at=at,
        anchor="党建",
    )


def test_a_dead_link_is_due_once_after_its_term(tmp_path: Any, capsys: Any) -> None:
    store = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
    store.start_run("party", {})
    others = [("busy", "status_429"), ("down", "status_503"), ("off", "description")]
    drops = [drop("gone", "status_404"), drop("failed", "status_404", "download")]
    store.write([*drops, *(drop(name, reason) for name, reason in others)])
    settings = Settings({"TOPICCRAWL_DEAD_LINK_TERM": TERM.total_seconds()})
    crawler: Any = SimpleNamespace(settings=settings, stats=None)
    session: Any = SimpleNamespace(ledger=SimpleNamespace(store=store), topic=SimpleNamespace(name="party"))

    def due(now: datetime) -> list[tuple[str, int]]:
        return [(link.url, link.status) for link in DeadLinks(crawler, session, lambda: now).due()]

    later = DIED + TERM + timedelta(seconds=1)
    assert due(DIED + TERM) == []
    assert due(later) == [("http://a.test/gone", 404)]
    store.write([drop("gone", "status_410", at=later)])  # it was asked for, and is still dead
    assert due(later + TERM) == []
    assert due(later + 2 * TERM) == [("http://a.test/gone", 410)]
    store.close()
    assert main(["frontier", "show", "--state", "gone", "-t", "party", "--database", store.display_name]) == 0
    assert capsys.readouterr().out == "2026-03-31\t410\thttp://a.test/gone\t\n"
    store.open()
    store.transact(lambda connection: delete_dead_link(connection, "party", "http://a.test/gone"))
    assert due(later + 2 * TERM) == []
    store.close()
