"""`topiccrawl topic suggest`: offer a topic the words that its crawls found."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.progress import document_counter
from topiccrawl.cli.shared.topic_option import (
    TopicArgument,
    TopicOption,
    check_writable,
    chosen_topic,
    topic_name,
)
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.cli.topic.picking import check_terminal, pick_in_terminal
from topiccrawl.cli.topic.texts import General, general_frequencies
from topiccrawl.cli.topic.word_tables import check_target, picked_words, save_and_show
from topiccrawl.errors import VocabularyError
from topiccrawl.text.language import marked, say
from topiccrawl.topics.words.discovery_parameters import DiscoveryParameters

if TYPE_CHECKING:
    from topiccrawl.topics.making.found_words import FoundWords

_LEAST, _LEAST_PAGES = 3, 2
"""Occurrences of a word that is offered, and pages with it."""


def suggest(
    folder: TopicArgument = "",
    topic: TopicOption = "",
    database: DatabaseOption = DEFAULT_DATABASE,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Table of words; picks in an older one are kept.")
    ] = Path("found-words.tsv"),
    general: General = [],  # noqa: B006
    most: Annotated[int, typer.Option(min=0, help="Maximum number of words; 0: all.")] = 500,
    pick: Annotated[
        bool, typer.Option("--pick", help="Pick in the terminal now, and add the picked words to the topic.")
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help="Add the words that the table takes (y) to the topic.")
    ] = False,
) -> None:
    """Offer the words that crawls found in stored pages, to be picked and added to the topic.

    Without --pick or --write only the table is written: write y or n into its column pick, or use `topic
    pick`, then call the command again with --write. A new crawl segments the added words whole and counts
    them. They weigh as much as the mean of the topic.
    """
    from topiccrawl.topics.making.folder import add_words
    from topiccrawl.topics.making.found_words import COLUMNS

    name = chosen_topic(topic, folder)
    if pick and write:
        raise wrong_value("--pick also writes; give only one of them", "--pick")
    if pick or write:
        check_writable(name)
    if pick:
        check_terminal(out)
    if not write:
        check_target(out)
        found = _found_words(name, database, general)
        save_and_show(found.table(most), out, COLUMNS)
    if pick:
        pick_in_terminal(out)
    if pick or write:
        added = add_words(Path(name), picked_words([out]))
        typer.echo(say("{topic}: {count} words added", topic=name, count=len(added)))
    else:
        table, again = shlex.quote(str(out)), f"topiccrawl topic suggest {shlex.quote(name)}"
        commands = f"topiccrawl topic pick {table}; {again} --out {table} --write"
        typer.echo(say("next: {commands}", commands=commands))


def _found_words(name: str, database: str, general: Sequence[Path]) -> FoundWords:
    """Find words in the stored pages of a topic."""
    from topiccrawl.corpus.labelling import CorpusTexts
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.topics.making.found_words import find_words

    parameters = DiscoveryParameters(least=_LEAST, least_documents=_LEAST_PAGES)
    topic, texts = Topic.load(name), CorpusTexts(database, topic_name(name))
    with document_counter(marked("reading pages")) as on_progress:
        found = find_words(
            topic,
            texts,
            parameters,
            lambda segmenter: general_frequencies(general, segmenter),
            on_progress,
        )
    if not found.size:
        raise VocabularyError("{name}: no page is stored yet, so there are no words to offer", name=name)
    told = marked("{pages:,} pages, {words:,} words that the topic lacks, {new:,} of them in no dictionary")
    new = sum(row.word in found.new for row in found.rows)
    typer.echo(say(told, pages=found.size, words=len(found.rows), new=new))
    return found
