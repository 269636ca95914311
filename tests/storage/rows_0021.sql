-- Rows of revision 0021, as SQL that SQLite and MariaDB (NO_BACKSLASH_ESCAPES, ANSI_QUOTES) read.
INSERT INTO drops ("id", "topic", "url_hash", "url", "stage", "reason", "score", "parent_url", "anchor", "run_id", "dropped_at", "score_parts")
VALUES (1, '样例', '28dbf16621d1abd4b4a128626bf6785a9a4b80233619b4453e7b461172ce6873', 'http://b.example.cn/x', 'gate', '低于阈值', 0.1, NULL, NULL, 1, '2026-03-01 08:30:00.000000', NULL)
;
INSERT INTO hosts ("id", "topic", "name", "waiting", "leased", "done", "dead")
VALUES (1, '样例', 'a.example.cn', 1, 1, 2, 0)
;
INSERT INTO hosts ("id", "topic", "name", "waiting", "leased", "done", "dead")
VALUES (2, '样例', 'b.example.cn', 0, 0, 0, 2)
;
INSERT INTO links ("id", "topic", "key", "host_id", "state", "score", "attempts", "model", "url", "why", "reason", "payload", "dead_since")
VALUES (1, '样例', X'6b657931', 1, 2, 0.9, 1.0, 0, 'http://a.example.cn/1', '{"anchor": "链接1"}', NULL, NULL, NULL)
;
INSERT INTO links ("id", "topic", "key", "host_id", "state", "score", "attempts", "model", "url", "why", "reason", "payload", "dead_since")
VALUES (2, '样例', X'6b657932', 1, 2, 0.8, 1.0, 0, 'http://a.example.cn/2', '{"anchor": "链接2"}', NULL, NULL, NULL)
;
INSERT INTO links ("id", "topic", "key", "host_id", "state", "score", "attempts", "model", "url", "why", "reason", "payload", "dead_since")
VALUES (3, '样例', X'6b657933', 1, 1, 0.7, 1.0, 0, 'http://a.example.cn/3', '{"anchor": "链接3"}', NULL, X'7061796c6f616433', NULL)
;
INSERT INTO links ("id", "topic", "key", "host_id", "state", "score", "attempts", "model", "url", "why", "reason", "payload", "dead_since")
VALUES (4, '样例', X'6b657934', 1, 0, 0.6, 0.0, 0, 'http://a.example.cn/4', '{"anchor": "链接4"}', NULL, X'7061796c6f616434', NULL)
;
INSERT INTO links ("id", "topic", "key", "host_id", "state", "score", "attempts", "model", "url", "why", "reason", "payload", "dead_since")
VALUES (5, '样例', X'6b657935', 2, 3, 0.95, 1.0, 0, 'http://b.example.cn/5', '{"anchor": "链接5"}', 'download: timeout', X'7061796c6f616435', 1795323742.606314)
;
INSERT INTO links ("id", "topic", "key", "host_id", "state", "score", "attempts", "model", "url", "why", "reason", "payload", "dead_since")
VALUES (6, '样例', X'6b657936', 2, 3, 0.5, 1.0, 0, 'http://b.example.cn/6', '{"anchor": "链接6"}', 'took part in 5 crashes', X'7061796c6f616436', 1795323742.6063702)
;
INSERT INTO pages ("id", "topic", "url_hash", "url", "canonical_url", "run_id", "fetched_at", "status", "headers", "charset", "charset_source", "body_sha256", "kind", "extractor", "title", "raw_title", "author", "published", "site", "text", "relevance", "description_relevance", "body_relevance", "priority", "priority_parts", "anchor", "parent_url", "depth", "quality", "robots", "tdm_reservation", "tdm_policy", "licence")
VALUES (1, '样例', 'b8baca0387c81f54b6c7802be80535dcde7af8d70b43fbed2230d9f7612446d3', 'http://a.example.cn/1', NULL, 1, '2026-03-01 08:30:00.000000', 200, '{}', NULL, NULL, NULL, NULL, NULL, '第1条新路通到茶园', '第1条新路通到茶园', NULL, NULL, NULL, '村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。', 0.5, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
;
INSERT INTO pages ("id", "topic", "url_hash", "url", "canonical_url", "run_id", "fetched_at", "status", "headers", "charset", "charset_source", "body_sha256", "kind", "extractor", "title", "raw_title", "author", "published", "site", "text", "relevance", "description_relevance", "body_relevance", "priority", "priority_parts", "anchor", "parent_url", "depth", "quality", "robots", "tdm_reservation", "tdm_policy", "licence")
VALUES (2, '样例', '0f78a111ff9172fa86ac6fcf19a2d565388cc8498fa7059c8909c51b94608f57', 'http://a.example.cn/2', NULL, 1, '2026-03-01 08:30:00.000000', 200, '{}', NULL, NULL, NULL, NULL, NULL, '党员大会在礼堂举行', '第2条新路通到茶园', NULL, NULL, NULL, '党员大会在礼堂举行，会上宣读了新的决定，随后大家分组讨论。党员大会在礼堂举行，会上宣读了新的决定，随后大家分组讨论。党员大会在礼堂举行，会上宣读了新的决定，随后大家分组讨论。党员大会在礼堂举行，会上宣读了新的决定，随后大家分组讨论。党员大会在礼堂举行，会上宣读了新的决定，随后大家分组讨论。', 0.5, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
;
INSERT INTO pages ("id", "topic", "url_hash", "url", "canonical_url", "run_id", "fetched_at", "status", "headers", "charset", "charset_source", "body_sha256", "kind", "extractor", "title", "raw_title", "author", "published", "site", "text", "relevance", "description_relevance", "body_relevance", "priority", "priority_parts", "anchor", "parent_url", "depth", "quality", "robots", "tdm_reservation", "tdm_policy", "licence")
VALUES (3, '样例', 'd50160372175d864820568cf6391f1144a9468fc3df80b7c63f451c7eecc07e5', 'http://a.example.cn/3', NULL, 1, '2026-03-01 08:30:00.000000', 200, '{}', NULL, NULL, NULL, NULL, NULL, '第3条新路通到茶园', '第3条新路通到茶园', NULL, NULL, NULL, '村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。', 0.5, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
;
INSERT INTO runs ("id", "topic", "started_at", "finished_at", "finish_reason", "settings", "stats")
VALUES (1, '样例', '2026-11-22 05:02:17.488708', NULL, NULL, '{"TOPICCRAWL_MAX_ATTEMPTS": 5}', NULL)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-8523169618012582675, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-7239745693379074988, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-6637995451294150318, 2, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-6592975759432696199, 2, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-6507041716417139391, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-6303716205493500216, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-6079796473190619510, 2, 4)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-5990093613484930635, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-5955751364596505465, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-5168258883286259605, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-5032557991460910349, 1, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-4973058945213642867, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-4949645952174872686, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-4324873622018789849, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-3899587525809115891, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-3570654516452810365, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-3405798429704078080, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-2912167895990279076, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-2793551915408193969, 1, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-2402449697118093451, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-2326760242451925094, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-1589370162828478763, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-1150694496558683156, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-514690643938498004, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (-420856708819525965, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (60782880424821124, 1, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (276967132343932012, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (378098460738046475, 1, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (467808183046940232, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (499574141602081172, 1, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (634199389911020228, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (905164098339458696, 1, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (997285522066094238, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (1480103942109328882, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (1746227469237634950, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (2090051559022739604, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (2102590630045227680, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (3425961540505962529, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (3798004605063946519, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (4354341468072298225, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (4407332110706523980, 2, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (4642824668132572462, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (5394645930353596382, 2, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (5593346505345227168, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (6417974248602731958, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (6516665004383908474, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (6777436387831564984, 1, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (7231240276184717073, 1, 8)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (7319134252224160244, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (7922274040954460161, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (8891530030505664953, 2, 2)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (9059649605174394627, 1, 4)
;
INSERT INTO sketch_hashes ("hash", "page_id", "roles")
VALUES (9104322085819627894, 1, 2)
;
INSERT INTO term_weights ("topic", "term", "document_frequency", "total", "idf")
VALUES ('样例', '新路', 3, 3, 2.0)
;
INSERT INTO duplicates ("page_id", "original_hash", "original_url", "kind", "similarity", "found_at")
VALUES (3, 'b8baca0387c81f54b6c7802be80535dcde7af8d70b43fbed2230d9f7612446d3', 'http://a.example.cn/1', 'body', 1.0, '2026-03-01 08:30:00.000000')
;
INSERT INTO sketches ("page_id", "roles", "title_words", "digest", "shingles", "body_hashes")
VALUES (1, 6, X'f6fc42039fba377679b70ed5a10ddf7363aa1bc49dcdba12fab3928fd9826f7ae6d44ede22930e7081370cb00188c8cc3dfb1c5b7f04dbaf1c37f6ee395de23faa225c884582de3f9fad917caa7dda3f95370e08a917d53ffccb047f0102d33f375ee8e5d181ce3fce14e3481e64c13f', X'71028af67a1c5a0b5be7ac06cfa1071c', 32, X'af91245c9c92a602367020ca039a370c79303fab38a0e41a2416211f4e43611f7f9c30b0776d09277e538913a9f77535fb5c462d927bd339fc69a67c702fea4510d142057ceecb469f805f7b2ff7404761c87fc204d0a055fc5e8f52fb990363dfd0fbb3b6b87a706816cbdd42766c73c618e7648e4ecd7c5e8ccade69c8f881e3b1da0424d09b888d70136a83ca1492a81980a0514afa9499690ea5c42ca9975a0bee7181a58d980c31da8a15295ca84c2d000c7ec7a6b1f4e8e136a50428c6de14d05d86e673cbcc5b533a0175c4cc3e1b9d59f41492cddfc13aeea0097ae2b81f9a04df2312e92322051a4be2d5eb68183b1ba128f8ed7e4c0783582b32ff')
;
INSERT INTO sketches ("page_id", "roles", "title_words", "digest", "shingles", "body_hashes")
VALUES (2, 6, X'0bc32779504061d2206c93af645101d5aceadc10ceea3d3c3ec2b20e1eb6c94bd164a0ef235ee53ff321526f12bbe43fbeef0e9aeba0d63f46f6981f8ad7b83f', X'f89babf37b7240dd2e45a84fb6c358b6', 26, X'd03b6ac0d17cf70677db799e98462e0e07ff368cf63c8f141dc96149747215157504bc37c13feb18589bc5c0a0125230783ccd6aa58f01394bc7f54694b89245849c570873a9714a17813b8ecda2c86614f84589e697967a360dac4fe8b2ca7d6952bba548a9e082ebb039936389bb98cccb3b5de15df6a9e4438e50aaefadb7fbd201f2ad7a85bcad5c094ee09f6ebd3e2b1e6f2df2b0c1cd0744125a2545d61fcfa0ee4a2ef7d9a5dbe2c95ba047dbaeec4be6e8644cf3d9b7bf1a0621a0f63adff3a53e7632f9ec1f63f8606047fc')
;
INSERT INTO sketches ("page_id", "roles", "title_words", "digest", "shingles", "body_hashes")
VALUES (3, 0, X'9e251905a6d98e0179b70ed5a10ddf7363aa1bc49dcdba12fab3928fd9826f7ae6d44ede22930e7081370cb00188c8cc3dfb1c5b7f04dbaf1c37f6ee395de23faa225c884582de3f9fad917caa7dda3f95370e08a917d53ffccb047f0102d33f375ee8e5d181ce3fce14e3481e64c13f', X'71028af67a1c5a0b5be7ac06cfa1071c', 32, X'af91245c9c92a602367020ca039a370c79303fab38a0e41a2416211f4e43611f7f9c30b0776d09277e538913a9f77535fb5c462d927bd339fc69a67c702fea4510d142057ceecb469f805f7b2ff7404761c87fc204d0a055fc5e8f52fb990363dfd0fbb3b6b87a706816cbdd42766c73c618e7648e4ecd7c5e8ccade69c8f881e3b1da0424d09b888d70136a83ca1492a81980a0514afa9499690ea5c42ca9975a0bee7181a58d980c31da8a15295ca84c2d000c7ec7a6b1f4e8e136a50428c6de14d05d86e673cbcc5b533a0175c4cc3e1b9d59f41492cddfc13aeea0097ae2b81f9a04df2312e92322051a4be2d5eb68183b1ba128f8ed7e4c0783582b32ff')
;
INSERT INTO sources ("page_id", "raw_html", "raw_text", "posts")
VALUES (1, X'789cb329b0abb0d12fb003000b5f027c', '村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。1', NULL)
;
INSERT INTO sources ("page_id", "raw_html", "raw_text", "posts")
VALUES (2, X'789cb329b0abb0d12fb003000b5f027c', '村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。2', NULL)
;
INSERT INTO sources ("page_id", "raw_html", "raw_text", "posts")
VALUES (3, X'789cb329b0abb0d12fb003000b5f027c', '村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。村里修了一条新路，从村口一直通到山上的茶园，老人们说这条路盼了二十年。3', NULL)
;
INSERT INTO title_terms ("page_id", "term", "occurrences")
VALUES (1, '新路', 1)
;
INSERT INTO title_terms ("page_id", "term", "occurrences")
VALUES (2, '新路', 1)
;
INSERT INTO title_terms ("page_id", "term", "occurrences")
VALUES (3, '新路', 1)
;
