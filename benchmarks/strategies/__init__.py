"""Experiments with the strategies of paper B and patent D, on a captured web."""
