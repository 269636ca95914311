"""A crawl in two processes: a worker that crawls, and a supervisor that sees when a page holds it up."""
