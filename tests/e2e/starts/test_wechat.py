"""WeChat: articles whose addresses are pasted or uploaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from admin.conftest import Admin, make_admin  # noqa: F401 - a fixture
from e2e.crawling import crawl, stories, story_page
from e2e.fault_server import FaultServer

from topiccrawl.admin.accounts.roles import Role

ARTICLES = {
    "http://mp.weixin.qq.com/s/Qx7_abcDEF": stories()[0],
    "http://mp.weixin.qq.com/s?__biz=MzA5&mid=2650&idx=1&sn=0a1b2c": stories()[1],
}
PAGES = {url: story_page(story) for url, story in ARTICLES.items()}
WORDS = "党建\n党支部\n党员\n主题党日\n党课\n党委\n基层党组织\n组织生活会\n党章\n入党"


def test_pasted_and_uploaded_addresses_are_crawled(make_admin: Callable[..., Admin], tmp_path: Path) -> None:  # noqa: F811
    pasted, uploaded = ARTICLES
    admin = make_admin()
    admin.new_topic("公众号", WORDS, pasted, title="党建")
    table = ("seeds.csv", f"名称,网址\n甲,{uploaded}\n".encode())
    answer = admin.post(Role.EDITOR, "/topics/公众号/sites/import", files={"file": table})
    assert answer.status_code == 303
    topic = str(admin.services.configuration.topics / "公众号")
    with FaultServer(PAGES) as web:
        done = crawl(tmp_path, proxy=web.proxy_url, spider="topic", arguments={"topic": topic})
    assert done.code == 0, done.log
    assert done.kept == set(ARTICLES)
