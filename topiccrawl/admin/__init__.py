"""The web application: run crawls, read and grade the pages they stored."""
