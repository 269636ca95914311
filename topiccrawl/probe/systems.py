"""What made a site: content management systems by marks in their markup."""

from __future__ import annotations

import re
from collections.abc import Sequence

from topiccrawl.page.page import Page

_HEAD = 400_000
"""Characters of a page that are searched."""
_MOST_URLS = 300

_GENERATORS = (
    ("discuz", "Discuz!"),
    ("phpwind", "phpwind"),
    ("wordpress", "WordPress"),
    ("dedecms", "DedeCMS"),
    ("empirecms", "EmpireCMS"),
    ("phpcms", "phpcms"),
    ("siteserver", "SiteServer"),
    ("powereasy", "PowerEasy"),
    ("visualsitebuilder", "VSB"),
    ("webplus", "WebPlus"),
    ("trs", "TRS"),
    ("hanweb", "jpage"),
    ("z-blog", "Z-Blog"),
    ("typecho", "Typecho"),
    ("joomla", "Joomla"),
    ("drupal", "Drupal"),
    ("hexo", "Hexo"),
    ("hugo", "Hugo"),
    ("mediawiki", "MediaWiki"),
)
"""Words of `<meta name=generator>`, in lower case, and names of systems."""

_MARKUP = (
    ("jpage", r"\.jpage\s*\(|<datastore>|/jpage/dataproxy\.jsp|jpage\.js|dataproxy\.jsp\?"),
    ("VSB", r"vsb_content|_simple_list_gotopage|wbtreeid=|/_sitegray/|_vsb|vsbscreen|v_news_content"),
    ("WebPlus", r"wp_articlecontent|wp_paging|sudyfile-attr|/_js/sudy|wp_listcolumn|portletmode="),
    ("TRS", r"createPageHTML\s*\(|TRS_Editor|trs_editor_view|TRS_PreAppend|\bcountPage\s*=|trsdocument"),
    ("gkmlpt", r"/gkmlpt/|_CONFIG\s*=\s*\{[^}]*SID"),
    ("Discuz!", r"forum\.php\?mod=|discuz_uid|static/image/common/"),
    ("phpwind", r"read\.php\?tid=|thread\.php\?fid="),
    ("WordPress", r"/wp-content/|/wp-includes/|/wp-json/"),
    ("DedeCMS", r"/plus/(?:list|view|search|count|diggindex)\.php|/templets/|dedeajax|dede_pages"),
    ("phpcms", r"m=content&(?:amp;)?c=index|/statics/js/|phpcms"),
    ("EmpireCMS", r"/e/(?:action|public|data|tags|search)/|/d/file/"),
    ("SiteServer", r"/sitefiles/|stl[:_]\w+"),
    ("ASP.NET", r"__VIEWSTATE|__doPostBack|/WebResource\.axd"),
    ("script application", r"<div id=[\"']?(?:app|root|__next|__nuxt)[\"']?[^>]*>\s*</div>"),
)
"""Names of systems and what their pages have in the source, the most telling first."""

_URLS = (
    ("e-paper", r"/(?:node|content)_\d+(?:_\d+)*\.s?html?$|/nw\.D\d+|/layout/\d{6}/\d\d/node_\d+"),
    ("jpage", r"/art/\d{4}/\d{1,2}/\d{1,2}/art_\d+_\d+\.html$|/col/col\d+/"),
    ("VSB", r"/info/\d{4}/\d+\.htm$"),
    ("WebPlus", r"/c\d+a\d+/page\.(?:htm|psp)$"),
    ("TRS", r"/t\d{8}_\d+\.s?html?$"),
    ("Discuz!", r"/(?:thread|forum)-\d+-\d+(?:-\d+)?\.html$"),
    ("DedeCMS", r"/a/\w+/\d{4}/\d{4}/\d+\.html$"),
    ("WordPress", r"/archives/\d+$|[?&]p=\d+$"),
    ("ASP.NET", r"\.aspx(?:$|\?)"),
)
"""Names of systems and the URLs of their articles; at least two of them must be seen."""

_MARKS = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _MARKUP)
_ADDRESSES = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _URLS)


def system_of(page: Page, urls: Sequence[str] = ()) -> str:
    """Return the name of the system that made a page; empty if nothing shows it.

    Args:
        page: the page.
        urls: those of its links.

    >>> system_of(Page.of("<meta name=generator content='Discuz! X3.4'>"))
    'Discuz!'
    >>> system_of(Page.of("<p>党建</p>"), ["http://a.cn/info/1012/3000.htm", "http://a.cn/info/1012/3001.htm"])
    'VSB'
    """
    generator = _generator(page).lower()
    named = next((name for word, name in _GENERATORS if word in generator), "") if generator else ""
    if named:
        return named
    source = page.html[:_HEAD]
    for name, mark in _MARKS:
        if mark.search(source):
            return name
    for name, address in _ADDRESSES:
        if sum(address.search(url) is not None for url in urls[:_MOST_URLS]) >= 2:
            return name
    return ""


def _generator(page: Page) -> str:
    for element in page.tree.iter("meta"):
        if (element.get("name") or "").strip().lower() == "generator":
            return element.get("content") or ""
    return ""
