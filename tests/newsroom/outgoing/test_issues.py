"""Numbers, receivers and deliveries in the tables, on SQLite and on a server."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.outgoing.draft import scope_of
from topiccrawl.newsroom.outgoing.issues import DELIVERED, SENDING, WAITING, Issues
from topiccrawl.storage.pages.store import CorpusStore

NOW = datetime(2026, 11, 29, 0, 30, tzinfo=UTC)
SCOPE = scope_of(Period(date(2026, 11, 28), date(2026, 11, 28)), "巡视")


def test_a_briefing_from_its_draft_to_its_deliveries(database_url: str) -> None:
    store = CorpusStore(database_url)
    store.open()
    store.close()
    issues = Issues(database_url)
    for _ in range(2):
        issues.add_receiver("河长", "mail", "a@press.test")
    issues.add_receiver("其他", "mail", "b@press.test")
    issues.set_plan("河长", letterhead='{"masthead": "治水快报"}', next_at=NOW)
    issues.set_plan("河长", timetable="[]")
    (plan,) = issues.due(NOW)
    assert issues.due(NOW - timedelta(seconds=1)) == [] and issues.head("河长")["masthead"] == "治水快报"
    issue = issues.opened("河长", SCOPE, lambda: "{}", "甲")
    assert issues.opened("河长", SCOPE, lambda: '{"a": 1}', "乙")["id"] == issue["id"]
    assert issues.save(issue["id"], "{}", "甲", 1) and not issues.save(issue["id"], "{}", "乙", 1)
    issue = issues.opened("河长", SCOPE, lambda: "new", "乙")
    assert (issue["version"], issue["content"], issue["edited_by"]) == (2, "{}", "甲")
    later = NOW + timedelta(days=1)
    assert not issues.send({**issue, "version": 1}, 2026, (plan, later))
    assert issues.send(issue, 2026, (plan, later)) and not issues.send(issue, 2026)
    assert issues.due(NOW) == [] and issues.plan("河长")["next_at"] == later
    assert not issues.advance(plan, later, "too late")
    (waiting,) = issues.waiting()
    assert (waiting["issue_id"], waiting["address"]) == (issue["id"], "a@press.test")
    assert issues.turn(waiting, SENDING) and not issues.turn(waiting, SENDING)
    assert issues.turn({**waiting, "state": SENDING}, DELIVERED, "250 好")
    (delivered,) = issues.deliveries("河长", issue["id"])
    assert (delivered["state"], delivered["answer"]) == (DELIVERED, "250 好")
    assert issues.next_number("河长", 2026) == 2 and issues.next_number("河长", 2027) == 1
    following = issues.opened("河长", SCOPE, lambda: "{}", "甲")
    assert following["id"] != issue["id"] and issues.send(following, 2026)
    assert [one["number"] for one in issues.all("河长")] == [2, 1]
    (receiver,) = issues.deliveries("河长")
    issues.remove_receiver("河长", receiver["id"])
    assert issues.deliveries("河长") == [] and [one["state"] for one in issues.waiting()] == [WAITING]
    issues.close()
