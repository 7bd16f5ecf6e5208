"""A throw-away course in which every attack is a student's submission."""

import contextlib
import json
import os
import shutil
import socket
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
UNANSWERED = ("cheat", "leak")
RIGHT = "def f(x):\n    return 3*x**2 + 2*x + 1"
WRONG = "def f(x):\n    return 5*x + 1"
RIGHT_G = "def g(xs):\n    return sum(xs)"
VICTIM = "# VICTIM-CANARY"
CONFIG = "c = get_config()\n"


@dataclass(frozen=True)
class Attack:
    """One submission and what it is.

    Attributes:
        name: the student's id.
        kind: control, benign, cheat, leak, dos, inject or broken.
        place: writes the submission into the student's folder.
    """

    name: str
    kind: str
    place: Callable[[Path], object]


def notebook(q1: str, q2: str) -> str:
    """The handout with two answers filled in."""
    content = json.loads((HERE / "release.ipynb").read_text())
    for cell in content["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = {"q1": q1, "q2": q2}.get(grade_id, cell["source"])
    return json.dumps(content)


def handout_answer() -> str:
    """The answer to question 2 as it was handed out."""
    cells = json.loads((HERE / "release.ipynb").read_text())["cells"]
    found = next(c for c in cells if c["metadata"].get("nbgrader", {}).get("grade_id") == "q2")
    return "".join(found["source"])


def stored() -> list[Attack]:
    """The attacks that lie here as files."""
    found = []
    for path in sorted((HERE / "answers").glob("*.txt")):
        text = path.read_text()
        kind = text.splitlines()[1].removeprefix("# kind: ").strip()
        q2 = handout_answer() if kind in UNANSWERED else RIGHT_G
        content = notebook(text, q2)
        found.append(Attack(path.stem, kind, lambda d, t=content: _write(d, t)))
    for path in sorted((HERE / "notebooks").glob("*.ipynb")):
        source = path

        def place(folder: Path, source: Path = source) -> object:
            return shutil.copy(source, folder / "atk.ipynb")

        found.append(Attack(path.stem, KINDS.get(path.stem, "cheat"), place))
    return found


KINDS = {
    **dict.fromkeys(("n15_extra_cell_between",), "benign"),
    **dict.fromkeys(("n31_2000_cells",), "dos"),
    **dict.fromkeys(("n33_markdown_script", "n34_metadata_script"), "inject"),
    **dict.fromkeys(
        (
            *("n16_no_cells", "n18_corrupt_json", "n19_json_not_notebook", "n21_latin1_bytes"),
            *("n22_kernel_python2", "n24_no_kernelspec", "n25_nbformat3", "n27_schema_version_99"),
            *("n28_bad_metadata_types", "n30_source_not_text", "n36_deep_json"),
        ),
        "broken",
    ),
}


def _write(folder: Path, content: str, name: str = "atk.ipynb") -> None:
    (folder / name).write_text(content, encoding="utf-8", errors="surrogatepass")


def _shadow(folder: Path) -> None:
    _write(folder, notebook(WRONG, handout_answer()))
    fake = "class testing:\n    assert_allclose = staticmethod(lambda *a, **k: None)\n"
    (folder / "numpy.py").write_text(f"{fake}array = list\nndarray = list\n")
    (folder / "coursegrader.py").write_text("raise SystemExit\n")


def _configure(folder: Path) -> None:
    _write(folder, notebook(WRONG, handout_answer()))
    lines = "c = get_config()\nc.InteractiveShellApp.exec_lines = ['import os; os._exit(0)']\n"
    for name in ("ipython_config.py", "ipython_kernel_config.py", "usercustomize.py"):
        (folder / name).write_text(lines)
    (folder / ".ipynb_checkpoints").mkdir()
    _write(folder / ".ipynb_checkpoints", notebook(RIGHT, RIGHT_G), "atk-checkpoint.ipynb")


def _pipe(folder: Path) -> None:
    _write(folder, notebook(RIGHT, RIGHT_G))
    os.mkfifo(folder / "data.csv")
    (folder / "submission.zip").write_bytes(b"PK\x03\x04../../evil")


def _link_to(*parts: str) -> Callable[[Path], None]:
    def place(folder: Path) -> None:
        (folder / "atk.ipynb").symlink_to(folder.parents[2].joinpath(*parts))

    return place


def _folder_link(folder: Path) -> None:
    folder.rmdir()
    folder.symlink_to(folder.parents[1] / "zoe" / "atk")


def _timestamp(folder: Path) -> None:
    _write(folder, notebook(RIGHT, RIGHT_G))
    os.mkfifo(folder / "timestamp.txt")


def _odd_timestamp(folder: Path) -> None:
    _write(folder, notebook(RIGHT, RIGHT_G))
    (folder / "timestamp.txt").write_text("the 31st of February")


def _sparse(folder: Path) -> None:
    with (folder / "atk.ipynb").open("wb") as file:
        file.truncate(1 << 40)


def _clutter(folder: Path) -> None:
    """A right notebook among links in circles, a socket, a sparse file, odd names, many files."""
    _write(folder, notebook(RIGHT, RIGHT_G))
    (folder / "up").symlink_to(folder.parent)
    (folder / "self").symlink_to("self")
    (folder / "other.ipynb").symlink_to("/nowhere")
    with (folder / "data.bin").open("wb") as file:
        file.truncate(1 << 40)
    for name in ("-rf", "a\nb.txt", "\x1b[2J", "\u202etxt.exe", "x" * 250, "$(touch pwned)"):
        (folder / name).write_text("x")
    for number in range(600):
        (folder / f"{number}.txt").touch()
    with socket.socket(socket.AF_UNIX) as listener, contextlib.chdir(folder):
        listener.bind("s")


def _odd(folder: Path) -> None:
    """Right answers in a notebook that is odd wherever nothing counts; as UTF-16."""
    content = json.loads(notebook(f"{RIGHT}  # \ud800", RIGHT_G))
    fake = {"output_type": "execute_result", "data": {"text/plain": "99"}, "metadata": {}}
    for cell in content["cells"]:
        cell |= {"id": "../" * 100, "execution_count": 1 << 70, "attachments": {"../x": [1]}}
        cell["outputs"] = [{**fake, "execution_count": 1}, None, "x"]
        cell["metadata"] |= {"tags": [[]], "x" * 9: "y" * (1 << 20), "editable": "<script>"}
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"] |= {"points": 10**400, "schema_version": float("nan")}
    content |= {"nbformat_minor": -1, "cells": [*content["cells"], None, 5, {}]}
    content["metadata"] = {"kernelspec": {"name": "../../evil", "argv": ["sh"]}, "widgets": [1]}
    (folder / "atk.ipynb").write_bytes(json.dumps(content).encode("utf-16"))


def _prefilled(folder: Path) -> None:
    """Wrong, with a test cell that shows the output of full marks and an edited set-up cell."""
    content = json.loads(notebook(WRONG, handout_answer()))
    fake = {"output_type": "execute_result", "data": {"text/plain": "2"}, "metadata": {}}
    for cell in content["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id == "imports":
            cell["source"] = "import builtins, sys; np = sys.modules['numpy'] = builtins"
        if cell["cell_type"] == "code":
            cell |= {"outputs": [{**fake, "execution_count": 1}], "execution_count": 1}
    _write(folder, json.dumps(content))


def _hoarding(q1: str, q2: str) -> Callable[[Path], object]:
    """An answer that takes all there is of something before it answers, and one that needs some."""
    takes = f"import os, subprocess\nkept = []\ndef f(x):\n    try:\n        while True: {q1}"
    content = notebook(f"{takes}\n    except Exception: pass\n    return 3*x**2 + 2*x + 1", q2)
    return lambda folder: _write(folder, content)


NEEDS_FILE = "def g(xs):\n    open('/tmp/g', 'wb').write(bytes(1 << 20))\n    return sum(xs)"
HOARDS = {
    "processes": (
        "kept.append(subprocess.Popen(['sleep', '300']))",
        "import threading\ndef g(xs): threading.Thread(target=print).start(); return sum(xs)",
    ),
    "disk": ("kept.append(open(f'/tmp/{len(kept)}', 'wb').write(bytes(16 << 20)))", NEEDS_FILE),
    "files": ("kept.append(os.open('/dev/null', 0))", NEEDS_FILE),
}


def made() -> list[Attack]:
    """The attacks that git cannot hold, and others that are easier to make."""
    right, other = notebook(RIGHT, RIGHT_G), '{"cells": []}'
    leaky = f"{WRONG}\nimport glob\nprint('LEAK', glob.glob('/**/*.ipynb', recursive=True))"
    return [
        Attack("m01_renamed", "broken", lambda d: _write(d, right, "atk (1).ipynb")),
        Attack("m02_other_notebook", "broken", lambda d: _write(d, other, "holiday.ipynb")),
        Attack("m03_shadow_numpy", "cheat", _shadow),
        Attack("m04_ipython_config", "cheat", _configure),
        Attack("m05_nothing", "broken", lambda d: None),
        Attack("m06_symlink_other", "leak", _link_to("submitted", "zoe", "atk", "atk.ipynb")),
        Attack("m07_fifo", "dos", _pipe),
        Attack("m08_symlink_source", "leak", _link_to("source", "atk", "atk.ipynb")),
        Attack("m09_folder_symlink", "leak", _folder_link),
        Attack("m10_notebook_is_fifo", "broken", lambda d: os.mkfifo(d / "atk.ipynb")),
        Attack("m11_notebook_is_folder", "broken", lambda d: (d / "atk.ipynb").mkdir()),
        Attack("m12_timestamp_is_fifo", "dos", _timestamp),
        Attack("m13_missing_attachment", "inject", lambda d: _write(d, _with_text(right))),
        Attack("m14_huge", "broken", lambda d: (d / "atk.ipynb").write_bytes(b" " * (30 << 20))),
        Attack("m16_odd_timestamp", "dos", _odd_timestamp),
        *(Attack(f"d40_hoards_{what}", "dos", _hoarding(*both)) for what, both in HOARDS.items()),
        Attack("m17_sparse", "broken", _sparse),
        Attack("m18_clutter", "dos", _clutter),
        Attack("m19_dangling", "broken", lambda d: (d / "atk.ipynb").symlink_to("/nowhere")),
        Attack("m20_capitals", "broken", lambda d: _write(d, right, "ATK.IPYNB")),
        Attack("n40_odd", "broken", _odd),
        Attack("n41_prefilled", "cheat", _prefilled),
        Attack("s'; $(touch pwned) é", "benign", lambda d: _write(d, right)),
        Attack("m15_find_notebooks", "leak", lambda d: _write(d, notebook(leaky, RIGHT_G))),
    ]


def _with_text(content: str) -> str:
    """The notebook with a text cell that breaks nbconvert when it is shown."""
    loaded = json.loads(content)
    text = "![x](attachment:none.png) ![y](https://tracker.example/y.png)"
    loaded["cells"].append({"cell_type": "markdown", "id": "m", "metadata": {}, "source": text})
    return json.dumps(loaded)


def students() -> list[Attack]:
    """All submissions: the attacks, one right and one wrong."""
    honest = [
        Attack("zoe", "control", lambda d: _write(d, notebook(f"{VICTIM}\n{RIGHT}", RIGHT_G))),
        Attack("wade", "control", lambda d: _write(d, notebook(WRONG, RIGHT_G))),
    ]
    return [*stored(), *made(), *honest]


def make(root: Path, only: Collection[str] | None = None) -> None:
    """Write the course with all submissions, or those of some students."""
    (root / "source" / "atk").mkdir(parents=True)
    (root / "nbgrader_config.py").write_text(CONFIG)
    shutil.copy(HERE / "source.ipynb", root / "source" / "atk" / "atk.ipynb")
    for attack in students():
        if only is not None and attack.name not in only:
            continue
        folder = root / "submitted" / attack.name / "atk"
        folder.mkdir(parents=True)
        attack.place(folder)
