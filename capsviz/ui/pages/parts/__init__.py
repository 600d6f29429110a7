"""Parts and objects that were learnt without labels."""
