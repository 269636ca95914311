"""Furniture: lines around the bodies of Chinese pages that are not part of an article.

The rules match lines without white space (see `squeeze`). They describe kinds of furniture (credits,
copyright lines, share prompts, labels above related links), never sites. They are written in simplified
characters and match traditional ones as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_SIMPLIFIED = "编辑责审监执来闻网转载发录员间点击阅读览访问赞评论复参与荐欢关闭订录册顶举报纠错号体"
_TRADITIONAL = "編輯責審監執來聞網轉載發錄員間點擊閱讀覽訪問讚評論復參與薦歡關閉訂錄冊頂舉報糾錯號體"
_SIMPLIFIED += "扫码长识别维载装应户机粉丝众权许备证电话热线违联系经授严谢绝请须务标镜声说稿仅构称赔"
_TRADITIONAL += "掃碼長識別維載裝應戶機粉絲眾權許備證電話熱線違聯繫經授嚴謝絕請須務標鏡聲說稿僅構稱賠"
_SIMPLIFIED += "立场观点风险郑类热门视频图专题连结导项条则个键词签跟应链专实习见简缩资讯团队级题记"
_TRADITIONAL += "立場觀點風險鄭類熱門視頻圖專題連結導項條則個鍵詞籤跟應鏈專實習見簡縮資訊團隊級題記"
_SIMPLIFIED += "买产们会传余内删区单卖台听处头对帐并开担换据数时术档气"
_TRADITIONAL += "買產們會傳餘內刪區單賣臺聽處頭對帳並開擔換據數時術檔氣"
_SIMPLIFIED += "浏组终给络统继续腾让设财账贴还选邮随页馈马广注"
_TRADITIONAL += "瀏組終給絡統繼續騰讓設財賬貼還選郵隨頁饋馬廣註"
_BOTH = dict(zip(_SIMPLIFIED, _TRADITIONAL, strict=True))


def _rule(pattern: str) -> re.Pattern[str]:
    """Compile a pattern; its simplified characters match the traditional ones too."""
    both: list[str] = []
    inside = False
    for char in pattern:
        if char in "[]" and not (both and both[-1] == "\\"):
            inside = char == "["
        pair = char + _BOTH.get(char, "")
        both.append(char if len(pair) == 1 or pair[0] == pair[1] else pair if inside else f"[{pair}]")
    return re.compile("".join(both), re.IGNORECASE)


MAX_SHORT = 80
"""Maximum length in characters of a footer with a single match; longer lines need two matches."""

_MIN_NEWS = 25
"""Minimum length in characters of a sentence that is part of the text."""

MAX_FOOTER = 400
"""Maximum length of a footer line in characters."""

_OPEN = r"^[（(\[【〔《<«>»■□●◆◇▶►▼·•|｜:：#*※+＋&—\-]*+"

_CREDIT = _rule(
    _OPEN + r"(?>(?:本文|本版|本期|文章|新闻|稿件|网站|值班|执行|实习|见习|文字|页面|网络|微信|新媒体"
    r"|融媒体|责任|主任|助理|高级|统筹)*)"
    r"(?:(?:编辑|责编|校对|编审|审校|监制|终审|二审|三审|初审|复审|审核|审签|排版|主编|主笔|制作)"
    r"(?:(?:[^。！？:：]{0,3}[:：]|[丨|｜/／\]】]|(?=[（(])).{0,60}|.{0,4}$)|(?:责任编辑|责编)[^。]{0,14}$)"
)
_GLUED_CREDIT = _rule(r"\s*[（(\[【][^（(\[【]{0,6}(?:编辑|责编|校对)\s*[:：][^（(\[【]{1,20}[）)\]】]\s*$")
_SHORT_CREDIT = _rule(r"^[^。！？]{0,30}[（(\[【\s](?:责任编辑|责编|编辑|校对)[:：丨].{1,14}$")
_SOURCE = _rule(
    _OPEN + r"(?:本文|文章|新闻|信息|资讯|稿件|内容|图片|数据|原文)?(?:来源|稿源|转自|转载自|摘自"
    r"|出处|原标题|原题|原文链接|原文地址|本文链接"
    r"|本文地址|(?<=本文|文章|原文)作者|发布者|发布人|发布单位|上传者|录入|录入者|录入员|发稿人|供稿单位|信息员|作者单位"
    r"|发布时间|发布日期|发表时间|更新时间"
    r"|更新日期)(?:[:：]|\]|】|$).{0,80}$"
)
_COUNTER = _rule(
    _OPEN + r"(?:已有|共有|共|有|本文|文章|累计)?(?:\d+人?)?"
    r"(?:点击|阅读|浏览|访问|查看|人气|点赞|收藏|评论|回复|转发|分享|参与|推荐|喜欢|顶|踩|赞){1,2}"
    r"(?:过|了本文|本文|数|量|次数|人数|排行)?[:：(（]?(?:\d[\d,.万]*+)?[次人条]?[）)\]】]*$"
    r"|^\d+(?:人|次)(?:点击|阅读|浏览|参与|评论|赞).{0,6}$"
)
_AUDIO = _rule(
    r"^(?>[▶►]*)(?=\d{1,2}[:：]\d\d.*[^\d:：/／|.x×]|收听|听|朗读|播|语音)"
    r"(?:\d{1,2}[:：]\d\d[/／|]?|倍速|全屏|静音|播放|暂停|停止|继续|重播|[\d.]+[x×]|(?:收听|听|朗读|播报|播放)(?:全文|本文|文章|新闻)|语音播报[:：]?){1,8}$"
)
_WORD_STYLES = re.compile(
    r"/\*(?:font|style|page|list)definitions\*/|mso-[a-z-]+:[^;{}]+[;}].*mso-[a-z-]+:", re.IGNORECASE
)
"""Styles that Word leaves in texts which were pasted from it."""
_REACTIONS = _rule(
    r"^(?:(?:点赞|赞|踩|顶|收藏|举报|回复|评论|分享|转发|支持|反对|喜欢|在看|打赏|投币)[（(\[]?\d{0,7}[)）\]]?[|｜/·]?){2,}$"
)
_CONTROL = _rule(
    r"^(?>(?:欢迎关注|敬请(?:关注|期待)|我要|点击|发表|查看|返回|加入|本页|本文|[上下]一篇|默认|添加|设为|打印|列印|关闭|收藏|纠错|挑错|投稿"
    r"|推荐|分享|转发|评论|回复|顶部|首页"
    r"|列表|举报|放大|缩小|繁体|简体|朗读|字号|字体|大|中|小|全文|订阅|登录|注册|搜索|关注|更多"
    r"|播放|复制|链接|窗口|此页|页面"
    r"|全屏|微信|新浪|腾讯|微博|QQ|空间|朋友圈|好友|豆瓣|人人网|知乎|转寄|友人|友善|facebook|twitter|telegram|whatsapp|line|email|(?:电子)?邮件"
    r"|给|到|至|的|T|A|广告"
    r"|[-+—=▼▲↓👇|｜\]】\[【（()）:：>»/·,、，。!！?？\s])+)(?:(?<=[\u4e00-\u9fff])\d{1,5})?$"
)
_SHARE = _rule(
    r"^(?:.{0,6}分享(?:到|至|给|本文|此文|按钮|文章|让|[:：])|一键分享|(?:转发|推荐)(?:到|至|给)"
    r"|.{0,12}(?:扫一扫|扫描|扫码|长按|识别).{0,20}(?:二维码|关注|分享|下载|手机|微信|阅读|打开"
    r"|公众号|上方|下方|客户端)"
    r"|.{0,10}(?:点击|打开|立即|马上)?(?:下载|安装).{0,12}(?:客户端|APP|手机版|应用)"
    r"|.{0,20}(?:关注|订阅|添加|搜索).{0,16}(?:微信|公众号|小程序|微博|官方账号|官微|头条号|粉丝)"
    r"|(?:官方)?(?:微信|微博|公众号|QQ群|微信号)(?:号|公众号|平台|群)?[:：].{0,30}$"
    r"|.{0,12}(?:我要|想)(?:评论|说两句|留言|爆料|报料|反馈)|.{0,16}二维码$)"
)
_PROMOTION = _rule(
    r"(?:facebook|google ?plus|粉丝团|telegram|instagram).{0,40}(?:专页|粉丝|按赞|追踪|加入|帐号"
    r"|账号|account)"
    r"|(?:下载|安装|打开).{0,20}(?:客户端|APP\b|应用程式)|(?:想看|更多).{0,12}(?:新闻|内容"
    r"|资讯).{0,20}(?:请|欢迎|点击|下载)"
    r"|请?继续往下阅读|粉丝团|[请给]作者.{0,4}(?:喝|打赏|赞赏)|点个?[“「\"]?(?:在看|赞[”」\"、和与+])"
)
_PLAYER = _rule(
    r"^.{0,8}(?:浏览器|flash|javascript).{0,12}(?:版本|不支持|禁用|未启用|未安装|未开启|过低|无法播放).{0,30}$"
    r"|^.{0,6}请?(?:先|您)?(?:安装|升级|更新|开启|启用|下载|更换).{0,12}(?:flash|播放插件|播放器|浏览器)(?!.{20})"
)
"""What stands in the place of a player that a browser does not show."""
_PAGER = _rule(
    r"^(?>(?:首页|上一?[页篇]|下一?[页篇]|末页|尾页|前一?页|后一?页|剩余\d+页|第?\d+页?"
    r"|共\d+[页条]|(?=[点阅展查显收余剩全])(?:(?>(?:点击|阅读|展开|查看|显示|收起|余下|剩余)*)全文|(?:点击)?(?:展开|收起))|\.{2,}|[<>\[\]«»|/，,:：（()）])+)$"
)
# A search gives up most places at the first character, before it tries each of the alternatives.
_COPYRIGHT = _rule(
    r"(?=[版ca©ip公增信网许违不广联关未转引严谢禁请地邮电传e技建])(?:^poweredby|processedin[\d.]+second|版权所有|copyright|all\s*rights?\s*reserved|^©|ICP备|ICP证|公网安备|公安备\d|增值电信"
    r"|信息网络传播视听|网络视听许可"
    r"|许可证(?:编?号|[:：])|违法和不良|不良信息|网站地图|广告服务"
    r"|联系我们.{0,20}关于|关于我们.{0,20}联系"
    r"|(?:未经|未得).{0,20}(?:授权|许可|同意|允许).{0,30}(?:转载|复制|使用|转贴|摘编|不得|禁止)"
    r"|(?:转载|引用|转贴).{0,20}(?:请|须|务必|需|应).{0,10}(?:注明|标明|保留|联系|留言)"
    r"|(?:严禁|谢绝|禁止|不得|请勿).{0,8}(?:转载|转贴|改作|转帖)|ISSN\d|(?:地址|邮编|电话|传真"
    r"|邮箱|email)[:：].{0,60}(?:邮编|电话|传真|邮箱|email)[:：].{0,60}(?:邮编|电话|传真|邮箱|email)[:：]|技术支持[:：]|网站标识码"
    r"|建议使用.{0,20}分辨率)"
)
_OPERATOR = _rule(r"[^，。！？]{2,24}(?:主办|承办|主管)$")
_DISCLAIMER_LABEL = _rule(
    _OPEN + r"(?:(?:免责|责任|版权|法律|特别|郑重|侵权|本[站网报刊]|网站)(?:声明|申明|条款)"
    r"|(?:风险|特别|郑重)(?:提示|提醒)[:：]|声明[:：】\]]|声明$"
    r"|(?:版权|侵权|免责|转载)(?:提示|提醒|说明|须知|告示)[】\]:：]|(?:投稿须知|联系我们)[】\]])"
)
_DISCLAIMER = _rule(
    r"(?=[本文稿以上内作此言观不侵版著凡据仅只平知c转来取收整如])(?:(?:本文|文章|本稿|稿件|以上|上述|文中|内容|作者|此文|言论|观点).{0,24}(?:仅代表|仅供|不代表"
    r"|并不代表|不构成|与本[网站报])"
    r"|不(?:代表|意味着|表[明示]).{0,10}(?:本[网站报社]|赞同|网站|平台|立场|观点)|(?:侵权|版权问题"
    r"|著作权).{0,24}(?:联系|告知|删除|通知)"
    r"|凡本?[网站报].{0,20}(?:注明|转载|来源)|凡.{0,8}注明.{0,20}(?:来源|稿件|作品)|文责自负|据此(?:操作"
    r"|投资|入市|买卖).{0,6}(?:风险|自负)"
    r"|(?:仅|只)提供(?:信息)?(?:存储|发布|展示)(?:空间)?(?:服务)?|(?:平台|本站)(?:的?立场|的?观点)"
    r"|^本(?:页面?|网?站|平台).{0,40}(?:仅供|知识产权|法律保护|法律责任)"
    r"|不对.{0,20}(?:真实性|准确性|合法性).{0,8}(?:负责|承担|保证)|知识共享.{0,16}协议|CC-?BY(?:-|\d)"
    r"|(?:本[站网]|平台)对.{0,20}不[作做].{0,8}(?:保证|担保|承诺)|如(?:与事实不符|有不[妥当实]|有异议).{0,12}请.{0,6}(?:告知|联系|来函|来信|指正)"
    r"|转载.{0,12}目的在于|本站不(?:承担|保证|对)|(?:本网站?|平台)[概均]?不承担(?:任何|一切|相关|由此)|(?:以上|上述|本文|本条)(?:内容|信息)?由.{0,6}(?:用户|网友|会员|作者|第三方).{0,6}(?:上传|提供|发布|投稿)|(?:来自|取自|来源于|转载自|收集自|整理自)(?:互联网|网络)"
    r"|版权(?:均|皆|都)?归.{0,8}(?:作者|所有)|侵犯.{0,12}(?:权益|版权|权利).{0,24}(?:联系|告知|删除|通知))"
)
_ENGLISH_LABEL = re.compile(
    r"^[\W_]*(?:special|important|legal|risk|copyright|editor'?s?|disclaimer|reprint|reproduction|solemn)?"
    r"(?:notice|note|disclaimer|statement|declaration|copyright|notification|tips?|warning|claim)s?[:：.]",
    re.IGNORECASE,
)
_ENGLISH_NOTICE = re.compile(
    r"(?:not|n't)(?:necessarily)?(?:represent|reflect|imply|constitute|guarantee|endorse|assume|bear|take)"
    r"|(?:views?|opinions?)(?:and[a-z]+)?(?:expressed|are|is|of|in)|copyright|infring|legalresponsib|liab(?:le|ility)"
    r"|allrightsreserved|without(?:prior|written|express)*(?:permission|consent)|prohibited|repro(?:duced?|duction)|reprint|contactus|informationstorage|isforreference|forreferenceonly"
    r"|(?:the)?(?:above|following)(?:content|article|information)|(?:content|article|information|works?)(?:above|below|onthispage)"
    r"|ownrisk|(?:investment|financial|legal|medical)advice|informationonly|creativecommons|licen[sc]edunder|thisplatform|this(?:web)?(?:site|page)|originalauthor|deletedimmediately|uploadedby|postedby|within\d+days",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Za-z]")
_RELATED = _rule(
    _OPEN + r"(?:(?:更多|点击|查看|今日|最新|近期|本期|本月|本周|本日|24小时|一周|编辑|小编|网友"
    r"|网站|为您|为你|猜你|您?可能|您?也许"
    r"|也|还|会|大家|都在|还在|正在|精彩|热门|热点|重点|相关|延伸|延展|扩展|拓展|推荐|其他|其它|往期|图文"
    r"|频道|专题|视频|新闻|财经"
    r"|文章|本类|同类|栏目|随机|站内|友情|特别|的){1,4}"
    r"(?:阅读|新闻|文章|报道|报导|链接|连结|专题|推荐|内容|资讯|关注|视频|图片|组图|图集|热点"
    r"|排行榜?|排名|评论|搜索|热搜"
    r"|回顾|精选|喜欢|感兴趣|在看|话题|标签|商品|产品|主题|帖子|下载|导航|词条|问答|文档|博文|日志"
    r"|搜寻|焦点)"
    r"|另请参[阅见]|另见|请参[阅见]|上一[篇条页则个]|下一[篇条页则个]|上篇|下篇|前一篇|后一篇|关键[词字]|tags?|标签|阅读排行|点击排行"
    r"|(?>(?:网友|最新|全部|热门|精彩|发表|发布|查看|我要|用户|读者|所有|本文|文章|参与)*)(?:评论"
    r"|留言|跟帖|跟贴|回应|讨论区))"
    r"(?:[（(]?\d*[条篇]*[）)]?(?:[:：>»\]】)）…]|\.\.)|[（(]?\d*[条篇]*[）)]?$|(?:更多|查看全部"
    r"|换一换|区|列表)$)"
)
_DATE = re.compile(r"(?:19|20)\d\d[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?")
_TIME_ALONE = re.compile(r"[\[(（【]?(\d{1,2})[:：]([0-5]\d)(?:[:：][0-5]\d)?[\])）】]?")
_FEWEST_TIMES = 3
_CLOCK = re.compile(r"\d[:：][0-5]\d(?!\d)")
_ROW_WORD = _rule(
    r"来源|作者|编辑|责编|发布|发表|发佈|更新|时间|日期|记者|点击|浏览|阅读|评论|字号|字体|打印"
    r"|收藏|分享|人气|供稿|出处|讯"
)
_HOST_BEFORE = re.compile(r"https?://[a-z.:/-]*[a-z](?=(?:19|20)\d\d[-年])")
_BYLINE = _rule(
    r"\D{0,16}(?:\d{1,2}[-/月]\d{1,2}日?\d{1,2}[:：][0-5]\d(?:[:：][0-5]\d)?|1\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}日?)\D{0,16}"
    r"|(?:(?:文章|稿件|信息)?来源|稿源|作者|记者|供稿)[:：/|丨][^。，！？]{2,20}"
)
_EMPTY_COUNTER = _rule(r"(?:点击|阅读|浏览|访问|查看|评论|人气)(?:数|量|次数|人数|率)?[:：]$")
"""A counter at the end of a dateline row, whose number a script writes."""
_NUMBERED = re.compile(r"(?:[（(]?[一二三四五六七八九十]{1,3}[）)、.．]|第[一二三四五六七八九十百]{1,4}条)")
_OWN_RIGHTS = _rule(r"本[网站报刊平]|凡|我[们站网社]|敬请|欢迎|免责")
_SENTENCE_END = re.compile("[。！？!?]")


def squeeze(text: str) -> str:
    """Return a line without white space.

    >>> squeeze("责任编辑： 王 某")
    '责任编辑：王某'
    """
    return "".join(text.split())


def without_credit(text: str) -> str:
    """Return a line without the editor's credit at its end.

    >>> without_credit("比赛结束。（责任编辑：王某）")
    '比赛结束。'
    """
    return _GLUED_CREDIT.sub("", text)


def is_copyright(line: str) -> bool:
    """Return whether a squeezed line is a copyright, licence or contact footer."""
    return _OPERATOR.match(line) is not None or _matches(_COPYRIGHT, line)


def is_disclaimer(line: str) -> bool:
    """Return whether a squeezed line is a disclaimer of the site."""
    if _DISCLAIMER_LABEL.match(line) is not None or _matches(_DISCLAIMER, line):
        return not is_provision(line)
    return "a" <= line[-2:-1].lower() <= "z" and _is_english_notice(line)


def _is_english_notice(line: str) -> bool:
    """Return whether a squeezed line is the English form of a disclaimer, as sites have it below the Chinese.

    >>> _is_english_notice("Notice:Thecontentabovewaspostedbyauserofthisplatform.")
    True
    >>> _is_english_notice("Thecopyrightofthesongbelongstothesinger.")
    False
    """
    if len(line) > MAX_FOOTER or len(_LATIN.findall(line)) < 0.8 * len(line):
        return False
    found = len({match[0].lower() for match in _ENGLISH_NOTICE.finditer(line)})
    return found >= (1 if _ENGLISH_LABEL.match(line) else 2)


def _matches(rule: re.Pattern[str], line: str) -> bool:
    """Return whether a rule matches a short line once, or a longer line twice."""
    if len(line) > MAX_FOOTER:
        return False
    found = rule.search(line)
    return found is not None and (len(line) <= MAX_SHORT or rule.search(line, found.end()) is not None)


def is_credit(line: str) -> bool:
    """Return whether a squeezed line names only editors, the source or the original headline."""
    return len(line) <= 90 and bool(_CREDIT.match(line) or _SOURCE.match(line) or _SHORT_CREDIT.match(line))


def is_prompt(line: str) -> bool:
    """Return whether a squeezed line is a button, counter, pager or prompt to share, scan or download."""
    if len(line) > 60:
        return False
    if line.startswith("“") and may_be_news(line) and len(_SENTENCE_END.findall(line)) > 1:  # speech
        return False
    return bool(
        _CONTROL.match(line)
        or _COUNTER.match(line)
        or is_reactions(line)
        or _SHARE.match(line)
        or _PAGER.match(line)
        or _AUDIO.match(line)
        or _PLAYER.match(line)
    )


def is_reactions(line: str) -> bool:
    """Return whether a squeezed line has nothing but buttons of readers.

    >>> is_reactions("支持[3]|回复|举报"), is_reactions("举报")
    (True, False)
    """
    return _REACTIONS.match(line) is not None


def times_told(lines: Iterable[str]) -> frozenset[str]:
    """Return the times of day that stand alone between the squeezed lines of a live report or a schedule.

    They follow each other; the lengths of films beside a text do not.

    >>> sorted(times_told(["14:32", "开始", "14:33", "发言", "14:35", "[14:40]"]))
    ['14:32', '14:33', '14:35', '[14:40]']
    >>> times_told(["00:00", "03:25", "倍速", "00:00", "03:25"])
    frozenset()
    """
    found = [(int(time[1]), int(time[2]), line) for line in lines if (time := _TIME_ALONE.fullmatch(line))]
    in_order = sorted(found)
    if len({line for _, _, line in found}) < _FEWEST_TIMES or found not in (in_order, in_order[::-1]):
        return frozenset()
    return frozenset(line for _, _, line in found)


def is_promotion(line: str) -> bool:
    """Return whether a squeezed line asks to follow an account or install an app; use it only at the end."""
    return len(line) <= 200 and _PROMOTION.search(line) is not None


def is_related(line: str) -> bool:
    """Return whether a squeezed line is the label above related links, comments or tags."""
    return len(line) <= 40 and _RELATED.match(line) is not None


def is_date_row(line: str) -> bool:
    """Return whether a squeezed line is a dateline row: a date with little but source, author or time."""
    if len(line) > 90:
        return False
    if line.startswith("http"):
        line = _HOST_BEFORE.sub("", line)
    found = _DATE.search(line)
    if found is None or _SENTENCE_END.search(line) is not None:
        return False
    if line.endswith(("：", ":")) and not _EMPTY_COUNTER.search(line):
        return False
    rest = len(line) - len(found.group())
    return rest <= 14 or (found.start() <= 30 and _ROW_WORD.search(line) is not None)


def is_byline(line: str) -> bool:
    """Return whether a squeezed line below a headline is a dateline row, in forms that lists have as well.

    >>> is_byline("溪上新闻05-0807:45"), is_byline("發布日期：113-05-08"), is_byline("来源：溪上日报")
    (True, True, True)
    """
    return is_date_row(line) or _BYLINE.fullmatch(line) is not None


def is_timed_row(line: str) -> bool:
    """Return whether a squeezed line is a dateline row with a time of day."""
    return _CLOCK.search(line) is not None and is_date_row(line)


def is_labelled_row(line: str) -> bool:
    """Return whether a squeezed dateline row has a label such as 发布于 or 来源."""
    return _ROW_WORD.search(line) is not None


def has_sentence(line: str) -> bool:
    """Return whether a line has the end of a sentence."""
    return _SENTENCE_END.search(line) is not None


def is_furniture(line: str) -> bool:
    """Return whether a squeezed line is furniture that is dropped anywhere on a page."""
    return is_template(line) or is_related(line)


def may_be_news(line: str) -> bool:
    """Return whether a squeezed line may be a sentence of news about copyright, apps and the like.

    >>> may_be_news("法院认为，未经著作权人许可，任何人不得转载其作品，被告应当赔偿损失。")
    True
    """
    told = len(line) >= _MIN_NEWS and "，" in line and line.endswith(("。", "。”"))
    return told and _PLAYER.match(line) is None


def is_provision(line: str) -> bool:
    """Return whether a squeezed line is a numbered provision, such as one on copyright, but not the site's.

    >>> is_provision("二、接到权利人的侵权通知后，应当立即核实，并及时删除有关的内容。")
    True
    >>> is_provision("二、凡本网注明来源的稿件，均转载自其他媒体，如有侵权请联系删除。")
    False
    """
    return may_be_news(line) and _NUMBERED.match(line) is not None and _OWN_RIGHTS.search(line) is None


def is_template(line: str) -> bool:
    """Return whether a squeezed line is furniture by its own words, anywhere in a text."""
    if ("mso-" in line or "*/" in line) and "{" in line and _WORD_STYLES.search(line):
        return True
    return is_disclaimer(line) if len(line) > MAX_FOOTER else _is_short_template(line)


@lru_cache(maxsize=4096)  # lines are checked more than once, and repeat on the pages of a site
def _is_short_template(line: str) -> bool:
    told = is_credit(line) or is_prompt(line) or is_copyright(line) or is_disclaimer(line)
    return told and not is_provision(line)
