"""tf.saved_model: models with variables and signatures, written and loaded."""

from __future__ import annotations

# fmt: off
from minigraph.saved_model import (
    builder, constants, loader, main_op, signature_constants, signature_def_utils, tag_constants,
    utils,
)
from minigraph.saved_model.builder import SavedModelBuilder as Builder, simple_save
from minigraph.saved_model.constants import *  # noqa: F403
from minigraph.saved_model.loader import (
    load, maybe_saved_model_directory, maybe_saved_model_directory as contains_saved_model,
)
from minigraph.saved_model.main_op import main_op_with_restore
from minigraph.saved_model.restoring import load as load_v2
from minigraph.saved_model.saving import save
from minigraph.saved_model.signature_constants import *  # noqa: F403
from minigraph.saved_model.signature_def_utils import (
    build_signature_def, classification_signature_def, is_valid_signature, predict_signature_def,
    regression_signature_def,
)
from minigraph.saved_model.tag_constants import *  # noqa: F403
from minigraph.saved_model.utils import build_tensor_info, get_tensor_from_tensor_info
# fmt: on
