"""Clusters of near copies by the MinHash of datatrove, run by an interpreter that has it; see `dedup`.

    INTERPRETER dedup_datatrove.py DOCUMENTS.jsonl WORK_FOLDER

Prints JSON: the cluster of each document (one that is alone has its own), processor seconds, megabytes.
All four steps run as they are shipped: 5-grams of words by jieba, 14 buckets of 8 hashes.
"""

import json
import struct
import sys
from pathlib import Path
from time import process_time


def main() -> None:
    from datatrove.pipeline.dedup import MinhashDedupSignature
    from datatrove.pipeline.dedup.minhash import MinhashConfig, MinhashDedupBuckets, MinhashDedupCluster
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.utils.hashing import HashConfig
    from datatrove.utils.typeshelper import Languages

    file, work = map(Path, sys.argv[1:])
    config = MinhashConfig(hash_config=HashConfig(precision=64))
    start = process_time()
    rows = JsonlReader(str(file.parent), glob_pattern=file.name)
    signature = MinhashDedupSignature(str(work / "signatures"), config, Languages.mandarin_chinese__hani)
    signature.run(rows.run(), 0, 1)
    buckets = MinhashDedupBuckets(str(work / "signatures"), str(work / "buckets"), config=config)
    for bucket in range(config.num_buckets):
        buckets.run(None, bucket, config.num_buckets)
    cluster = MinhashDedupCluster(str(work / "buckets"), str(work / "clusters"), config, save_cluster_id=True)
    cluster.run(None, 0, 1)
    seconds = process_time() - start
    with file.open(encoding="utf-8") as lines:
        found = [-number for number, _ in enumerate(lines, 1)]
    data = (work / "clusters" / "000000.clusters").read_bytes()
    for document, number in struct.iter_unpack("<2I", data):
        found[document] = number
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    memory = int(status.partition("VmHWM:")[2].split()[0]) / 1024
    print(json.dumps({"clusters": found, "seconds": seconds, "megabytes": memory}))


if __name__ == "__main__":
    main()
