"""The boards lie beside the packages in the source tree; a wheel takes them along."""

from pathlib import Path
from shutil import copytree

from setuptools import setup
from setuptools.command.build_py import build_py


class WithBoards(build_py):
    """Puts ``boards/`` into the package ``companion``."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            boards = Path(__file__).parent / "boards"
            copytree(boards, Path(self.build_lib) / "companion" / "boards", dirs_exist_ok=True)


setup(cmdclass={"build_py": WithBoards})
