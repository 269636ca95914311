"""The four news sites of the demo web: two portals and two party sites, each with its own style."""

from __future__ import annotations

from dataclasses import dataclass

from topiccrawl.demo.articles import PARTY


@dataclass(frozen=True)
class Column:
    """A column of a site: its name in URLs, its displayed name and the subject of its stories."""

    slug: str
    name: str
    subject: str


@dataclass(frozen=True)
class Site:
    """A news site.

    Attributes:
        host: host name.
        name: name of the site.
        style: name of its templates, see `topiccrawl.demo.templates`.
        subject: `party` for a site about the party subject as a whole, else empty.
        columns: its columns; several may have the same subject.
        encoding: encoding of its pages.
        meta_charset: encoding declared in its pages; empty when none is.
        content_type: HTTP header of its pages.
        title_form: `<title>` of an article, with `{title}`, `{column}` and `{site}`.
        article_path: path of an article, with `{slug}`, `{date:...}` and `{number}`.
        list_path: path of the first page of a column, with `{slug}`.
        later_path: path of its later pages, with `{slug}` and `{page}`.
        page_size: number of stories on a list page.
        editors: names of editors in the datelines.
        licence: registration number in the footer.
    """

    host: str
    name: str
    style: str
    subject: str
    columns: tuple[Column, ...]
    encoding: str
    meta_charset: str
    content_type: str
    title_form: str
    article_path: str
    list_path: str
    later_path: str
    page_size: int
    editors: tuple[str, ...]
    licence: str

    @property
    def home(self) -> str:
        """Return the URL of the home page."""
        return self.url("/")

    def url(self, path: str) -> str:
        """Return the URL of a path."""
        return f"http://{self.host}{path}"

    def path_of(self, url: str) -> str:
        """Return the path of a URL of this site."""
        return url.removeprefix(f"http://{self.host}")

    def list_page(self, column: Column, page: int) -> str:
        """Return the path of page `page` (from 1) of a column."""
        form = self.list_path if page == 1 else self.later_path
        return form.format(slug=column.slug, page=page)

    def column_of(self, subject: str) -> tuple[Column, ...]:
        """Return the columns with a subject."""
        return tuple(column for column in self.columns if column.subject == subject)


PORTAL = Site(
    host="www.chenchuan.demo.test",
    name="晨川网",
    style="plain",
    subject="",
    columns=(
        Column("dangjian", "党建", PARTY),
        Column("society", "社会", "society"),
        Column("finance", "财经", "finance"),
        Column("sports", "体育", "sports"),
        Column("ent", "娱乐", "entertainment"),
        Column("tech", "科技", "technology"),
        Column("health", "健康", "health"),
        Column("travel", "旅游", "travel"),
    ),
    encoding="utf-8",
    meta_charset="utf-8",
    content_type="text/html; charset=utf-8",
    title_form="{title}-{column}-{site}",
    article_path="/{slug}/{date:%Y/%m%d}/{number}.html",
    list_path="/{slug}/",
    later_path="/{slug}/index_{page}.html",
    page_size=6,
    editors=("苏岚", "方小满", "何砚秋"),
    licence="川ICP备00000017号",
)

# Its pages say gb2312, but 喆 and 镕 are only in GBK: who believes the label loses characters.
GBK_PORTAL = Site(
    host="www.yuanting.demo.test",
    name="远汀在线",
    style="table",
    subject="",
    columns=(
        Column("shizheng", "时政", PARTY),
        Column("shehui", "社会", "society"),
        Column("caijing", "财经", "finance"),
        Column("tiyu", "体育", "sports"),
        Column("yule", "娱乐", "entertainment"),
        Column("keji", "科技", "technology"),
        Column("jiankang", "健康", "health"),
        Column("lvyou", "旅游", "travel"),
    ),
    encoding="gbk",
    meta_charset="gb2312",
    content_type="text/html",
    title_form="{title}_{site}",
    article_path="/{slug}/t{date:%Y%m%d}_{number}.shtml",
    list_path="/{slug}/index.shtml",
    later_path="/{slug}/index_{page}.shtml",
    page_size=5,
    editors=("陈喆", "李镕", "许若溪"),
    licence="汀ICP备00000023号-1",
)

GBK_PARTY_SITE = Site(
    host="www.hongyan.demo.test",
    name="红砚党建网",
    style="nested",
    subject=PARTY,
    columns=(
        Column("yaowen", "党建要闻", PARTY),
        Column("jiceng", "基层党建", PARTY),
        Column("lilun", "理论学习", PARTY),
        Column("minsheng", "社会民生", "society"),
    ),
    encoding="gbk",
    meta_charset="",
    content_type="text/html; charset=GBK",
    title_form="{title} | {site}",
    article_path="/html/{slug}/{number}.htm",
    list_path="/html/{slug}/list.htm",
    later_path="/html/{slug}/list_{page}.htm",
    page_size=6,
    editors=("沈一诺", "高远"),
    licence="砚ICP备00000031号",
)

PARTY_SITE = Site(
    host="www.qinghe.demo.test",
    name="青禾先锋网",
    style="minified",
    subject=PARTY,
    columns=(
        Column("news", "先锋动态", PARTY),
        Column("people", "党员风采", PARTY),
        Column("discipline", "作风纪律", PARTY),
        Column("life", "百姓生活", "society"),
    ),
    encoding="utf-8",
    meta_charset="utf-8",
    content_type="text/html; charset=UTF-8",
    title_form="{title} - {column} - {site}",
    article_path="/article/{number}",
    list_path="/list/{slug}",
    later_path="/list/{slug}?page={page}",
    page_size=7,
    editors=("田禾", "罗清扬", "卫东来"),
    licence="禾ICP备00000045号",
)

SITES = (PORTAL, GBK_PORTAL, GBK_PARTY_SITE, PARTY_SITE)
"""All news sites, portals first."""

AD_HOST = "cast.adwall.demo.test"
"""Host of the advertisements."""
