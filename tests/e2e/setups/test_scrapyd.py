"""The project under scrapyd: deployed as an egg, run, cancelled, replaced by the next version."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
from e2e.crawling import FAST, ROOT, Crawl, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer
from servers.scrapyd import Scrapyd, until

from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.crawls.scheduler import Scheduler
from topiccrawl.admin.services import Services

PARTY = stories()
SPIDERS = ["football", "overseas", "partybuild", "topic"]
SECRET = "known-to-the-server-alone.db"
MOST_PAGES = 30
IN_CODE = FAST | {"TOPICCRAWL_TRAP_PAGES": "0"}  # one text under many URLs looks like a trap


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what an egg is made of: building leaves files behind."""
    copy = tmp_path_factory.mktemp("checkout")
    for folder in ("topiccrawl", "resources"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.py", "scrapy.cfg", "pyproject.toml", "requirements.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    return copy


@pytest.fixture(scope="module")
def scrapyd(checkout: Path) -> Iterator[Scrapyd]:
    """A scrapyd as docs/deploy.md says, with the version `1`."""
    server = Scrapyd()
    server.environment["TOPICCRAWL_DATABASE_URL"] = _database(server.folder, SECRET)
    try:
        server.start()
        server.deploy(checkout, "1")
        yield server
    finally:
        server.stop()


@pytest.fixture
def web() -> Iterator[FaultServer]:
    """A story; what is added to `answers` later is served too."""
    with FaultServer() as server:
        server.answers[f"{server.url}/0.html"] = story_page(PARTY[0])
        yield server


def _database(folder: Path, name: str = "corpus.db") -> str:
    return f"sqlite:///{folder / name}"


def test_without_an_egg_there_is_no_project(scrapyd: Scrapyd, tmp_path: Path) -> None:
    ended = scrapyd.run(["-c", "import scrapy, rjieba, topiccrawl"], tmp_path)
    assert "No module named 'topiccrawl'" in ended.stderr


def test_a_deployed_version_is_listed_with_its_spiders(scrapyd: Scrapyd) -> None:
    assert scrapyd.ask("listprojects.json")["projects"] == ["topiccrawl"]
    assert "1" in scrapyd.ask("listversions.json?project=topiccrawl")["versions"]
    assert scrapyd.ask("listspiders.json?project=topiccrawl&_version=1")["spiders"] == SPIDERS


@pytest.fixture
def second(scrapyd: Scrapyd, checkout: Path, tmp_path: Path) -> None:
    """A version `2`, with another user agent and with settings in its code: its jobs may connect to loopback."""
    own = [f"{name} = {value if value[0].isupper() else float(value)}" for name, value in IN_CODE.items()]
    with (
        ZipFile(scrapyd.folder / "eggs/topiccrawl/1.egg") as shipped,
        ZipFile(tmp_path / "2.egg", "w") as changed,
    ):
        for name in shipped.namelist():
            data = shipped.read(name)
            if name == "topiccrawl/__init__.py":
                data = re.sub(b'__version__ = ".*"', b'__version__ = "2.0.0"', data)
            elif name == "topiccrawl/settings.py":
                data += "\n".join(own).encode()
            if not name.endswith(".pyc"):
                changed.writestr(name, data)
    scrapyd.deploy(checkout, "2", "--egg", str(tmp_path / "2.egg"))


@pytest.fixture
def scheduled(scrapyd: Scrapyd, web: FaultServer, tmp_path: Path) -> Iterator[Services]:
    """The application with this scrapyd and a topic that starts at the web."""
    topics = tmp_path / "topics"
    database = scrapyd.environment["TOPICCRAWL_DATABASE_URL"]
    services = Services(Configuration(database, tmp_path / "admin", topics, scrapyd=scrapyd.url))
    services.topics.copy("partybuild")
    (topics / "partybuild").rename(topics / "regular")
    services.topics.save_start("regular", "regular", [f"{web.url}/"], [])
    yield services
    services.close()


@pytest.mark.usefixtures("second")
def test_a_regular_crawl_is_a_job_which_one_cancel_ends_in_order_and_the_next_goes_on(
    scrapyd: Scrapyd, web: FaultServer, scheduled: Services
) -> None:
    assert scrapyd.ask("listversions.json?project=topiccrawl")["versions"] == ["1", "2"]
    # Their titles say less of the topic than that of 0.html, which is fetched first.
    links = {f"{web.url}/slow/{number}.html": f"党员{number}" for number in range(60)}
    fast = {url: story_page(PARTY[6]) for url in links}
    web.answers |= {url: Answer(page.body, delay=0.3) for url, page in fast.items()}
    web.answers[f"{web.url}/"] = hub("党建频道", {f"{web.url}/0.html": PARTY[0].title} | links)
    hour, began = timedelta(hours=1), datetime.now(UTC) - timedelta(hours=3)
    scheduled.schedules.add("regular", "0 * * * *", MOST_PAGES, began - hour)
    scheduler = Scheduler(scheduled)
    scheduler.look(began)
    (first,) = scheduled.schedules.all()
    assert (first.result, first.last_at) == ("started", began)
    assert not scheduled.processes.is_running("regular")
    until(lambda: len(web.pages_asked()) > 8)
    scheduler.look(began + hour)  # its job has not ended
    assert scheduled.schedules.all()[0].result == "left_out"
    assert scrapyd.ask("cancel.json", project="topiccrawl", job=first.job)["prevstate"] == "running"
    scrapyd.wait(first.job)
    log = scrapyd.log(first.job, "topic")
    assert "Received SIGINT, shutting down gracefully" in log
    assert "Spider closed (shutdown)" in log
    assert "unclean" not in log
    stopped = Crawl(0, log, scheduled.configuration.database)
    assert f"{web.url}/0.html" in stopped.kept
    assert 5 <= len(stopped.pages) < MOST_PAGES
    assert stopped.pages.keys() <= set(web.pages_asked())

    web.answers |= fast
    scheduler.look(began + 2 * hour)
    (second,) = scheduled.schedules.all()
    assert second.result == "started" and second.job != first.job
    scrapyd.wait(second.job)
    scheduler.look(began + 2 * hour)
    log = scrapyd.log(second.job, "topic")
    assert " ERROR: " not in log
    assert str(ROOT) not in log
    assert re.search(rf"Process finished: .*job='{second.job}'", scrapyd.output)
    done = Crawl(0, log, scheduled.configuration.database)
    assert [run["finish_reason"] for run in done.runs] == ["shutdown", "closespider_pagecount"]
    assert "stories: " in log and "topiccrawl/steps/seen" in done.stats
    assert "topiccrawl/steps/seen" not in done.runs[0]["stats"]  # the job was cancelled
    assert scheduled.schedules.all()[0].result == "end closespider_pagecount"
    # The second went on with the first.
    assert len(done.pages) > len(stopped.pages)
    assert len(web.pages_asked()) == len(set(web.pages_asked()))
    assert {asked.agent.split()[0] for asked in web.asked if not asked.url.endswith(".txt")} == {
        "topiccrawl/2.0.0"
    }
    # scrapyd, which knows no reader, tells nobody where.
    shown = "".join((log, scrapyd.output, *map(scrapyd.read, ("", "jobs", "listjobs.json"))))
    assert second.job in shown
    assert SECRET not in shown

    assert scrapyd.ask("delversion.json", project="topiccrawl", version="2")["status"] == "ok"
    assert scrapyd.ask("listversions.json?project=topiccrawl")["versions"] == ["1"]
    answer = scrapyd.ask("schedule.json", project="topiccrawl", spider="partybuild", _version="2")
    assert (answer["status"], answer["message"]) == ("error", "version '2' not found")
