"""`scrapy crawl overseas`: affairs of overseas Chinese (侨情)."""

from topiccrawl.spiders.focused import FocusedSpider


class OverseasSpider(FocusedSpider):
    """Collects articles on overseas Chinese."""

    name = "overseas"
    topic_name = "overseas"
