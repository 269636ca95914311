"""Hosts that a crawl must never connect to, as URLs may spell them or name servers may resolve them."""

from __future__ import annotations

LITERALS = (
    *(
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "017700000001",
    ),
    *(
        "127.0.0.1.",
        "127.0.0.2",
        "127.255.255.254",
        "0.0.0.0",
        "0",
        "１２７.0.0.1",
        "①②⑦.0.0.1",
        "127。0。0。1",
    ),
    *("%31%32%37.0.0.1", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
    *("[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]"),
    *("[2002:a00:1::1]", "[fe80::1]", "[fc00::1]", "[fd00::1]", "[fec0::1]", "[ff02::1]", "[2001::1]"),
    *("[2001:db8::1]", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.254", "192.168.0.1"),
    *("100.64.0.1", "169.254.169.254", "0xa9fea9fe", "169.254.170.2", "192.0.0.192", "198.18.0.1"),
    *("192.0.2.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("user:word@127.0.0.1", "www.example.cn@127.0.0.1"),
)
"""Addresses of this machine, of private networks and of none, in many spellings."""

NAMES = (
    *("localhost", "LOCALHOST", "localhost.localdomain", "a.localhost", "ip6-localhost", "metadata", "redis"),
    *(
        "metadata.google.internal",
        "router.lan",
        "nas.home.arpa",
        "home.arpa",
        "printer.local",
        "db.intranet",
        "oa.corp",
    ),
)
"""Names that never belong to the public web; they resolve to loopback."""

RESOLVED = {
    "loop.test": ["127.0.0.1"],
    "six.test": ["::1"],
    "mapped.test": ["::ffff:127.0.0.1"],
    "any.test": ["0.0.0.0"],
    "ten.test": ["10.0.0.1"],
    "cloud.test": ["169.254.169.254"],
    "nat.test": ["64:ff9b::7f00:1"],
    "tunnel.test": ["2002:7f00:1::1"],
    "compatible.test": ["::127.0.0.1"],
    "multicast.test": ["224.0.0.1"],
    "many.test": ["127.0.0.1", "::1", "10.0.0.1"],
}
"""Names that look public, and the addresses that they resolve to."""

REBINDING = tuple(f"rebind-{number}.test" for number in range(1, 7))
"""Names that resolve to the good web at first, and to loopback from then on."""

TARGETS = (*LITERALS, *NAMES, *RESOLVED)
