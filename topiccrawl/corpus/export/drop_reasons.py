"""Why URLs and pages were not kept, in words."""

from __future__ import annotations

from topiccrawl.messages import Message, message

_MEANINGS = {
    "frontier priority": message("The link looked off the topic and was not fetched"),
    "frontier section": message(
        "The link says nothing of the topic, and most visited pages of its section, or lists of its site, "
        "brought nothing; not fetched"
    ),
    "frontier domain": message("The link leads to a site outside the topic's limits and was not fetched"),
    "frontier site_include": message("not among the URLs that the site's rules include; not fetched"),
    "frontier site_exclude": message("excluded by the site's rules; not fetched"),
    "frontier trap": message(
        "This group of URLs looks endless (calendars, sessions, searches), and its allowance is used up"
    ),
    "frontier spam": message(
        "The pages of this site are lists of topic words, or the same sentences again: parked"
    ),
    "frontier poor": message(
        "The last pages of this site, directory or form of URLs brought nothing on the topic: parked"
    ),
    "frontier twin": message("The same page is stored under another form of its URL"),
    "frontier host_pages": message("This site has reached the limit of pages for each site"),
    "links nofollow": message("Its page asks not to follow its links"),
    "links of_duplicate": message("The link stands on a copy; the links of the original were followed"),
    "download robots": message("The site's robots.txt forbids it"),
    "download private_address": message("The URL leads into a private network and is never fetched"),
    "download crawl_delay": message("robots.txt asks for too long a pause"),
    "download dns": message("The site's address cannot be found"),
    "download refused": message("The site refused the connection"),
    "download timeout": message("The site did not answer in time"),
    "download too_large": message("Too large"),
    "download redirects": message("Too many redirects"),
    "download redirect_loop": message("The page redirects to itself"),
    "download soft_404": message("It leads to a page that other links lead to, too: gone, or moved"),
    "download scheme": message("Not an http or https URL"),
    "download no_host": message("A redirect led to a URL without a site"),
    "gate redirect_scheme": message("Redirects to a URL that is not http or https"),
    "gate description": message("Title and description are off the topic"),
    "gate same_text": message("This group of URLs gives the same content again and again"),
    "frontier part": message("Read as a part of an article"),
    "gate part": message("A later page of an article over several pages, which was read from its first page"),
    "gate not_html": message("Not a web page (such as a file or picture)"),
    "gate challenge": message("The site answered a challenge that lets only browsers in, and no page"),
    "gate script_list": message(
        "A script fills this page, which has neither text nor links: it was not read"
    ),
    "gate login": message("The page is behind a log-in"),
    "unread file_text": message("The text is a file and was not read"),
    "unread script_list": message("A script fills this list: it was not read"),
    "unread pager": message("The list has further parts, by a pager that cannot be read"),
    "unread form": message("A form continues this list: its later pages were not read"),
    "unread login": message("The page is behind a log-in"),
    "unread challenge": message("The site answered a challenge page"),
    "unread robots": message("The site's robots.txt forbids it"),
    "unread refused": message("The site refused"),
    "unread unreachable": message("No connection, or an error of the server"),
    "gate too_complex": message("The page is too complex to be parsed"),
    "cleaning empty": message("No text was found in the page"),
    "cleaning teaser": message("The text is only a summary, or too short"),
    "verdict off_topic": message("The text is off the topic"),
    "cleaning recombined_sentences": message(
        "The site makes ever new pages from the same sentences; they are left out"
    ),
    "verdict topic_word_list": message(
        "Topic words are listed without sentences, and the rest is off the topic"
    ),
    "cleaning topic_word_list": message("There is no text; topic words are listed in its place"),
    "gate topic_word_list": message("Beside its links, the list shows topic words and hardly anything else"),
    "verdict too_old": message("older than the crawl or the site's file wants"),
    "storage refused": message("The database does not accept this page"),
    "pipeline drop_item": message("A processing step of the user's own left it out"),
    "watch frozen": message("The program froze on this page"),
}
_KINDS = {
    "certificate": message(
        "The certificate of the site is expired, for another name or not trusted; not fetched where "
        "certificates must be verified"
    ),
    "tls": message("The site supports only unsafe versions, ciphers or renegotiation of TLS"),
}
"""By the first word of a reason."""
_STATUSES = {
    "status_403": message("The site refuses access (403)"),
    "status_404": message("The page does not exist (404)"),
    "status_410": message("The page was deleted (410)"),
}

_STAGES = {
    "frontier": message("The link was not queued"),
    "links": message("The link was not followed"),
    "download": message("The download failed"),
    "gate": message("Not passed before its text was read"),
    "cleaning": message("The text cannot be used"),
    "verdict": message("The text is off the topic"),
    "failed": message("Given up after several failures"),
    "unread": message("Not read"),
}
_OTHER = message("Not kept")


def meaning(stage: str, reason: str) -> Message:
    """Return the meaning of a reason.

    >>> meaning("verdict", "off_topic"), meaning("gate", "status_404")
    ('The text is off the topic', 'The page does not exist (404)')
    """
    known = (
        _MEANINGS.get(f"{stage} {reason}") or _STATUSES.get(reason) or _KINDS.get(reason.partition("_")[0])
    )
    return known or stage_meaning(stage)


def stage_meaning(stage: str) -> Message:
    """Return what a stage means for those that it did not let through."""
    return _STAGES.get(stage, _OTHER)
