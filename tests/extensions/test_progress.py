from __future__ import annotations

import pytest
from rich.console import Console

from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.progress_line import Moment
from topiccrawl.storage.frontier.contract import Counts

BUSY = Moment(
    Figures(12345, 6000, 345, 2000, {"off_topic": 3000, "empty": 998}, {"dns": 7}),
    corpus=123456,
    links=Counts(waiting=1234567, dead=3),
    seconds=100.0,
    title="学习贯彻党的二十大精神\x1b[31m\u202e" * 10,
)


def test_figures_are_read_from_stats() -> None:
    stats = {
        "topiccrawl/pages/html": 9,
        "topiccrawl/pages/kept": 2,
        "topiccrawl/drops/frontier/priority": 100,
        "topiccrawl/drops/links/of_duplicate": 50,
        "topiccrawl/drops/watch/frozen": 1,
        "topiccrawl/drops/download/dns": 3,
        "topiccrawl/drops/gate/status_503": 1,
        "topiccrawl/drops/gate/not_html": 1,
        "topiccrawl/drops/gate/description": 4,
        "topiccrawl/drops/verdict/off_topic": 2,
    }
    figures = Figures.of(stats)
    assert (figures.errors, figures.dropped, figures.in_work) == (6, {"description": 4, "off_topic": 2}, 1)


@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_a_terminal_has_as_few_lines_as_fit_and_no_code_of_a_page(width: int) -> None:
    text = BUSY.text(width)
    lines = text.plain.split("\n")
    assert all(Console().measure(line).maximum <= width for line in lines if " = " not in line)
    assert " | ".join(lines[:-1]) == BUSY.line()
    assert lines[-1].startswith("学习贯彻党的二十大精神")
    assert "\x1b" not in text.plain
    assert "\u202e" not in text.plain
    styles = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert "red" in styles["errors 7"]
