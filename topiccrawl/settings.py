"""Settings of the project. Everything of ours starts with TOPICCRAWL_; the rest is Scrapy's."""

import os

from topiccrawl import __version__

BOT_NAME = "topiccrawl"
SPIDER_MODULES = ["topiccrawl.spiders"]
NEWSPIDER_MODULE = "topiccrawl.spiders"

# --- ours ---------------------------------------------------------------------------------------------------
# Where pages, drops and runs go: sqlite:///FILE or mysql+pymysql://USER:PASSWORD@HOST/DATABASE. An
# environment variable of this name takes the place of the default, and -s of both.
TOPICCRAWL_DATABASE_URL = os.environ.get("TOPICCRAWL_DATABASE_URL") or "sqlite:///corpus.db"
# Seconds a crawl waits for a database that is away before it stops.
TOPICCRAWL_DATABASE_PATIENCE = 60.0
# Redis that workers of one crawl share, redis://HOST:PORT/NUMBER; empty: this process crawls alone. Likewise.
TOPICCRAWL_REDIS_URL = os.environ.get("TOPICCRAWL_REDIS_URL") or ""
# Crashes that a URL may take part in, or errors that it may raise in callbacks and item pipelines, before it
# is a dead letter.
TOPICCRAWL_MAX_ATTEMPTS = 5
# Seconds of processor time for a step of the work on a page. After that the page is a dead letter, its worker
# is ended and started again. 0: pages are not timed, and a worker that dies is not started again.
TOPICCRAWL_PAGE_SECONDS = 20.0
# Seconds after which the addresses of a worker that shows no life go to others.
TOPICCRAWL_LEASE_SECONDS = 30.0
# Seconds for which a host is left alone at most that answers 429 or 503, whatever its Retry-After says.
TOPICCRAWL_LONGEST_PAUSE = 300.0
# Seconds of such pauses without a page in between after which a host's links are given up as dead letters.
TOPICCRAWL_HOST_PATIENCE = 900.0
# Seconds after which a new start of a crawl asks again for URLs that nobody answered for, or whose server had
# an error; 0: never, only `topiccrawl frontier requeue` does.
TOPICCRAWL_REQUEUE_AFTER = 86400.0
# Main-text extractor: article (default), density, visual, visual-browser, clustering, trafilatura.
TOPICCRAWL_EXTRACTOR = "article"
# Whether lines that repeat over the pages of a site are taken off main texts.
TOPICCRAWL_SITE_MEMORY = True
# Segmentation engine: rjieba, or jieba (the same words, slower, pure Python).
TOPICCRAWL_SEGMENTER = "rjieba"
# Cosine from which two titles are the same story.
TOPICCRAWL_TITLE_THRESHOLD = 0.8
# Links taken from one page at most.
TOPICCRAWL_MAX_LINKS_PER_PAGE = 2000
# How long idle hosts hold back while better links wait for busy ones: delays for each tenth of priority; 0:
# never.
TOPICCRAWL_PATIENCE = 30.0
# Seconds that links wait for the seeds to be read, so that the first pages are the best of all seeds.
TOPICCRAWL_SEED_HEAD_START = 10.0
# Whether loopback and private addresses may be crawled; only for a web of your own on this machine.
TOPICCRAWL_ALLOW_PRIVATE = False
# Seconds between two updates of the live line on a terminal.
TOPICCRAWL_PROGRESS_INTERVAL = 0.5

# --- how a topic crawl runs in Scrapy -----------------------------------------------------------------------
SCHEDULER = "topiccrawl.scheduler.FocusedScheduler"
SPIDER_MIDDLEWARES = {
    "topiccrawl.middlewares.duplicate_pages.DuplicatePagesMiddleware": 940,
    "topiccrawl.middlewares.describe_requests.LinkContextMiddleware": 950,
    # Nearest to the spider, so that all its callbacks do is timed.
    "topiccrawl.middlewares.page_timing.CallbackTiming": 1000,
}
# Endless headers would fill the memory.
DOWNLOAD_HANDLERS = dict.fromkeys(("http", "https"), "topiccrawl.downloader.header_limit.HeaderLimitHandler")
ROBOTSTXT_PARSER = "topiccrawl.middlewares.robots.BoundedRobotParser"
DOWNLOADER_MIDDLEWARES = {
    # Nearest to the engine, so that redirects, retries and decompression are over when it looks.
    "topiccrawl.middlewares.description_gate.DescriptionGate": 25,
    "topiccrawl.middlewares.private_address.PrivateAddressGuard": 90,
    # Nearer to the web than retries, so that a retry waits, too.
    "topiccrawl.middlewares.host_pauses.HostPausesMiddleware": 560,
    "topiccrawl.middlewares.robots.RobotsLimit": 95,
    "topiccrawl.middlewares.robots.RobotsObeyed": 100,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "topiccrawl.middlewares.meta_refresh.MetaRefresh": 580,
    # Nearest to the downloader, so that decompression is timed, too.
    "topiccrawl.middlewares.page_timing.DownloadTiming": 1000,
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,
}
ITEM_PIPELINES = {
    "topiccrawl.pipelines.extraction.ExtractionPipeline": 100,
    "topiccrawl.pipelines.cleaning.CleaningPipeline": 200,
    "topiccrawl.pipelines.verdict.VerdictPipeline": 300,
    "topiccrawl.pipelines.dedup.DedupPipeline": 400,
    "topiccrawl.pipelines.storage.StoragePipeline": 500,
}
EXTENSIONS = {
    # Before all others, so that their errors are told in few lines, too.
    "topiccrawl.extensions.error_lines.ErrorLines": -10,
    "topiccrawl.extensions.progress.Progress": 0,
    "topiccrawl.extensions.start_urls.StartUrls": 0,
    "topiccrawl.extensions.watch.Watch": 0,
    # After all others: it tells what they have counted.
    "topiccrawl.extensions.summary.Summary": 1000,
}
# Log lines name a page by its URL, in the place of the whole item.
LOG_FORMATTER = "topiccrawl.reporting.log_format.PageLogFormatter"
ITEM_PROCESSOR = "topiccrawl.pipelines.timed.TimedPipelines"

# --- politeness ---------------------------------------------------------------------------------------------
USER_AGENT = f"topiccrawl/{__version__} (focused research crawler; obeys robots.txt)"
ROBOTSTXT_OBEY = True
DOWNLOAD_DELAY = 0.5
CONCURRENT_REQUESTS = 16
CONCURRENT_REQUESTS_PER_DOMAIN = 2
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 1.0
AUTOTHROTTLE_MAX_DELAY = 30.0
DOWNLOAD_TIMEOUT = 30
DOWNLOAD_MAXSIZE = 10 * 1024 * 1024
DOWNLOAD_WARNSIZE = 5 * 1024 * 1024
RETRY_TIMES = 2
RETRY_PRIORITY_ADJUST = 0  # links have priorities under 1: the usual -1 would put a retry behind all of them
COOKIES_ENABLED = False
# Bytes of pages that are read or wait to be stored at once. Each holds memory for its tree, and what is in
# flight is fetched again after a crash; 5 MB, which Scrapy allows, are hundreds of small pages.
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 1_000_000

# Items of one page that go through the pipelines at once: a page is one item. Scrapy starts so many tasks for
# every page, needed or not, and would start a hundred.
CONCURRENT_ITEMS = 8

# --- the rest -----------------------------------------------------------------------------------------------
# RemoteControl runs any Python it is sent over local HTTP inside the crawl's process: not in a crawler that
# stands on a server with other users.
REMOTE_CONTROL_ENABLED = False
TELNETCONSOLE_ENABLED = False
FEED_EXPORT_ENCODING = "utf-8"
# CSV is opened in spreadsheets: texts that look like formulas get an apostrophe.
FEED_EXPORTERS = {"csv": "topiccrawl.exporters.SpreadsheetCsvExporter"}
LOG_LEVEL = "INFO"
LOG_VERSIONS: list[str] = []  # `scrapy version -v` shows them
# The summary says what a user wants to know; the table `runs` keeps all counters.
STATS_DUMP = False
# `scrapy crawl` with an exit code that says whether the crawl got anywhere.
COMMANDS_MODULE = "topiccrawl.commands"
