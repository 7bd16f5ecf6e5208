"""The modules of minigraph stand in layers: imports only go down, and each layer stays small."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "minigraph"

# Layer -> the modules (or packages) directly under minigraph that are in it, from the bottom up.
LAYERS = {
    "0": "arrays context device_spec dimension display dtypes errors graph_keys log nest "
    "protos shapes storage tensor_proto waiting",
    "1": "attributes composite consumers convert default_graph eager_tensor graph inference "
    "node_checks op_messages opdef operation registry scopes tensor",
    "2a": "collection_defs custom_gradient func_graph function_def gradient_registry "
    "gradient_values gradients graph_def graph_files graph_util importer meta_graph ops "
    "random_seed tensor_list variables",
    "2b": "dataflow deadness devices executor feed_shapes frames placement plan plan_options "
    "plan_source pruning queue_resource resources selection servers steps turns",
    "3": "buffers cost_graph feeds fetches interactive_session partial_run partitions session "
    "session_options step_stats trace waits",
    "4": "articles concrete config data dataset_combining dataset_iterators dataset_sources "
    "eager file_datasets function_inputs keras module operation_tape polymorphic ragged "
    "saved_model tape tensor_spec train",
    "side": "cards draw hints interleaving schedule states stepping testing timeline touches",
    "surface": "compat",
}

# Lines of Python that a layer may have: its budget, and the ceiling that holds until it is met. The
# surface only counts towards the total. A ceiling is what is there: lower it whenever lines go.
BUDGET = {"0": 1600, "1": 1100, "2a": 3200, "2b": 1400, "3": 1200, "4": 2500, "side": 1000}
CEILING = {"0": 4393, "1": 3761, "2a": 25_192, "2b": 3306, "3": 2110, "4": 10_959, "side": 3829}
TOTAL_BUDGET, TOTAL_CEILING = 12_000, 55_396
LINES_OF_A_FILE = 400
ADVICE = "write less, or raise the ceiling in this file by what a feature adds"

# (importer, imported) that go up or across, and why they may.
EXCEPTIONS = {
    ("composite", "ops.gathering"): "IndexedSlices become a tensor by ops, when they are asked to",
    ("display", "cards"): "a card is made when a notebook asks for it",
    ("errors", "hints"): "an error gets its hint when it is raised",
    ("graph", "graph_def"): "Graph.as_graph_def is a method in TensorFlow",
    ("node_checks", "ops"): "a GraphDef may name an op whose module nobody has loaded",
    ("ops.python_functions", "tape"): "a Python function of eager tensors is differentiated by one",
    ("ops.queues", "queue_resource"): "kernels of queues use what the session owns",
    ("ops.state", "resources"): "kernels of variables read and write what the session owns",
    ("ops.training", "resources"): "kernels of optimizers read and write what the session owns",
    ("variables.resource", "resources"): "a variable of eager execution owns its storage",
    ("plan_source", "fetches"): "the text of a plan ends in the structure of the fetches",
}

SPEAKING = {"print", "sys.stderr.write", "warnings.warn"} | {
    f"logging.{name}" for name in ("basicConfig", "debug", "error", "info", "log", "warning")
}

# The layers that nobody loads before they are used.
LAZY = [name for layer in ("4", "side") for name in LAYERS[layer].split()]


class Import(NamedTuple):
    """`importer` imports `imported` (names without the leading `minigraph.`)."""

    importer: str
    imported: str
    at_load: bool


@cache
def modules() -> dict[str, Path]:
    """Module name without `minigraph.` -> file; the package itself is the empty name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[-1] == "__init__":
            parts = parts[:-1]
        if not path.name.endswith("_pb2.py"):
            found[".".join(parts)] = path
    return found


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_text(encoding="utf-8"))


def layer_of(module: str) -> str:
    first = module.split(".")[0]
    if not first:
        return "surface"
    return next((layer for layer, names in LAYERS.items() if first in names.split()), "")


def lines_of(module: str) -> int:
    return modules()[module].read_text(encoding="utf-8").count("\n")


@cache
def imports() -> tuple[Import, ...]:
    """Every import of one module of minigraph by another, inside functions as well."""
    return tuple(
        Import(module, imported, at_load)
        for module in modules()
        for name, at_load in imported_names(module)
        if name == "minigraph" or name.startswith("minigraph.")
        for imported in [name.removeprefix("minigraph").removeprefix(".")]
    )


def imported_names(module: str) -> list[tuple[str, bool]]:
    """(full name, whether it is imported when the module loads); not those for type checkers."""
    found = []
    for_types = {
        id(inner)
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    in_functions = {
        id(inner)
        for node in ast.walk(tree_of(module))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree_of(module)):
        if id(node) in for_types:
            continue
        at_load = id(node) not in in_functions
        if isinstance(node, ast.Import):
            found += [(alias.name, at_load) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                is_module = whole.removeprefix("minigraph.") in modules()
                found.append((whole if is_module else str(node.module), at_load))
    return found


def test_every_module_has_a_layer() -> None:
    homeless = [module for module in modules() if not layer_of(module)]
    assert homeless == [], "give these a place in LAYERS"


def test_imports_only_go_down() -> None:
    order = ["", *LAYERS]  # a module without a layer has a test of its own
    upwards = {
        (item.importer, item.imported)
        for item in imports()
        if item.imported
        and (
            order.index(layer_of(item.imported)) > order.index(layer_of(item.importer))
            or (layer_of(item.importer), layer_of(item.imported)) == ("2b", "2a")
        )
    }
    assert upwards - EXCEPTIONS.keys() == set()
    assert EXCEPTIONS.keys() - upwards == set(), "these exceptions are not needed"


def test_no_module_imports_the_package_itself_while_it_loads() -> None:
    assert [item.importer for item in imports() if not item.imported and item.at_load] == []


def test_ops_never_import_the_executor() -> None:
    assert [
        item
        for item in imports()
        if item.importer.startswith("ops") and item.imported in ("executor", "dataflow", "plan")
    ] == []


@pytest.mark.parametrize("module", ["dataflow", "executor", "plan", "steps"])
def test_the_executor_names_no_op_type(module: str) -> None:
    from minigraph import opdef, ops

    ops.declare_all()
    texts = {
        node.value
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert texts & set(opdef.all_ops()) == set()


def test_nothing_imports_tensorflow() -> None:
    assert [
        (module, name)
        for module in modules()
        for name, _ in imported_names(module)
        if name.split(".")[0] == "tensorflow"
    ] == []


def test_loading_prints_nothing_and_leaves_the_upper_layers_for_later() -> None:
    code = "import sys, minigraph, minigraph.compat.v1; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    loaded = set(done.stdout.split())
    assert loaded & {f"minigraph.{name}" for name in LAZY if name != "draw"} == set()
    assert loaded & {"matplotlib", "igraph", "google.protobuf", "IPython"} == set()


@pytest.mark.parametrize("name", ["draw", "interleave", "simulate_gpu", "stepper", "why"])
def test_the_pictures_and_tools_may_be_the_first_that_is_used(name: str) -> None:
    code = f"import minigraph; assert callable(minigraph.{name})"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_no_module_speaks_while_it_loads() -> None:
    spoken = [
        (module, ast.unparse(node))
        for module in modules()
        for node in statements_at_load(tree_of(module))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in SPEAKING
    ]
    assert spoken == []


def statements_at_load(node: ast.AST) -> list[ast.AST]:
    """The nodes below `node` that run when the module loads."""
    found = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        found += [child, *statements_at_load(child)]
    return found


def test_files_are_short() -> None:
    long = {module: lines_of(module) for module in modules() if lines_of(module) > LINES_OF_A_FILE}
    assert long == {}


@pytest.mark.parametrize("layer", BUDGET)
def test_a_layer_stays_below_its_ceiling_of_lines(layer: str) -> None:
    lines = sum(lines_of(module) for module in modules() if layer_of(module) == layer)
    limit = max(BUDGET[layer], CEILING[layer])
    assert lines <= limit, f"layer {layer} has {lines} lines and may have {limit}; {ADVICE}"


def test_the_runtime_stays_below_its_ceiling_of_lines() -> None:
    lines = sum(map(lines_of, modules()))
    limit = max(TOTAL_BUDGET, TOTAL_CEILING)
    assert lines <= limit, f"the runtime has {lines} lines and may have {limit}; {ADVICE}"
