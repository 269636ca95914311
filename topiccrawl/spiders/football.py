"""`scrapy crawl football`: Chinese football (中国足球)."""

from topiccrawl.spiders.focused import FocusedSpider


class FootballSpider(FocusedSpider):
    """Collects articles on Chinese football."""

    name = "football"
    topic_name = "football"
