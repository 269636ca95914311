"""The pages, one module for each subject; each has `ROUTES`."""
