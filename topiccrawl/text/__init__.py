"""Bytes to words: encoding detection, normalisation, segmentation, resource look-up."""
