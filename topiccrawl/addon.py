"""Scrapy add-on: focused crawling in a project of your own.

    ADDONS = {"topiccrawl.addon.TopiccrawlAddon": 500}

Spiders then derive from `topiccrawl.spiders.focused.FocusedSpider`. For `scrapy crawl` to watch its worker
(docs/guarantees.md) the project's own settings need `COMMANDS_MODULE = "topiccrawl.commands"`: an add-on
comes too late for a command.
"""

from __future__ import annotations

from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings

from topiccrawl import settings as shipped

_COMPONENTS = ("SPIDER_MIDDLEWARES", "DOWNLOADER_MIDDLEWARES", "ITEM_PIPELINES", "EXTENSIONS")


class TopiccrawlAddon:
    """Puts topiccrawl's scheduler, middlewares, pipelines and settings under a project's own.

    Politeness and everything else of Scrapy stay as the project has them, but for RemoteControl, which is
    switched off, and CSV feeds, in which texts are no formulas. What the project sets itself wins.
    """

    def update_settings(self, settings: BaseSettings) -> None:
        """Scrapy's entry point."""
        for name in dir(shipped):
            if name.startswith("TOPICCRAWL_"):
                settings.set(name, getattr(shipped, name), "addon")
        settings.set("SCHEDULER", shipped.SCHEDULER, "addon")
        for name in ("ITEM_PROCESSOR", "LOG_FORMATTER", "ROBOTSTXT_PARSER"):
            settings.set(name, getattr(shipped, name), "addon")
        handlers = shipped.DOWNLOAD_HANDLERS | settings.getdict("DOWNLOAD_HANDLERS")
        settings.set("DOWNLOAD_HANDLERS", handlers, "addon")
        settings.set("REMOTE_CONTROL_ENABLED", shipped.REMOTE_CONTROL_ENABLED, "addon")
        exporters = {**shipped.FEED_EXPORTERS, **settings.getdict("FEED_EXPORTERS")}
        priority = max(settings.getpriority("FEED_EXPORTERS") or 0, SETTINGS_PRIORITIES["addon"])
        settings.set("FEED_EXPORTERS", exporters, priority)
        for setting in _COMPONENTS:
            for component, order in getattr(shipped, setting).items():
                settings.setdefault_in_component_priority_dict(setting, component, order)
