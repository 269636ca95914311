"""Texts that speak to the visitor about the page, the browser or an account: walls, checks, consents.

An article may speak to its readers, too. But a short text without a date that names several of the subjects
below, and says 您 or 请, is what stands in the place of an article.
"""

from __future__ import annotations

import re

from topiccrawl.text.normalise import simplify

LONGEST = 600
"""Characters of the longest text of this kind."""

SHORT = 300
"""Characters of a text from which it has to name one more subject."""

GATES = 2
"""Least number of subjects of a gate (an account, a payment, consent) in a text up to `SHORT` characters."""

SUBJECTS = 3
"""Least number of all subjects in a text up to `SHORT` characters."""

_THING = "页面|网页|站点|域名|网址|链接|文章|内容|信息|栏目|资源|文件|稿件|帖子|商品|服务|地址|资料"
_GONE = (
    "不存在|不见了|走丢|迷路|失踪|丢失|找不到|没找到|未找到|没有找到|无法(?:访问|显示|打开|查看|找到"
    "|提供)|不可用"
    "|删除|移除|下线|下架|失效|过期|屏蔽|搬家|更名|审核"
)
_ASKED = (
    "(?:您|你)(?:现在|刚才)?(?:要|所|正在|想要?|需要|请求|试图)?"
    "(?:访问|查看|浏览|查找|请求|寻找|打开|阅读|输入|查询|找|看)的?"
)
_GATE = {
    "account": "(?:请|需要?|须|立即|先|您|后|才能)[^。，]{0,8}(?:登录|登陆|注册|登入)|没有账号|(?:注册"
    "|登录)[后前时]"
    "|(?:忘记|输错|设置|访问)密码|用户组|账号将?被|登录(?:状态|信息)?(?:已|已经)?(?:失效|过期|超时)",
    "subscription": "(?:订阅|付费|开通|购买)后?[^。，]{0,8}(?:阅读|查看|全文|内容)|付费(?:内容|文章"
    "|阅读)|试读"
    "|(?:免费|剩余)[^。，]{0,6}次数|下载券|积分不足",
    "membership": "(?:成为|开通|购买|订阅|升级)[^。，]{0,4}(?:会员|VIP)|会员(?:可以?|专享|权益|专属)"
    "|(?:月度|年度|包月|连续)[^。，]{0,2}会员|已经?是会员",
    "entry": "(?:确认|选择)[^。，]{0,12}(?:进入|浏览)|(?:离开|进入|关闭)本?(?:页面|网站|频道|站)|更多选项",
    "consent": "(?:点击|选择|表示|即视为|是否|经您|阅读并)[“”「」]?(?:您的?)?(?:同意|接受)|隐私(?:政策"
    "|设置|偏好|权)",
    "tracking": "cookies?|个性化(?:广告|推荐)|合作伙伴|唯一标识符",
    "age": "(?:年满|未满|已满)(?:十八|18|二十|20)|未成年人",
    "proof": "验证码|(?:安全|人机|滑动|完成|进行)验证|(?:异常|可疑)(?:请求|流量|访问|操作)|过于频繁"
    "|太频繁|不是机器人",
    "puzzle": "(?:拖动|拖拽|滑动|移动|按住|向右)[^。，]{0,8}(?:滑块|缺口|拼图)"
    "|(?:依次|选出|点选)[^。]{0,12}(?:图中|文字|图片)",
    "refusal": "(?:访问|请求|操作)(?:已|被|已经|受到)*(?:阻断|拦截|拒绝|限制|禁止)|防火墙|白名单|黑名单"
    "|安全威胁"
    "|无权|没有权限|权限不足",
}
_TROUBLE = {
    "asked": _ASKED,
    "gone": f"(?:{_THING})[^。！？]{{0,16}}(?:{_GONE})|(?:{_GONE})[^。！？]{{0,10}}(?:{_THING})"
    f"|(?:没能|未能|无法|不能)(?:为您)?(?:调出|显示|打开|找到|加载|提供)[^。！？]{{0,6}}(?:{_THING})",
    "apology": "抱歉|对不起|(?:很|十分|非常)遗憾|不便|谅解|包涵|给您添",
    "error": "错误(?:代码|编号|信息|码)|服务器(?:遇到|发生|内部|繁忙|出|未)|(?:请求|事件|追踪)(?:编号"
    "|id|失败|超时)|配置文件未生效|绑定到(?:对应|指定)?站点|数据库[^。]{0,6}(?:失败|错误|出错)"
    r"|http ?(?:status )?[45]\d\d|(?:系统|网络)(?:繁忙|异常|错误|故障)|request id|出错了"
    "|无法(?:进行|执行|完成)(?:此|该|本|您的)(?:操作|请求)|遇到了?(?:一些|一个)?(?:错误|问题)",
    "again": "(?:稍后|稍候|过一会|几分钟后|更换网络|换个)[^。，]{0,6}(?:再|重|试|访问)|请稍[候等后]"
    "|刷新|重试|再试一"
    "|重新(?:加载|访问|打开)",
    "browser": "浏览器|javascript|缓存|地址栏|网络(?:连接|环境|状况)",
    "ways out": "(?:返回|回到|前往|转到|进入)[^。，]{0,6}(?:首页|主页|上一?页|前页)|站内(?:搜索|检索)"
    "|(?:使用|右上角的?)搜索|检查[^。，]{0,12}(?:网址|地址|链接|拼写|输入|网络)",
    "sent on": "秒(?:钟)?[后之内]*[^。，]{0,6}(?:跳转|返回|转到)|自动(?:跳转|返回|转到|进行|恢复)"
    "|正在(?:跳转|检查|加载|验证|为您)|即将离开|继续(?:访问|前往)",
    "help": "管理员|客服|服务热线|工作人员|技术人员|网站信箱|意见反馈|误报",
    "upkeep": "(?:系统|网站|平台|服务器|栏目|页面)[^。，]{0,10}(?:升级|维护|改版|调整)"
    "|暂停(?:访问|服务|办理|使用)|暂时关闭",
    "search": "(?:没有|未)(?:找到|搜索到|检索到|查询到)[^。]{0,24}(?:相关|符合|匹配|结果)|关键词|搜索词"
    "|输入的文字",
}
_WALL = re.compile(
    "[^。]{0,12}(?:付费(?:内容|文章|阅读)|(?:订阅|购买|开通|付费|登录|注册)后[^。，]{0,8}(?:阅读|查看|全文)"
    "|会员(?:专享|专属|可[见读])|(?:免费|剩余)[^。，]{0,6}次数|没有(?:权限|资格)?(?:查看|阅读|浏览|访问|下载)"
    "|没有(?:查看|阅读|浏览|访问|下载)[^。，]{0,8}权限)"
)
_REFUSED = re.compile(
    f"(?:抱歉|对不起|很遗憾)?[，！]?(?:{_ASKED}(?:{_THING})[^。！？]{{0,16}}(?:{_GONE})"
    "|(?:您|你)的(?:访问|请求|操作|IP)[^。！？]{0,40}(?:拦截|阻断|拒绝|限制|禁止))"
)
_TO_THE_READER = re.compile(r"您|(?:^|[。，；：！？\s“])请")


def _compiled(subjects: dict[str, str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in subjects.values())


_GATES, _TROUBLES = _compiled(_GATE), _compiled(_TROUBLE)
_FIRST_WORDS = re.compile(f"^.{{0,40}}?{_ASKED}(?:{_THING})[^。！？]{{0,16}}(?:{_GONE})", re.IGNORECASE)


_PROGRAM = re.compile(
    "应用程序[^。]{0,6}错误|运行时错误|自定义错误|数据库[^。]{0,6}(?:失败|错误)|(?:站点|网站)创建成功"
    "|默认(?:首页|页面|index|站点)|系统自动生成|根目录|未处理的异常|堆栈跟踪"
    r"|(?:fatal|parse|syntax|sql|runtime|server|connection) error|too many connections|exception|stack ?trace"
    r"|on line \d+|web\.config|nginx|apache",
    re.IGNORECASE,
)
"""What programs of servers say in the place of a page."""
_FOR_SALE = re.compile("^.{0,40}?域名[^。！？]{0,10}(?:转让|出售|出租)")
_GUIDE = re.compile("(?:^|[_|｜ -])(?:网站|本站|站点)(?:导览|导航|地图)(?=$|[_|｜ -])", re.MULTILINE)


def is_guide(titles: str) -> bool:
    """Return whether a title is that of a guide to a site.

    >>> is_guide("網站導覽_青山鎮公所"), is_guide("全市网站地图测绘启动")
    (True, False)
    """
    return _GUIDE.search(simplify(titles)) is not None


def is_gate(text: str) -> bool:
    """Return whether a text asks its visitor for something: an account, a payment, consent, a proof.

    >>> is_gate("本文为付费内容，订阅后可以阅读全文。年度会员198元，请点击开通。已经是会员？请登录。")
    True
    """
    text = simplify(text)
    return len(text) <= LONGEST and _TO_THE_READER.search(text) is not None and _names_gates(text)


def _names_gates(text: str) -> bool:
    gates, more = _count(text, _GATES), len(text) > SHORT
    return gates >= GATES + more or (gates > 0 and gates + _count(text, _TROUBLES) >= SUBJECTS + more)


def is_wall(text: str, headline: str = "") -> bool:
    """Return whether a text begins as a gate does, so that it is one even below a headline and a date.

    >>> is_wall("本文为付费内容，订阅后可以阅读全文。请开通会员。")
    True
    """
    if len(text) > SHORT:
        return False
    text = simplify(text)
    first, _, rest = text.partition("\n")
    if first == simplify(headline):
        first = rest.partition("\n")[0]
    return _WALL.match(first) is not None and _names_gates(text)


def is_refusal(text: str, headline: str = "") -> bool:
    """Return whether a text, or its headline, begins by saying that the visitor cannot have the page.

    >>> is_refusal("事件编号：7731，时间：2024-06-04 08:30", "您的访问请求可能有威胁，已被防火墙拦截")
    True
    """
    return len(text) <= SHORT and any(_REFUSED.match(simplify(begin)) for begin in (headline, text))


def is_trouble(text: str, titles: str) -> bool:
    """Return whether a text says that a page cannot be had, and what to do.

    >>> is_trouble("服务器遇到错误，暂时无法完成您的请求。请稍后刷新，或返回首页。", "")
    True
    >>> is_trouble("检察机关提醒：请不要随意点击陌生链接，警惕钓鱼网站。", "")
    False
    """
    if len(text) > LONGEST:
        return False
    text, titles = simplify(text), simplify(titles)
    if _FIRST_WORDS.match(text.replace("\n", "")):
        return True
    said = f"{titles}\n{text}"
    if len({found.lower() for found in _PROGRAM.findall(said)}) >= SUBJECTS:
        return True
    if not _TO_THE_READER.search(text):
        return False
    if _FOR_SALE.match(text):
        return True
    troubles = _count(said, _TROUBLES)
    return troubles > 1 and troubles + _count(text, _GATES) >= SUBJECTS + (len(text) > SHORT)


def _count(text: str, subjects: tuple[re.Pattern[str], ...]) -> int:
    return sum(1 for subject in subjects if subject.search(text))
