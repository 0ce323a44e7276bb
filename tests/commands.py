"""Runs a command of the program in this process."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from brisca_sim import cli as command_line


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str

    def document(self, code: int = 0) -> dict[str, Any]:
        """Its output as JSON, if it ended with this exit code."""
        assert self.code == code, self.err
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    def refused(self, *parts: str) -> None:
        """That it refused in one line, with these parts."""
        assert (self.code, self.out) == (2, ""), (self.code, self.out[:300], self.err)
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert re.match(r"brisca-sim: \S.{10}", lines[0])
        assert all(part in lines[0] for part in parts), lines[0]


class Commands:
    """Called with the words of a command line, gives its `Result`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *words: object) -> Result:
        self.monkeypatch.setattr(sys, "argv", ["brisca-sim", *map(str, words)])
        # An interrupted command ends the process at once, which would end the tests too.
        self.monkeypatch.setattr(command_line.os, "_exit", sys.exit)
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            command_line.main()
        assert isinstance(left.value.code, int)
        return Result(left.value.code, *self.capsys.readouterr())
