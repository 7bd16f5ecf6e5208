"""Writing SavedModels (tf.saved_model.builder)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from typing import Any

from minigraph import context
from minigraph.graph_keys import GraphKeys
from minigraph.inference import constant_value
from minigraph.log import logger
from minigraph.operation import Operation
from minigraph.saved_model import constants, signature_constants, tag_constants
from minigraph.saved_model.signature_def_utils import predict_signature_def
from minigraph.storage.files import make_directories, replace_file
from minigraph.tensor import SymbolicTensor
from minigraph.train import saveables
from minigraph.train.saver import Saver


class SavedModelBuilder:
    """Collects graphs and writes them with their variables to a directory.

    TensorFlow: tf.saved_model.builder.SavedModelBuilder. Raises AssertionError where `export_dir`
    is not empty.
    """

    def __init__(self, export_dir: str | os.PathLike[str]) -> None:
        from minigraph import protos

        self._directory = os.fspath(export_dir)
        self._model = protos.SavedModel(
            saved_model_schema_version=constants.SAVED_MODEL_SCHEMA_VERSION
        )
        self._has_variables = False
        if os.path.exists(self._directory) and os.listdir(self._directory):
            raise AssertionError(
                f"Export directory {self._directory} already exists, and isn't empty. Please "
                "choose a different export directory, or delete all the contents of the specified "
                "directory."
            )
        make_directories(self._directory)

    def add_meta_graph_and_variables(
        self,
        sess: Any,
        tags: Sequence[str],
        signature_def_map: Mapping[str, Any] | None = None,
        assets_collection: Sequence[Any] | None = None,
        legacy_init_op: Any = None,
        clear_devices: bool = False,
        main_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Any = None,
    ) -> None:
        """Adds the first graph, the default one, and writes its variables from a session.

        signature_def_map: SignatureDefs by key; assets_collection: tensors with paths of files that
        are copied; main_op: an operation that runs after a model is loaded.
        Raises AssertionError for a second call or a signature without names and dtypes.
        """
        if self._has_variables:
            raise AssertionError(
                "Graph state including variables and assets has already been saved. Please invoke "
                "`add_meta_graph()` instead."
            )
        saver = self._prepared(
            signature_def_map, assets_collection, main_op or legacy_init_op, saver
        )
        directory = os.path.join(self._directory, constants.VARIABLES_DIRECTORY)
        make_directories(directory)
        path = os.path.join(directory, constants.VARIABLES_FILENAME)
        saver.save(sess, path, write_meta_graph=False, write_state=False)
        self._add(tags, signature_def_map, saver, clear_devices, strip_default_attrs)
        self._has_variables = True

    def add_meta_graph(
        self,
        tags: Sequence[str],
        signature_def_map: Mapping[str, Any] | None = None,
        assets_collection: Sequence[Any] | None = None,
        legacy_init_op: Any = None,
        clear_devices: bool = False,
        main_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Any = None,
    ) -> None:
        """Adds another graph, the default one, for the variables that were written.

        Raises AssertionError before `add_meta_graph_and_variables`.
        """
        if not self._has_variables:
            raise AssertionError(
                "Graph state including variables and assets has not been saved yet. Please invoke "
                "`add_meta_graph_and_variables()` first."
            )
        saver = self._prepared(
            signature_def_map, assets_collection, main_op or legacy_init_op, saver
        )
        self._add(tags, signature_def_map, saver, clear_devices, strip_default_attrs)

    def save(self, as_text: bool = False) -> bytes:
        """Writes the graphs to the directory; returns the path of the file."""
        make_directories(self._directory)
        name = (
            constants.SAVED_MODEL_FILENAME_PBTXT if as_text else constants.SAVED_MODEL_FILENAME_PB
        )
        path = os.path.join(self._directory, name)
        content = self._model.SerializeToString(deterministic=True)
        replace_file(path, str(self._model).encode() if as_text else content)
        logger.info("SavedModel written to: %s", path)
        return os.fsencode(path)

    def _prepared(self, signatures: Any, assets: Any, main_op: Any, saver: Any) -> Any:
        """Checks the arguments and adds assets and main op; the Saver."""
        _check_signatures(signatures or {})
        if assets is not None:
            self._add_assets(assets)
        if main_op is not None:
            _add_main_op(main_op)
        return saver or Saver(saveables.all_saveable_objects(), sharded=True, allow_empty=True)

    def _add(
        self, tags: Any, signatures: Any, saver: Any, clear_devices: bool, strip: bool
    ) -> None:
        added = self._model.meta_graphs.add()
        added.CopyFrom(
            saver.export_meta_graph(clear_devices=clear_devices, strip_default_attrs=strip)
        )
        added.meta_info_def.tags.extend(tags)
        for key, signature in (signatures or {}).items():
            added.signature_def[key].CopyFrom(signature)

    def _add_assets(self, assets: Sequence[Any]) -> None:
        from google.protobuf.any_pb2 import Any as AnyMessage

        from minigraph import protos

        names: dict[str, str] = {}
        for tensor in assets:
            if not isinstance(tensor, SymbolicTensor):
                raise TypeError(f"Asset path tensor {tensor} must be a Tensor.")
            value = constant_value(tensor)
            if value is None:
                raise TypeError(f"Unexpected type for `asset_tensor`: {tensor} is no constant.")
            path = os.fsdecode(value.item())
            if not path:
                raise ValueError(f"Asset filepath tensor {tensor} in is invalid.")
            name = _free_name(os.path.basename(path), path, names)
            names[name] = path
            asset = protos.AssetFileDef(filename=name, tensor_info={"name": tensor.name})
            url = "type.googleapis.com/tensorflow.AssetFileDef"
            message = AnyMessage(type_url=url, value=asset.SerializeToString())
            context.get_default_graph().add_to_collection(constants.ASSETS_KEY, message)
        directory = os.path.join(self._directory, constants.ASSETS_DIRECTORY)
        for name, path in names.items():
            make_directories(directory)
            shutil.copyfile(path, os.path.join(directory, name))


def _free_name(name: str, path: str, names: dict[str, str]) -> str:
    found, count = name, 0
    while names.get(found, path) != path:
        count += 1
        found = f"{name}_{count}"
    return found


def _add_main_op(main_op: Any) -> None:
    if not isinstance(main_op, Operation):
        raise TypeError(
            f"Expected {main_op} to be an Operation but got type {type(main_op)} instead."
        )
    graph = context.get_default_graph()
    for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
        if graph.get_collection(key):
            raise ValueError(
                f"Graph already contains one or more main ops under the collection {key}."
            )
    graph.add_to_collection(constants.MAIN_OP_KEY, main_op)


def _check_signatures(signatures: Mapping[str, Any]) -> None:
    for signature in signatures.values():
        for info in (*signature.inputs.values(), *signature.outputs.values()):
            _check_tensor_info(info)
    for key, what in (
        (constants._INIT_OP_SIGNATURE_KEY, "initialization"),
        (constants._TRAIN_OP_SIGNATURE_KEY, "the train op"),
    ):
        if key in signatures:
            raise KeyError(
                f'SignatureDef map key "{key}" is reserved for {what}. Please use a different key.'
            )


def _check_tensor_info(info: Any) -> None:
    encoding = info.WhichOneof("encoding")
    if encoding is None:
        raise AssertionError(
            f"Invalid `tensor_info`: {info}. All TensorInfo protos used in the SignatureDefs must "
            "have one of the 'encoding' fields (e.g., name or coo_sparse) set."
        )
    if encoding != "composite_tensor" and not info.dtype:
        raise AssertionError(
            f"Invalid `tensor_info`: {info}. All TensorInfo protos used in the SignatureDefs must "
            "have the dtype field set."
        )


def simple_save(
    session: Any,
    export_dir: str | os.PathLike[str],
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Any],
    legacy_init_op: Any = None,
) -> None:
    """Writes the default graph as a model for serving (tf.saved_model.simple_save).

    inputs, outputs: tensors by the names that they have in the signature.
    """
    builder = SavedModelBuilder(export_dir)
    builder.add_meta_graph_and_variables(
        session,
        [tag_constants.SERVING],
        {
            signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: predict_signature_def(
                inputs, outputs
            )
        },
        context.get_default_graph().get_collection(GraphKeys.ASSET_FILEPATHS),
        main_op=legacy_init_op,
        clear_devices=True,
    )
    builder.save()
