"""The protocol of WebMainBench, a public benchmark of main texts."""
