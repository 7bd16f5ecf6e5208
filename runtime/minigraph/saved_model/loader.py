"""Loading SavedModels (tf.saved_model.loader)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from minigraph import dtypes, errors
from minigraph.graph import Graph
from minigraph.log import logger
from minigraph.saved_model import constants
from minigraph.scopes import prepend_scope
from minigraph.storage.files import os_errors
from minigraph.train import saveables
from minigraph.train.meta_graphs import import_meta_graph_with_return_elements

_INVALID = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


class _UnreadableError(errors.DataLossError, OSError):
    """The file of a model cannot be parsed: an OSError in TensorFlow."""


def maybe_saved_model_directory(export_dir: str | os.PathLike[str]) -> bool:
    """Whether a directory looks like that of a SavedModel."""
    names = (constants.SAVED_MODEL_FILENAME_PBTXT, constants.SAVED_MODEL_FILENAME_PB)
    return any(os.path.exists(os.path.join(export_dir, name)) for name in names)


def parse_saved_model(export_dir: str | os.PathLike[str]) -> Any:
    """The SavedModel message of a directory.

    Raises OSError where there is none, DataLossError (an OSError as well) for other bytes.
    """
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    from minigraph import protos

    directory = os.fsdecode(export_dir)
    binary = os.path.join(directory, constants.SAVED_MODEL_FILENAME_PB)
    text = os.path.join(directory, constants.SAVED_MODEL_FILENAME_PBTXT)
    path = binary if os.path.exists(binary) else text
    if not os.path.exists(path):
        raise OSError(
            f"SavedModel file does not exist at: {directory}{os.path.sep}"
            f"{{{constants.SAVED_MODEL_FILENAME_PBTXT}|{constants.SAVED_MODEL_FILENAME_PB}}}"
        )
    with os_errors(path), open(path, "rb") as file:
        content = file.read()
    model = protos.SavedModel()
    try:
        if path is binary:
            model.ParseFromString(content)
        else:
            text_format.Parse(content.decode("utf-8"), model)
    except (DecodeError, UnicodeDecodeError, text_format.ParseError, RecursionError) as error:
        message = f"Cannot parse file {os.fsencode(path)!r}: {error}."
        raise _UnreadableError(None, None, message.replace("minigraph.", "tensorflow.")) from None
    return model


@contextmanager
def refused_unless_valid(export_dir: str) -> Iterator[None]:
    """What a message cannot mean is an InvalidArgumentError here."""
    from google.protobuf.message import DecodeError

    __tracebackhide__ = True
    try:
        yield
    except (*_INVALID, DecodeError) as error:
        text = f"The graph of the SavedModel in {export_dir} is not valid: {error}"
        raise errors.InvalidArgumentError(None, None, text) from error


class SavedModelLoader:
    """Loads the graphs and variables of a SavedModel, step by step or at once."""

    def __init__(self, export_dir: str | os.PathLike[str]) -> None:
        self.export_dir = os.fsdecode(export_dir)
        self.variables_path = os.path.join(
            self.export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME
        )
        self.saved_model = parse_saved_model(export_dir)

    def get_meta_graph_def_from_tags(self, tags: Any) -> Any:
        """The MetaGraphDef with exactly these tags; RuntimeError where there is none."""
        __tracebackhide__ = True
        available = []
        for message in self.saved_model.meta_graphs:
            if set(message.meta_info_def.tags) == set(tags):
                return message
            available.append(set(message.meta_info_def.tags))
        raise RuntimeError(
            f"MetaGraphDef associated with tags {str(tags).strip('[]')} could not be found in "
            f"SavedModel, with available tags '{available}'. To inspect available tag-sets in the "
            "SavedModel, please use the SavedModel CLI: `saved_model_cli`."
        )

    def load_graph(
        self, graph: Graph, tags: Any, import_scope: str | None = None, **saver_kwargs: Any
    ) -> tuple[Any, Any]:
        """Adds the nodes to a graph; its Saver and the elements asked for by `return_elements`.

        Raises InvalidArgumentError where what the file says makes no graph.
        """
        __tracebackhide__ = True
        message = self.get_meta_graph_def_from_tags(tags)
        by_the_file = not saver_kwargs and not graph.finalized
        checked = refused_unless_valid(self.export_dir) if by_the_file else nullcontext()
        with graph.as_default(), checked:
            saver, elements = import_meta_graph_with_return_elements(
                message, import_scope=import_scope, **saver_kwargs
            )
            if not saver_kwargs:
                _check_names(graph, saver)
                _main_op(graph, message, import_scope)
            return saver, elements

    def restore_variables(self, sess: Any, saver: Any, import_scope: str | None = None) -> None:
        """Sets the variables in a session; ValueError where there are some and no Saver."""
        with sess.graph.as_default():
            if saver is not None:
                saver.restore(sess, self.variables_path)
            elif saveables.all_saveable_objects(import_scope):
                raise ValueError(
                    "No tf.train.Saver object was passed to the function "
                    "`SavedModelLoader.restore_variables`. Since there are variables in the graph, "
                    "a saver is required."
                )
            else:
                logger.info(
                    "The specified SavedModel has no variables; no checkpoints were restored."
                )

    def run_init_ops(self, sess: Any, tags: Any, import_scope: str | None = None) -> None:
        """Runs the main op of the graph, if it has one, with the paths of the assets."""
        message = self.get_meta_graph_def_from_tags(tags)
        with sess.graph.as_default():
            operation = _main_op(sess.graph, message, import_scope)
            if operation is not None:
                sess.run([operation], feed_dict=self._assets(message, import_scope))

    def _assets(self, message: Any, scope: str | None) -> dict[str, bytes]:
        from minigraph import protos

        assets = list(message.asset_file_def) or [
            protos.AssetFileDef.FromString(item.value)
            for item in message.collection_def[constants.ASSETS_KEY].any_list.value
        ]
        directory = os.path.join(self.export_dir, constants.ASSETS_DIRECTORY)
        return {
            prepend_scope(asset.tensor_info.name, scope): os.fsencode(
                os.path.join(directory, asset.filename)
            )
            for asset in assets
        }

    def load(
        self, sess: Any, tags: Any, import_scope: str | None = None, **saver_kwargs: Any
    ) -> Any:
        """Loads graph and variables, runs the main op; the MetaGraphDef."""
        __tracebackhide__ = True
        saver, _ = self.load_graph(sess.graph, tags, import_scope, **saver_kwargs)
        self.restore_variables(sess, saver, import_scope)
        self.run_init_ops(sess, tags, import_scope)
        return self.get_meta_graph_def_from_tags(tags)


def _check_names(graph: Graph, saver: Any) -> None:
    """Raises KeyError, ValueError or TypeError where a Saver names what it cannot use."""
    if saver is not None and saver.saver_def:
        graph.as_graph_element(saver.saver_def.save_tensor_name)
        graph.as_graph_element(saver.saver_def.restore_op_name)
        filename = graph.get_tensor_by_name(saver.saver_def.filename_tensor_name)
        if filename.dtype is not dtypes.string or not graph.is_feedable(filename):
            raise ValueError(f"{filename} is no name of a file")


def _main_op(graph: Graph, message: Any, scope: str | None) -> Any:
    key = constants._INIT_OP_SIGNATURE_KEY
    if key in message.signature_def:
        name = message.signature_def[key].outputs[key].name
        return graph.as_graph_element(prepend_scope(name, scope))
    for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
        if key in message.collection_def:
            names = message.collection_def[key].node_list.value
            if len(names) != 1:
                raise RuntimeError(
                    f"Expected exactly one SavedModel init op. Found {len(names)}: {names}."
                )
            return graph.get_collection(key)[0]
    return None


def load(
    sess: Any,
    tags: Any,
    export_dir: str | os.PathLike[str],
    import_scope: str | None = None,
    **saver_kwargs: Any,
) -> Any:
    """Loads the graph with `tags` of a SavedModel into a session (tf.saved_model.loader.load).

    Returns its MetaGraphDef, whose `signature_def` names inputs and outputs. saver_kwargs: as for
    `import_scoped_meta_graph`. Raises OSError where there is no model, RuntimeError where no graph
    has these tags, DataLossError or InvalidArgumentError for a model that was altered.
    """
    __tracebackhide__ = True
    return SavedModelLoader(export_dir).load(sess, tags, import_scope, **saver_kwargs)
