"""A report in a browser: nothing goes wrong in it, and nothing is wider than a telephone."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from brisca_sim import Rules, simulate
from brisca_sim.reporting.report.build import report_of
from brisca_sim.reporting.report.render import write_report

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--enable-logging=stderr", "--v=0", "--dump-dom",
)  # fmt: skip
WIDE = 360
# The page is put into a frame as wide as a telephone, since a window cannot be that narrow.
FRAME = """<!DOCTYPE html><html><body><iframe id="frame" width="{width}" height="600" style="border:0"
srcdoc="{page}"></iframe><script>
window.addEventListener("load", () => {{
  const root = document.getElementById("frame").contentDocument.documentElement;
  const wide = [...root.querySelectorAll(".wide")].filter((box) => box.scrollWidth > box.clientWidth);
  document.body.dataset.width = root.scrollWidth;
  document.body.dataset.height = root.scrollHeight;
  document.body.dataset.boxes = wide.length;
}});
</script></body></html>"""

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium here: apt-get install chromium"
)


def opened(file: Path, profile: Path) -> tuple[str, str]:
    """What the browser made of a page, and what it had to say."""
    done = subprocess.run(
        [str(BROWSER), *FLAGS, f"--user-data-dir={profile}", file.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout, done.stderr


def test_a_report_opens_without_a_fault_and_fits_a_telephone(tmp_path: Path) -> None:
    run = simulate(["codiciosa", "ciegas", "baja"], Rules(players=3), deals=60)
    [file] = write_report(tmp_path, report_of(run.document))
    page = file.read_text(encoding="utf-8")
    frame = tmp_path / "frame.html"
    frame.write_text(FRAME.format(width=WIDE, page=html.escape(page)), encoding="utf-8")
    dom, said = opened(frame, tmp_path / "profile")
    found = {
        name: int(re.findall(rf'data-{name}="(\d+)"', dom)[0])
        for name in ("width", "height", "boxes")
    }
    # A scroll bar at the side takes some of it.
    assert WIDE - 30 < found["width"] <= WIDE
    assert found["height"] > 1500
    # Wide tables and figures scroll by themselves, so there was something that could have burst it.
    assert found["boxes"] >= 2
    assert "CONSOLE" not in said


def test_a_fault_would_be_noticed(tmp_path: Path) -> None:
    frame = tmp_path / "frame.html"
    burst = '<p style="width:900px">wide</p><script>nonsense()</script>'
    frame.write_text(FRAME.format(width=WIDE, page=html.escape(burst)), encoding="utf-8")
    dom, said = opened(frame, tmp_path / "profile")
    assert int(re.findall(r'data-width="(\d+)"', dom)[0]) > 900
    assert "CONSOLE" in said
