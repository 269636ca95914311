"""Commands that find sites, look at them before a crawl, and visit known ones regularly."""
