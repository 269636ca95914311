"""HTTPS servers on loopback whose certificates or protocols are like those of old sites."""
