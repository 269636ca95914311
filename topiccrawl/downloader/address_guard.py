"""The check of resolved addresses, where Twisted makes a connection."""

from __future__ import annotations

from typing import Any

from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.interfaces import IAddress, IHostnameResolver, IHostResolution, IResolutionReceiver
from zope.interface import directlyProvides, implementer, providedBy

from topiccrawl.access.addresses import AddressRules


class PrivateAddressError(Exception):
    """A name resolves to addresses that may not be connected to."""


def guard_endpoint(endpoint: Any, rules: AddressRules) -> GuardedResolver:
    """Restrict an endpoint to addresses that the rules allow.

    Args:
        endpoint: of a direct connection, as an agent of Twisted makes it; with or without TLS.
        rules: which addresses are allowed.

    Raises:
        TypeError: the endpoint cannot be guarded. No connection may be made then.
    """
    inner = getattr(endpoint, "_wrappedEndpoint", endpoint)  # TLS wraps the endpoint
    if not isinstance(inner, HostnameEndpoint) or not hasattr(inner, "_reactor"):
        raise TypeError(f"the addresses of {type(inner).__name__} cannot be checked")
    guard = GuardedResolver(inner._reactor.nameResolver, rules)
    # The endpoint asks its reactor for the resolver; it connects to the addresses that it gets, not to names.
    inner._reactor = _GuardedReactor(inner._reactor, guard)
    return guard


class _GuardedReactor:
    """The reactor, with another resolver."""

    def __init__(self, reactor: Any, resolver: GuardedResolver) -> None:
        directlyProvides(self, providedBy(reactor))
        self._reactor = reactor
        self.nameResolver = resolver

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reactor, name)


@implementer(IHostnameResolver)
class GuardedResolver:
    """Resolves names and leaves out the addresses that the rules refuse.

    Args:
        resolver: resolves the names.
        rules: which addresses are allowed.

    Attributes:
        refused: addresses that were left out.
    """

    def __init__(self, resolver: Any, rules: AddressRules) -> None:
        self._resolver = resolver
        self._rules = rules
        self.refused: list[str] = []

    def resolveHostName(  # noqa: N802 - Twisted's name
        self, receiver: Any, host: str, *arguments: Any, **options: Any
    ) -> Any:
        """Resolve a name; the receiver gets the allowed addresses."""
        allowed = _AllowedAddresses(receiver, self._rules, self.refused)
        return self._resolver.resolveHostName(allowed, host, *arguments, **options)


@implementer(IResolutionReceiver)
class _AllowedAddresses:
    def __init__(self, receiver: Any, rules: AddressRules, refused: list[str]) -> None:
        self._receiver = receiver
        self._rules = rules
        self._refused = refused

    def resolutionBegan(self, resolutionInProgress: IHostResolution) -> None:  # noqa: N802, N803
        self._receiver.resolutionBegan(resolutionInProgress)

    def addressResolved(self, address: IAddress) -> None:  # noqa: N802
        host = str(getattr(address, "host", ""))
        if self._rules.refuses_address(host):
            self._refused.append(host)
        else:
            self._receiver.addressResolved(address)

    def resolutionComplete(self) -> None:  # noqa: N802
        self._receiver.resolutionComplete()
