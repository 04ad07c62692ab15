"""How patient the table is: one value for the app, ``companion watch``, the demo table, the bench and every proof."""

from __future__ import annotations

from attrs import frozen


@frozen
class Policy:
    """Times in s of the camera's clock; nats as in ``reconcile``."""

    looks: int = 2  # pictures, each read for itself, that must agree before anything is asked or objected to
    clear_nats: float = 7.5  # an act that leads by what one place can say is entered after one picture, else ``looks``
    counted_nats: float = 5.0  # and so is one that changes but numbers in areas
    against_nats: float = 1.0  # both only where nothing lies otherwise than the act would leave it
    asks_s: float = 1.5  # after the hands are gone nothing more is laid that would tell
    out_of_step_s: float = 3.0
    went_back_s: float = 1.5
    in_hand_s: float = 4.0  # an act begun and left, no hand in view
    adds_s: float = 2.0  # after the hands are gone nothing more is bought
    marker_s: float = 4.0  # a score marker that went ahead of the acts
    differs_s: float = 4.0  # a mirror that lies otherwise
