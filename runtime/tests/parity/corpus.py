"""The pieces of code that both backends run: snippets and cases, as jobs."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from . import samples
from .environment import Job
from .op_samples import decode_input, encode_input

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SNIPPETS = HERE / "snippets"
CASES = HERE.parent / "cases"
PROGRAMS = HERE / "programs" / "articles"
_CELL = re.compile(r"^# %% (.+)\n", re.MULTILINE)
_MODE = re.compile(r'^MODE = "(\w+)"$', re.MULTILINE)

# A new process costs more than most snippets: this many share one. What would outlive a snippet in
# its process (modes, registries, servers, threads, entered contexts, seeds, what is logged once)
# is recognised by the words below; and what differs from TensorFlow runs again, alone.
_IN_ONE_PROCESS = 16
_OUTLIVES = re.compile(
    r"able_|logs\(|[Rr]egister|[Ss]erver|[Cc]luster|Config|[Tt]hread|__enter__|Interactive|"
    r"random|seed|tf2|_func|function|os\.|sys\.|exit|flags|reset_default"
)


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


_MODES = {"eager": ("eager",), "loops_in_graph": ("v1",)}


def modes_of(group: str) -> tuple[str, ...]:
    """The modes a group runs in."""
    return _MODES.get(group, ("v1", "v2"))


def snippet_jobs() -> list[Job]:
    """Every snippet in each of its modes; those that may share a process have a batch."""
    jobs: list[Job] = []
    for group, cells in snippet_groups().items():
        for mode in modes_of(group):
            for number, (title, source) in enumerate(cells.items()):
                job = {
                    "id": f"{mode} {group}: {title}",
                    "kind": "snippet",
                    "group": group,
                    "mode": mode,
                    "source": source,
                }
                if mode != "eager" and not _OUTLIVES.search(source):
                    job["batch"] = f"{mode} {group} {number // _IN_ONE_PROCESS}"
                jobs.append(job)
    return jobs


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


def program_jobs() -> list[Job]:
    """Every program of `programs/articles`, as somebody would paste it: it imports tensorflow."""
    return [
        {
            "id": f"eager programs: {path.stem}",
            "kind": "program",
            "group": "programs",
            "mode": "eager",
            "file": path.name,
            "source": path.read_text(encoding="utf-8"),
        }
        for path in sorted(PROGRAMS.glob("*.py"))
    ]


def op_names() -> list[str]:
    """Every op type of minigraph's registry, with all modules that declare ops loaded."""
    from minigraph import opdef, ops

    ops.declare_all()
    return sorted(opdef.all_ops())


def op_definition_jobs() -> list[Job]:
    """The declaration of every op type."""
    return [
        {
            "id": f"v1 op_definitions: {name}",
            "kind": "op_definition",
            "group": "op_definitions",
            "batch": "op_definitions",
            "mode": "v1",
            "op": name,
            "source": name,
        }
        for name in op_names()
    ]


@cache
def op_jobs() -> list[Job]:
    """Every sample of every op, once for each dtype it asks for."""
    jobs: dict[str, Job] = {}
    for _, table in samples.tables():
        for op, uses in table.items():
            for use in uses:
                for dtype in use["dtypes"] or [""]:
                    job = _op_job(op, use, dtype)
                    if job["id"] in jobs:
                        raise ValueError(f"two samples are alike: {job['id']}")
                    jobs[job["id"]] = job
    return list(jobs.values())


def _op_job(op: str, use: samples.Sample, dtype: str) -> Job:
    inputs = {name: encode_input(array, dtype) for name, array in use["inputs"].items()}
    shown = " ".join(f"{name}={item[0]}:{_short(item)}" for name, item in inputs.items())
    source = "; ".join(line.strip() for line in use["source"].strip().splitlines())
    return {
        "id": f"{use['mode']} ops: {op}: {source}  {shown}".rstrip(),
        "kind": "op",
        "group": "ops",
        "batch": f"{use['mode']} {op}",
        "mode": use["mode"],
        "op": op,
        "source": use["source"],
        "inputs": inputs,
        "random": use["random"],
    }


def _short(item: list[Any]) -> str:
    """The value of a small input, the shape of a larger one."""
    array = decode_input(item)
    shown = str(array.shape if array.size > 4 else array.tolist())
    return shown.replace(" ", "")


def all_jobs() -> list[Job]:
    """Everything that is compared."""
    return snippet_jobs() + case_jobs() + program_jobs() + op_definition_jobs() + op_jobs()
