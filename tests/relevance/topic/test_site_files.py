"""Files of single sites: what they may say, and the place of each mistake."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.page.sites.rules import KEYS
from topiccrawl.relevance.topic.site_draft import draft_of_site, write_draft
from topiccrawl.relevance.topic.site_files import read_sites
from topiccrawl.relevance.topic.topic import Topic


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    (tmp_path / "topic.toml").write_text('title = "河长制"\nseeds = ["http://a.test/"]\n', encoding="utf-8")
    (tmp_path / "words.tsv").write_text("河长\t0.3\n", encoding="utf-8")
    (tmp_path / "sites").mkdir()
    return tmp_path


def write(topic: Path, text: str, host: str = "a.test") -> None:
    (topic / "sites" / f"{host}.toml").write_text(text, encoding="utf-8")


def test_a_topic_without_files_has_no_rules(topic: Path) -> None:
    assert not Topic.load(topic).sites
    (topic / "sites").rmdir()
    assert not Topic.load(topic).sites


def test_every_key_is_optional(topic: Path) -> None:
    write(topic, "")
    (topic / "sites" / "README.md").write_text("说明", encoding="utf-8")
    sites = Topic.load(topic).sites
    assert [rules.host for rules in sites] == ["a.test"]
    rules = sites.of("http://a.test/gzdt/1.html")
    assert rules
    assert not (rules.refusal("http://a.test/1") or rules.names("http://a.test/1"))


def test_one_text_and_a_list_of_texts_are_the_same(topic: Path) -> None:
    write(topic, 'list = "ul.list"\nsince = 2024-01-31\nbrowser = true\ntls = "strict"')
    write(topic, 'list = ["/gzdt/*", " ul.list "]\nsince = "2024-01-31"', "党建.test")
    one, other = Topic.load(topic).sites.by_host.values()
    assert one.list_links == other.list_links
    assert (one.since, one.tls, one.browser) == ("2024-01-31", "strict", True)
    assert (other.host, other.since, other.browser) == ("xn--n5qz54a.test", "2024-01-31", None)
    assert other.list_urls.match("http://a.test/gzdt/1")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('\ntitel = "h1"', 2, "unknown key 'titel'; known: include,"),
        ("\ntitle = h1", 2, "Invalid value"),
        ("list = 3", 1, "list = 3 must be a text or a list of texts"),
        ('exclude = [\n  "/a/*",\n  "b/*",\n]', 3, "exclude: 'b/*' is not a pattern of URLs"),
        ('body = "div["', 1, "body: 'div[' is not a selector"),
        ('next = "index_{page.html"', 1, "next: 'index_{page.html' needs one number: {page}, {page:0},"),
        ("\n\nsince = 2024", 3, "since = '2024': expected a day such as 2024-01-31"),
        (f'since = "{date.today() + timedelta(2)}"', 1, "the day is in the future"),
        ('tls = "off"', 1, "tls = 'off' must be one of record, strict"),
        ('browser = "yes"', 1, "browser = 'yes' must be true or false"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_value(topic: Path, text: str, line: int, reason: str) -> None:
    write(topic, text)
    with pytest.raises(TopicError) as error:
        Topic.load(topic)
    assert str(error.value).startswith(f"{topic}/sites/a.test.toml:{line}: ")
    assert reason in str(error.value)


@pytest.mark.parametrize("name", ["http:.a.test", "a b", "a..test", "_"])
def test_a_file_must_be_named_after_a_host(topic: Path, name: str) -> None:
    write(topic, "", name)
    if name == "_":
        assert read_sites(topic)  # some hosts have such labels
        return
    with pytest.raises(TopicError, match="is not a host name; name the file after one"):
        read_sites(topic)


def test_two_files_for_a_host_are_refused(topic: Path) -> None:
    write(topic, "")
    write(topic, "", "A.test")
    with pytest.raises(TopicError, match=r"a\.test\.toml: .*A\.test\.toml is for the same host"):
        read_sites(topic)


def test_a_draft_has_the_known_keys_with_reasons_and_the_others_as_comments(topic: Path) -> None:
    values = {"next": "index_{page:0}.html", "list": ["/gzdt/*", 'ul[class="list"]'], "browser": False}
    path = write_draft(topic, "www.a.test", values, {"": "made by probe", "list": "12 links"})
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# made by probe\n\n# 12 links\nlist = [")
    rules = Topic.load(topic).sites.of_host("www.a.test")
    assert rules.browser is False
    assert rules.list_links.written == ('ul[class="list"]',)
    commented = [line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")]
    for key in set(KEYS) - set(values):
        example = next(line for line in commented if line.startswith(f"{key} = "))
        write(topic, example, "b.test")  # each example may be used as it is
        assert key in Topic.load(topic).sites.of_host("b.test").written
    with pytest.raises(TopicError, match="it exists already"):
        write_draft(topic, "www.a.test", {})


def test_a_draft_with_a_wrong_value_is_not_written(topic: Path) -> None:
    with pytest.raises(TopicError, match=r"sites/a\.test\.toml:3: unknown key 'lists'"):
        write_draft(topic, "a.test", {"lists": "ul"})
    assert list((topic / "sites").iterdir()) == []
    assert 'list = "ul"' in draft_of_site("a.test", {"list": "ul"})
