"""A crawl in two processes: a worker that crawls, and a supervisor that kills it when a page freezes it."""
