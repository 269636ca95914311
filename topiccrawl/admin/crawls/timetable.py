"""Times of regular crawls and briefings in the syntax of cron, on China's clock.

cronsim reads it: maintained by a service that watches cron jobs, without dependencies, with Debian's rules.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime

from cronsim import CronSim, CronSimError

from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import InputError
from topiccrawl.errors import AdminError
from topiccrawl.page.facts.dates import CHINA

USUAL = {
    "30 8 * * *": marked("每天 8:30"),
    "30 8 * * 1-5": marked("星期一至五 8:30"),
    "0 9 * * 1": marked("每星期一 9:00"),
    "0 3 * * *": marked("每天 3:00"),
    "0 */6 * * *": marked("每六小时"),
}
"""Timetables that forms propose."""


def next_start(cron: str, now: datetime, *, backwards: bool = False) -> datetime:
    """Return the first start after a time, or the last one before it.

    >>> now = datetime.fromisoformat("2024-05-03T18:59:00+00:00")  # a Saturday in China
    >>> [f"{next_start('0 3 * * 1-5', now, backwards=one):%m-%d %H:%M}" for one in (False, True)]
    ['05-06 03:00', '05-03 03:00']

    Raises:
        AdminError: the timetable cannot be read, or has no such start.
    """
    try:
        if len(cron.split()) == 5:  # it reads seconds, too
            return next(CronSim(cron, now.astimezone(CHINA), reverse=backwards))
    except (CronSimError, StopIteration):
        pass
    raise AdminError(
        "{cron!r} is no timetable: minute, hour, day, month and weekday, such as 30 8 * * 1-5", cron=cron
    )


def typed_timetable(typed: str) -> str:
    """Return the timetable of a form.

    >>> typed_timetable(" ３０ 8 * *  1－5")
    '30 8 * * 1-5'

    Raises:
        InputError: it cannot be read.
    """
    cron = " ".join(unicodedata.normalize("NFKC", typed)[:100].split())
    try:
        next_start(cron, datetime.now(CHINA))
    except AdminError:
        raise InputError({"cron": marked("请写五项：分 时 日 月 星期，如 30 8 * * 1-5。")}) from None
    return cron
