"""Reading MetaGraphDefs with their Saver (tf.train.import_meta_graph)."""

from __future__ import annotations

from typing import Any

from minigraph import context, meta_graph
from minigraph.log import logger
from minigraph.train import saveables
from minigraph.train.saver import Saver


def import_meta_graph(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    import_scope: str | None = None,
    **kwargs: Any,
) -> Saver | None:
    """Puts a MetaGraphDef, or the file of one, into the default graph (tf.train.import_meta_graph).

    Returns its Saver, or one for its variables; None where it has neither. kwargs: as for
    `import_scoped_meta_graph`. Raises RuntimeError in eager mode.
    """
    return import_meta_graph_with_return_elements(
        meta_graph_or_file, clear_devices, import_scope, **kwargs
    )[0]


def import_meta_graph_with_return_elements(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    import_scope: str | None = None,
    return_elements: Any = None,
    **kwargs: Any,
) -> tuple[Saver | None, list[Any] | None]:
    """As `import_meta_graph`; also returns the tensors and operations that are named."""
    if context.executing_eagerly():
        raise RuntimeError(
            "Exporting/importing meta graphs is not supported when eager execution is enabled. No "
            "graph exists when eager execution is enabled."
        )
    message = meta_graph.as_meta_graph_def(meta_graph_or_file)
    variables, elements = meta_graph.import_scoped_meta_graph_with_return_elements(
        message,
        clear_devices=clear_devices,
        import_scope=import_scope,
        return_elements=return_elements,
        **kwargs,
    )
    return _saver_of(message, import_scope, variables), elements


def _saver_of(message: Any, scope: str | None, variables: dict[str, Any]) -> Saver | None:
    if message.HasField("saver_def"):
        for name, variable in variables.items():
            scope = variable.name.removesuffix(name)
            break
        return Saver(saver_def=message.saver_def, name=scope)
    if saveables.all_saveable_objects(scope):
        return Saver()
    logger.info("Saver not created because there are no variables in the graph to restore")
    return None
