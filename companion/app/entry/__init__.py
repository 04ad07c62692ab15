"""Entry by touch on the table page: what fingers mean, as acts. Pure: no kivy, no chance, no clock."""
