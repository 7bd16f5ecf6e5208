"""tf.train: optimizers, the global step, queue runners, hooks and monitored sessions."""

from __future__ import annotations

from typing import Any

# fmt: off
from minigraph.graph_files import write_graph
from minigraph.meta_graph import export_meta_graph
from minigraph.train.checkpoint_initializers import init_from_checkpoint
from minigraph.train.checkpoint_management import (
    checkpoint_exists, generate_checkpoint_state_proto, get_checkpoint_mtimes, get_checkpoint_state,
    latest_checkpoint, remove_checkpoint, update_checkpoint_state,
)
from minigraph.train.checkpoint_reader import (
    NewCheckpointReader, list_variables, load_checkpoint, load_variable,
)
from minigraph.train.cluster import ClusterSpec, replica_device_setter
from minigraph.train.event_files import summary_iterator
from minigraph.train.coordinator import Coordinator, LooperThread
from minigraph.train.global_step import (
    assert_global_step, create_global_step, get_global_step, get_or_create_global_step, global_step,
)
from minigraph.train.hooks import (
    FeedFnHook, FinalOpsHook, LoggingTensorHook, NanLossDuringTrainingError, NanTensorHook,
    SecondOrStepTimer, SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues,
    StepCounterHook, StopAtStepHook,
)
from minigraph.train.input import (
    batch, batch_join, input_producer, limit_epochs, match_filenames_once, range_input_producer,
    shuffle_batch, shuffle_batch_join, slice_input_producer, string_input_producer,
)
from minigraph.train.learning_rates import (
    cosine_decay, exponential_decay, inverse_time_decay, natural_exp_decay, piecewise_constant,
    piecewise_constant as piecewise_constant_decay, polynomial_decay,
)
from minigraph.train.meta_graphs import import_meta_graph
from minigraph.train.monitored_session import (
    MonitoredSession, MonitoredTrainingSession, SingularMonitoredSession,
)
from minigraph.train.moving_averages import ExponentialMovingAverage
from minigraph.train.optimizer import Optimizer
from minigraph.train.optimizers import (
    AdadeltaOptimizer, AdagradOptimizer, AdamOptimizer, GradientDescentOptimizer, MomentumOptimizer,
    RMSPropOptimizer,
)
from minigraph.train.queue_runner import QueueRunner, add_queue_runner, start_queue_runners
from minigraph.train.saver import Saver
from minigraph.train.saving_hooks import (
    CheckpointSaverHook, CheckpointSaverListener, SummarySaverHook,
)
from minigraph.train.scaffold import ChiefSessionCreator, Scaffold, WorkerSessionCreator
from minigraph.train.server import Server
from minigraph.train.session_manager import SessionManager
from minigraph.train.supervisor import Supervisor, basic_train_loop
# fmt: on


_MESSAGES = frozenset((
    "BytesList", "ClusterDef", "Example", "Feature", "FeatureList", "FeatureLists", "Features",
    "FloatList", "Int64List", "JobDef", "SaverDef", "SequenceExample", "ServerDef",
))  # fmt: skip


def __getattr__(name: str) -> Any:
    # Protobuf messages are loaded at first use.
    if name in _MESSAGES:
        from minigraph import protos

        return getattr(protos, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
