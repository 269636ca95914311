"""Monitoring of a crawl: metrics, conditions of alerts, messages to webhooks, log lines as JSON."""
