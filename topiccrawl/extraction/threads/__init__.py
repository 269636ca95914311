"""Forum threads, microblogs and blogs with comments: posts with author, time and text."""
