#!/usr/bin/env bash
# tld 0.13.2: all sites under 公司.cn, 网络.cn or 政府.hk are one site once their hosts are written in ASCII.
#
# `get_fld` gives the registered domain, by which crawls count sites and set limits and waits. The list of public
# suffixes has names such as 公司.cn in Chinese; a crawler has hosts in ASCII (xn--…), as clients must send them. tld
# knows the ASCII names of top domains, so that for xn--fiqs8s (中国) it is right, but of no suffix below: there
# 示例.公司.cn is a site in Chinese letters, and 公司.cn is one in ASCII, with every site in it. A site's page limit
# then is that of all, and excluding one excludes them. No error; it also depends on whether a URL went through a
# client. Seen: of two sites each under four suffixes, eight sites in Chinese and five in ASCII; publicsuffixlist has
# eight both times. Use that, or give tld the host decoded, `host.encode().decode("idna")`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet tld==0.13.2 publicsuffixlist==1.1.2.20261023
"$folder/venv/bin/python" - <<'PYTHON'
from publicsuffixlist import PublicSuffixList
from tld import get_fld

HOSTS = [f"www.{site}.{suffix}" for suffix in ("公司.cn", "网络.cn", "政府.hk", "中国") for site in ("示例一", "示例二")]
other = PublicSuffixList()
chinese, ascii_sites, again, others = set(), set(), set(), set()
for host in HOSTS:
    sent = host.encode("idna").decode()
    found = get_fld(f"http://{host}/"), get_fld(f"http://{sent}/"), get_fld(f"http://{sent.encode().decode('idna')}/")
    print(f"{host}: {found[0]}, {sent}: {found[1]}, publicsuffixlist: {other.privatesuffix(sent)}")
    chinese.add(found[0])
    ascii_sites.add(found[1])
    again.add(found[2])
    others.add(other.privatesuffix(sent))
print(f"sites in Chinese {len(chinese)}, in ASCII {len(ascii_sites)}, by publicsuffixlist {len(others)}")
shared = {suffix.encode("idna").decode() for suffix in ("公司.cn", "网络.cn", "政府.hk")}
assert len(chinese) == len(others) == 8 and again == chinese, "the behaviour has changed"
assert len(ascii_sites) == 5 and shared < ascii_sites, "the behaviour has changed"
PYTHON
echo "as described"
