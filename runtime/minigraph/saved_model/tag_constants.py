"""Tags of the graphs in a SavedModel (tf.saved_model.tag_constants)."""

SERVING = "serve"
TRAINING = "train"
GPU = "gpu"
TPU = "tpu"
