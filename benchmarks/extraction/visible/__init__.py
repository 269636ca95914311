"""What Chromium shows of real pages, beside what is stored of them."""
