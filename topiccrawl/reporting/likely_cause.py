"""User-readable explanation of why no seed could be fetched."""

from __future__ import annotations

from topiccrawl.text.language import marked, say, translated

_UNREACHED = ("refused", "timeout", "reset", "connection")
"""Reasons of seeds whose server or proxy did not answer."""


_CAUSES = {
    "robots": marked("their robots.txt forbids it. Choose other seeds."),
    "private_address": marked(
        "they are private addresses. For a web of your own: -s TOPICCRAWL_ALLOW_PRIVATE=True."
    ),
    "challenge": marked("the servers let only browsers in. Ask the owner of the site for access."),
    "script_list": marked("a script fills these pages. Try TOPICCRAWL_BROWSER=shells."),
    "login": marked("they are behind a log-in. See [login.NAME] in docs/access.md."),
    "certificate": marked("the certificates could not be verified. A root of your own: SSL_CERT_FILE=FILE."),
}
"""Causes by the reason of the seeds; those of certificates by its first word."""


def likely_cause(reason: str, proxy: str) -> str:
    """Return the likely cause, with what to do.

    Args:
        reason: the most frequent reason of the seeds.
        proxy: URL of the proxy; empty without one.
    """
    if reason == "dns":
        return say("no host name could be resolved. {advice}", advice=_network(proxy))
    if (known := _CAUSES.get("certificate" if reason.startswith("certificate_") else reason)) is not None:
        return translated(known)
    if reason in ("status_407", "proxy"):
        return say("{proxy} refuses. Check http_proxy and https_proxy.", proxy=_named(proxy))
    if reason.startswith("status_"):
        by = say(" Answers come through {proxy}.", proxy=_named(proxy)) if proxy else ""
        template = marked("the servers answer {status}.{by} Open a seed in a browser.")
        return say(template, status=reason.removeprefix("status_"), by=by)
    if reason in ("refused", "connection") and proxy:  # a proxy that answers may still reach no server
        template = marked("{proxy} does not answer. Is it right, in http_proxy and https_proxy?")
        return say(template, proxy=_named(proxy))
    if reason in _UNREACHED:
        return say("no server could be reached. {advice}", advice=_network(proxy))
    return translated("open a seed in a browser.")


def _named(proxy: str) -> str:
    return say("the proxy {url}", url=proxy) if proxy else translated("a proxy")


def _network(proxy: str) -> str:
    if proxy:
        template = marked("Requests go through the proxy {url}: is it right, in http_proxy and https_proxy?")
        return say(template, url=proxy)
    return translated("Is this machine online? If it needs a proxy, name it in http_proxy and https_proxy.")
