"""Scrapy add-on for focused crawling in a project of your own.

    ADDONS = {"topiccrawl.addon.TopiccrawlAddon": 500}

    TOPICCRAWL_TOPIC = "partybuild"

Spiders need no change. Those that derive from `topiccrawl.spiders.focused.FocusedSpider` have topics of their
own. docs/addon.md describes what changes for a spider.
"""

from __future__ import annotations

from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings

from topiccrawl import settings as shipped

_COMPONENTS = ("SPIDER_MIDDLEWARES", "DOWNLOADER_MIDDLEWARES", "ITEM_PIPELINES", "EXTENSIONS")


class TopiccrawlAddon:
    """Adds topiccrawl's scheduler, middlewares, pipelines and settings to a project.

    Settings of the project take precedence. Politeness and all other settings of Scrapy do not change, except
    that RemoteControl is disabled and texts in CSV feeds cannot become formulas.
    """

    def update_settings(self, settings: BaseSettings) -> None:
        """Add the settings."""
        for name in dir(shipped):
            if name.startswith("TOPICCRAWL_"):
                settings.set(name, getattr(shipped, name), "addon")
        settings.set("SCHEDULER", shipped.SCHEDULER, "addon")
        for name in ("ITEM_PROCESSOR", "ROBOTSTXT_PARSER"):
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
