"""Find an installed font with Chinese characters."""

from __future__ import annotations

from functools import cache

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

from topiccrawl.errors import EvaluationError

KNOWN = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans GB",
    "Noto Sans CJK JP",
    "SimHei",
    "SimSun",
)
"""Preferred font families, best first."""
HINT = (
    "no font with Chinese characters was found, and plots would show boxes: install one "
    "(Debian, Ubuntu: apt install fonts-noto-cjk or fonts-wqy-zenhei; Fedora: google-noto-sans-cjk-fonts)"
)
_NEEDED = "党侨词语权重阈值准确率"
"""Required characters of a font."""


@cache
def chinese_family() -> str:
    """Return the name of a font family with Chinese characters.

    Raises:
        EvaluationError: none is installed; the message says how to install one.
    """
    fonts = installed_fonts()
    for family in (*KNOWN, *sorted(fonts)):
        if family in fonts and _has_characters(fonts[family]):
            return family
    raise EvaluationError(HINT)


def installed_fonts() -> dict[str, str]:
    """Return a font file per family, including fonts installed since matplotlib built its cache."""
    manager = font_manager.fontManager
    known = {entry.fname for entry in manager.ttflist}
    for file in font_manager.findSystemFonts():
        if file not in known:
            try:
                manager.addfont(file)
            except (OSError, RuntimeError, ValueError):
                continue  # an unreadable font is useless here
    return {entry.name: entry.fname for entry in reversed(manager.ttflist)}


def _has_characters(file: str) -> bool:
    try:
        characters = FT2Font(file).get_charmap()
    except (OSError, RuntimeError):
        return False
    # A font of last resort, as matplotlib has one, draws the same box for all characters of a script.
    return len({characters.get(ord(char), 0) for char in _NEEDED} - {0}) == len(_NEEDED)
