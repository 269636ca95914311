"""Settings of a worker under scrapyd: the project's own, with what the environment says about this server.

scrapyd.conf names this module, so that the passwords in the addresses of database and Redis stand neither in
the egg nor in a job's command line, which scrapyd shows to everyone who may ask it.
"""

import os

from topiccrawl.settings import *  # noqa: F403

globals().update(
    {
        name: os.environ[name]
        for name in list(globals())
        if name.startswith("TOPICCRAWL_") and name in os.environ
    }
)
