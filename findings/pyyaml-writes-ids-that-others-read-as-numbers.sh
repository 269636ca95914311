#!/usr/bin/env bash
# PyYAML 6.0.4, js-yaml 5.5.0, yaml 2.9.1, ruamel.yaml 0.19.1: of 1,000 ids of articles 6 or 17 come back as numbers.
#
# PyYAML puts quotation marks round a text that would else be a number, by the rules of YAML 1.1, where 954160e6 needs
# a point to be one and 0898 is not octal. The others read by YAML 1.2: there the first is 954160000000, and the second
# 898. So what Python writes as front matter of pages or as a list of ids is other data for a site generator in
# JavaScript: of eight digits of a hash one in sixty is such a number, the stock 000858 is 858, and the area code of
# Hainan 898. yaml and ruamel.yaml make Infinity of 02e89747, js-yaml leaves that one. PyYAML itself reads all as it was
# written, so that its tests pass; its page names YAML 1.1, and nothing of what that means for others. Seen: 8 of 1,002
# with js-yaml, 19 with the others; with `default_style='"'` all come back.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet PyYAML==6.0.4 ruamel.yaml==0.19.1
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts js-yaml@5.5.0 yaml@2.9.1
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import hashlib
import json

import yaml

ids = [hashlib.md5(f"http://www.example.com/art/{number}.html".encode()).hexdigest()[:8] for number in range(1000)]
texts = {"ids": [*ids, "000858", "0898"]}
with open("texts.json", "w", encoding="utf-8") as file:
    json.dump(texts, file)
for name, style in (("plain", None), ("quoted", '"')):
    with open(f"{name}.yaml", "w", encoding="utf-8") as file:
        yaml.safe_dump(texts, file, default_style=style)
PYTHON
cat > read.cjs <<'JS'
const { readFileSync } = require("fs");
const yaml = require(process.argv[2]);
const found = (yaml.load || yaml.parse)(readFileSync(process.argv[3], "utf8"));
console.log(JSON.stringify(found.ids.map((value) => (typeof value === "string" ? value : [String(value)]))));
JS
for name in plain quoted; do
    for module in js-yaml yaml; do
        node read.cjs "$module" "$name.yaml" > "$module.$name.json"
    done
done
"$folder/venv/bin/python" - <<'PYTHON'
import json

import yaml
from ruamel.yaml import YAML


def read(path):
    """Return what a file of JSON holds."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


texts = read("texts.json")["ids"]
for name in ("plain", "quoted"):
    with open(f"{name}.yaml", encoding="utf-8") as file:
        content = file.read()
    assert yaml.safe_load(content)["ids"] == texts, "PyYAML has changed"
    others = {module: read(f"{module}.{name}.json") for module in ("js-yaml", "yaml")}
    others["ruamel.yaml"] = YAML(typ="safe").load(content)["ids"]
    for module, values in others.items():
        changed = [(old, new) for old, new in zip(texts, values, strict=True) if old != new]
        print(f"{name}, {module}: {len(changed)} of {len(texts)}", changed[-4:])
        if name == "quoted":
            assert not changed, "the behaviour has changed"
        else:
            assert len(changed) == (8 if module == "js-yaml" else 19), "the behaviour has changed"
            assert texts[-2:] == [old for old, _ in changed[-2:]], "the behaviour has changed"
PYTHON
echo "as described"
