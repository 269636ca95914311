"""The thesauri and vectors that similarity uses: packaged, imported, chosen by a topic."""
