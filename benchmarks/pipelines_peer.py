"""Texts of fetched pages by datatrove, or by trafilatura with MinHash; see `pipelines`.

    INTERPRETER pipelines_peer.py NAME WORK_FOLDER

datatrove: its extractor, its formatter of personal data, its four steps of MinHash, as they are shipped. The
plain pipeline: `trafilatura.extract`, then the first page of near copies (5-grams of characters, .8).
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path


def main() -> None:
    name, work = sys.argv[1], Path(sys.argv[2])
    rows = datatrove(work) if name == "datatrove" else plain(work)
    with (work / "peer.kept").open("w", encoding="utf-8") as file:
        for url, text in rows:
            file.write(json.dumps({"url": url, "text": text}, ensure_ascii=False) + "\n")


def datatrove(work: Path) -> Iterator[tuple[str, str]]:
    from datatrove.pipeline.dedup import MinhashDedupFilter, MinhashDedupSignature
    from datatrove.pipeline.dedup.minhash import MinhashConfig, MinhashDedupBuckets, MinhashDedupCluster
    from datatrove.pipeline.extractors import Trafilatura
    from datatrove.pipeline.formatters import PIIFormatter
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.utils.hashing import HashConfig
    from datatrove.utils.typeshelper import Languages

    def folder(name: str) -> str:
        return str(work / "datatrove" / name)

    read = JsonlReader(str(work), glob_pattern="pages.jsonl").run()
    # Its second for a page is not enough on a busy machine.
    texts = list(PIIFormatter().run(Trafilatura(timeout=60).run(read)))
    config = MinhashConfig(hash_config=HashConfig(precision=64))
    signature = MinhashDedupSignature(folder("signatures"), config, Languages.mandarin_chinese__hani)
    signature.run(iter(texts), 0, 1)
    buckets = MinhashDedupBuckets(folder("signatures"), folder("buckets"), config=config)
    for bucket in range(config.num_buckets):
        buckets.run(None, bucket, config.num_buckets)
    MinhashDedupCluster(folder("buckets"), folder("removed"), config).run(None, 0, 1)
    for one in MinhashDedupFilter(folder("removed")).run(iter(texts), 0, 1):
        yield one.id, one.text


def plain(work: Path) -> Iterator[tuple[str, str]]:
    from datasketch import MinHash, MinHashLSH
    from trafilatura import extract

    index = MinHashLSH(threshold=0.8, num_perm=128)
    with (work / "pages.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            text = extract(row["text"]) or ""
            hashes = MinHash(num_perm=128)
            hashes.update_batch([text[at : at + 5].encode() for at in range(max(1, len(text) - 4))])
            if text and not index.query(hashes):
                index.insert(row["id"], hashes)
                yield row["id"], text


if __name__ == "__main__":
    main()
