"""User-readable explanation of why no seed could be fetched."""

from __future__ import annotations

from topiccrawl.text.language import marked, say, translated

_UNREACHED = ("refused", "timeout", "reset", "connection")
"""Reasons of seeds whose server or proxy did not answer."""


def likely_cause(reason: str, proxy: str) -> str:
    """Return the likely cause, with what to do.

    Args:
        reason: the most frequent reason of the seeds.
        proxy: URL of the proxy; empty without one.
    """
    if reason == "dns":
        return say("no host name could be resolved. {advice}", advice=_network(proxy))
    if reason == "robots":
        return translated("their robots.txt forbids it. Choose other seeds.")
    if reason == "private_address":
        return translated(
            "they are private addresses. For a web of your own: -s TOPICCRAWL_ALLOW_PRIVATE=True."
        )
    if reason == "challenge":
        return translated("the servers let only browsers in. Ask the owner of the site for access.")
    if reason == "script_list":
        return translated("a script fills these pages. Try TOPICCRAWL_BROWSER=shells.")
    if reason == "login":
        return translated("they are behind a log-in. See [login.NAME] in docs/access.md.")
    if reason.startswith("certificate_"):
        template = marked("the certificates could not be verified. A root of your own: SSL_CERT_FILE=FILE.")
        return translated(template)
    if reason in ("status_407", "proxy"):
        return say("{proxy} refuses. Check http_proxy and https_proxy.", proxy=_named(proxy))
    if reason.startswith("status_"):
        by = say(" Answers come through {proxy}.", proxy=_named(proxy)) if proxy else ""
        template = marked("the servers answer {status}.{by} Open a seed in a browser.")
        return say(template, status=reason.removeprefix("status_"), by=by)
    if reason in _UNREACHED and proxy:
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
