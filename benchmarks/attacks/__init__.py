"""Hostile pages, files and servers, damaged databases and crawler traps; each module is one command."""
