from __future__ import annotations

from datetime import UTC, datetime, timedelta

from servers.corpora import opened

from topiccrawl.storage.database import parse_url
from topiccrawl.storage.inbox import LABEL, PAUSE, REQUEUE, RUN, STOP, Inbox, inbox_file
from topiccrawl.storage.pages.store import CorpusStore


def test_messages_wait_until_they_are_removed(database_url: str) -> None:
    store = CorpusStore(database_url)
    store.open()  # a crawl has the file
    inbox = Inbox(database_url, create=True)
    inbox.send("样例", LABEL, {"http://a.test/党": 2})
    inbox.send("别的", REQUEUE, {"urls": ["http://b.test/"]})
    other = Inbox(database_url, create=False)
    first, second = other.messages()
    assert (first.topic, first.kind, first.body) == ("样例", LABEL, {"http://a.test/党": 2})
    assert other.messages("别的") == [second] and inbox.waiting() == 2
    other.remove([first])
    assert inbox.messages() == [second]
    inbox.close()
    other.close()
    store.close()


def test_a_wish_holds_for_crawls_that_began_before_it(database_url: str) -> None:
    store = opened(database_url)
    inbox = Inbox(database_url, create=True)
    before = datetime.now(UTC) - timedelta(seconds=1)
    assert inbox.wish_since("样例", before) == RUN
    inbox.wish("样例", PAUSE)
    assert inbox.wish_since("样例", before) == PAUSE
    inbox.wish("样例", STOP)
    assert inbox.wish_since("样例", before) == STOP
    assert inbox.wish_since("样例", datetime.now(UTC) + timedelta(seconds=1)) == RUN
    assert inbox.wish_since("别的", before) == RUN
    inbox.close()
    store.close()


def test_only_a_file_has_its_inbox_beside_it(database_url: str) -> None:
    file = inbox_file(parse_url(database_url))
    assert (file is not None) == database_url.startswith("sqlite")
