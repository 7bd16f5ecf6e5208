"""The state of all sessions and servers, kept to be put back."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from minigraph import servers, session
from minigraph.queue_resource import QueueResource
from minigraph.resources import ResourceManager, VariableResource


class States:
    """Keeps the state of what is open, within a `with` block; `restore` puts it back."""

    def __enter__(self) -> States:
        self._sessions = list(session._open_sessions)
        self._adopted: list[tuple[Any, dict[str, Any]]] = []
        managers = [known._resources for known in self._sessions]
        managers += [task.resources for task in servers._tasks.values()]
        self._kept = [
            (manager, dict(manager._resources), [(r, _state(r)) for _, r in manager.items()])
            for manager in managers
        ]
        for known in self._sessions:
            self.adopt(known)
        return self

    def __exit__(self, *exc_info: Any) -> None:
        for adopted, fields in self._adopted:
            adopted.__dict__.update(fields)

    def adopt(self, adopted: Any) -> None:
        """Has the runs of a session ask for their schedule."""
        names = ("_unusual", "_options", "_plans")
        self._adopted.append((adopted, {name: adopted.__dict__[name] for name in names}))
        adopted._unusual = True
        # Slots that are used twice would forbid orders that the graph allows.
        adopted._options = adopted._options._replace(reuse_slots=False)
        adopted._plans = {}

    def restore(self) -> None:
        """Puts the state back and closes what was opened since."""
        for opened in set(session._open_sessions).difference(self._sessions):
            opened.close()
        for manager, resources, states in self._kept:
            _put_back(manager, resources)
            for resource, state in states:
                _set_state(resource, state)


def _put_back(manager: ResourceManager, resources: dict[Any, Any]) -> None:
    manager._resources.clear()
    manager._resources.update(resources)


def _state(resource: Any) -> Any:
    if isinstance(resource, VariableResource):
        return None if resource.value is None else resource.value.copy()
    if isinstance(resource, QueueResource):
        fields = ("_items", "closed", "_cancel_enqueues", "_random")
        return {name: copy.deepcopy(getattr(resource, name, None)) for name in fields}
    return resource.bit_generator.state if isinstance(resource, np.random.Generator) else None


def _set_state(resource: Any, state: Any) -> None:
    if isinstance(resource, VariableResource):
        resource.value = None if state is None else state.copy()
    elif isinstance(resource, QueueResource):
        for name, value in copy.deepcopy(state).items():
            setattr(resource, name, value)
    elif isinstance(resource, np.random.Generator):
        resource.bit_generator.state = state
