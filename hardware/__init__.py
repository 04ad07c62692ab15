"""The ear: bytes from serial lines become readings of dice and tags.

Bytes -> frames (``bg``, ``lines``, ``em4100``, ``pn532``) -> readings (``linedecoder``, ``decoders``) -> one queue
(``reader``). ``links`` alone talks to pyserial; everything between bytes and readings is pure and takes the monotonic
time as an argument. This package knows no game: it says which face lies up and which card's tag is there.
"""
