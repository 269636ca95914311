"""How commands are told which topic: `--topic NAME|FOLDER`, the same everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.text.resources import resource

_HELP = "A shipped topic by its name (`topiccrawl topic list`), or a topic's folder."
_METAVAR = "NAME|FOLDER"


def shipped_topics() -> list[str]:
    """Return the names of the topics that come with topiccrawl."""
    folders = resource("topics").iterdir()
    return sorted(folder.name for folder in folders if (folder / "topic.toml").is_file())


def topic_folders(place: Path) -> list[Path]:
    """Return the folders in a folder that hold a topic."""
    try:
        return sorted(entry.parent for entry in place.glob("*/topic.toml"))
    except OSError:  # a folder that may not be looked into
        return []


def _complete(incomplete: str) -> Iterator[str]:
    known = [*shipped_topics(), *map(str, topic_folders(Path()))]
    return (name for name in known if name.startswith(incomplete))


def topic_name(topic: str) -> str:
    """Return the name under which a topic's pages and links are stored, from its name or its folder.

    >>> topic_name("partybuild"), topic_name("topics/党建/")
    ('partybuild', '党建')
    """
    path = Path(topic)
    return path.resolve().name if path.is_dir() or len(path.parts) > 1 else topic


def _named(topic: str) -> str:
    if not topic.strip():
        raise typer.BadParameter("it is empty", param_hint="--topic")
    return topic_name(topic)


StoredTopic = Annotated[
    str,
    typer.Option("--topic", "-t", metavar=_METAVAR, help=_HELP, callback=_named, autocompletion=_complete),
]
"""A topic whose pages or links are looked for: its name is enough."""

TopicOption = Annotated[
    str, typer.Option("--topic", "-t", metavar=_METAVAR, help=_HELP, autocompletion=_complete)
]
"""A topic that is read."""

KnownTopic = Annotated[
    str,
    typer.Option(
        "--topic",
        "-t",
        metavar=_METAVAR,
        help="A topic that is there already: its words are kept whole, and not offered again.",
        autocompletion=_complete,
    ),
]
"""A topic that texts are read with."""

TopicArgument = Annotated[
    str, typer.Argument(metavar=f"[{_METAVAR}]", help="The same as --topic.", show_default=False)
]


def chosen_topic(option: str, argument: str) -> str:
    """Return the topic that is named by the option or by an argument.

    Raises:
        BadParameter: it is named in neither way, or differently in both.
    """
    if option and argument and option != argument:
        raise typer.BadParameter(f"two topics are named: {option} and {argument}", param_hint="--topic")
    if not (option or argument):
        raise typer.BadParameter("name the topic: --topic NAME or --topic FOLDER", param_hint="--topic")
    return option or argument
