"""`scrapy crawl topic -a topic=FOLDER`: any topic, shipped or the user's own."""

from topiccrawl.spiders.focused import FocusedSpider


class TopicSpider(FocusedSpider):
    """Collects articles on the topic given as argument."""

    name = "topic"
