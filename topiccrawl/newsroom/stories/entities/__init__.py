"""Names of people, places and organisations in texts."""

from typing import Literal

Method = Literal["rules", "model"]
"""What finds names: rules over jieba's tags, or LAC."""
