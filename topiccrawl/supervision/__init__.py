"""A crawl in two processes: a worker that crawls, and a supervisor that replaces frozen workers."""
