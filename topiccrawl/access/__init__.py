"""Access to URLs: addresses, robots.txt, log-ins, browsers, search services, starts of crawls."""
