"""Strategies compared offline on captures of the built webs, and how well replays agree with live crawls."""
