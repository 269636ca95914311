"""One link of a page: what it is called, whether it is a pager, and how a POST list is written as a URL."""
