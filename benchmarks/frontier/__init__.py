"""Speed and order of the frontier, alone (`python -m benchmarks.frontier`) and in whole crawls."""
