"""Pages that need a browser: which ones, the browser, and the proxy that guards all its traffic."""
