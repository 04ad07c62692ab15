"""Pictures of a table, read. OpenCV is loaded when it is first used: a table without a camera never needs its 27 MB."""

from __future__ import annotations

import sys
from importlib import import_module
from threading import RLock
from types import ModuleType
from typing import Any


class Late(ModuleType):
    """Stands for a module until an attribute of it is asked for, by whatever thread; then it has all of them."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._loading = RLock()
        self._loaded = False

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        with self._loading:
            if not self._loaded:
                sys.modules.pop(self.__name__, None)
                self.__dict__.update(vars(import_module(self.__name__)))
                self._loaded = True
                sys.modules[self.__name__] = self  # whoever imports it later gets the same object
        try:
            return self.__dict__[attribute]
        except KeyError:
            raise AttributeError(attribute) from None


def late(name: str) -> None:
    """Whoever imports this module from now on gets one that is loaded when it is used."""
    if name not in sys.modules:
        sys.modules[name] = Late(name)


late("cv2")
