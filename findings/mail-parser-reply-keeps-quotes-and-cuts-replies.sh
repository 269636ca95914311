#!/usr/bin/env bash
# mail-parser-reply 1.36: a Chinese reply keeps the mail that it answers, and loses all from 谢谢， (thanks) on.
#
# The library is to give the newest reply of a mail without the quoted mail, and Chinese is one of its languages. For
# the line above the quotation, 2024年5月6日 08:30，张三 写道：, its pattern begins by ruling out just such a line
# and then asks for it, so that it never matches; heads with a colon of full width, as Chinese programs have them, do
# not match either. The closing 谢谢， (also 敬礼， and 祝好，) is sought at the beginning of a line and cut off with all
# behind it. A Chinese sentence may well begin so, and no blank tells the two apart: 谢谢，第三页请改为12万元 is taken for
# a signature, and the change is lost with what follows. In English the quotation is found. Seen: of three Chinese
# replies with quotations two keep them in `latest_reply`, and of a fourth the `body` is the first of three lines.
# Take the quotation off before, and use `latest_reply`, which leaves the signature on.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet mail-parser-reply==1.36
"$folder/venv/bin/python" - <<'PYTHON'
from mailparser_reply import EmailReplyParser

QUOTED = "请审阅附件，5月10日前反馈。"
WROTE = f"同意。\n\n2024年5月6日 08:30，张三 <zhang@example.cn> 写道：\n\n> {QUOTED}\n"
FOXMAIL = f"同意。\n\n发件人： 张三\n发送时间： 2024-05-06 08:30\n收件人： 李四\n主题： 培训方案\n\n{QUOTED}\n"
OUTLOOK = FOXMAIL.replace("： ", ": ")
ENGLISH = "Agreed.\n\nOn Mon, May 6, 2024 at 8:30 AM Zhang <zhang@example.cn> wrote:\n\n> Please check the file.\n"
CHANGE = "方案已看。\n谢谢，第三页请改为12万元。\n其他没有意见。\n"


def replies(text, language):
    mail = EmailReplyParser(languages=[language]).read(text)
    print(f"{text!r}\n  -> {mail.latest_reply!r}, body {mail.replies[0].body!r}")
    return mail.latest_reply, mail.replies[0].body


assert all(QUOTED in text for text in replies(WROTE, "zh")), "the behaviour has changed"
assert all(QUOTED in text for text in replies(FOXMAIL, "zh")), "the behaviour has changed"
assert replies(OUTLOOK, "zh") == ("同意。", "同意。"), "the behaviour has changed"
assert replies(ENGLISH, "en") == ("Agreed.", "Agreed."), "the behaviour has changed"
assert replies(CHANGE, "zh") == (CHANGE.strip(), "方案已看。"), "the behaviour has changed"
PYTHON
echo "as described"
