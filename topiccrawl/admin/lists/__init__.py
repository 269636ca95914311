"""Pages, drops and grades as the administration pages list and count them."""
