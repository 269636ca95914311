"""Made-up pages without an article that speak to the reader: errors, walls, forms, consents."""

from __future__ import annotations

from benchmarks.extraction.no_article.lists import Content
from benchmarks.extraction.no_article.words import Words


def not_found(words: Words) -> Content:
    """A short soft 404."""
    return (
        "404",
        "<h1>抱歉，您访问的页面不存在</h1><p>您可以<a href=/>返回首页</a>，或者使用站内搜索。</p>",
    )


def taken_down(words: Words) -> Content:
    """A soft 404 of about 200 characters under the site's own title."""
    return (
        "",
        (
            "<div class=msg><p>非常抱歉，您要查看的稿件已经下线。可能是因为稿件内容有变动，"
            "编辑正在重新审核；也可能是因为稿件超过了授权期限，"
            "我们不能继续提供。</p><p>您可以返回上一页，"
            "浏览其他频道的最新报道；也可以在右上角的搜索框里输入关键词，查找您感兴趣的内容。"
            f"如果您有疑问，请拨打{words.site}服务热线0000-0000000，我们会尽快为您核实。</p></div>"
        ),
    )


def moved(words: Words) -> Content:
    """A soft 404 of about 300 characters about a new version of the site."""
    return (
        "温馨提示",
        (
            f"<h2>温馨提示</h2><p>尊敬的网友：</p><p>为了给您提供更好的服务，{words.site}已于近日完成改版，"
            "栏目结构和网页地址都有较大调整，"
            "您访问的网址在新版网站中已经失效，相关内容可能已经移动到新的栏目。给您带来的不便，敬请谅解。</p>"
            "<p>您可以通过以下方式找到需要的内容：一是从首页进入新的栏目，"
            "按发布时间查找；二是使用站内检索，输入标题中的两三个词语；"
            "三是访问旧版网站的备份，那里保留了改版之前的全部稿件。</p><p>如果仍然找不到，"
            "请发送邮件到网站信箱，写明原来的网址和标题，工作人员将在两个工作日内回复。</p>"
            "<p><a href=/>进入首页</a></p>"
        ),
    )


def lost(words: Words) -> Content:
    """A playful soft 404 of about 250 characters."""
    return (
        "哎呀，迷路了",
        (
            "<div><h3>哎呀，页面迷路了……</h3><p>别着急，先喝口水。我们派了三名工程师去找它，"
            "目前还没有消息。它也许换了名字，也许搬了家，"
            "也许从来就没有来过。</p><p>等待的时候，"
            "您不妨做这几件事：检查一下地址栏里的网址有没有多一个字母或者少一个字母；按一下刷新键，"
            "看看运气如何；"
            "回到首页，看看今天又发生了什么；或者给我们留个言，告诉我们您是从哪个链接过来的，"
            "我们好把那个链接修好。</p><p>5秒后自动返回首页。</p></div>"
        ),
    )


def lost_lesson(words: Words) -> Content:
    """A soft 404 of about 400 characters that goes on about a charity."""
    return (
        "公益404页面",
        (
            "<h1>您访问的页面找不到了，但我们可以一起帮他们回家</h1><p>您要访问的页面可能已被删除、"
            "更名或者暂时不可用。</p>"
            f"<p>{words.name()}，男，失踪时八岁，身高约一米二，离家时穿蓝色外套、黑色运动鞋，会说本地方言，"
            "左手手背有一块胎记。</p>"
            f"<p>{words.name()}，女，失踪时六岁，短发，圆脸，离家时背着粉色书包，能说出父母的名字，"
            "不记得家庭住址。</p>"
            "<p>每一个走失的孩子背后，都有一个日夜盼望的家庭。如果您见过他们，请拨打报警电话，"
            "或者联系志愿者。您的一次转发，就可能让一个家庭团圆。"
            "我们把网站的错误页面变成寻人页面，是希望更多的人看到这些信息。只要多一个人看到，"
            "就多一份希望。</p>"
            "<p>返回首页　查看更多寻人信息　我也要加入公益行动</p>"
        ),
    )


def gone_goods(words: Words) -> Content:
    """Goods that are sold no longer."""
    return "商品已下架", (
        "<h3>很抱歉，您查看的商品已下架</h3><p>该商品可能已经售罄，或者卖家调整了经营范围。"
        "您可以看看下面这些同类商品，也可以联系卖家咨询到货时间。</p>"
        + "".join(f"<a href=/i/{n}><img src=/{n}.jpg>{words.place()}米糕礼盒</a>" for n in range(6))
    )


def server_error(words: Words) -> Content:
    """An error of the server, with what to do."""
    return (
        "系统错误",
        (
            "<h1>服务器遇到错误，暂时无法完成您的请求</h1><p>错误代码：500　请求编号：a83f-19c2</p>"
            "<p>我们已经记录了这个错误，技术人员正在处理。请稍后刷新页面重试；如果问题一直存在，"
            "请把请求编号告诉客服人员，以便尽快定位原因。</p>"
        ),
    )


def upkeep(words: Words) -> Content:
    """A site that is closed for upkeep."""
    return (
        "系统维护公告",
        (
            f"<h2>系统维护公告</h2><p>尊敬的用户：为提升服务质量，{words.site}将于今晚22时至次日6时进行系统升级，"
            "期间网站暂停访问，查询、预约等业务暂停办理。"
            "请您提前安排好时间，由此带来的不便，敬请谅解。升级完成后服务将自动恢复，无需任何操作。</p>"
        ),
    )


def too_fast(words: Words) -> Content:
    """A refusal of visitors that come too often."""
    return (
        "访问验证",
        (
            "<div><h2>您的访问过于频繁，请完成验证后继续</h2><p>系统检测到您的网络环境存在异常请求，"
            "为保护网站和其他用户的正常使用，请输入下图中的字符。如果您使用的是公共网络，"
            "可能是其他人的操作触发了限制，请更换网络后再试。</p><input name=code><img"
            " src=/code.png><input"
            " type=submit value=提交></div>"
        ),
    )


def firewall(words: Words) -> Content:
    """A firewall's page."""
    return (
        "请求已被拦截",
        (
            "<h1>很抱歉，由于您访问的URL有可能对网站造成安全威胁，您的访问被阻断。"
            "</h1><p>您的请求编号是：0a3b9f77</p>"
            "<p>误报反馈：如果您是网站管理员，请登录控制台查看拦截详情，"
            "并把该地址加入白名单；如果您是普通访客，请联系网站管理员并提供请求编号。</p>"
        ),
    )


def waiting(words: Words) -> Content:
    """A check of the browser."""
    return (
        "请稍候",
        (
            "<noscript><p>请开启浏览器的JavaScript功能后刷新页面，否则无法继续访问本网站的内容。"
            "</p></noscript>"
            "<h2>正在检查您的浏览器，请稍候……</h2><p>这一过程是自动进行的，"
            "您的浏览器将很快跳转到您请求的页面，最多需要五秒钟。</p>"
        ),
    )


def leaving(words: Words) -> Content:
    """A page before another site."""
    return (
        "跳转提示",
        (
            f"<h3>您即将离开{words.site}</h3><p>您访问的链接不属于本站，"
            "本站不对其内容的真实性和安全性负责。请注意保护个人信息和账号密码，不要轻易输入银行卡号。</p>"
            "<p>http://www.example.com/</p><a href=#>继续访问</a> <a href=#>关闭页面</a>"
        ),
    )


def login(words: Words) -> Content:
    """A log-in form that says why to log in."""
    return (
        "用户登录",
        (
            "<h2>用户登录</h2><form>用户名：<input name=u> 密码：<input type=password name=p> <input"
            " type=submit value=登录> <a href=/r>忘记密码</a></form><p>登录后可以收藏稿件、订阅栏目、"
            "参与评论和投票。首次使用请先注册，注册时填写的手机号码仅用于身份验证，不会向第三方提供。"
            "连续五次输错密码，账号将被锁定三十分钟。</p>"
        ),
    )


def register(words: Words) -> Content:
    """A form to register, with the agreement that everybody accepts."""
    return (
        "用户注册",
        (
            "<h2>新用户注册</h2><form>手机号：<input name=m> 验证码：<input name=c> 设置密码：<input"
            " type=password> 确认密码：<input type=password><div"
            f" style='height:120px;overflow:auto'><p>欢迎您使用{words.site}的服务。"
            "您在注册前应当仔细阅读并同意本协议，未成年人应当在监护人陪同下阅读。</p><p>一、"
            "您应当提供真实、准确的个人资料，并在资料变更后及时更新；因资料不实造成的后果由您自行承担。"
            "</p><p>二、您不得利用本站发布违反法律法规的内容，不得侵犯他人的合法权益，"
            "不得干扰本站的正常运行。</p><p>三、本站有权根据需要修改协议内容，修改后的协议一经公布即生效，"
            "您继续使用即视为接受。</p></div><input type=checkbox>我已阅读并同意<input type=submit"
            " value=注册></form>"
        ),
    )


def members_only(words: Words) -> Content:
    """A forum that shows its threads to members alone."""
    return (
        "提示信息 - 论坛",
        (
            "<div><p>抱歉，您所在的用户组（游客）无法进行此操作，您需要登录后才能查看本帖的内容。"
            "没有账号？请先<a href=/reg>立即注册</a>，注册后即可浏览全部版块，"
            "下载附件，并与其他会员交流。</p></div>"
        ),
    )


def password_needed(words: Words) -> Content:
    """An entry of a blog behind a password."""
    headline = words.headline()
    return (
        headline,
        (
            f"<h1>密码保护：{headline}</h1><p>{words.date()}　{words.name()}</p><p>这是一篇受密码保护的文章，"
            "您需要提供访问密码才能查看内容。</p><form>密码：<input type=password><input type=submit"
            " value=提交></form>"
        ),
    )


def paid(words: Words) -> Content:
    """An article behind a paid wall, without its text."""
    headline = words.headline()
    return (
        headline,
        (
            f"<h1>{headline}</h1><div>{words.moment()}　作者：{words.name()}</div><div><p>本文为付费内容，"
            "订阅后可以阅读全文。</p><p>订阅会员可以享受以下权益：不限量阅读全部深度报道和数据库，"
            "每天收到编辑精选的早报，参加线下读者沙龙，在多台设备上同步阅读。</p><p>月度会员"
            " 30元　年度会员 298元　<a href=/pay>立即开通</a></p><p>已经是会员？请<a"
            " href=/login>登录</a></p></div>"
        ),
    )


def only_in_the_app(words: Words) -> Content:
    """An article that is shown in an app alone."""
    headline = words.headline()
    return (
        headline,
        (
            f"<h1>{headline}</h1><p>{words.site}　{words.moment()}</p><div>打开APP查看全文</div>"
            f"<div>下载{words.site}客户端，第一时间了解身边大事，海量资讯随时看</div><div><a"
            " href=/app>立即打开</a></div>"
        ),
    )


def emptied(words: Words) -> Content:
    """Headline, dateline and credits of an article whose text is missing."""
    headline = words.headline()
    rows = "".join(f"<li><a href=/{n}.html>{one}</a></li>" for n, one in enumerate(words.headlines(6)))
    return (
        headline,
        (
            f"<h1>{headline}</h1><div>{words.moment()}　来源：{words.site}　字号：大 中 小</div><div"
            f" class=content></div><div>责任编辑：{words.name()}</div><h3>相关新闻</h3><ul>{rows}</ul>"
        ),
    )


def consent(words: Words) -> Content:
    """A page that asks for consent to cookies before all else."""
    return (
        "隐私设置",
        (
            "<div><h2>我们重视您的隐私</h2><p>我们和合作伙伴会在您的设备上存储和读取信息，例如Cookie，"
            "并处理唯一标识符等个人数据，用于展示个性化广告、衡量广告和内容的效果，"
            "以及了解受众。经您同意，我们可能使用精确的地理位置数据。</p><p>您可以点击“同意”，"
            "表示接受上述处理；也可以点击“更多选项”，查看详细说明并更改您的偏好。"
            "您的选择仅适用于本网站，可以随时在页面底部的“隐私设置”中更改。"
            "</p><button>同意</button><button>更多选项</button></div>"
        ),
    )


def age_gate(words: Words) -> Content:
    """A page that asks for the reader's age."""
    return (
        "年龄确认",
        (
            "<h1>您是否已年满十八周岁？</h1><p>本频道介绍酒类产品，内容不适合未成年人浏览。"
            "请确认您的年龄后再进入；如果您未满十八周岁，请离开本页面。</p>"
            "<a href=/in>我已年满十八周岁</a> <a href=/out>离开</a>"
        ),
    )


def app_download(words: Words) -> Content:
    """A page that offers an app."""
    return (
        "客户端下载",
        (
            f"<h1>{words.site}客户端</h1><p>看新闻，更懂你</p><a href=/ios>iPhone下载</a><a"
            " href=/apk>Android下载</a><ul><li>本地新闻抢先看，突发事件实时推送</li><li>视频直播不卡顿，"
            "精彩瞬间随时回放</li><li>生活服务一站办，"
            f"缴费挂号不用排队</li></ul><p>版本：5.2.1　更新日期：{words.date()}　开发者：{words.site}</p>"
        ),
    )


def survey(words: Words) -> Content:
    """Questions with answers to choose."""
    rows = "".join(
        f"<dt>{n}. {text}</dt>"
        + "".join(f"<dd><input type=radio>{one}</dd>" for one in ("很满意", "满意", "一般", "不满意"))
        for n, text in enumerate(
            (
                "您对公交车的准点情况满意吗？",
                "您对车厢的卫生情况满意吗？",
                "您对驾驶员的服务态度满意吗？",
                "您对线路的走向满意吗？",
            ),
            1,
        )
    )
    return (
        "网上调查",
        (
            f"<h2>公交服务满意度调查</h2><form><dl>{rows}</dl><p>您还有什么意见和建议？</p><textarea></textarea><input"
            " type=submit value=提交></form>"
        ),
    )


def contact_map(words: Words) -> Content:
    """A map with addresses."""
    rows = "".join(
        f"<li>{words.office()}：和平路{words.number(1, 300)}号　电话：0000-0000000　公交：{words.number(1, 40)}路</li>"
        for _ in range(8)
    )
    return "地图", f"<h2>服务网点地图</h2><div id=map style='height:400px'></div><ul>{rows}</ul>"


def feedback(words: Words) -> Content:
    """A form for letters from readers."""
    return (
        "我要留言",
        (
            "<h2>我要留言</h2><form>姓名：<input> 电话：<input> 内容：<textarea></textarea><input"
            " type=submit value=提交></form><p>留言须知：请您用真实姓名留言，并留下联系方式，"
            "以便我们与您取得联系。留言内容应当简明扼要，一事一议。咨询类留言将在三个工作日内答复，"
            "投诉类留言将转交有关部门处理，办理结果会通过短信告知您。请不要发表与本栏目无关的内容。</p>"
        ),
    )


def javascript_needed(words: Words) -> Content:
    """The shell of a page that its scripts fill."""
    return (
        words.site,
        (
            "<div id=root></div><noscript>您的浏览器不支持JavaScript或者已经禁用，"
            "本网站需要启用JavaScript才能正常显示，请更改浏览器的设置后刷新页面。</noscript><!--[if"
            " lt IE"
            " 9]><p>您的浏览器版本过低，请升级。</p><![endif]--><p class=tip>加载中，请稍候……</p>"
        ),
    )


NOTICES = (
    not_found, taken_down, moved, lost, lost_lesson, gone_goods, server_error, upkeep, too_fast, firewall,
    waiting, leaving, login, register, members_only, password_needed, paid, only_in_the_app, emptied,
    consent, age_gate, app_download, survey, contact_map, feedback, javascript_needed,
)  # fmt: skip
