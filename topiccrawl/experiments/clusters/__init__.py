"""Clusters of bodies (patent CN106970938A): fit, random rows, growth in a crawl."""
