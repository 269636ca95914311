"""The link model: learns from every judged page which links are worth a visit."""
