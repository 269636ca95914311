"""`topiccrawl topic new`: make a topic folder from a word list, or from the pages where crawls start."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.crawl_settings import AllowPrivate
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import print_table
from topiccrawl.cli.shared.topic_option import chosen_topic
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.cli.topic.texts import Domain, General, titles_and_bodies
from topiccrawl.cli.topic.word_tables import picked_words
from topiccrawl.settings import DOWNLOAD_DELAY, USER_AGENT
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.language import marked, say, translated
from topiccrawl.topics.words.candidates import is_table

if TYPE_CHECKING:
    from topiccrawl.topics.making.start_pages import StartPage

_SAVED = "http://saved.invalid/"
"""URL of a saved page: without one, its relative links would not be links."""
_NO_CONTACT = marked(
    "topiccrawl: the topic has no contact, so site owners cannot ask you about its crawls: fill in `contact` "
    "in topic.toml, or set TOPICCRAWL_CONTACT"
)


@working(marked("making the topic"))
def new(
    folder: Annotated[str, typer.Argument(help="Folder to make; its name becomes the topic's name.")] = "",
    topic: Annotated[
        str, typer.Option("--topic", "-t", metavar="FOLDER", help="The same as the folder.")
    ] = "",
    words: Annotated[
        list[Path],
        typer.Option(help="File with one topic word per line, or a table with picked words (repeatable)."),
    ] = [],  # noqa: B006
    from_pages: Annotated[
        list[str],
        typer.Option(
            "--from-pages",
            metavar="URL|FILE",
            help="Propose words and weights from a page, a saved page or a text (repeatable).",
        ),
    ] = [],  # noqa: B006
    most: Annotated[int, typer.Option(min=1, help="With --from-pages: maximum number of words.")] = 30,
    title: Annotated[str, typer.Option(help="Title of the topic; default: the folder's name.")] = "",
    seed: Annotated[
        list[str],
        typer.Option(
            help="URL where crawls start, or a file of them (repeatable); default: the URLs of --from-pages."
        ),
    ] = [],  # noqa: B006
    domain: Annotated[list[str], typer.Option(help="Domain that links may lead to (repeatable).")] = [],  # noqa: B006
    contact: Annotated[
        str,
        typer.Option(
            metavar="EMAIL|URL",
            help="Where site owners reach you: part of the topic, and sent with each request of its crawls; "
            "default: TOPICCRAWL_CONTACT.",
        ),
    ] = "",
    documents: Domain = [],  # noqa: B006
    general: General = [],  # noqa: B006
    allow_private: AllowPrivate = False,
) -> None:
    """Make a topic folder from a word list; with texts, the words get fitted weights.

    With --general, the texts of --documents are on the topic and the others are not. Without it, those with
    three different topic words count as on the topic, and the dictionary's frequencies stand for other texts.

    With --from-pages, words and weights are proposed from start pages (tf-idf against general Chinese): look
    at them, and edit words.tsv. Each URL is fetched once, if robots.txt allows it.
    """
    from topiccrawl.relevance.topic.contact import contact_of_environment
    from topiccrawl.topics.making.draft import Draft
    from topiccrawl.topics.making.folder import create_topic
    from topiccrawl.topics.making.start_pages import propose_words

    if bool(words) == bool(from_pages):
        raise wrong_value("give either --words FILE or --from-pages URL", "--words")
    target = Path(chosen_topic(topic, folder))
    name = title or target.resolve().name
    sent = contact or contact_of_environment()
    given = tuple(url for one in seed for url in _seeds(one))
    if words:
        draft = Draft(name, _words(words), given, tuple(domain), contact=contact)
    else:
        seeds = tuple(given or filter(_is_url, from_pages))
        # Wrong values are reported before pages are fetched.
        Draft(name, (), seeds, tuple(domain), contact=contact)
        weights = propose_words(list(_start_pages(from_pages, sent, allow_private)), most)
        draft = Draft(name, tuple(weights), seeds, tuple(domain), weights, contact)
        print_table(
            [marked("word"), marked("weight")],
            [[word, f"{value:.3g}"] for word, value in weights.items()],
            ["weight"],
        )
    made = create_topic(target, draft, list(titles_and_bodies(documents)), list(titles_and_bodies(general)))
    told = marked("{topic}: {count} topic words in {folder}")
    typer.echo(say(told, topic=made.title, count=len(made.words), folder=target))
    if not sent:
        typer.echo(translated(_NO_CONTACT), err=True)
    check_command = f"topiccrawl topic check {shlex.quote(str(target))}"
    typer.echo(say("next: {commands}", commands=f"{check_command}; {crawl_command(target, made.seeds)}"))


def _words(files: Sequence[Path]) -> tuple[str, ...]:
    """Return the picked words of tables, and all words of lists."""
    from topiccrawl.topics.making.draft import read_word_list

    found = (picked_words([file]) if is_table(file) else read_word_list(file) for file in files)
    return tuple(dict.fromkeys(word for words in found for word in words))


def _seeds(source: str) -> Sequence[str]:
    from topiccrawl.relevance.topic.seeds import parse_seeds  # here, because Scrapy takes a second to load

    return parse_seeds(source) if Path(source).is_file() else [source]


def crawl_command(folder: Path, seeds: Sequence[str]) -> str:
    """Return the command to type next; if the topic has no seeds, it contains a placeholder for them.

    >>> crawl_command(Path("党建"), ["http://example.cn/"])
    "topiccrawl crawl '党建'"
    >>> crawl_command(Path("river"), [])
    'topiccrawl crawl river --seeds URL,URL (or name seeds in river/topic.toml)'
    """
    command = f"topiccrawl crawl {shlex.quote(str(folder))}"
    if seeds:
        return command
    file = folder / "topic.toml"
    return say("{command} --seeds URL,URL (or name seeds in {file})", command=command, file=file)


def _is_url(source: str) -> bool:
    return "://" in source


def _start_pages(sources: Sequence[str], contact: str, allow_private: bool) -> Iterator[StartPage]:
    """Yield the pages at URLs, and those of files and folders."""
    from topiccrawl.access.fetching import polite_fetcher
    from topiccrawl.cli.extract.single_page import page_of
    from topiccrawl.relevance.topic.contact import with_contact
    from topiccrawl.topics.making.start_pages import StartPage

    fetch = polite_fetcher(with_contact(USER_AGENT, contact), DOWNLOAD_DELAY, allow_private=allow_private)
    for source in sources:
        if _is_url(source):
            yield StartPage.of(page_of(fetch(source), source))
        else:
            yield from _saved_pages(Path(source))


def _saved_pages(path: Path) -> Iterator[StartPage]:
    from topiccrawl.page.page import Page
    from topiccrawl.topics.making.start_pages import StartPage
    from topiccrawl.topics.words.documents import documents, is_saved_page

    texts = documents([path])
    if path.is_file() and is_saved_page(path):
        yield StartPage.of(Page.from_bytes(read_bounded(path), _SAVED))
    else:
        yield from (StartPage(text.title, (), text.body) for text in texts)
