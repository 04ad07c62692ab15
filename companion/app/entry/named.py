"""What fields, values, dice and kinds of act are called on keys and in forms; for any game."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from companion import i18n
from companion.app.viewmodel import Badge, Choice, Figure
from companion.engine.types import Die
from companion.engine.words import N_, Where
from companion.table.speaker import Speaker

KINDS = {"rolled": N_("Enter a throw"), "shown": N_("Enter a card"), "shuffled": N_("Shuffle")}


@frozen
class Named:
    """``painter``: the session at the table, its speaker and badges."""

    painter: Any

    @property
    def session(self) -> Any:
        return self.painter.session

    @property
    def speaker(self) -> Speaker:
        found: Speaker = self.painter.speaker
        return found

    def badge(self, seat: int | None) -> Badge | None:
        found: Badge | None = self.painter.badge(seat)
        return found

    def kind(self, kind: str) -> str:
        """A kind of input by its word."""
        own = self.speaker.words.inputs.get(kind)
        return self.speaker._(own or KINDS.get(kind, kind.replace("_", " ").capitalize()))

    def field(self, name: str) -> str:
        if name == "seat":
            return i18n.gettext(N_("who"))
        return self.speaker._(self.speaker.words.fields.get(name, name))

    def face_of(self, face: str) -> Choice:
        """A face of a die: a place, a seat, a colour or a number."""
        if self._place(face) and not face.isdigit():
            return Choice(face, self.speaker.field(Where(face)))
        if len(face) == 1 and face.isalpha():
            seat = ord(face) - 65
            return Choice(face, self.speaker.name(seat), badge=self.badge(seat))
        faces = self.speaker.words.faces
        text = self.speaker._(faces.get(face, face)).capitalize()
        return Choice(face, text, figure=Figure("die", face) if face in faces or face.isdigit() else None)

    def die_face(self, die: Die, face: str) -> Choice:
        """A face of a certain die: letters may be something else than seats."""
        told = self.speaker.words.lot(die.purpose, face)
        return self.face_of(face) if told is None else Choice(face, i18n.capital(self.speaker.tell(told)))

    def purpose(self, die: Die) -> str:
        """What a die is for, and where."""
        own = self.speaker.words.lot(die.purpose, "")
        if own is not None:
            return self.speaker.tell(own)
        told = self.aim(die.purpose)
        return f"{told}: {self.speaker.field(Where(die.space))}" if die.space else told

    def aim(self, purpose: str) -> str:
        """A purpose; a seat's letter at its end is told as the name."""
        known = self.speaker.words.purposes
        stem, _, last = purpose.rpartition(" ")
        if stem and len(last) == 1 and last.isupper():
            return f"{self.speaker._(known.get(stem, stem))}: {self.speaker.name(ord(last) - 65)}"
        return self.speaker._(known.get(purpose, purpose))

    def lot(self, card: str) -> str:
        """A card by what it says, "" where its name says enough."""
        found: str = self.painter.face.lot(self.session, self.speaker, card)
        return found

    def seat(self, seat: int) -> Choice:
        return Choice(str(seat), self.speaker.name(seat), badge=self.badge(seat))

    def space(self, name: str) -> Choice:
        return Choice(str(name), self.speaker.field(Where(name)) if self._place(name) else self.told(name))

    def told(self, value: Any) -> str:
        """A value of a field in words."""
        speaker = self.speaker
        if isinstance(value, tuple):
            return ", ".join(self.told(v) for v in value)
        if isinstance(value, str) and self._place(value):
            return speaker.field(Where(value))
        if isinstance(value, bool):
            return i18n.gettext(N_("yes") if value else N_("no"))
        line = speaker.words.value(value, self.session.config.board) if isinstance(value, str) else None
        if line is not None:
            return speaker.tell(line)
        words = {**speaker.words.values, **speaker.words.actions}
        return speaker._(words.get(value, str(value)))

    def _place(self, name: str) -> bool:
        return name in self.session.config.board.space
