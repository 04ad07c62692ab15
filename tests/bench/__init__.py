"""Persons and drivers that measure: evenings, campaigns, slips, plain readers. ``companion bench`` finds them here."""
