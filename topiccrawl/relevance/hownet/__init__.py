"""HowNet (知网): reading its editions, and similarity after Liu & Li 2002."""
