-- The tables of revision 0021 on MariaDB, the last one of the development.
CREATE TABLE `body_clusters` (
  `topic` varchar(64) NOT NULL,
  `extractor` varchar(64) NOT NULL,
  `generation` int(11) NOT NULL,
  `model` longtext NOT NULL,
  `samples` int(11) NOT NULL,
  `waiting` int(11) NOT NULL,
  `fitted_at` datetime(6) NOT NULL,
  PRIMARY KEY (`topic`,`extractor`,`generation`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `body_samples` (
  `topic` varchar(64) NOT NULL,
  `extractor` varchar(64) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `text_length` double NOT NULL,
  `paragraph_length` double NOT NULL,
  `link_length` double NOT NULL,
  `images` double NOT NULL,
  `full_stops` double NOT NULL,
  `sampled_at` datetime(6) NOT NULL,
  `generation` int(11) DEFAULT NULL,
  PRIMARY KEY (`topic`,`extractor`,`url_hash`),
  KEY `body_samples_waiting` (`topic`,`extractor`,`generation`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `crawl_wishes` (
  `topic` varchar(64) NOT NULL,
  `wish` varchar(64) NOT NULL,
  `wished_at` datetime(6) NOT NULL,
  PRIMARY KEY (`topic`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `drops` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sha256 of url, hexadecimal',
  `url` longtext NOT NULL,
  `stage` varchar(64) NOT NULL,
  `reason` longtext NOT NULL,
  `score` double DEFAULT NULL,
  `parent_url` longtext DEFAULT NULL,
  `anchor` longtext DEFAULT NULL,
  `run_id` bigint(20) NOT NULL,
  `dropped_at` datetime(6) NOT NULL,
  `score_parts` longtext DEFAULT NULL COMMENT 'JSON',
  PRIMARY KEY (`id`),
  UNIQUE KEY `drops_topic_url_stage` (`topic`,`url_hash`,`stage`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `events` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `name` longtext NOT NULL,
  `time` varchar(64) DEFAULT NULL,
  `place` longtext DEFAULT NULL,
  `people` longtext DEFAULT NULL COMMENT 'JSON',
  `country` varchar(64) DEFAULT NULL,
  `province` varchar(64) DEFAULT NULL,
  `category` varchar(64) DEFAULT NULL,
  `organisations` longtext DEFAULT NULL COMMENT 'JSON',
  `first_page` bigint(20) DEFAULT NULL,
  `source` longtext DEFAULT NULL,
  `digest` char(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `events_topic_time` (`topic`,`time`),
  KEY `events_topic_digest` (`topic`,`digest`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `hosts` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `name` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'the downloader''s slot',
  `waiting` int(11) NOT NULL DEFAULT 0 COMMENT 'links that wait',
  `leased` int(11) NOT NULL DEFAULT 0 COMMENT 'links that are being visited',
  `done` int(11) NOT NULL DEFAULT 0 COMMENT 'links that were visited',
  `dead` int(11) NOT NULL DEFAULT 0 COMMENT 'links that were given up',
  PRIMARY KEY (`id`),
  UNIQUE KEY `hosts_topic_name` (`topic`,`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `inbox` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `kind` varchar(64) NOT NULL,
  `body` longtext NOT NULL COMMENT 'JSON',
  `sent_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `labels` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `url` longtext NOT NULL,
  `grade` int(11) NOT NULL,
  `labelled_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `labels_topic_id` (`topic`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `links` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT COMMENT 'in the order in which they were found',
  `topic` varchar(64) NOT NULL,
  `key` varbinary(64) NOT NULL COMMENT 'hash of the address without its variants',
  `host_id` bigint(20) NOT NULL,
  `state` int(11) NOT NULL COMMENT '0 waits, 1 is leased, 2 is done, 3 is dead',
  `score` double NOT NULL COMMENT 'higher comes first',
  `attempts` double NOT NULL COMMENT 'crashes it took part in, and the lease it has',
  `model` int(11) NOT NULL COMMENT 'version of the link model the score is of; 0: none',
  `url` longtext NOT NULL,
  `why` longtext NOT NULL COMMENT 'JSON: anchor text, parent page, parts of the score',
  `reason` longtext DEFAULT NULL COMMENT 'why it is dead',
  `payload` longblob DEFAULT NULL COMMENT 'the request; forgotten when it is done',
  `dead_since` double DEFAULT NULL COMMENT 'when it died, in seconds since 1970',
  PRIMARY KEY (`id`),
  UNIQUE KEY `links_topic_key` (`topic`,`key`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `page_changes` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sha256 of url, hexadecimal',
  `seen_at` datetime(6) NOT NULL,
  `title` longtext NOT NULL,
  `text` longtext NOT NULL,
  `added` longtext NOT NULL COMMENT 'JSON',
  `removed` longtext NOT NULL COMMENT 'JSON',
  PRIMARY KEY (`id`),
  KEY `page_changes_page` (`topic`,`url_hash`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `page_tags` (
  `tag_id` bigint(20) NOT NULL,
  `page_id` bigint(20) NOT NULL,
  PRIMARY KEY (`tag_id`,`page_id`),
  KEY `page_tags_page` (`page_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `pages` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sha256 of url, hexadecimal',
  `url` longtext NOT NULL COMMENT 'as fetched, after redirects',
  `canonical_url` longtext DEFAULT NULL,
  `run_id` bigint(20) NOT NULL,
  `fetched_at` datetime(6) NOT NULL,
  `status` int(11) NOT NULL,
  `headers` longtext NOT NULL COMMENT 'JSON',
  `charset` varchar(64) DEFAULT NULL,
  `charset_source` varchar(64) DEFAULT NULL,
  `body_sha256` char(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `kind` varchar(64) DEFAULT NULL,
  `extractor` varchar(64) DEFAULT NULL,
  `title` longtext NOT NULL,
  `raw_title` longtext NOT NULL,
  `author` longtext DEFAULT NULL,
  `published` varchar(64) DEFAULT NULL COMMENT 'ISO 8601, as exact as the page says',
  `site` longtext DEFAULT NULL,
  `text` longtext NOT NULL COMMENT 'after cleaning',
  `relevance` double DEFAULT NULL,
  `description_relevance` double DEFAULT NULL,
  `body_relevance` double DEFAULT NULL,
  `priority` double DEFAULT NULL,
  `priority_parts` longtext NOT NULL COMMENT 'JSON',
  `anchor` longtext DEFAULT NULL,
  `parent_url` longtext DEFAULT NULL,
  `depth` int(11) DEFAULT NULL,
  `quality` longtext DEFAULT NULL COMMENT 'JSON',
  `robots` longtext DEFAULT NULL,
  `tdm_reservation` tinyint(1) DEFAULT NULL,
  `tdm_policy` longtext DEFAULT NULL,
  `licence` longtext DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `pages_topic_url` (`topic`,`url_hash`),
  KEY `pages_topic_fetched_at` (`topic`,`fetched_at`),
  KEY `pages_topic_id` (`topic`,`id`),
  KEY `pages_topic_published` (`topic`,`published`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `revisits` (
  `topic` varchar(64) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sha256 of url, hexadecimal',
  `url` longtext NOT NULL,
  `kind` varchar(64) NOT NULL,
  `why` longtext NOT NULL COMMENT 'JSON',
  `etag` longtext NOT NULL,
  `last_modified` longtext NOT NULL,
  `visited_at` datetime(6) NOT NULL,
  `changes` int(11) NOT NULL,
  `days` double NOT NULL,
  PRIMARY KEY (`topic`,`url_hash`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `run_figures` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `run_id` bigint(20) NOT NULL,
  `at` datetime(6) NOT NULL,
  `state` varchar(64) NOT NULL,
  `fetched` int(11) NOT NULL,
  `kept` int(11) NOT NULL,
  `duplicates` int(11) NOT NULL,
  `dropped` int(11) NOT NULL,
  `errors` int(11) NOT NULL,
  `waiting` int(11) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `run_figures_run` (`run_id`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `runs` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `started_at` datetime(6) NOT NULL,
  `finished_at` datetime(6) DEFAULT NULL,
  `finish_reason` longtext DEFAULT NULL,
  `settings` longtext NOT NULL COMMENT 'JSON',
  `stats` longtext DEFAULT NULL COMMENT 'JSON',
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `search_queries` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `query_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sha256 of service and query',
  `service` varchar(64) NOT NULL,
  `query` longtext NOT NULL,
  `words` longtext NOT NULL COMMENT 'JSON',
  `site` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `asked_at` datetime(6) NOT NULL,
  `results` int(11) DEFAULT NULL,
  `new_results` int(11) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `search_queries_topic_query` (`topic`,`query_hash`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `search_results` (
  `query_id` bigint(20) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sha256 of url, hexadecimal',
  `topic` varchar(64) NOT NULL,
  `url` longtext NOT NULL,
  `engine` varchar(64) NOT NULL,
  `place` int(11) NOT NULL,
  `title` longtext NOT NULL,
  `text` longtext NOT NULL,
  `is_new` tinyint(1) NOT NULL,
  `kept` tinyint(1) NOT NULL,
  UNIQUE KEY `search_results_query_url` (`query_id`,`url_hash`),
  KEY `search_results_topic_url` (`topic`,`url_hash`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `sent_warnings` (
  `topic` varchar(64) NOT NULL,
  `subject` varchar(64) NOT NULL,
  `day` char(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `sent_at` datetime(6) NOT NULL,
  PRIMARY KEY (`topic`,`subject`,`day`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `site_lines` (
  `topic` varchar(64) NOT NULL,
  `host` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `line_counts` longblob NOT NULL,
  `changed_at` datetime(6) NOT NULL,
  PRIMARY KEY (`topic`,`host`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `sketch_hashes` (
  `hash` bigint(20) NOT NULL,
  `page_id` bigint(20) NOT NULL,
  `roles` smallint(6) NOT NULL COMMENT '1 band of a body, 2 the same under a title, 4 whole body, 8 word of a title',
  PRIMARY KEY (`hash`,`page_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `sketch_progress` (
  `topic` varchar(64) NOT NULL,
  `form` varchar(64) NOT NULL,
  `last_page` bigint(20) NOT NULL,
  `complete` tinyint(1) NOT NULL,
  PRIMARY KEY (`topic`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `tags` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `name` varchar(64) NOT NULL,
  `words` varchar(64) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `tags_topic_name` (`topic`,`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `term_weights` (
  `topic` varchar(64) NOT NULL,
  `term` varchar(64) NOT NULL,
  `document_frequency` bigint(20) NOT NULL,
  `total` bigint(20) NOT NULL,
  `idf` double NOT NULL,
  PRIMARY KEY (`topic`,`term`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `url_forms` (
  `topic` varchar(64) NOT NULL,
  `form` varbinary(64) NOT NULL COMMENT 'hash of the URL without one of its variants',
  `page_id` bigint(20) NOT NULL,
  PRIMARY KEY (`topic`,`form`,`page_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `url_habits` (
  `topic` varchar(64) NOT NULL,
  `habit` varbinary(64) NOT NULL COMMENT 'hash of host, shape and rule',
  `host` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `shape` varchar(64) NOT NULL,
  `rule` varchar(64) NOT NULL,
  `alike` int(11) NOT NULL,
  `unlike` int(11) NOT NULL,
  PRIMARY KEY (`topic`,`habit`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `url_sections` (
  `topic` varchar(64) NOT NULL,
  `host` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `directory` varchar(64) NOT NULL COMMENT 'first directory, digits as one 0',
  `accepted` int(11) NOT NULL,
  `visited` int(11) NOT NULL,
  PRIMARY KEY (`topic`,`host`,`directory`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `waiting_children` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `page_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `page_url` longtext NOT NULL,
  `url` longtext NOT NULL,
  `similarity` double NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `waiting_children_page_url` (`topic`,`page_hash`,`url_hash`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `waiting_pages` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `url` longtext NOT NULL,
  `run_id` bigint(20) NOT NULL,
  `fetched_at` datetime(6) NOT NULL,
  `status` int(11) NOT NULL,
  `headers` longtext NOT NULL,
  `raw_html` longblob NOT NULL,
  `why` longtext NOT NULL,
  `similarity` double NOT NULL,
  `expected` int(11) NOT NULL,
  `weak_before` int(11) NOT NULL,
  `links` longtext NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `waiting_pages_topic_url` (`topic`,`url_hash`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `warning_rules` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `kind` varchar(64) NOT NULL,
  `word` varchar(64) NOT NULL,
  `sigma` double NOT NULL,
  `least` int(11) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `warning_rules_topic` (`topic`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `watched_pages` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `topic` varchar(64) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sha256 of url, hexadecimal',
  `url` longtext NOT NULL,
  `added_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `watched_pages_topic_url` (`topic`,`url_hash`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `watched_visits` (
  `topic` varchar(64) NOT NULL,
  `url_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sha256 of url, hexadecimal',
  `checked_at` datetime(6) NOT NULL,
  `problem` longtext NOT NULL,
  `etag` longtext NOT NULL,
  `last_modified` longtext NOT NULL,
  PRIMARY KEY (`topic`,`url_hash`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `word_marks` (
  `topic` varchar(64) NOT NULL,
  `word` varchar(64) NOT NULL,
  `last_page` bigint(20) NOT NULL,
  PRIMARY KEY (`topic`,`word`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `duplicates` (
  `page_id` bigint(20) NOT NULL,
  `original_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sha256 of original_url, hexadecimal',
  `original_url` longtext NOT NULL,
  `kind` varchar(64) DEFAULT NULL,
  `similarity` double DEFAULT NULL,
  `found_at` datetime(6) NOT NULL,
  PRIMARY KEY (`page_id`),
  KEY `duplicates_original_hash` (`original_hash`),
  CONSTRAINT `duplicates_page` FOREIGN KEY (`page_id`) REFERENCES `pages` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `event_pages` (
  `event_id` bigint(20) NOT NULL,
  `page_id` bigint(20) NOT NULL,
  PRIMARY KEY (`event_id`,`page_id`),
  KEY `event_pages_page_id` (`page_id`),
  CONSTRAINT `event_pages_event` FOREIGN KEY (`event_id`) REFERENCES `events` (`id`) ON DELETE CASCADE,
  CONSTRAINT `event_pages_page` FOREIGN KEY (`page_id`) REFERENCES `pages` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `event_people` (
  `event_id` bigint(20) NOT NULL,
  `person` varchar(64) NOT NULL,
  `mentions` int(11) NOT NULL,
  PRIMARY KEY (`event_id`,`person`),
  KEY `event_people_person` (`person`),
  CONSTRAINT `event_people_event` FOREIGN KEY (`event_id`) REFERENCES `events` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `event_relations` (
  `event_id` bigint(20) NOT NULL,
  `other_id` bigint(20) NOT NULL,
  `kind` varchar(64) NOT NULL,
  `similarity` double NOT NULL,
  PRIMARY KEY (`event_id`,`other_id`),
  KEY `event_relations_other_id` (`other_id`),
  CONSTRAINT `event_relations_event` FOREIGN KEY (`event_id`) REFERENCES `events` (`id`) ON DELETE CASCADE,
  CONSTRAINT `event_relations_other` FOREIGN KEY (`other_id`) REFERENCES `events` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `page_index` (
  `page_id` bigint(20) NOT NULL,
  `topic` varchar(64) NOT NULL,
  `host` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `day` char(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `relevance` double DEFAULT NULL,
  `title` longtext NOT NULL,
  `tokens` longtext CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'ASCII words, see topiccrawl.text.search_tokens',
  `copied` int(11) NOT NULL DEFAULT 0,
  `event_id` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`page_id`),
  KEY `page_index_period` (`topic`,`day`,`page_id`,`host`,`copied`,`event_id`),
  KEY `page_index_site` (`topic`,`host`,`day`,`copied`),
  KEY `page_index_list` (`topic`,`page_id`,`host`,`day`,`relevance`),
  FULLTEXT KEY `page_index_tokens` (`tokens`),
  CONSTRAINT `page_index_page` FOREIGN KEY (`page_id`) REFERENCES `pages` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `propagation` (
  `page_id` bigint(20) NOT NULL,
  `title` longtext DEFAULT NULL,
  `title_link` longtext DEFAULT NULL,
  `keywords` longtext DEFAULT NULL COMMENT 'JSON',
  `keyword_links` longtext DEFAULT NULL COMMENT 'JSON',
  `publishing_site` longtext DEFAULT NULL,
  `reposting_sites` longtext DEFAULT NULL COMMENT 'JSON',
  `author` longtext DEFAULT NULL,
  `summary` longtext DEFAULT NULL,
  `comments` longtext DEFAULT NULL COMMENT 'JSON',
  `attention` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`page_id`),
  CONSTRAINT `propagation_page` FOREIGN KEY (`page_id`) REFERENCES `pages` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `reposts` (
  `page_id` bigint(20) NOT NULL,
  `from_page_id` bigint(20) DEFAULT NULL,
  `via` longtext DEFAULT NULL,
  `source_line` longtext DEFAULT NULL,
  `evidence` longtext DEFAULT NULL COMMENT 'JSON',
  `comment_count` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`page_id`),
  KEY `reposts_from_page_id` (`from_page_id`),
  CONSTRAINT `reposts_page` FOREIGN KEY (`page_id`) REFERENCES `pages` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `sketches` (
  `page_id` bigint(20) NOT NULL,
  `roles` smallint(6) NOT NULL COMMENT '1 body, if long; 2 title; 4 body',
  `title_words` longblob NOT NULL COMMENT '64-bit hashes, then 64-bit floating-point weights, little-endian',
  `digest` longblob DEFAULT NULL COMMENT 'BLAKE2b, 16 bytes',
  `shingles` int(11) DEFAULT NULL,
  `body_hashes` longblob DEFAULT NULL COMMENT '64-bit integers, little-endian',
  PRIMARY KEY (`page_id`),
  CONSTRAINT `sketches_page` FOREIGN KEY (`page_id`) REFERENCES `pages` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `sources` (
  `page_id` bigint(20) NOT NULL,
  `raw_html` longblob DEFAULT NULL COMMENT 'zlib',
  `raw_text` longtext NOT NULL COMMENT 'before cleaning',
  `posts` longtext DEFAULT NULL COMMENT 'JSON',
  PRIMARY KEY (`page_id`),
  CONSTRAINT `sources_page` FOREIGN KEY (`page_id`) REFERENCES `pages` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `title_terms` (
  `page_id` bigint(20) NOT NULL,
  `term` varchar(64) NOT NULL,
  `occurrences` int(11) NOT NULL,
  PRIMARY KEY (`page_id`,`term`),
  KEY `title_terms_term` (`term`),
  CONSTRAINT `title_terms_page` FOREIGN KEY (`page_id`) REFERENCES `pages` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
;
CREATE TABLE `topiccrawl_version` (
  `version_num` varchar(32) NOT NULL,
  PRIMARY KEY (`version_num`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin ROW_FORMAT=DYNAMIC
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
