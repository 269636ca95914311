"""What made a site: content management systems by marks in their markup."""

from __future__ import annotations

import re

from topiccrawl.page.page import Page

_HEAD = 400_000
"""Characters of a page that are searched."""
_LONGEST = 40
"""Characters of a name that a page gives itself."""

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

_MARKS = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _MARKUP)


def system_of(page: Page) -> str:
    """Return the name of the system that made a page; empty if nothing shows it.

    >>> system_of(Page.of("<meta name=generator content='Discuz! X3.4'>"))
    'Discuz! X3.4'
    >>> system_of(Page.of("<div id=vsb_content>党建</div>"))
    'VSB'
    """
    for element in page.tree.iter("meta"):
        named = " ".join((element.get("content") or "").split())
        if (element.get("name") or "").strip().lower() == "generator" and named:
            return named[:_LONGEST]
    source = page.html[:_HEAD]
    return next((name for name, mark in _MARKS if mark.search(source)), "")
