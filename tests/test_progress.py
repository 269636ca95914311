from __future__ import annotations

import pytest

from topiccrawl.progress import progress_line


@pytest.mark.parametrize(
    ("figures", "line"),
    [
        ((0, 0, 0, 0, 0.0), "pages 0 | kept 0 | harvest rate 0.0 % | queue 0 | 0.0 pages/s"),
        ((3, 1, 0, 9, 2.0), "pages 3 | kept 1 | harvest rate 33.3 % | queue 9 | 1.5 pages/s"),
        (
            (12345, 12340, 5, 1234567, 100.0),
            "pages 12,345 | kept 12,340 | harvest rate 100.0 % | queue 1,234,567 | 123.5 pages/s",
        ),
    ],
)
def test_the_line(figures: tuple[int, int, int, float], line: str) -> None:
    assert progress_line(*figures) == line
