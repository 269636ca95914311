"""`scrapy crawl partybuild`: party building (党建)."""

from topiccrawl.spiders.focused import FocusedSpider


class PartybuildSpider(FocusedSpider):
    """Collects articles on party building."""

    name = "partybuild"
    topic_name = "partybuild"
