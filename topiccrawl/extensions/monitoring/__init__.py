"""Extensions that show a crawl to monitoring: metrics, alerts, log lines as JSON."""
