"""The pieces of code that both backends run: snippets and cases, as jobs."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from .environment import Job

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SNIPPETS = HERE / "snippets"
CASES = HERE.parent / "cases"
_CELL = re.compile(r"^# %% (.+)\n", re.MULTILINE)
_MODE = re.compile(r'^MODE = "(\w+)"$', re.MULTILINE)


@cache
def snippet_groups() -> dict[str, dict[str, str]]:
    """Group -> title -> code, in the order of the files."""
    return {path.stem: read_cells(path) for path in sorted(SNIPPETS.glob("*.py"))}


def read_cells(path: Path) -> dict[str, str]:
    """Title -> code of a file in which each cell starts with a line `# %% title`."""
    _, *parts = _CELL.split(path.read_text(encoding="utf-8"))
    titles, codes = parts[0::2], parts[1::2]
    repeated = {title for title in titles if titles.count(title) > 1}
    if repeated:
        raise ValueError(f"{path.name} has two cells called {sorted(repeated)}")
    return {title: code.strip() + "\n" for title, code in zip(titles, codes, strict=True)}


def modes_of(group: str) -> tuple[str, ...]:
    """The modes a group runs in."""
    return ("eager",) if group == "eager" else ("v1", "v2")


def snippet_jobs() -> list[Job]:
    """Every snippet in each of its modes."""
    return [
        {
            "id": f"{mode} {group}: {title}",
            "kind": "snippet",
            "group": group,
            "mode": mode,
            "source": source,
        }
        for group, cells in snippet_groups().items()
        for mode in modes_of(group)
        for title, source in cells.items()
    ]


def case_jobs() -> list[Job]:
    """Every file of `runtime/tests/cases`, in the mode it asks for."""
    jobs = []
    for path in sorted(CASES.glob("[0-9]*.py")):
        source = path.read_text(encoding="utf-8")
        found = _MODE.search(source)
        mode = found[1] if found else "v1"
        jobs.append(
            {
                "id": f"{mode} cases: {path.stem}",
                "kind": "case",
                "group": "cases",
                "mode": mode,
                "file": path.name,
                "source": source,
            }
        )
    return jobs


def all_jobs() -> list[Job]:
    """Everything that is compared."""
    return snippet_jobs() + case_jobs()
