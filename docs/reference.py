"""The API reference, from the docstrings of `minigraph`: its tools, topics and namespaces."""

import importlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import minigraph
import minigraph.compat.v1 as v1
from minigraph import protos

DOCS = Path(__file__).resolve().parent

# What minigraph has beside TensorFlow's API.
TOOLS = {
    "minigraph": "draw stepper interleave why watchdog simulate_gpu gpu_memory "
    "install_as_tensorflow",
    "minigraph.timeline": "Timeline plot_memory",
    "minigraph.testing": "check_op numeric_gradient fresh_session",
}

# What `compat.v1` offers, by the modules of minigraph that it is written in.
TOPICS = {
    "Graphs": "graph graph_keys graph_def default_graph operation tensor tensor_spec composite "
    "convert inference device_spec ragged",
    "Sessions": "session interactive_session errors ops.session_tensors",
    "Modes": "context log",
    "Variables": "variables ops.assignment ops.scattering",
    "Placeholders, constants and shapes": "ops.array ops.sparse ops.sequences ops.casting dtypes "
    "shapes dimension",
    "Arithmetic": "ops.elementwise ops.arithmetic ops.activations ops.complex_numbers ops.clipping",
    "Comparison and choice": "ops.comparison ops.confusion",
    "Reductions": "ops.reductions ops.segments",
    "Linear algebra": "ops.linalg ops.diagonals ops.decompositions ops.contraction",
    "Rearranging and picking": "ops.shaping ops.repeating ops.packing ops.slicing ops.gathering "
    "ops.stitching ops.unique",
    "Random numbers": "ops.random random_seed",
    "Gradients": "gradients gradient_registry gradient_values custom_gradient tape",
    "Control flow and functions": "ops.control_flow ops.loops ops.functional ops.grouping "
    "ops.tensor_array ops.python_functions ops.switch_case polymorphic module",
    "Queues and readers of files": "ops.queues ops.readers",
    "Text and files": "ops.strings ops.string_parts ops.parsing ops.examples ops.files "
    "storage.records",
    "Checks and printing": "ops.checks ops.shape_checks ops.debug",
    "Protobuf messages": "protos",
}
REST = "More"


class Entry(NamedTuple):
    """A public name of a namespace, and what it stands for."""

    namespace: str
    name: str
    value: Any

    @property
    def path(self) -> str:
        """The name with its namespace."""
        return f"{self.namespace}.{self.name}"

    @property
    def home(self) -> str:
        """The module that it is written in, as TOPICS says it; empty if that is not minigraph's."""
        home = getattr(self.value, "__module__", None) or ""
        return home.removeprefix("minigraph.") if home.startswith("minigraph.") else ""


def public(module: ModuleType, path: str) -> Iterable[Entry]:
    """What a namespace offers: a namespace of TensorFlow's collects, another module defines."""
    collects = module is minigraph or module.__name__.startswith("minigraph.compat.")
    for name in sorted(dir(module), key=str.lower):
        entry = Entry(path, name, getattr(module, name))
        is_own = collects or f"minigraph.{entry.home}" == module.__name__
        if not name.startswith("_") and entry.home and is_own:
            yield entry


def namespaces(module: ModuleType) -> Iterable[tuple[str, ModuleType]]:
    """The namespaces in a namespace, with the names under which they can be imported."""
    for name in dir(module):
        inner = getattr(module, name)
        if isinstance(inner, ModuleType) and inner.__name__.startswith("minigraph."):
            path = f"{module.__name__}.{name}"
            is_taken = sys.modules.get(path, inner) is not inner
            yield inner.__name__ if is_taken else path, inner


def by_topic(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The names of `compat.v1` under TOPICS, and what none of these knows under REST."""
    found: dict[str, list[Entry]] = {title: [] for title in [*TOPICS, REST]}
    homes = {home: title for title, listed in TOPICS.items() for home in listed.split()}
    order = list(homes)

    def home_of(entry: Entry) -> str:
        return next((home for home in order if f"{entry.home}.".startswith(f"{home}.")), "")

    known = [*order, ""]
    for entry in sorted(entries, key=lambda entry: known.index(home_of(entry))):
        found[homes.get(home_of(entry), REST)].append(entry)
    return {title: listed for title, listed in found.items() if listed}


class Reference:
    """Writes the pages. A thing with many names has one entry, and links to it elsewhere."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths: dict[int, str] = {}

    def page(self, title: str, about: str, entries: Iterable[Entry]) -> str:
        """Write a page; returns its name."""
        name = re.sub(r"\W+", "_", title.lower()).strip("_")
        parts = [f"{title}\n{'=' * len(title)}", about]
        here, elsewhere, constants = [], [], []
        for entry in entries:
            is_class = isinstance(entry.value, type)
            if not callable(entry.value) or (entry.name.isupper() and not is_class):
                constants.append(f"``{entry.name}``")
            elif id(entry.value) in self.paths:
                elsewhere.append(f":py:obj:`{entry.name} <{self.paths[id(entry.value)]}>`")
            else:
                self.paths[id(entry.value)] = entry.path
                here.append(f":py:obj:`{entry.name} <{entry.path}>`")
                parts.append(directive(entry))
        parts.insert(2, " | ".join(here))
        parts += ["Constants: " + ", ".join(constants) + "."] if constants else []
        parts += ["Described elsewhere: " + ", ".join(elsewhere) + "."] if elsewhere else []
        (self.folder / f"{name}.rst").write_text("\n\n".join(parts) + "\n", "utf-8")
        return name


def directive(entry: Entry) -> str:
    """The directive that takes an entry from its docstring."""
    if not isinstance(entry.value, type):
        return f".. autofunction:: {entry.path}"
    if hasattr(entry.value, "DESCRIPTOR"):
        return message(entry)
    if issubclass(entry.value, Exception):
        return f".. autoclass:: {entry.path}"
    return f".. autoclass:: {entry.path}\n   :members:\n   :inherited-members:"


def message(entry: Entry) -> str:
    """A protobuf message: the comment above it in its file, and its fields."""
    found = re.search(rf"((?:^// .*\n)+)message {entry.name} ", PROTOS, re.MULTILINE)
    about = re.sub(r"^// ?", "", found.group(1), flags=re.MULTILINE) if found else ""
    fields = ", ".join(f"``{field.name}``" for field in entry.value.DESCRIPTOR.fields)
    lines = [about.replace("\n", " ").strip(), f"A protobuf message with the fields {fields}."]
    head = f".. py:class:: {entry.name}\n   :module: {entry.namespace}\n\n   "
    return head + "\n\n   ".join(filter(None, lines))


PROTOS = "\n".join(
    file.read_text("utf-8") for file in sorted(Path(protos.__file__).parent.glob("*.proto"))
)


def write_reference(folder: Path) -> None:
    """Write all pages of the reference into a folder; `index` leads to them."""
    folder.mkdir()
    write = Reference(folder)
    tools = [
        Entry(path, name, getattr(importlib.import_module(path), name))
        for path, names in TOOLS.items()
        for name in names.split()
    ]
    about = "What `minigraph` has beside TensorFlow's API: pictures, explanations, simulations."
    pages = {"Tools": [write.page("Tools", about, tools)]}
    about = "From ``import minigraph.compat.v1 as tf``."
    pages["tf, by topic"] = [
        write.page(title, about, entries)
        for title, entries in by_topic(public(v1, v1.__name__)).items()
    ]
    pages["Namespaces of tf"] = [
        write.page(path.removeprefix("minigraph."), first_line(inner), public(inner, path))
        for path, inner in namespaces(v1)
        if inner.__name__ == path
    ]
    about = "The top level of TensorFlow 2: ``import minigraph as tf``."
    pages["TensorFlow 2"] = [
        write.page("minigraph", about, public(minigraph, "minigraph")),
        *(
            write.page(path, first_line(inner), public(inner, path))
            for path, inner in namespaces(minigraph)
        ),
    ]
    parts = ["API reference\n=============", (DOCS / "reference.rst").read_text("utf-8")]
    for title, names in pages.items():
        listed = "\n   ".join(names)
        parts.append(f".. toctree::\n   :caption: {title}\n   :maxdepth: 1\n\n   {listed}")
    (folder / "index.rst").write_text("\n\n".join(parts) + "\n", "utf-8")


def first_line(module: ModuleType) -> str:
    """What a module says it is."""
    return (module.__doc__ or "").strip().split("\n")[0]


def anchor(title: str) -> str:
    """The anchor of a heading as JupyterLab makes it, for the links of lessons."""
    return title.replace(" ", "-")


def is_skipped(_app: Any, _what: str, _name: str, member: Any, skip: bool, _options: Any) -> bool:
    """Leave out what needs no words of its own: fields of a named tuple, classes in classes."""
    field = (getattr(member, "__doc__", None) or "").startswith("Alias for field number")
    return skip or field or isinstance(member, type)


def as_restructured_text(*arguments: Any) -> None:
    """Escape in a docstring, in place, what reStructuredText would take for markup."""
    lines = arguments[-1]
    for number, line in enumerate(lines):
        parts = re.split(r"(`[^`]*`)", line)  # what stands between backticks is code, and stays
        parts[::2] = [re.sub(r"([*_|\\])", r"\\\1", part) for part in parts[::2]]
        lines[number] = "".join(parts)
