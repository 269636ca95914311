"""Spiders that know nothing of topics, and get one by a setting."""

from __future__ import annotations

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.spider import DefaultSpider

from topiccrawl.priority.strategies.registry import strategy_class
from topiccrawl.priority.strategies.two_step import TwoStep
from topiccrawl.relevance.topic.topic import Topic


def guest_topic(crawler: Crawler) -> Topic:
    """Return the topic of `TOPICCRAWL_TOPIC` for a spider that has none.

    It has neither seeds nor a limit on domains: the spider has its own.

    Raises:
        NotConfigured: the setting is empty, or the crawl is Scrapy's shell or another of its commands for
            single pages.
        TopicError: there is no such topic, or it cannot be used.
        ValueError: the strategy of the topic keeps pages waiting, whose callbacks only topiccrawl's own
            spiders can repeat.
    """
    settings = crawler.settings
    name = settings.get("TOPICCRAWL_TOPIC") or ""
    # Scrapy's shell keeps its engine alive.
    if not name or settings.getbool("KEEP_ALIVE") or isinstance(crawler.spider, DefaultSpider):
        raise NotConfigured
    topic = Topic.load(str(name))
    if issubclass(strategy_class(topic), TwoStep):
        raise ValueError(
            f"TOPICCRAWL_TOPIC = {name!r}: the strategy {topic.strategy} keeps pages waiting, which only the "
            "spiders of topiccrawl can do; choose another one in topic.toml"
        )
    return topic.with_seeds(())
