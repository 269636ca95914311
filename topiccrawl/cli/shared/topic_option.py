"""The option `--topic NAME|FOLDER`, the same in every command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.errors import TopicError
from topiccrawl.text.resources import resource

_METAVAR = "NAME|FOLDER"
_EITHER = "A shipped topic by its name (`topiccrawl topic list`), or a topic's folder."


def shipped_topics() -> list[str]:
    """Return the names of the topics that come with topiccrawl."""
    folders = resource("topics").iterdir()
    return sorted(folder.name for folder in folders if (folder / "topic.toml").is_file())


def topic_folders(folder: Path) -> list[Path]:
    """Return the topic folders in a folder."""
    try:
        return sorted(entry.parent for entry in folder.glob("*/topic.toml"))
    except OSError:  # the folder may be unreadable
        return []


def _complete(incomplete: str) -> Iterator[str]:
    known = [*shipped_topics(), *map(str, topic_folders(Path()))]
    return (name for name in known if name.startswith(incomplete))


def topic_name(topic: str) -> str:
    """Return the name under which pages and links of a topic are stored.

    Args:
        topic: the topic's name or folder.

    >>> topic_name("partybuild"), topic_name("topics/党建/")
    ('partybuild', '党建')
    """
    path = Path(topic)
    return path.resolve().name if path.is_dir() or len(path.parts) > 1 else topic


def _not_blank(context: typer.Context, topic: str | list[str]) -> str | list[str]:
    """Refuse an empty name, which is probably an empty variable of a script; a default may be empty."""
    source = context.get_parameter_source("topic")
    if source and source.name == "COMMANDLINE":
        for one in [topic] if isinstance(topic, str) else topic:
            _refuse_blank(one)
    return topic


def _refuse_blank(topic: str) -> None:
    if not topic.strip():
        raise wrong_value("it is empty", "--topic")


def _stored_name(topic: str) -> str:
    _refuse_blank(topic)
    return topic_name(topic)


def _topic_option(help: str = _EITHER, **settings: Any) -> Any:
    return typer.Option("--topic", "-t", metavar=_METAVAR, help=help, autocompletion=_complete, **settings)


StoredTopic = Annotated[str, _topic_option(callback=_stored_name)]
"""A topic whose stored pages or links are read; only its name is needed."""

TopicOption = Annotated[str, _topic_option(callback=_not_blank)]
"""A topic whose folder is read."""

TopicsOption = Annotated[list[str], _topic_option(f"{_EITHER} Repeatable.", callback=_not_blank)]
"""Topics whose folders are read."""

KnownTopic = Annotated[
    str,
    _topic_option(
        "An existing topic: its words are not split, and not suggested again.", callback=_not_blank
    ),
]
"""A topic whose words texts are segmented with."""

TopicArgument = Annotated[
    str, typer.Argument(metavar=f"[{_METAVAR}]", help="The same as --topic.", show_default=False)
]


def chosen_topic(option: str, argument: str) -> str:
    """Return the topic given by the option or by the argument.

    Raises:
        BadParameter: neither is given, or they differ.
    """
    if option and argument and option != argument:
        raise wrong_value(
            "two topics are named: {option} and {argument}", "--topic", option=option, argument=argument
        )
    if not (option or argument):
        raise wrong_value("name the topic: --topic NAME or --topic FOLDER", "--topic")
    return option or argument


def check_writable(topic: str | Path) -> None:
    """Check that a topic is a folder, before computing what will be written into it.

    Raises:
        TopicError: there is no such folder.
    """
    if not Path(topic).is_dir():
        raise TopicError(
            "{topic}: no such folder (a shipped topic cannot be written to: make one of your own)",
            topic=topic,
        )
