"""The rules of Vikings Gone Wild: guards, one a rule, and what acts cause; ``deciding`` and ``listing`` lead in."""
