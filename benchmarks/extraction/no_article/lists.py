"""Made-up pages without an article that list something: home pages, channels, results, goods, boards."""

from __future__ import annotations

from benchmarks.extraction.no_article.words import Words

Content = tuple[str, str]
"""<title> without the site's name, and HTML of the content."""


def home(words: Words) -> Content:
    """The home page of a portal: blocks of headlines and one lead with a summary."""
    blocks = "".join(
        f"<div><h2><a href=/c{n}/>{name}</a></h2>{_items(words, 7)}</div>"
        for n, name in enumerate(("要闻", "民生", "教育", "体育", "文化", "经济"))
    )
    lead = (
        f"<div><h1><a href=/1.html>{words.headline()}</a></h1><p>{words.summary(1)}<a"
        " href=/1.html>[详细]</a></p></div>"
    )
    return "首页", lead + blocks


def home_of_an_office(words: Words) -> Content:
    """The home page of an office, with a paragraph about it."""
    about = (
        f"{words.site}成立于19{words.number(50, 99)}年，现有职工{words.number(60, 400)}人，"
        f"下设{words.number(4, 12)}个科室，承担全区的规划、建设和管理工作。多年来坚持服务群众、"
        "服务基层，先后获得多项荣誉。"
    )
    return (
        "首页",
        (
            f"<div><h3>单位简介</h3><p>{about}<a"
            f" href=/about.html>[更多]</a></p></div><div><h3>工作动态</h3>{_dated(words, 8)}</div>"
            f"<div><h3>通知公告</h3>{_dated(words, 8)}</div>"
        ),
    )


def channel(words: Words) -> Content:
    """Headlines with dates and a pager."""
    return "工作动态", f"<h2>工作动态</h2>{_dated(words, 20)}{_pager()}"


def channel_with_a_description(words: Words) -> Content:
    """A channel whose head says what it is about."""
    about = (
        f"本栏目集中发布{words.place()}各部门、各单位的工作动态和经验做法，每个工作日更新，"
        "欢迎各单位踊跃投稿。"
    )
    return "基层风采", f"<h1>基层风采</h1><p>{about}</p>{_dated(words, 15)}{_pager()}"


def summaries(words: Words) -> Content:
    """Linked headlines, each with the beginning of its article."""
    items = "".join(
        f"<div class=item><h3><a href=/{n}.html>{words.headline()}</a></h3><p>{words.summary()}</p>"
        f"<span>{words.moment()}</span></div>"
        for n in range(10)
    )
    return "新闻", items + _pager()


def summaries_with_more(words: Words) -> Content:
    """The same with links to the rest, and no heading elements."""
    items = "".join(
        "<tr><td><a"
        f" href=/{n}.html><b>{words.headline()}</b></a></td></tr><tr><td>　　{words.summary()}"
        f"<a href=/{n}.html>【查看全文】</a></td></tr>"
        for n in range(8)
    )
    return "本地新闻", f"<table>{items}</table>{_pager()}"


def cards(words: Words) -> Content:
    """Cards with a picture, a headline and a sentence, wholly inside a link."""
    items = "".join(
        f"<a href=/p/{n}><img src=/{n}.jpg><div>{words.headline()}</div><p>{words.sentence()}</p></a>"
        for n in range(12)
    )
    return "推荐", f"<div>{items}</div>"


def search_results(words: Words) -> Content:
    """Results of a search with pieces of the pages found."""
    items = "".join(
        f"<dl><dt><a href=/{n}.html>{words.headline()}</a></dt><dd>...{words.summary()}...</dd>"
        f"<dd>www.example.cn/{n}.html　{words.date()}</dd></dl>"
        for n in range(10)
    )
    return (
        "搜索：供水",
        (
            "<form><input name=q value=供水><input type=submit"
            f" value=搜索></form><p>找到约{words.number(30, 900)}条结果，"
            f"用时0.03秒</p>{items}{_pager()}"
        ),
    )


def no_results(words: Words) -> Content:
    """A search that found nothing, with advice."""
    return (
        "搜索结果",
        (
            "<form><input name=q value=绿道规划图><input type=submit value=搜索></form><h3>抱歉，"
            "没有找到与“绿道规划图”相关的内容</h3><p>建议您：</p><ul><li>检查输入的文字是否有误；</li><li>去掉不必要的字词，"
            "如“的”“什么”等；</li><li>换用含义相近、使用更普遍的词语重新搜索；</li><li>缩短关键词，"
            f"或者选择其他栏目进行查找。</li></ul><h4>大家都在搜</h4>{_items(words, 6)}"
        ),
    )


def search_form(words: Words) -> Content:
    """A form for detailed searches with instructions."""
    options = "".join(f"<option>{name}</option>" for name in ("全部", "标题", "正文", "作者"))
    return (
        "高级检索",
        (
            f"<h2>高级检索</h2><form>关键词：<input name=q> 范围：<select>{options}</select>"
            " 起止日期：<input name=a>至<input name=b><input type=submit"
            " value=检索></form><p>检索说明：多个关键词之间用空格隔开，表示同时包含；用竖线隔开，"
            "表示包含其中之一。日期请按年-月-日的格式填写，不填写表示不限。检索结果最多显示一千条。</p>"
        ),
    )


def topic_page(words: Words) -> Content:
    """A special topic: an introduction above blocks of headlines."""
    blocks = "".join(
        f"<h3>{name}</h3>{_items(words, 6)}" for name in ("最新报道", "权威解读", "图说", "评论")
    )
    return (
        "专题：全民阅读周",
        (
            f"<img src=/banner.jpg><div><h4>编者按</h4><p>{words.summary(2)}为此，本网特开设专题，"
            f"敬请关注。</p></div>{blocks}"
        ),
    )


def site_map(words: Words) -> Content:
    """All channels of a site."""
    groups = "".join(
        f"<dl><dt>{name}</dt>"
        + "".join(f"<dd><a href=/{name}/{n}/>{words.place()}</a></dd>" for n in range(14))
        + "</dl>"
        for name in ("新闻", "政务", "服务", "互动")
    )
    return "网站地图", f"<h1>网站地图</h1>{groups}"


def tag_page(words: Words) -> Content:
    """Pages with a tag."""
    return (
        "标签：公交",
        f"<h1>公交</h1><p>共{words.number(20, 90)}篇文章</p>{_dated(words, 12)}{_pager()}",
    )


def author_page(words: Words) -> Content:
    """An author's page: who it is, and a list of articles."""
    name = words.name()
    return (
        f"{name}的专栏",
        (
            f"<div><img src=/head.jpg><h1>{name}</h1><p>专栏作者，长期关注城市建设与民生话题。"
            f"</p></div>{_dated(words, 12)}"
        ),
    )


def video_index(words: Words) -> Content:
    """Videos with length and number of views."""
    items = "".join(
        f"<li><a href=/v/{n}><img"
        f" src=/{n}.jpg><i>0{words.number(1, 9)}:{words.number(10, 59)}</i></a><a"
        f" href=/v/{n}>{words.headline()}</a><em>播放：{words.number(100, 9999)}</em></li>"
        for n in range(16)
    )
    return "视频", f"<h2>视频</h2><ul>{items}</ul>{_pager()}"


def gallery_index(words: Words) -> Content:
    """Galleries with the number of their pictures."""
    items = "".join(
        f"<li><a href=/g/{n}.html><img src=/{n}.jpg></a><p><a"
        f" href=/g/{n}.html>{words.headline()}（{words.number(4, 30)}张）</a></p></li>"
        for n in range(16)
    )
    return "图片频道", f"<ul>{items}</ul>{_pager()}"


def epaper(words: Words) -> Content:
    """A page of a paper: its articles, and the other pages."""
    pages = "".join(
        f"<a href=node_{n}.htm>第0{n}版：综合新闻</a> <a href={n}.pdf>PDF</a><br>" for n in range(1, 9)
    )
    return (
        f"{words.site} {words.date()} 第01版",
        (
            "<div><img src=/page.jpg"
            f" usemap=#m></div><div>第01版：头版<ul>{_items(words, 7)}</ul></div><div>版面导航<br>{pages}</div><div><a"
            " href=#>上一期</a> <a href=#>下一期</a></div>"
        ),
    )


def forum_board(words: Words) -> Content:
    """Threads of a board with authors and replies, below its rules."""
    rows = "".join(
        f"<tr><td><a href=/thread-{n}-1-1.html>{words.headline()}，大家怎么看？</a></td><td><a"
        f" href=/u/{n}>{words.name()}</a><br>{words.date()}</td>"
        f"<td>{words.number(0, 99)}/{words.number(100, 9999)}</td><td>{words.name()}<br>{words.moment()}</td></tr>"
        for n in range(20)
    )
    return (
        "城市杂谈",
        (
            "<h1>城市杂谈</h1><div>本版版规：发帖请遵守国家法律法规，不得发布广告、谣言和人身攻击的内容，"
            "违者删帖并禁言七天；重复发帖的，只保留最早的一帖。</div>"
            f"<table><tr><th>主题</th><th>作者</th><th>回复/查看</th><th>最后发表</th></tr>{rows}</table>{_pager()}"
        ),
    )


def forum_home(words: Words) -> Content:
    """Boards of a forum, each with a sentence about it."""
    boards = (
        ("城市杂谈", "说说身边的新鲜事，也可以吐槽，但请文明发言。"),
        ("房产家居", "买房、租房、装修的经验都可以在这里交流，中介请勿发广告。"),
        ("亲子教育", "从怀孕到上学，和其他家长聊一聊孩子成长中的问题。"),
        ("二手市场", "闲置物品转让和求购，交易请当面验货，谨防受骗。"),
        ("站务管理", "对论坛有意见和建议，请在这里告诉我们，管理员会尽快回复。"),
    )
    rows = "".join(
        "<tr><td><h2><a"
        f" href=/forum-{n}-1.html>{name}</a></h2><p>{about}</p></td><td>{words.number(100, 9000)} /"
        f" {words.number(9000, 99999)}</td><td><a href=/t{n}>{words.headline()}</a> {words.moment()}"
        f" {words.name()}</td></tr>"
        for n, (name, about) in enumerate(boards)
    )
    return (
        "论坛",
        (
            f"<p>今日: {words.number(10, 99)} 昨日: {words.number(10, 99)} 会员:"
            f" {words.number(1000, 9999)}</p><table>{rows}</table>"
        ),
    )


def microblog_wall(words: Words) -> Content:
    """Excerpts of threads of all boards, as the front page of a community has them."""
    items = "".join(
        f"<li><div>{words.number(3, 999)}</div><div><a"
        f" href=/p/{n}>{words.headline()}</a></div><div>{words.summary(2)}</div><div><a"
        f" href=/u/{n}>{words.name()}</a>"
        f" <span>{words.number(10, 22)}:{words.number(10, 59)}</span></div></li>"
        for n in range(12)
    )
    return "社区", f"<ul>{items}</ul>{_pager()}"


def goods(words: Words) -> Content:
    """Goods with prices."""
    items = "".join(
        f"<li><a href=/item/{n}><img src=/{n}.jpg></a><b>￥{words.number(9, 999)}.00</b><a"
        f" href=/item/{n}>{words.place()}特产手工米糕礼盒装"
        f" {words.number(2, 9)}00克包邮</a><span>已售{words.number(10, 9000)}件</span></li>"
        for n in range(20)
    )
    return (
        "糕点_价格_报价",
        f"<div>品牌：全部 包装：全部 价格：0-50 50-100 100以上</div><ul>{items}</ul>{_pager()}",
    )


def downloads(words: Words) -> Content:
    """Programs to download, each with a description."""
    names = ("云帆输入法", "小鹿看图", "方舟压缩", "雨点记账", "青竹词典", "快马下载器")
    items = "".join(
        f"<div><a href=/soft/{n}.html>{name}"
        f" {words.number(1, 9)}.{words.number(0, 9)}</a><p>大小：{words.number(2, 90)}MB　语言：简体中文　更新：{words.date()}</p><p>{name}是一款小巧好用的免费软件，"
        "界面清爽、没有广告，支持多种格式，新版本修正了启动缓慢的问题。</p><a"
        f" href=/down/{n}>立即下载</a></div>"
        for n, name in enumerate(names)
    )
    return "软件下载", items + _pager()


def files_index(words: Words) -> Content:
    """Forms to download."""
    items = "".join(
        f"<li><a href=/{n}.doc>{words.place()}{name}.doc</a> <span>{words.date()}</span>"
        f" <span>{words.number(12, 900)}KB</span></li>"
        for n, name in enumerate(
            (
                "住房补贴申请表",
                "个体登记表",
                "残疾人证申领表",
                "采购合同范本",
                "档案查阅登记表",
                "收养登记表",
            )
            * 2
        )
    )
    return "表格下载", f"<h2>表格下载</h2><ul>{items}</ul>"


def links_directory(words: Words) -> Content:
    """Links to other sites, each with a sentence or two about it."""
    items = "".join(
        f"<li><a href=http://www.example.cn/{n}>{words.office()}</a><p>{words.place()}的公共服务网站，"
        "提供信息查询、在线预约和投诉受理，全天开放。</p></li>"
        for n in range(14)
    )
    return (
        "网址导航",
        (
            f"<h1>网址导航</h1><p>精选{words.number(100, 900)}个常用网站，覆盖政务、教育、医疗、"
            f"交通和购物，让查找更省时。</p><ul>{items}</ul>"
        ),
    )


def tools_directory(words: Words) -> Content:
    """A page of tools with one sentence about all of them, and nothing but names."""
    items = "".join(
        f"<a href=/t/{n}><b>{words.place()}{name}</b></a>"
        for n, name in enumerate(("查词", "换算", "翻译", "记账", "看图", "排版") * 3)
    )
    return (
        "工具导航",
        (
            f"<h1>工具导航</h1><p>{words.site}工具频道：精选查词、换算、翻译、记账、看图、"
            f"排版等常用小工具，无需安装，打开就能用，让每一次查找都更省时间。</p>{items}"
        ),
    )


def people(words: Words) -> Content:
    """Doctors with what they treat."""
    items = "".join(
        f"<div><img src=/{n}.jpg width=120><a href=/d/{n}.html>{words.name()}</a>"
        f" 主任医师<p>从事临床工作{words.number(10, 35)}年，擅长常见病、多发病的诊治，"
        "在老年慢性病的综合管理方面有丰富经验。</p><a href=#>预约挂号</a></div>"
        for n in range(9)
    )
    return "专家介绍", f"<h2>专家介绍</h2>{items}"


def jobs(words: Words) -> Content:
    """Vacancies."""
    rows = "".join(
        "<tr><td><a"
        f" href=/job/{n}>{name}</a></td><td>{words.place()}</td><td>{words.number(3, 9)}000-{words.number(10, 15)}000元/月</td><td>{words.date()}</td></tr>"
        for n, name in enumerate(
            ("会计", "讲解员", "水质检验员", "小学语文教师", "网络管理员", "司机", "护士") * 2
        )
    )
    return (
        "职位列表",
        f"<table><tr><th>职位</th><th>地点</th><th>薪资</th><th>发布日期</th></tr>{rows}</table>{_pager()}",
    )


def questions(words: Words) -> Content:
    """Questions that others asked, with numbers of answers."""
    asked = (
        "新生儿的医保应该怎么办理，需要带哪些材料？",
        "请问小区门口的路灯坏了找哪个部门修？",
        "退休以后公积金可以一次取出来吗？",
        "外地牌照的车可以参加年检吗，周末上班吗？",
        "孩子转学要提前多久申请，学位怎么安排？",
    )
    rows = "".join(
        "<li><a"
        f" href=/q/{n}>{text}</a><span>{words.number(0, 30)}个回答</span><span>{words.date()}</span></li>"
        for n, text in enumerate(asked * 3)
    )
    return "问答", f"<ul>{rows}</ul>{_pager()}"


def letters(words: Words) -> Content:
    """Letters to an office and what became of them, after a notice on how to write."""
    rows = "".join(
        f"<tr><td>{words.number(1000, 9999)}</td><td><a"
        f" href=/mail/{n}>关于{words.place()}路面破损的问题</a></td><td>{words.date()}</td><td>已办结</td></tr>"
        for n in range(15)
    )
    return (
        "领导信箱",
        (
            "<h1>领导信箱</h1><div>写信须知：请如实填写姓名和联系电话，"
            "我们将为您保密；来信将在七个工作日内答复；涉及诉讼的事项不予受理。</div>"
            f"<p><a href=/write>我要写信</a></p><table>{rows}</table>{_pager()}"
        ),
    )


def chapters(words: Words) -> Content:
    """The chapters of a novel."""
    items = "".join(
        f"<dd><a href=/{n}.html>第{n}章 {words.place()}的{word}</a></dd>"
        for n, word in enumerate(("雨夜", "来信", "旧事", "渡口") * 12)
    )
    return (
        "渡口旧事最新章节",
        (
            f"<h1>渡口旧事</h1><p>作者：{words.name()}　状态：连载中　最新章节：<a"
            f" href=/47.html>第47章</a></p><dl>{items}</dl>"
        ),
    )


def league_table(words: Words) -> Content:
    """A league's table."""
    rows = "".join(
        f"<tr><td>{n}</td><td>{words.place()}队</td>"
        + "".join(f"<td>{words.number(0, 40)}</td>" for _ in range(8))
        + "</tr>"
        for n in range(1, 17)
    )
    return (
        "积分榜",
        f"<h2>积分榜</h2><table><tr><th>名次</th><th>球队</th><th>场次</th><th>胜</th><th>平</th><th>负</th><th>进球</th><th>失球</th><th>净胜球</th><th>积分</th></tr>{rows}</table>",
    )


def weather(words: Words) -> Content:
    """A forecast."""
    rows = "".join(
        f"<tr><td>{words.number(1, 12)}月{words.number(1, 28)}日</td><td>多云转小雨</td><td>{words.number(5, 20)}~{words.number(21, 33)}℃</td><td>东北风3级</td></tr>"
        for _ in range(15)
    )
    return (
        "天气预报",
        (
            f"<h1>{words.place()}天气</h1><table>{rows}</table><ul><li>穿衣：建议穿薄外套。"
            "</li><li>洗车：不宜洗车。</li><li>运动：较适宜室内运动。</li></ul>"
        ),
    )


def _items(words: Words, number: int) -> str:
    rows = "".join(
        f"<li><a href=/{n}.html>{headline}</a></li>" for n, headline in enumerate(words.headlines(number))
    )
    return f"<ul>{rows}</ul>"


def _dated(words: Words, number: int) -> str:
    rows = "".join(
        f"<li><a href=/{n}.html>{headline}</a><span>{words.date()}</span></li>"
        for n, headline in enumerate(words.headlines(number))
    )
    return f"<ul>{rows}</ul>"


def _pager() -> str:
    return (
        "<div>共12页 首页 上一页 "
        + " ".join(f"<a href=?p={n}>{n}</a>" for n in range(1, 7))
        + " 下一页 尾页</div>"
    )


LISTS = (
    home, home_of_an_office, channel, channel_with_a_description, summaries, summaries_with_more, cards,
    search_results, no_results, search_form, topic_page, site_map, tag_page, author_page, video_index,
    gallery_index, epaper, forum_board, forum_home, microblog_wall, goods, downloads, files_index,
    links_directory, tools_directory, people, jobs, questions, letters, chapters, league_table, weather,
)  # fmt: skip
