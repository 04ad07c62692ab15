"""Which screen shows which view; screens are imported when they are first opened."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from attrs import frozen

from companion.app import setup_views as before
from companion.app import side_views as side
from companion.app.viewmodel import TableView


@frozen
class PlaceOf:
    """A screen class by module and name, and the kind of view it shows."""

    module: str
    name: str
    view: type

    def build(self, shell: Any) -> Any:
        screen = getattr(import_module(f"companion.app.screens.{self.module}"), self.name)
        return screen(shell=shell) if getattr(screen, "wants_shell", False) else screen()


PLACES = {
    "start": PlaceOf("start", "StartScreen", before.StartView),
    "new_game": PlaceOf("new_game", "NewGameScreen", before.NewGameView),
    "camera": PlaceOf("camera", "CameraScreen", before.CameraView),
    "capture": PlaceOf("capture", "CaptureScreen", before.CaptureView),
    "guide": PlaceOf("guide", "GuideScreen", before.GuideView),
    "table": PlaceOf("table", "TableScreen", TableView),
    "steps": PlaceOf("steps", "StepsScreen", TableView),
    "curtain": PlaceOf("curtain", "CurtainScreen", TableView),
    "end": PlaceOf("end", "EndScreen", side.EndView),
    "hand": PlaceOf("hand", "HandScreen", side.HandView),
    "history": PlaceOf("history", "HistoryScreen", side.HistoryView),
    "rules": PlaceOf("rules", "RulesScreen", side.RuleView),
    "resume": PlaceOf("resume", "ResumeScreen", before.ResumeView),
    "settings": PlaceOf("settings", "SettingsScreen", before.SettingsView),
    "enrol": PlaceOf("enrol", "EnrolScreen", side.EnrolView),
    "replay": PlaceOf("replay", "ReplayScreen", side.ReplayView),
    "evenings": PlaceOf("evenings", "EveningsScreen", side.EveningsView),
    "shared": PlaceOf("shared", "SharedScreen", side.SharedView),
    "workshop": PlaceOf("workshop", "WorkshopScreen", before.WorkshopView),
    "howto": PlaceOf("howto", "HowtoScreen", side.LessonView),
    "about": PlaceOf("about", "AboutScreen", before.AboutView),
}
