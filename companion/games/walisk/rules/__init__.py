"""The rules of Walisk: guards, one a rule, and what acts cause."""
