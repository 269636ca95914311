"""Pages without an article whose text is sentences: walls, errors, boards, forms; and articles like them."""

from __future__ import annotations

import pytest
from extraction.made import PARAGRAPHS

from topiccrawl.extraction import extract

URL = "http://www.example.cn/n/1.html"
MENU = "".join(f"<a href=/c{n}/>{name}</a> " for n, name in enumerate(("首页", "要闻", "民生", "体育")))
HEADLINES = [
    f"{place}新建两座人行天桥方便出行"
    for place in ("青石县", "柳溪镇", "东坪区", "沙洲市", "云岭县", "南塘区")
]
LIST = "".join(
    f"<li><a href=/{n}.html>{headline}</a> 05-0{n + 1}</li>" for n, headline in enumerate(HEADLINES)
)
ROW = "<div>2024-05-06 09:30　来源：青石日报</div>"
FOOTER = "<p>版权所有 青石在线 未经授权不得转载</p>"


def stored(content: str, title: str = "青石在线", url: str = URL) -> tuple[str, str]:
    found = extract(f"<title>{title}</title><body><div>{MENU}</div>{content}{FOOTER}</body>", url)
    return found.kind, found.text


TO_THE_VISITOR = {
    "busy": (
        "error",
        "<p>系统繁忙，请稍后再试。如果多次刷新仍然无法打开页面，请把屏幕上的提示告诉客服人员。</p>",
    ),
    "page gone, from the first words on": (
        "error",
        f"<p>您要找的页面已经删除了。</p><p>{'我们的编辑正在整理旧稿，整理好的部分会陆续放回网站。' * 8}</p>",
    ),
    "nothing found": (
        "error",
        "<h3>没有查询到符合条件的结果</h3><p>抱歉，建议您换一个关键词，或者检查输入的文字有没有错。返回首页，按栏目查找您需要的内容。</p>",
    ),
    "under repair": (
        "error",
        "<p>为了给大家提供更好的服务，网站升级中，暂停访问，预计两小时后恢复，给您带来不便，敬请谅解，请稍后再来。</p>",
    ),
    "proof": (
        "login",
        "<p>检测到异常流量，请完成验证：拖动滑块到缺口处。若您没有使用代理，请检查网络环境。</p>",
    ),
    "members": (
        "login",
        "<p>对不起，您所在的用户组没有权限浏览本版。请先登录，没有账号的朋友可以花一分钟注册。</p>",
    ),
    "cookies": (
        "login",
        "<p>本网站使用Cookie，为您提供个性化推荐。点击“接受”表示您同意我们的隐私政策；您也可以只允许必要的部分。</p>",
    ),
    "adults": (
        "login",
        "<p>本站内容只面向年满十八周岁的成年人，请您确认年龄后进入，未满年龄的朋友请离开本站。</p>",
    ),
    "puzzle": (
        "login",
        "<h3>安全检查</h3><p>请按住滑块，拖动到最右边。</p><p>您的操作过于频繁，完成拼图之后就能接着阅读，不会影响其他页面。</p>",
    ),
    "program": (
        "error",
        "<p>应用程序中出现错误。默认站点的错误信息不向远程用户显示，若要查看，可修改根目录下的web.config，再从本机打开。</p>",
    ),
    "application": (
        "error",
        "<h1>Server Error in '/' Application.</h1><h2>对象名 'News' 无效。</h2><p>说明: 执行当前 Web 请求期间，出现未处理的异常。请检查堆栈跟踪信息，以了解有关该错误的详细信息。</p><p>异常详细信息: SqlException: 对象名 'News' 无效。</p>",
    ),
    "no such site": (
        "error",
        "<p>您的请求没有找到对应的站点！</p><p>可能是还没有将域名绑定到对应站点，或者配置文件未生效。访客可以等一等，站长请核对设置；仍有疑问的，告诉管理员。</p>",
    ),
    "name for sale": (
        "error",
        "<p>您正在浏览的域名正在出售！</p><p>有意者可以写信报价，过户由担保方办理，三到五个工作日完成，手续费由卖方承担。</p>",
    ),
    "traditional": (
        "error",
        "<p>很遺憾，您要瀏覽的網頁已經移除。請檢查您輸入的網址有沒有錯字，或者返回首頁，從最新消息裡尋找相關的報導。</p>",
    ),
}


@pytest.mark.parametrize("name", TO_THE_VISITOR)
def test_what_speaks_to_the_visitor_is_no_article(name: str) -> None:
    kind, content = TO_THE_VISITOR[name]
    assert stored(content) == (kind, "")


def test_a_guide_to_a_site_is_no_article() -> None:
    told = "<p>本網站分為上方選單、中央內容與下方頁尾三個部分，每個部分各有一個定位點，按住鍵盤上的組合鍵就可以跳到該處。</p>"
    assert stored(told * 2, "網站導覽-青石鎮公所") == ("list", "")
    assert stored(f"<p>更新日期：2024-05-06</p>{told * 2}", "站点地图 - 青石在线") == ("list", "")
    assert stored(f"<h1>{HEADLINES[0]}</h1>{told * 2}", HEADLINES[0])[0] == "article"


def test_a_wall_below_headline_and_date_is_no_article() -> None:
    wall = "<p>付费内容，购买后阅读全文。</p><p>成为会员可以阅读全部专栏，每月三十元，请立即登录购买。</p>"
    assert stored(f"<h1>{HEADLINES[0]}</h1>{ROW}<div>{wall}</div>", f"{HEADLINES[0]}-青石在线") == (
        "login",
        "",
    )


REFUSALS = {
    "points": ("login", "您没有权限查看该文章，阅读此信息需要消耗10点积分，请先登录会员中心充值后查看。"),
    "firewall": (
        "error",
        "您的访问请求可能造成安全威胁，已被防火墙拦截，如有疑问请联系网站管理员并提供编号。",
    ),
    "gone": ("error", "抱歉，您要访问的文章已经下架，或者还在审核之中，五秒后回到首页，谢谢您的来访。"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_below_headline_and_date_is_no_article(name: str) -> None:
    kind, told = REFUSALS[name]
    page = f"<h1>{HEADLINES[0]}</h1>{ROW}<div><p>{told}</p></div>"
    assert stored(page, f"{HEADLINES[0]}-青石在线") == (kind, "")


def test_a_dated_advice_in_the_same_words_is_an_article() -> None:
    advice = (
        "<p>警方提醒，收到“账号异常，请登录验证”的短信时，请不要点击其中的链接，也不要在陌生网页输入密码和验证码。</p>"
        "<p>如果您已经输入，请立即联系银行客服冻结账户，并保留页面截图。</p>"
    )
    kind, text = stored(f"<h1>谨防假冒登录短信</h1>{ROW}<div>{advice}</div>", "谨防假冒登录短信-青石在线")
    assert kind == "article"
    assert "冻结账户" in text


BESIDE = {
    "a board's rules": f"<h1>谈天说地</h1><div>发帖前请阅读版规：不发广告，不传谣言，不攻击他人，违者禁言。</div><ul>{LIST}</ul>",
    "what a channel is for": f"<h1>基层动态</h1><p>这里发布各乡镇的工作动态，欢迎大家投稿，来稿请写明单位和电话。</p><ul>{LIST}</ul>",
    "an introduction to a topic": f"<div><b>开栏的话</b><p>暑期将至，本网推出系列报道，讲述年轻人返乡创业的故事。</p></div><ul>{LIST}</ul>",
    "how to fill in": (
        "<form>姓名<input name=a>电话<input name=b><textarea></textarea><input type=submit></form>"
        "<p>来信请写真实姓名，一事一议，我们会在五个工作日内答复，涉及诉讼的事项不予受理。"
        "为了尽快办理，反映问题时应当写清楚时间、地点和经过，附上能够说明情况的照片。</p>"
    ),
    "a sentence": "<p>热线每天八时至二十时有人接听，节假日照常。</p>",
    "addresses": "<h2>营业网点</h2>"
    + "".join(
        f"<p>{place}营业厅：和平路{n}号，电话0000-000000{n}</p>"
        for n, place in enumerate("东坪 沙洲 云岭 南塘 柳溪 青石 石门".split())
    ),
}


@pytest.mark.parametrize("name", BESIDE)
def test_a_light_text_beside_a_list_or_a_form_is_no_article(name: str) -> None:
    assert stored(BESIDE[name]) == ("list", "")


def test_a_slogan_on_a_home_page_is_no_article() -> None:
    slogan = "青石糕饼，三代人的手艺"
    about = "<p>一百年来，我们只用本地新米，天不亮就磨浆，赶在早市以前出笼。如今的作坊还在老街，推门就能看见祖父留下的石磨和木模。</p>"
    content = f"<h1>{slogan}</h1>{about}<ul>{LIST}</ul>"
    assert stored(content, f"{slogan}-青石在线", "http://www.example.cn/") == ("list", "")
    assert stored(content, f"{slogan}-青石在线")[1], "below a headline of its own page it is a text"


SHORT = "昨天下午，青石县图书馆新馆开馆，首日接待读者三千人次。"
WITH_EVIDENCE = {
    "a headline": f"<h1>青石县图书馆新馆昨天开馆</h1><p>{SHORT}{SHORT[:9]}馆内设有儿童阅览区和自习室，每周二至周日开放。</p>",
    "a date": f"<h3>开馆</h3>{ROW}<p>{SHORT}馆内设有儿童阅览区和自习室，每周二至周日开放。</p>",
}


@pytest.mark.parametrize("name", WITH_EVIDENCE)
def test_a_short_text_with_a_headline_or_a_date_is_an_article(name: str) -> None:
    kind, text = stored(
        f"{WITH_EVIDENCE[name]}<ul>{LIST}</ul>",
        "青石县图书馆新馆昨天开馆-青石在线" if name == "a headline" else "开馆-青石在线",
    )
    assert kind == "article"
    assert SHORT in text


def cards(names: list[str], text: str = "") -> str:
    return "".join(
        f"<div class=one><h4><a href=/p/{n}>{name}</a></h4><p>{text or PARAGRAPHS_OF_CARDS[n % 3]}</p></div>"
        for n, name in enumerate(names)
    )


PARAGRAPHS_OF_CARDS = (
    "一家开了二十年的面馆，汤头用牛骨熬足八个小时，面条劲道，中午常常要排队。",
    "临河的老茶楼，一楼听书，二楼喝茶，窗外就是码头，傍晚看落日的好地方。",
    "藏在巷子里的糕饼铺，只卖三样点心，卖完就关门，街坊们都是提着篮子来。",
)
PLACES = ["老陈面馆", "望江茶楼", "三味糕饼", "北街豆花", "十里酒坊", "青石书屋"]


def test_cards_of_a_directory_are_no_article() -> None:
    assert stored(f"<h1>吃在青石</h1>{cards(PLACES)}", "吃在青石-青石在线")[1] == ""


def test_an_article_in_cards_is_one() -> None:
    title = "青石老街六家值得一去的小店"
    kind, text = stored(f"<h1>{title}</h1>{ROW}<div>{cards(PLACES)}</div>", f"{title}-青石在线")
    assert kind == "article"
    assert PARAGRAPHS_OF_CARDS[2] in text


def test_a_long_text_needs_neither_headline_nor_date() -> None:
    kind, text = stored(f"<div>{PARAGRAPHS}</div><ul>{LIST}</ul>")
    assert kind == "article"
    assert text


SUMMARIES = "".join(
    f"<p><a href=/{n}.html>{headline}</a>　桥面宽四米，附近居民说，{n + 2}个小区的孩子上学不用再绕路……</p>"
    for n, headline in enumerate(HEADLINES)
)
EMPTY = "<h1></h1><div>发布时间：　来源：</div><div class=nr></div>"


@pytest.mark.parametrize("heading", ["相关阅读", "【推荐阅读】", "猜你喜欢：", ""])
def test_an_empty_template_with_summaries_of_other_pages_is_no_article(heading: str) -> None:
    beside = f"<div><h4>{heading}</h4>{SUMMARIES}</div>"
    assert stored(f"{EMPTY}{beside}", "-青石在线") == ("list", "")


def test_an_article_above_such_summaries_is_one() -> None:
    article = f"<h1>{HEADLINES[0]}</h1>{ROW}<div>{PARAGRAPHS}</div>"
    kind, found = stored(f"{article}<div><h4>相关阅读</h4>{SUMMARIES}</div>", f"{HEADLINES[0]}-青石在线")
    assert kind == "article" and found


@pytest.mark.parametrize(
    ("title", "heading", "kind"),
    [
        ("站内检索-青石在线", "没有找到您要的内容", "error"),
        ("搜索结果", "", "error"),
        ("青石在线", "未检索到符合条件的文章", "error"),
        ("老支书的寻访笔记-青石在线", "老支书的寻访笔记", "article"),
    ],
)
def test_a_search_that_has_found_nothing(title: str, heading: str, kind: str) -> None:
    told = (
        "<p>为您推荐：党支部、三会一课、主题党日、组织生活会、民主评议、党务公开等栏目的相关内容。如果还是没有，换一个关键词，"
        "工作日拨打值班电话，安排专人查找所需的学习资料，也欢迎到县图书馆二楼的党建书屋借阅纸质的文件汇编。</p>"
    )
    if kind == "article":
        told = ROW + PARAGRAPHS
    assert stored(f"<h2>{heading}</h2>{told}", title)[0] == kind


TABLES = {
    "date": "<tr><td>{t}</td><td>{d}</td></tr>",
    "number and date": "<tr><td>{n}</td><td onclick=s({n})>{t}</td><td>{d}</td></tr>",
    "source and date": "<tr><td>◆{t}</td><td>青石日报</td><td>{d} <a href={n}.htm><img src=v.gif></a></td></tr>",
    "date in the line": "<p>{t}　[{d}]</p>",
}


@pytest.mark.parametrize("row", TABLES.values(), ids=TABLES)
def test_rows_of_headlines_that_are_no_links_are_a_list(row: str) -> None:
    titles = [f"{headline}，{n}个小区的居民上学不用绕路" for n in range(2, 5) for headline in HEADLINES]
    rows = "".join(row.format(t=title, n=n, d=f"2024-05-{n + 10}") for n, title in enumerate(titles))
    assert stored(f"<table>{rows}</table>", "便民要闻")[0] == "list"
    headed = f"<h1>青石县便民工程进度公示</h1>{ROW}<table>{rows}</table>"
    assert stored(headed, "青石县便民工程进度公示-青石在线")[0] == "article"


def test_summaries_below_headlines_that_are_no_links_are_a_list() -> None:
    row = "<dt>{}的群众说好得很<span>(2024-05-06)</span></dt><dd>桥面宽四米，附近居民说，上学不用再绕路，{}家人都很高兴…… <a href={}.htm>[详情]</a></dd>"
    rows = "".join(row.format(headline, n + 2, n) for n, headline in enumerate(HEADLINES))
    assert stored(f"<dl>{rows}</dl>", "便民要闻") == ("list", "")


def test_a_list_of_few_cards_is_no_article_below_one_of_their_headlines() -> None:
    card = "<div><h4><a href='{n}.htm'>{headline}，{end}</a></h4><p>昨天上午，{headline}，附近居民说，上学不用再绕路，{end}家人都很高兴，常</p><small>2024-05-0{n}</small></div>"
    ends = ("三百户", "四十多户", "五六十户")
    cards = "".join(
        card.format(n=n, headline=headline, end=end)
        for n, (headline, end) in enumerate(zip(HEADLINES, ends, strict=False), 1)
    )
    assert stored(cards, "党建动态_青石在线") == ("list", "")
