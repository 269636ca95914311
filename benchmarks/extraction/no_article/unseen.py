"""Made-up pages without an article that were written after the rules: their first figure is an honest one."""

from __future__ import annotations

from benchmarks.extraction.no_article.lists import Content
from benchmarks.extraction.no_article.words import Words


def missing_post(words: Words) -> Content:
    """A soft 404 of a forum."""
    return (
        "信息提示",
        (
            "<div class=info><b>论坛提示信息</b><p>指定的主题不存在或已被删除或正在被审核</p><p><a"
            " href='javascript:history.back()'>[ 点击这里返回上一页 ]</a></p></div>"
        ),
    )


def missing_page_polite(words: Words) -> Content:
    """A soft 404 of about 350 characters of an office."""
    return (
        words.site,
        (
            "<div><p>亲爱的访客，您好！</p><p>十分遗憾，我们没能为您调出这个页面。"
            "通常是以下原因造成的：</p><p>（1）链接来自其他网站，对方的链接写错了，或者抄漏了字母；</p>"
            "<p>（2）该页面属于历史资料，已经按照档案管理的规定归档，"
            "不再对外展示；</p><p>（3）您收藏的时间较久，栏目在此期间做过合并。</p>"
            "<p>建议您先到首页看一看，首页按主题列出了全部栏目；也可以拨打窗口电话，"
            "说明要找的材料名称和大致时间，值班人员会帮助您查找。"
            "给您添麻烦了，请多多包涵。我们每个月都会清理一次失效的链接，感谢您的理解与支持。</p><p><a"
            " href=/>回首页</a></p></div>"
        ),
    )


def expired_session(words: Words) -> Content:
    """A session that is over."""
    return (
        "会话超时",
        (
            "<p>由于您长时间未操作，登录状态已失效。为了您的信息安全，"
            "请重新登录后再继续办理业务；尚未保存的内容可能已经丢失。</p>"
        ),
    )


def region_locked(words: Words) -> Content:
    """A video that may not be seen here."""
    return (
        "播放受限",
        (
            "<h2>应版权方要求，您所在的地区无法观看本节目</h2><p>如有疑问，请联系客服。"
            "您还可以看看其他节目。</p>"
        ),
    )


def closed_shop(words: Words) -> Content:
    """A shop that is closed."""
    return (
        "店铺打烊",
        (
            "<p>掌柜的出门进货去了，店铺暂停营业，预计下周一恢复接单。已经付款的订单会按时发出，"
            "请您放心；急用的朋友可以加客服微信询问库存。</p>"
        ),
    )


def quota(words: Words) -> Content:
    """A library of papers that wants to be paid."""
    return (
        words.headline(),
        (
            f"<h1>{words.headline()}</h1><p>{words.date()}　共{words.number(3, 9)}页</p><p>您今日的免费阅读次数已用完，"
            f"购买本文档需要{words.number(2, 9)}下载券。</p><p>开通VIP，每月可下载五十份文档，"
            "还能去除页面广告。</p>"
        ),
    )


def newsletter(words: Words) -> Content:
    """A form to subscribe to mails."""
    return (
        "邮件订阅",
        (
            "<h1>订阅我们的邮件</h1><p>每周五下午，编辑把一周最值得读的稿件寄到您的邮箱。随时可以退订，"
            "我们不会把地址交给别人。</p><form><input type=email name=e><input type=submit"
            " value=订阅></form>"
        ),
    )


def exam_scores(words: Words) -> Content:
    """A form to look up marks."""
    return (
        "成绩查询",
        (
            "<h3>考试成绩查询</h3><form>准考证号：<input name=a>身份证号：<input name=b><input"
            " type=submit value=查询></form><p>查询时间：每天8时至22时。对成绩有异议的考生，"
            "可以在公布之日起五日内向报名点提出复核申请，逾期不再受理。</p>"
        ),
    )


def prices(words: Words) -> Content:
    """Prices of a market."""
    rows = "".join(
        f"<tr><td>{name}</td><td>{words.number(2, 9)}.{words.number(10, 99)}</td><td>元/公斤</td><td>{words.place()}批发市场</td></tr>"
        for name in "白菜 萝卜 土豆 黄瓜 番茄 茄子 豆角 生姜 大葱 菠菜".split()
    )
    return (
        "今日菜价",
        f"<h2>今日菜价</h2><table><tr><th>品名</th><th>均价</th><th>单位</th><th>市场</th></tr>{rows}</table>",
    )


def timetable(words: Words) -> Content:
    """Trains."""
    rows = "".join(
        f"<tr><td>K{words.number(100, 999)}</td><td>{words.place()}—{words.place()}</td><td>{words.number(10, 22)}:{words.number(10, 59)}</td><td>{words.number(10, 22)}:{words.number(10, 59)}</td></tr>"
        for _ in range(15)
    )
    return (
        "列车时刻表",
        f"<table>{rows}</table><p>时刻如有变动，以车站公告为准，请旅客提前查询，合理安排行程。</p>",
    )


def recipes(words: Words) -> Content:
    """Recipes as cards with what is needed."""
    items = "".join(
        f"<div class=c><a href=/r/{n}><img src=/{n}.jpg></a><h4><a"
        f" href=/r/{n}>{name}</a></h4><p>主料：{name[-2:]}；辅料：葱、姜、盐。先把{name[-2:]}洗净切块，"
        "焯水后小火慢炖四十分钟，出锅前撒一把葱花。"
        f"</p><span>{words.number(10, 999)}人做过</span></div>"
        for n, name in enumerate(
            (
                "清炖羊肉",
                "红烧排骨",
                "冬瓜肉丸",
                "番茄牛腩",
                "板栗烧鸡",
                "萝卜鲫鱼",
                "香菇滑鸡",
                "莲藕猪蹄",
            )
        )
    )
    return "家常菜谱大全", f"<h1>家常菜谱大全</h1><div>{items}</div>"


def books(words: Words) -> Content:
    """A list of books with what they are about, in a table."""
    rows = "".join(
        f"<tr><td><img src=/{n}.jpg></td><td><a"
        f" href=/b/{n}.html>《{words.place()}纪事》</a><br>{words.name()}"
        " 著<br>本书以一个小镇三代人的命运为线索，写出了半个世纪里普通人的生活变迁，语言朴素，"
        "情感真挚。</td></tr>"
        for n in range(8)
    )
    return "新书推荐", f"<h2>新书推荐</h2><table>{rows}</table>"


def hotels(words: Words) -> Content:
    """Hotels with comments of guests."""
    items = "".join(
        "<li><a"
        f" href=/h/{n}>{words.place()}和平宾馆</a><em>{words.number(3, 4)}.{words.number(1, 9)}分</em><p>“房间干净，"
        f"离车站近，早餐种类不少，就是隔音差一点。”</p><b>¥{words.number(100, 500)}起</b></li>"
        for n in range(10)
    )
    return (
        "酒店预订",
        (
            "<form>入住：<input name=a>离店：<input name=b><input type=submit"
            f" value=搜索></form><ul>{items}</ul>"
        ),
    )


def timeline(words: Words) -> Content:
    """News as a stream of times, each a linked headline and a sentence."""
    items = "".join(
        f"<div><span>{words.number(10, 22)}:{words.number(10, 59)}</span><a"
        f" href=/{n}.html>{words.headline()}</a><div>{words.sentence()}</div></div>"
        for n in range(15)
    )
    return "7×24小时滚动", f"<div>{items}</div>"


def columns(words: Words) -> Content:
    """Columnists, each with the newest piece."""
    items = "".join(
        f"<dl><dt><a href=/z/{n}>{words.name()}</a></dt><dd><a"
        f" href=/{n}.html>{words.headline()}</a></dd><dd>{words.sentence()}</dd></dl>"
        for n in range(9)
    )
    return "专栏作者", items


def museum(words: Words) -> Content:
    """The home page of a museum with opening hours and a note."""
    return "首页", (
        "<div><h2>参观须知</h2><p>开放时间：周二至周日9时至17时，16时停止入馆，周一闭馆。参观免费，"
        "请持身份证在入口处登记；十四周岁以下儿童须由成人陪同。</p></div><div><h2>展览</h2>"
        + "".join(f"<a href=/e/{n}><img src=/{n}.jpg>{words.headline()}</a>" for n in range(6))
        + "</div>"
    )


def company(words: Words) -> Content:
    """The home page of a company with a slogan and goods."""
    return "官方网站", (
        "<div><h1>用心做好每一块糕</h1><p>三十年老字号，坚持手工制作，不添加防腐剂，从一粒米到一块糕，"
        "每一步都有人负责。</p></div>"
        + "".join(f"<a href=/p/{n}><img src=/{n}.jpg><span>{words.place()}米糕</span></a>" for n in range(8))
        + f"<h3>新闻中心</h3><ul>{''.join(f'<li><a href=/n/{n}>{words.headline()}</a></li>' for n in range(5))}</ul>"
    )


def awards(words: Words) -> Content:
    """A list of names without a sentence."""
    return "获奖名单", "<h2>获奖名单</h2><p>一等奖</p>" + "".join(
        f"<p>{words.name()}　{words.office()}</p>" for _ in range(25)
    )


def donors(words: Words) -> Content:
    """A search form above a table of gifts."""
    rows = "".join(
        f"<tr><td>{words.name()}</td><td>{words.number(1, 90)}00元</td><td>{words.date()}</td></tr>"
        for _ in range(20)
    )
    return (
        "捐赠查询",
        (
            "<h2>捐赠查询</h2><p>捐赠到账后三个工作日内可以查询，如有遗漏请与财务部联系。"
            f"</p><form><input name=n><input name=m><input type=submit></form><table>{rows}</table>"
        ),
    )


def entry(words: Words) -> Content:
    """A cover page."""
    return (
        f"欢迎访问{words.site}",
        (
            f"<center><img src=/cover.jpg><p>欢迎您访问{words.site}！本站最佳浏览分辨率为1024×768，"
            "建议使用较新版本的浏览器。</p><a href=/main.html>进入网站</a></center>"
        ),
    )


UNSEEN = (
    missing_post, missing_page_polite, expired_session, region_locked, closed_shop, quota, newsletter,
    exam_scores, prices, timetable, recipes, books, hotels, timeline, columns, museum, company, awards,
    donors, entry,
)  # fmt: skip
