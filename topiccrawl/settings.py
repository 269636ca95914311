"""Settings of the project: those that start with TOPICCRAWL_ are its own, the others are Scrapy's."""

import os

from topiccrawl import __version__
from topiccrawl.wings import registered

BOT_NAME = "topiccrawl"
SPIDER_MODULES = ["topiccrawl.spiders"]
NEWSPIDER_MODULE = "topiccrawl.spiders"
# `scrapy crawl` with a supervisor, and with an exit code that says how the crawl went.
COMMANDS_MODULE = "topiccrawl.commands"

# --- ours ---------------------------------------------------------------------------------------------------
# Topic of spiders that have none of their own, in a project that uses topiccrawl as an add-on: its name or
# folder; empty: they are crawled as Scrapy does.
TOPICCRAWL_TOPIC = ""
# Database of pages, drops and runs: sqlite:///FILE or mysql+pymysql://USER:PASSWORD@HOST/DATABASE. An
# environment variable of this name replaces the default, and -s overrides both.
TOPICCRAWL_DATABASE_URL = os.environ.get("TOPICCRAWL_DATABASE_URL") or "sqlite:///corpus.db"
# Seconds that a crawl waits for an unavailable database before it ends.
TOPICCRAWL_DATABASE_PATIENCE = 60.0
# Whether `scrapy crawl` finds stories, warnings and groups of pages to confirm when it has ended.
TOPICCRAWL_STEPS = False
# Redis that the workers of one crawl share, redis://HOST:PORT/NUMBER; empty: this process crawls alone. The
# environment variable works in the same way.
TOPICCRAWL_REDIS_URL = os.environ.get("TOPICCRAWL_REDIS_URL") or ""
# Crashes, or errors in callbacks and item pipelines, after which a URL becomes a dead letter.
TOPICCRAWL_MAX_ATTEMPTS = 5
# Seconds of processor time for one step of the work on a page. A page that takes longer becomes a dead
# letter, and its worker is restarted. 0: no limit, and a worker that dies is not restarted.
TOPICCRAWL_PAGE_SECONDS = 20.0
# Seconds without a sign of life after which a worker's URLs go to other workers.
TOPICCRAWL_LEASE_SECONDS = 30.0
# Longest pause, in seconds, of a host that answers 429 or 503, whatever its Retry-After says.
TOPICCRAWL_LONGEST_PAUSE = 300.0
# Seconds of such pauses without a page after which the links of a host become dead letters.
TOPICCRAWL_HOST_PATIENCE = 900.0
# Consecutive 401 or 403 responses after which the links of a host become dead letters; 0: never.
TOPICCRAWL_HOST_DENIALS = 20
# Proxies for requests: URLs separated by commas, or a file with one a line; empty: only http_proxy and
# https_proxy of the environment. The environment variable works in the same way.
TOPICCRAWL_PROXIES = os.environ.get("TOPICCRAWL_PROXIES") or ""
# Whether a host keeps its proxy while that is healthy ("host"), or each request takes the next one
# ("request").
TOPICCRAWL_PROXY_ROTATION = "host"
# Which pages are rendered in a browser (extra "browser"): off, rules (those of the topic's [browser]), shells
# (also pages that are empty without their scripts).
TOPICCRAWL_BROWSER = "off"
# Seconds of a site's turn, while the other sites wait; 0: all sites at once.
TOPICCRAWL_SITE_SLICE = 0.0
# Main-text extractor: article (default), density, density:source, visual, visual-browser, clustering,
# clustering:literal, trafilatura.
TOPICCRAWL_EXTRACTOR = "article"
# Text of forum threads and microblogs: posts (all of them), first (the opening post), off (they are extracted
# like articles, and no posts are stored).
TOPICCRAWL_THREAD_TEXT = "posts"
# What makes a page a duplicate: "story" (body, or title and body) or "title" (the title alone, literally
# of paper C). Empty: `dedup` in the topic's topic.toml, else "story".
TOPICCRAWL_DEDUP = ""
# Minimum cosine of two titles of the same story.
TOPICCRAWL_TITLE_THRESHOLD = 0.8
# File with a word a line whose density in each page becomes the quality attribute `sensitive`; empty: none.
TOPICCRAWL_SENSITIVE_WORDS = ""
# How long idle hosts wait while better links wait for busy hosts, in delays for each tenth of priority, and
# up to four times as long for links with a fraction of the best priority; 0: never.
TOPICCRAWL_PATIENCE = 30.0
# Seconds between polls for pages of other workers and for new grades, from which the order of links is
# learned; 0: never.
TOPICCRAWL_LESSON_INTERVAL = 10.0
# Number of recent pages by which a crawl without CLOSESPIDER_PAGECOUNT and CLOSESPIDER_ITEMCOUNT is ended
# when less than 1 % of them were new; 0: never.
TOPICCRAWL_DRY_PAGES = 1000
# Pages that a group of trap-like URLs (growing path, session id, calendar, search) may cost without a new
# page; 0: no limit.
TOPICCRAWL_TRAP_PAGES = 8
# Maximum number of pages of one host that a worker fetches; 0: no limit.
TOPICCRAWL_HOST_PAGES = 0
# Maximum seconds that links wait until all seeds are read, so that the first pages are the best of all seeds.
TOPICCRAWL_SEED_HEAD_START = 10.0
# Seconds after which the start of a crawl retries links that returned 404 or the like, once; 0: never.
TOPICCRAWL_DEAD_LINK_TERM = 90 * 86400.0
# Minimum probability of a change from which `revisit=1` requests a list, sitemap or feed again; 0: always.
TOPICCRAWL_REVISIT_CHANCE = 0.2
# Seconds between visits to the pages that people watch for changes; 0: never.
TOPICCRAWL_WATCH_INTERVAL = 3600.0
# SearXNG instance for `discover=1`, such as http://127.0.0.1:8888/; empty: the library ddgs (extra
# discovery). The environment variable works as for the database.
TOPICCRAWL_SEARXNG_URL = os.environ.get("TOPICCRAWL_SEARXNG_URL") or ""
# Engines of SearXNG, or backends of ddgs, separated by commas; empty: the defaults there.
TOPICCRAWL_SEARCH_ENGINES = ""
# Maximum number of search queries in a crawl.
TOPICCRAWL_SEARCH_QUERIES = 30
# Seconds between two queries.
TOPICCRAWL_SEARCH_PAUSE = 5.0
# Contact of the crawl's operator, an e-mail address or an http(s) URL: the user agent ends in (+CONTACT).
# Empty: `contact` in the topic's topic.toml. The environment variable works in the same way. A USER_AGENT of
# your own is not changed.
TOPICCRAWL_CONTACT = os.environ.get("TOPICCRAWL_CONTACT") or ""
# Whether loopback and private addresses may be crawled; meant for a web of your own on this machine.
TOPICCRAWL_ALLOW_PRIVATE = False
# Private networks that may be crawled, as in an intranet: a list, or 10.1.0.0/16,fd00:1::/32. The environment
# variable works in the same way.
TOPICCRAWL_ALLOW_NETWORKS = os.environ.get("TOPICCRAWL_ALLOW_NETWORKS") or ""
# What happens to public pages of servers that cannot be verified (certificate, old TLS): "record" fetches
# them and says so in their records, "strict" drops them. Log-ins, cookies and passwords always go to verified
# servers only.
TOPICCRAWL_TLS = "record"
# Seconds without requests to a host whose robots.txt returns 5xx or does not respond; doubled after each
# further failure.
TOPICCRAWL_ROBOTS_RETRY = 60.0
# Whether to skip links with rel="nofollow", and all links of pages with the robots directive nofollow.
TOPICCRAWL_NOFOLLOW = True
# Whether lists that are paged by POST are read: only fields of paging, size, column and sort are set.
TOPICCRAWL_POST_LISTS = True
# Whether to fetch and read script files of lists without headlines, at most four a page; they are never run.
TOPICCRAWL_SCRIPT_FILES = True
# Whether texts in files (PDF, Word, Excel, OFD) are read, as articles and as attachments (extra "files").
TOPICCRAWL_FILES = True
# Seconds for fetching the further pages of an article; an incomplete article is marked as partial.
TOPICCRAWL_PARTS_SECONDS = 120.0
# Whether the file /.well-known/tdmrep.json is fetched, once for each site of which a page is stored.
TOPICCRAWL_TDM_FILES = True
# Port of Prometheus metrics (extra "metrics"), or HOST:PORT; 0: none. They have no password, so any other
# address than loopback needs a firewall.
TOPICCRAWL_METRICS_PORT = 0
# Whether log lines are JSON objects.
TOPICCRAWL_LOG_JSON = False
# Webhooks that alerts go to: KIND=URL or KIND=URL#SECRET, with commas between them, or a file of lines. KIND
# is generic, dingtalk, wecom or feishu; empty: none. The environment variable works in the same way.
TOPICCRAWL_ALERTS = os.environ.get("TOPICCRAWL_ALERTS") or ""
# Events that send alerts: stopped, finished, harvest, blocked, storage, disk, trap, change (of a watched
# page).
TOPICCRAWL_ALERT_EVENTS = "stopped,harvest,blocked,storage,disk,trap,change"
# Minimum free space on the disk of the crawl, in MB, below which an alert is sent; 0: none.
TOPICCRAWL_ALERT_DISK_MB = 1000
# File in which all responses of the crawl are recorded, for `topiccrawl replay capture`; empty: none.
TOPICCRAWL_RECORD = ""

# --- how a topic crawl runs in Scrapy -----------------------------------------------------------------------
SCHEDULER = "topiccrawl.scheduler.FocusedScheduler"
SPIDER_MIDDLEWARES = {
    "topiccrawl.middlewares.duplicate_pages.DuplicatePagesMiddleware": 940,
    # Before copies are looked for: links that are not followed need not wait.
    "topiccrawl.middlewares.describe_requests.LinkContextMiddleware": 950,
    # Before the links of a page are looked at: it is stored first.
    "topiccrawl.middlewares.guests.GuestPages": 960,
    # Nearest to the spider, so that all its callbacks do is timed.
    "topiccrawl.middlewares.page_timing.CallbackTiming": 1000,
}
# Limits the headers of a response: endless ones would fill the memory.
DOWNLOAD_HANDLERS = dict.fromkeys(("http", "https"), "topiccrawl.downloader.header_limit.HeaderLimitHandler")
ROBOTSTXT_PARSER = "topiccrawl.middlewares.robots.BoundedRobotParser"
DOWNLOADER_MIDDLEWARES = {
    # Nearest to the engine: retries are over, and the gate has not refused anything yet.
    "topiccrawl.middlewares.guests.GuestFailures": 30,
    # Nearest to the engine, so that redirects, retries and decompression are over when it looks.
    "topiccrawl.middlewares.description_gate.DescriptionGate": 25,
    # Before the gate, which makes pages of the texts.
    "topiccrawl.middlewares.file_texts.FileTexts": 28,
    "topiccrawl.middlewares.file_texts.LargeListings": 27,
    # Before all that concerns hosts: what it answers is not downloaded.
    "topiccrawl.middlewares.stored_pages.StoredPages": 50,
    "topiccrawl.middlewares.private_address.PrivateAddressGuard": 97,
    # Nearer to the engine than decompression: it reads pages.
    "topiccrawl.middlewares.access.login.LoginExpiry": 578,
    # After all that refuses a request; it answers with pages whose parts it has downloaded.
    "topiccrawl.middlewares.access.browser.BrowserPages": 575,
    # Nearest to the downloader of those that say how a server is verified.
    "topiccrawl.middlewares.access.site_tls.SiteTls": 710,
    # In the place of Scrapy's cookies: nearer to the downloader than redirects, which may set cookies.
    "topiccrawl.middlewares.access.login.LoginSessions": 700,
    # Nearer to the downloader than log-ins, whose cookies it leaves alone, and than redirects.
    "topiccrawl.middlewares.access.cookie_gates.CookieGates": 705,
    # Nearer to the downloader than retries, so that a retry waits too.
    "topiccrawl.middlewares.host_pauses.HostPausesMiddleware": 560,
    "topiccrawl.middlewares.robots.RobotsLimit": 95,
    "topiccrawl.middlewares.robots.RobotsObeyed": 100,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    # After decompression and before all that would follow, render or retry what it marks.
    "topiccrawl.middlewares.challenges.ChallengePages": 583,
    "topiccrawl.middlewares.meta_refresh.MetaRefresh": 580,
    "topiccrawl.middlewares.unpacking.BoundedUnpacking": 590,
    "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": None,
    # Before Scrapy's own, which reads the password of the proxy.
    "topiccrawl.middlewares.access.proxies.ProxyPoolMiddleware": 745,
    # Nearest to the downloader, so that decompression is timed, too.
    "topiccrawl.middlewares.page_timing.DownloadTiming": 1000,
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,
    **registered("DOWNLOADER_MIDDLEWARES"),
}
ITEM_PIPELINES = {
    "topiccrawl.pipelines.extraction.ExtractionPipeline": 100,
    # Before frames, which may show a file, and cleaning: the text of a notice may be in its files alone.
    "topiccrawl.pipelines.attachments.AttachmentsPipeline": 140,
    "topiccrawl.pipelines.framed_text.FramedTextPipeline": 150,
    "topiccrawl.pipelines.cleaning.CleaningPipeline": 200,
    "topiccrawl.pipelines.verdict.VerdictPipeline": 300,
    "topiccrawl.pipelines.article_parts.ArticlePartsPipeline": 350,
    "topiccrawl.pipelines.dedup.DedupPipeline": 400,
    "topiccrawl.pipelines.storage.StoragePipeline": 500,
}
EXTENSIONS = {
    # Before all others, so that their errors are shortened too.
    "topiccrawl.extensions.error_lines.ErrorLines": -10,
    "topiccrawl.extensions.dead_links.DeadLinks": 0,
    "topiccrawl.extensions.discovery.Discovery": 0,
    "topiccrawl.extensions.monitoring.alerts.Alerts": 0,
    "topiccrawl.extensions.monitoring.metrics.Metrics": 0,
    "topiccrawl.extensions.desk.Desk": 0,
    "topiccrawl.extensions.learning.page_verdicts.PageVerdicts": 0,
    "topiccrawl.extensions.lesson_feed.LessonFeed": 0,
    "topiccrawl.extensions.missed.Missed": 0,
    "topiccrawl.extensions.progress.Progress": 0,
    "topiccrawl.extensions.resumed_model.ResumedModel": 0,
    "topiccrawl.extensions.revisits.Revisits": 0,
    "topiccrawl.extensions.run_dry.RunDry": 0,
    "topiccrawl.extensions.site_maps.SiteMaps": 0,
    "topiccrawl.extensions.start_urls.StartUrls": 0,
    "topiccrawl.extensions.waiting_room.WaitingRoom": 0,
    "topiccrawl.extensions.watch.Watch": 0,
    # After all others, since it reports what they have counted.
    "topiccrawl.extensions.summary.Summary": 1000,
    **registered("EXTENSIONS"),
}
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
# Links with longer URLs are dropped and counted. Some servers answer relative links with ever longer ones.
URLLENGTH_LIMIT = 2083
DOWNLOAD_MAXSIZE = 10 * 1024 * 1024
DOWNLOAD_WARNSIZE = 5 * 1024 * 1024
RETRY_TIMES = 2
RETRY_PRIORITY_ADJUST = 0  # links have priorities under 1: the usual -1 would put a retry behind all of them
COOKIES_ENABLED = False
# Bytes of the pages in flight. Each page holds memory for its tree and is fetched again after a crash.
# Scrapy's default of 5 MB would allow hundreds of small pages.
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 1_000_000

# Items of one page that are in the pipelines at once. Scrapy starts this many tasks for every page, and a
# page is one item here; its default is a hundred.
CONCURRENT_ITEMS = 8

# --- the rest -----------------------------------------------------------------------------------------------
# RemoteControl runs any Python that it receives over local HTTP in the crawl's process, which is unsafe on a
# server with other users.
REMOTE_CONTROL_ENABLED = False
TELNETCONSOLE_ENABLED = False
FEED_EXPORT_ENCODING = "utf-8"
# CSV files are opened in spreadsheets: texts that look like formulas get an apostrophe.
FEED_EXPORTERS = {
    "csv": "topiccrawl.exporters.SpreadsheetCsvExporter",
    "xml": "topiccrawl.exporters.EmptyXmlExporter",
}
LOG_LEVEL = "INFO"
LOG_VERSIONS: list[str] = []  # `scrapy version -v` shows them
# The summary shows the main counters; the table `runs` keeps all of them.
STATS_DUMP = False
