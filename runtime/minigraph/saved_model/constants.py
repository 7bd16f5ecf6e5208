"""Names of files and collections of a SavedModel (tf.saved_model.constants)."""

ASSETS_DIRECTORY = "assets"
ASSETS_KEY = "saved_model_assets"
DEBUG_DIRECTORY = "debug"
DEBUG_INFO_FILENAME_PB = "saved_model_debug_info.pb"
LEGACY_INIT_OP_KEY = "legacy_init_op"
MAIN_OP_KEY = "saved_model_main_op"
SAVED_MODEL_FILENAME_PB = "saved_model.pb"
SAVED_MODEL_FILENAME_PBTXT = "saved_model.pbtxt"
SAVED_MODEL_SCHEMA_VERSION = 1
VARIABLES_DIRECTORY = "variables"
VARIABLES_FILENAME = "variables"

# Keys in the signatures of a graph under which TensorFlow 2 keeps operations.
_INIT_OP_SIGNATURE_KEY = "__saved_model_init_op"
_TRAIN_OP_SIGNATURE_KEY = "__saved_model_train_op"
