#!/usr/bin/env bash
# apprise 2.3.0: DingTalk and WeCom refuse a message, and `notify` returns success.
#
# Robots of DingTalk and WeCom answer each request with HTTP 200; whether the message was posted is `errcode` in the
# body. DingTalk refuses with 310000 what lacks the keyword that the robot was given or has a wrong signature, WeCom
# with 93000 an unknown key and with 45009 more than 20 messages a minute. apprise looks at the status alone, and its
# plugin for Lark shows that it could do more: there a `code` in the answer is a failure. So a crawl's alert of a full
# disk is "sent" for weeks, and no test tells. Seen with a server on loopback that answers as they do: success,
# success, failure. Look into the group after each change of the robot, and let an alert come from there that the
# alerts stopped.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet apprise==2.3.0
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import json
import logging
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from apprise import Apprise
from apprise.plugins.dingtalk import NotifyDingTalk
from apprise.plugins.lark import NotifyLark
from apprise.plugins.wecombot import NotifyWeComBot

logging.disable(logging.CRITICAL)
ANSWERS = {
    "/dingtalk": {"errcode": 310000, "errmsg": "keywords not in content"},
    "/wecom": {"errcode": 93000, "errmsg": "invalid webhook url"},
    "/lark": {"code": 19024, "msg": "Key Words Not Found", "data": {}},
}
asked = []


class Robot(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        name = next(name for name in ANSWERS if self.path.startswith(name))
        asked.append(name)
        body = json.dumps(ANSWERS[name]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Robot)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
NotifyDingTalk.notify_url = f"{address}/dingtalk?access_token={{token}}"
NotifyWeComBot.notify_url = f"{address}/wecom?key={{key}}"
NotifyLark.notify_url = f"{address}/lark/"


def sent(url):
    robots = Apprise()
    assert robots.add(url)
    return bool(robots.notify(body="磁盘已满"))


found = {url: sent(url) for url in (f"{name}://0123456789abcdef" for name in ("dingtalk", "wecombot", "lark"))}
for (url, success), answer in zip(found.items(), ANSWERS.values(), strict=True):
    print(url.split(":")[0], answer, "-> success" if success else "-> failure")
assert asked == list(ANSWERS), "the behaviour has changed"
assert list(found.values()) == [True, True, False], "the behaviour has changed"
PYTHON
echo "as described"
