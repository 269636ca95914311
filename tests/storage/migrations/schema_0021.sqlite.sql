-- The tables of revision 0021 on SQLite, the last one of the development.
CREATE TABLE topiccrawl_version (
    version_num VARCHAR(32) NOT NULL,
    PRIMARY KEY (version_num)
)
;
CREATE TABLE body_clusters (
    topic VARCHAR(64) NOT NULL,
    extractor VARCHAR(64) NOT NULL,
    generation INTEGER NOT NULL,
    model TEXT NOT NULL,
    samples INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    fitted_at DATETIME NOT NULL,
    PRIMARY KEY (topic, extractor, generation)
)
;
CREATE TABLE body_samples (
    topic VARCHAR(64) NOT NULL,
    extractor VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    text_length DOUBLE NOT NULL,
    paragraph_length DOUBLE NOT NULL,
    link_length DOUBLE NOT NULL,
    images DOUBLE NOT NULL,
    full_stops DOUBLE NOT NULL,
    sampled_at DATETIME NOT NULL,
    generation INTEGER,
    PRIMARY KEY (topic, extractor, url_hash)
)
;
CREATE TABLE crawl_wishes (
    topic VARCHAR(64) NOT NULL,
    wish VARCHAR(64) NOT NULL,
    wished_at DATETIME NOT NULL,
    PRIMARY KEY (topic)
)
;
CREATE TABLE drops (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    url TEXT NOT NULL,
    stage VARCHAR(64) NOT NULL,
    reason TEXT NOT NULL,
    score DOUBLE,
    parent_url TEXT,
    anchor TEXT,
    run_id BIGINT NOT NULL,
    dropped_at DATETIME NOT NULL,
    score_parts TEXT,
    PRIMARY KEY (id),
    CONSTRAINT drops_topic_url_stage UNIQUE (topic, url_hash, stage)
)
;
CREATE TABLE events (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    name TEXT NOT NULL,
    time VARCHAR(64),
    place TEXT,
    people TEXT,
    country VARCHAR(64),
    province VARCHAR(64),
    category VARCHAR(64),
    organisations TEXT,
    first_page INTEGER,
    source TEXT,
    digest VARCHAR(64),
    PRIMARY KEY (id)
)
;
CREATE TABLE hosts (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    name VARCHAR(255) NOT NULL,
    waiting INTEGER DEFAULT 0 NOT NULL,
    leased INTEGER DEFAULT 0 NOT NULL,
    done INTEGER DEFAULT 0 NOT NULL,
    dead INTEGER DEFAULT 0 NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT hosts_topic_name UNIQUE (topic, name)
)
;
CREATE TABLE inbox (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    kind VARCHAR(64) NOT NULL,
    body TEXT NOT NULL,
    sent_at DATETIME NOT NULL,
    PRIMARY KEY (id)
)
;
CREATE TABLE labels (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    url TEXT NOT NULL,
    grade INTEGER NOT NULL,
    labelled_at DATETIME NOT NULL,
    PRIMARY KEY (id)
)
;
CREATE TABLE links (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    "key" BLOB NOT NULL,
    host_id BIGINT NOT NULL,
    state INTEGER NOT NULL,
    score DOUBLE NOT NULL,
    attempts DOUBLE NOT NULL,
    model INTEGER NOT NULL,
    url TEXT NOT NULL,
    why TEXT NOT NULL,
    reason TEXT,
    payload BLOB,
    dead_since DOUBLE,
    PRIMARY KEY (id),
    CONSTRAINT links_topic_key UNIQUE (topic, "key")
)
;
CREATE TABLE page_changes (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    seen_at DATETIME NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    added TEXT NOT NULL,
    removed TEXT NOT NULL,
    PRIMARY KEY (id)
)
;
CREATE TABLE page_tags (
    tag_id BIGINT NOT NULL,
    page_id BIGINT NOT NULL,
    PRIMARY KEY (tag_id, page_id)
)
;
CREATE TABLE pages (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    url TEXT NOT NULL,
    canonical_url TEXT,
    run_id BIGINT NOT NULL,
    fetched_at DATETIME NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    charset VARCHAR(64),
    charset_source VARCHAR(64),
    body_sha256 VARCHAR(64),
    kind VARCHAR(64),
    extractor VARCHAR(64),
    title TEXT NOT NULL,
    raw_title TEXT NOT NULL,
    author TEXT,
    published VARCHAR(64),
    site TEXT,
    text TEXT NOT NULL,
    relevance DOUBLE,
    description_relevance DOUBLE,
    body_relevance DOUBLE,
    priority DOUBLE,
    priority_parts TEXT NOT NULL,
    anchor TEXT,
    parent_url TEXT,
    depth INTEGER,
    quality TEXT,
    robots TEXT,
    tdm_reservation BOOLEAN,
    tdm_policy TEXT,
    licence TEXT,
    PRIMARY KEY (id),
    CONSTRAINT pages_topic_url UNIQUE (topic, url_hash)
)
;
CREATE TABLE revisits (
    topic VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    url TEXT NOT NULL,
    kind VARCHAR(64) NOT NULL,
    why TEXT NOT NULL,
    etag TEXT NOT NULL,
    last_modified TEXT NOT NULL,
    visited_at DATETIME NOT NULL,
    changes INTEGER NOT NULL,
    days DOUBLE NOT NULL,
    PRIMARY KEY (topic, url_hash)
)
;
CREATE TABLE run_figures (
    id INTEGER NOT NULL,
    run_id BIGINT NOT NULL,
    at DATETIME NOT NULL,
    state VARCHAR(64) NOT NULL,
    fetched INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    PRIMARY KEY (id)
)
;
CREATE TABLE runs (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    started_at DATETIME NOT NULL,
    finished_at DATETIME,
    finish_reason TEXT,
    settings TEXT NOT NULL,
    stats TEXT,
    PRIMARY KEY (id)
)
;
CREATE TABLE search_queries (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    query_hash VARCHAR(64) NOT NULL,
    service VARCHAR(64) NOT NULL,
    "query" TEXT NOT NULL,
    words TEXT NOT NULL,
    site VARCHAR(255) NOT NULL,
    asked_at DATETIME NOT NULL,
    results INTEGER,
    new_results INTEGER,
    PRIMARY KEY (id),
    CONSTRAINT search_queries_topic_query UNIQUE (topic, query_hash)
)
;
CREATE TABLE search_results (
    query_id BIGINT NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    topic VARCHAR(64) NOT NULL,
    url TEXT NOT NULL,
    engine VARCHAR(64) NOT NULL,
    place INTEGER NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    is_new BOOLEAN NOT NULL,
    kept BOOLEAN NOT NULL,
    CONSTRAINT search_results_query_url UNIQUE (query_id, url_hash)
)
;
CREATE TABLE sent_warnings (
    topic VARCHAR(64) NOT NULL,
    subject VARCHAR(64) NOT NULL,
    day VARCHAR(10) NOT NULL,
    sent_at DATETIME NOT NULL,
    PRIMARY KEY (topic, subject, day)
)
;
CREATE TABLE site_lines (
    topic VARCHAR(64) NOT NULL,
    host VARCHAR(255) NOT NULL,
    line_counts BLOB NOT NULL,
    changed_at DATETIME NOT NULL,
    PRIMARY KEY (topic, host)
)
;
CREATE TABLE sketch_hashes (
    hash BIGINT NOT NULL,
    page_id INTEGER NOT NULL,
    roles SMALLINT NOT NULL,
    PRIMARY KEY (hash, page_id)
)
 WITHOUT ROWID
;
CREATE TABLE sketch_progress (
    topic VARCHAR(64) NOT NULL,
    form VARCHAR(64) NOT NULL,
    last_page BIGINT NOT NULL,
    complete BOOLEAN NOT NULL,
    PRIMARY KEY (topic)
)
;
CREATE TABLE tags (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    name VARCHAR(64) NOT NULL,
    words VARCHAR(64) NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT tags_topic_name UNIQUE (topic, name)
)
;
CREATE TABLE term_weights (
    topic VARCHAR(64) NOT NULL,
    term VARCHAR(64) NOT NULL,
    document_frequency BIGINT NOT NULL,
    total BIGINT NOT NULL,
    idf DOUBLE NOT NULL,
    PRIMARY KEY (topic, term)
)
 WITHOUT ROWID
;
CREATE TABLE url_forms (
    topic VARCHAR(64) NOT NULL,
    form BLOB NOT NULL,
    page_id INTEGER NOT NULL,
    PRIMARY KEY (topic, form, page_id)
)
 WITHOUT ROWID
;
CREATE TABLE url_habits (
    topic VARCHAR(64) NOT NULL,
    habit BLOB NOT NULL,
    host VARCHAR(255) NOT NULL,
    shape VARCHAR(64) NOT NULL,
    rule VARCHAR(64) NOT NULL,
    alike INTEGER NOT NULL,
    unlike INTEGER NOT NULL,
    PRIMARY KEY (topic, habit)
)
;
CREATE TABLE url_sections (
    topic VARCHAR(64) NOT NULL,
    host VARCHAR(255) NOT NULL,
    directory VARCHAR(64) NOT NULL,
    accepted INTEGER NOT NULL,
    visited INTEGER NOT NULL,
    PRIMARY KEY (topic, host, directory)
)
;
CREATE TABLE waiting_children (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    page_hash VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    page_url TEXT NOT NULL,
    url TEXT NOT NULL,
    similarity DOUBLE NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT waiting_children_page_url UNIQUE (topic, page_hash, url_hash)
)
;
CREATE TABLE waiting_pages (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    url TEXT NOT NULL,
    run_id BIGINT NOT NULL,
    fetched_at DATETIME NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    raw_html BLOB NOT NULL,
    why TEXT NOT NULL,
    similarity DOUBLE NOT NULL,
    expected INTEGER NOT NULL,
    weak_before INTEGER NOT NULL,
    links TEXT NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT waiting_pages_topic_url UNIQUE (topic, url_hash)
)
;
CREATE TABLE warning_rules (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    kind VARCHAR(64) NOT NULL,
    word VARCHAR(64) NOT NULL,
    sigma DOUBLE NOT NULL,
    least INTEGER NOT NULL,
    PRIMARY KEY (id)
)
;
CREATE TABLE watched_pages (
    id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    url TEXT NOT NULL,
    added_at DATETIME NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT watched_pages_topic_url UNIQUE (topic, url_hash)
)
;
CREATE TABLE watched_visits (
    topic VARCHAR(64) NOT NULL,
    url_hash VARCHAR(64) NOT NULL,
    checked_at DATETIME NOT NULL,
    problem TEXT NOT NULL,
    etag TEXT NOT NULL,
    last_modified TEXT NOT NULL,
    PRIMARY KEY (topic, url_hash)
)
;
CREATE TABLE word_marks (
    topic VARCHAR(64) NOT NULL,
    word VARCHAR(64) NOT NULL,
    last_page BIGINT NOT NULL,
    PRIMARY KEY (topic, word)
)
;
CREATE TABLE duplicates (
    page_id INTEGER NOT NULL,
    original_hash VARCHAR(64) NOT NULL,
    original_url TEXT NOT NULL,
    kind VARCHAR(64),
    similarity DOUBLE,
    found_at DATETIME NOT NULL,
    PRIMARY KEY (page_id),
    CONSTRAINT duplicates_page FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE
)
;
CREATE TABLE event_pages (
    event_id INTEGER NOT NULL,
    page_id INTEGER NOT NULL,
    PRIMARY KEY (event_id, page_id),
    CONSTRAINT event_pages_event FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE,
    CONSTRAINT event_pages_page FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE
)
;
CREATE TABLE event_people (
    event_id INTEGER NOT NULL,
    person VARCHAR(64) NOT NULL,
    mentions INTEGER NOT NULL,
    PRIMARY KEY (event_id, person),
    CONSTRAINT event_people_event FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE
)
;
CREATE TABLE event_relations (
    event_id INTEGER NOT NULL,
    other_id INTEGER NOT NULL,
    kind VARCHAR(64) NOT NULL,
    similarity DOUBLE NOT NULL,
    PRIMARY KEY (event_id, other_id),
    CONSTRAINT event_relations_event FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE,
    CONSTRAINT event_relations_other FOREIGN KEY(other_id) REFERENCES events (id) ON DELETE CASCADE
)
;
CREATE TABLE page_index (
    page_id INTEGER NOT NULL,
    topic VARCHAR(64) NOT NULL,
    host VARCHAR(255) NOT NULL,
    day VARCHAR(10) NOT NULL,
    relevance DOUBLE,
    title TEXT NOT NULL,
    tokens TEXT NOT NULL,
    copied INTEGER DEFAULT 0 NOT NULL,
    event_id BIGINT,
    PRIMARY KEY (page_id),
    CONSTRAINT page_index_page FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE
)
;
CREATE TABLE propagation (
    page_id INTEGER NOT NULL,
    title TEXT,
    title_link TEXT,
    keywords TEXT,
    keyword_links TEXT,
    publishing_site TEXT,
    reposting_sites TEXT,
    author TEXT,
    summary TEXT,
    comments TEXT,
    attention BIGINT,
    PRIMARY KEY (page_id),
    CONSTRAINT propagation_page FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE
)
;
CREATE TABLE reposts (
    page_id INTEGER NOT NULL,
    from_page_id INTEGER,
    via TEXT,
    source_line TEXT,
    evidence TEXT,
    comment_count BIGINT,
    PRIMARY KEY (page_id),
    CONSTRAINT reposts_page FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE
)
;
CREATE TABLE sketches (
    page_id INTEGER NOT NULL,
    roles SMALLINT NOT NULL,
    title_words BLOB NOT NULL,
    digest BLOB,
    shingles INTEGER,
    body_hashes BLOB,
    PRIMARY KEY (page_id),
    CONSTRAINT sketches_page FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE
)
;
CREATE TABLE sources (
    page_id INTEGER NOT NULL,
    raw_html BLOB,
    raw_text TEXT NOT NULL,
    posts TEXT,
    PRIMARY KEY (page_id),
    CONSTRAINT sources_page FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE
)
;
CREATE TABLE title_terms (
    page_id INTEGER NOT NULL,
    term VARCHAR(64) NOT NULL,
    occurrences INTEGER NOT NULL,
    PRIMARY KEY (page_id, term),
    CONSTRAINT title_terms_page FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE
)
 WITHOUT ROWID
;
CREATE VIRTUAL TABLE page_words USING fts5(tokens, content='page_index', content_rowid='page_id', detail='none', columnsize=0, tokenize='ascii')
;
CREATE INDEX body_samples_waiting ON body_samples (topic, extractor, generation)
;
CREATE INDEX events_topic_time ON events (topic, time)
;
CREATE INDEX events_topic_digest ON events (topic, digest)
;
CREATE INDEX labels_topic_id ON labels (topic, id)
;
CREATE INDEX links_model ON links (topic, model) WHERE state < 2
;
CREATE INDEX links_queue ON links (host_id, score DESC, id, state) WHERE state < 2
;
CREATE INDEX links_held ON links (topic) WHERE state < 2 AND attempts > 0
;
CREATE INDEX links_dead ON links (topic) WHERE state = 3
;
CREATE INDEX page_changes_page ON page_changes (topic, url_hash, id)
;
CREATE INDEX page_tags_page ON page_tags (page_id)
;
CREATE INDEX pages_topic_id ON pages (topic, id)
;
CREATE INDEX pages_topic_published ON pages (topic, published)
;
CREATE INDEX pages_topic_fetched_at ON pages (topic, fetched_at)
;
CREATE INDEX run_figures_run ON run_figures (run_id, id)
;
CREATE INDEX search_results_topic_url ON search_results (topic, url_hash)
;
CREATE INDEX warning_rules_topic ON warning_rules (topic, id)
;
CREATE INDEX duplicates_original_hash ON duplicates (original_hash)
;
CREATE INDEX event_pages_page_id ON event_pages (page_id)
;
CREATE INDEX event_people_person ON event_people (person)
;
CREATE INDEX event_relations_other_id ON event_relations (other_id)
;
CREATE INDEX page_index_site ON page_index (topic, host, day, copied)
;
CREATE INDEX page_index_period ON page_index (topic, day, page_id, host, copied, event_id)
;
CREATE INDEX page_index_list ON page_index (topic, page_id, host, day, relevance)
;
CREATE INDEX reposts_from_page_id ON reposts (from_page_id)
;
CREATE INDEX title_terms_term ON title_terms (term)
;
CREATE VIEW title_tf_idf AS
SELECT pages.topic, title_terms.page_id, title_terms.term, title_terms.occurrences,
       term_weights.document_frequency, term_weights.total,
       LN(1.0 * counted.pages / term_weights.document_frequency) AS idf,
       title_terms.occurrences * LN(1.0 * counted.pages / term_weights.document_frequency) AS tf_idf
FROM title_terms
JOIN pages ON pages.id = title_terms.page_id
JOIN term_weights ON term_weights.topic = pages.topic AND term_weights.term = title_terms.term
JOIN (SELECT topic, COUNT(*) AS pages FROM pages GROUP BY topic) counted ON counted.topic = pages.topic
;
CREATE TRIGGER page_index_added AFTER INSERT ON page_index BEGIN INSERT INTO page_words (rowid, tokens) VALUES (new.page_id, new.tokens); END
;
CREATE TRIGGER page_index_removed AFTER DELETE ON page_index BEGIN INSERT INTO page_words (page_words, rowid, tokens) VALUES ('delete', old.page_id, old.tokens); END
;
CREATE TRIGGER page_index_changed AFTER UPDATE OF tokens ON page_index BEGIN INSERT INTO page_words (page_words, rowid, tokens) VALUES ('delete', old.page_id, old.tokens); INSERT INTO page_words (rowid, tokens) VALUES (new.page_id, new.tokens); END
;
