"""The tables of the database, the same on SQLite and on MySQL or MariaDB.

Each module has the tables of one subject; all of them are in `metadata`. The migrations bring a database to
this state.

Text is compared byte by byte, whatever the server's default is. Names given by topiccrawl (topics,
extractors, stages) are short columns; values from pages and servers are long text, so that no page is refused
for a long title. No index is longer than 767 bytes, the limit of the oldest servers.
"""

from topiccrawl.storage.schema.column_types import metadata as metadata
from topiccrawl.storage.schema.comparison import sketch_hashes as sketch_hashes
from topiccrawl.storage.schema.comparison import sketch_progress as sketch_progress
from topiccrawl.storage.schema.comparison import sketch_runs as sketch_runs
from topiccrawl.storage.schema.comparison import sketches as sketches
from topiccrawl.storage.schema.comparison import title_terms as title_terms
from topiccrawl.storage.schema.comparison import url_forms as url_forms
from topiccrawl.storage.schema.comparison import url_habits as url_habits
from topiccrawl.storage.schema.corpus import drops as drops
from topiccrawl.storage.schema.corpus import duplicates as duplicates
from topiccrawl.storage.schema.corpus import page_index as page_index
from topiccrawl.storage.schema.corpus import page_parts as page_parts
from topiccrawl.storage.schema.corpus import pages as pages
from topiccrawl.storage.schema.corpus import runs as runs
from topiccrawl.storage.schema.corpus import set_aside as set_aside
from topiccrawl.storage.schema.corpus import sources as sources
from topiccrawl.storage.schema.corpus import text_changes as text_changes
from topiccrawl.storage.schema.crawl import hosts as hosts
from topiccrawl.storage.schema.crawl import links as links
from topiccrawl.storage.schema.crawl import page_models as page_models
from topiccrawl.storage.schema.crawl import revisits as revisits
from topiccrawl.storage.schema.crawl import run_figures as run_figures
from topiccrawl.storage.schema.crawl import search_queries as search_queries
from topiccrawl.storage.schema.crawl import search_results as search_results
from topiccrawl.storage.schema.crawl import sightings as sightings
from topiccrawl.storage.schema.crawl import site_lines as site_lines
from topiccrawl.storage.schema.crawl import source_visits as source_visits
from topiccrawl.storage.schema.crawl import url_sections as url_sections
from topiccrawl.storage.schema.crawl import waiting_children as waiting_children
from topiccrawl.storage.schema.crawl import waiting_pages as waiting_pages
from topiccrawl.storage.schema.people import briefing_deliveries as briefing_deliveries
from topiccrawl.storage.schema.people import briefing_issues as briefing_issues
from topiccrawl.storage.schema.people import briefing_plans as briefing_plans
from topiccrawl.storage.schema.people import briefing_templates as briefing_templates
from topiccrawl.storage.schema.people import crawl_wishes as crawl_wishes
from topiccrawl.storage.schema.people import inbox as inbox
from topiccrawl.storage.schema.people import labels as labels
from topiccrawl.storage.schema.people import page_changes as page_changes
from topiccrawl.storage.schema.people import page_tags as page_tags
from topiccrawl.storage.schema.people import saved_searches as saved_searches
from topiccrawl.storage.schema.people import sent_warnings as sent_warnings
from topiccrawl.storage.schema.people import tags as tags
from topiccrawl.storage.schema.people import text_blocks as text_blocks
from topiccrawl.storage.schema.people import text_words as text_words
from topiccrawl.storage.schema.people import warning_rules as warning_rules
from topiccrawl.storage.schema.people import watched_pages as watched_pages
from topiccrawl.storage.schema.people import watched_visits as watched_visits
from topiccrawl.storage.schema.people import word_marks as word_marks
from topiccrawl.storage.schema.stories import event_pages as event_pages
from topiccrawl.storage.schema.stories import event_people as event_people
from topiccrawl.storage.schema.stories import event_relations as event_relations
from topiccrawl.storage.schema.stories import events as events
from topiccrawl.storage.schema.stories import propagation as propagation
from topiccrawl.storage.schema.stories import reposts as reposts
