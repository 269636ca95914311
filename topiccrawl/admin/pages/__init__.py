"""The pages, one module per subject; each module defines `ROUTES`."""
