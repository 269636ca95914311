"""The other crawlers, each as its documentation recommends: `python -m benchmarks.peers.crawlers.NAME TASK`.

They run in environments that hold neither topiccrawl nor its requirements.
"""
