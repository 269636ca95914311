"""Settings of the project. Everything of ours starts with TOPICCRAWL_; the rest is Scrapy's."""

from topiccrawl import __version__

BOT_NAME = "topiccrawl"
SPIDER_MODULES = ["topiccrawl.spiders"]
NEWSPIDER_MODULE = "topiccrawl.spiders"
COMMANDS_MODULE = "topiccrawl.commands"

# --- ours ---------------------------------------------------------------------------------------------------
# Where pages, drops and runs go: sqlite:///FILE or mysql+pymysql://USER:PASSWORD@HOST/DATABASE.
TOPICCRAWL_DATABASE_URL = "sqlite:///corpus.db"
# Seconds a crawl waits for a database that is away before it stops.
TOPICCRAWL_DATABASE_PATIENCE = 60.0
# Redis that workers of one crawl share, redis://HOST:PORT/NUMBER; empty: this process crawls alone.
TOPICCRAWL_REDIS_URL = ""
# Crashes that an address may take part in before it is given up as a dead letter.
TOPICCRAWL_MAX_ATTEMPTS = 5
# Seconds of processor time for a step of the work on a page. After that the page is a dead letter, its worker
# is ended and started again. 0: pages are not timed, and a worker that dies is not started again.
TOPICCRAWL_PAGE_SECONDS = 20.0
# Seconds after which the addresses of a worker that shows no life go to others.
TOPICCRAWL_LEASE_SECONDS = 30.0
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
    "topiccrawl.middlewares.link_context.LinkContextMiddleware": 950,
    # Nearest to the spider, so that all its callbacks do is timed.
    "topiccrawl.watch.WatchSpiderMiddleware": 1000,
}
# Endless headers would fill the memory.
DOWNLOAD_HANDLERS = dict.fromkeys(("http", "https"), "topiccrawl.download.HeaderLimitHandler")
ROBOTSTXT_PARSER = "topiccrawl.middlewares.robots.BoundedRobotParser"
DOWNLOADER_MIDDLEWARES = {
    # Nearest to the engine, so that redirects, retries and decompression are over when it looks.
    "topiccrawl.middlewares.description_gate.DescriptionGate": 25,
    "topiccrawl.middlewares.private_address.PrivateAddressGuard": 90,
    "topiccrawl.middlewares.robots.RobotsLimit": 95,
    "topiccrawl.middlewares.robots.RobotsObeyed": 100,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "topiccrawl.middlewares.meta_refresh.MetaRefresh": 580,
    # Nearest to the downloader, so that decompression is timed, too.
    "topiccrawl.watch.WatchMiddleware": 1000,
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,
}
ITEM_PIPELINES = {
    "topiccrawl.pipelines.extraction.ExtractionPipeline": 100,
    "topiccrawl.pipelines.cleaning.CleaningPipeline": 200,
    "topiccrawl.pipelines.verdict.VerdictPipeline": 300,
    "topiccrawl.pipelines.dedup.DedupPipeline": 400,
    "topiccrawl.pipelines.storage.StoragePipeline": 500,
}
ITEM_PROCESSOR = "topiccrawl.watch.WatchedPipelines"
EXTENSIONS = {
    "topiccrawl.progress.Progress": 0,
    "topiccrawl.start_urls.StartUrls": 0,
    "topiccrawl.watch.Watch": 0,
}

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
LOG_LEVEL = "INFO"
