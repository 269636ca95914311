"""From bytes to words: encoding detection, normalisation, segmentation, packaged resources."""
