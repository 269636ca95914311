"""What is wrong with the TLS of a server, and chains of certificates that lack an intermediate."""
