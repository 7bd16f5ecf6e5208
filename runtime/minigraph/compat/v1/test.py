"""tf.test: what the machine has. TensorFlow's own classes of tests are not offered."""

from __future__ import annotations

import tempfile
from typing import Any


def gpu_device_name() -> str:
    """The name of the first simulated GPU, "" without one (tf.test.gpu_device_name)."""
    from minigraph import config

    gpus = config.list_logical_devices("GPU")
    return gpus[0].name.replace("/job:localhost/replica:0/task:0", "") if gpus else ""


def is_gpu_available(cuda_only: bool = False, min_cuda_compute_capability: Any = None) -> bool:
    """Whether there is a simulated GPU (tf.test.is_gpu_available)."""
    return bool(gpu_device_name())


def is_built_with_cuda() -> bool:
    """False: minigraph computes with NumPy (tf.test.is_built_with_cuda)."""
    return False


def get_temp_dir() -> str:
    """A directory for files of a test (tf.test.get_temp_dir)."""
    return tempfile.gettempdir()
