"""Functions that share their variables over all their calls (tf.make_template)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from minigraph import context
from minigraph.graph_keys import GraphKeys
from minigraph.variables.scope import unique_name, variable_scope


class Template:
    """A function whose first call makes variables in a scope of its own; later ones reuse them.

    Raises ValueError where a later call makes a trainable variable.
    """

    def __init__(
        self,
        name: str,
        func: Callable[..., Any],
        create_scope_now: bool = False,
        unique_name_: str | None = None,
        custom_getter: Any = None,
    ) -> None:
        if name is None:
            raise ValueError("name cannot be None.")
        self.name, self.func = name, func
        self._unique_name, self._custom_getter = unique_name_, custom_getter
        self._called = False
        self.variable_scope: Any = None
        if create_scope_now:
            own = unique_name_ or unique_name(name)
            with variable_scope(
                own, custom_getter=custom_getter, auxiliary_name_scope=False
            ) as scope:
                self.variable_scope = scope

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function returns."""
        if self.variable_scope is None:
            with variable_scope(
                self._unique_name, self.name, custom_getter=self._custom_getter
            ) as self.variable_scope:
                return self._call(args, kwargs)
        with variable_scope(self.variable_scope, reuse=self._called):
            return self._call(args, kwargs)

    def _call(self, args: Any, kwargs: Any) -> Any:
        trainable = context.get_default_graph().get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)
        count, again = len(trainable), self._called
        self._called = True
        try:
            result = self.func(*args, **kwargs)
        except BaseException:
            self._called = again
            raise
        if again and len(trainable) != count:
            raise ValueError(
                "Trainable variable created when calling a template after the first time, perhaps "
                "you used tf.Variable when you meant tf.get_variable: "
                f"{trainable[count:]}"
            )
        return result

    @property
    def variable_scope_name(self) -> Any:
        """The name of the scope, with a slash behind it; None before there is one."""
        if self.variable_scope is None:
            return None
        name = self.variable_scope.name
        return name if not name or name.endswith("/") else f"{name}/"

    def _collected(self, key: str) -> list[Any]:
        graph = context.get_default_graph()
        return graph.get_collection(key, self.variable_scope_name) if self._called else []

    @property
    def global_variables(self) -> list[Any]:
        """The global variables that the calls made."""
        return self._collected(GraphKeys.GLOBAL_VARIABLES)

    @property
    def local_variables(self) -> list[Any]:
        """The local variables that the calls made."""
        return self._collected(GraphKeys.LOCAL_VARIABLES)

    @property
    def variables(self) -> list[Any]:
        """The variables that the calls made."""
        return self.global_variables + self.local_variables

    @property
    def trainable_variables(self) -> list[Any]:
        """The trainable variables that the calls made."""
        return self._collected(GraphKeys.TRAINABLE_VARIABLES)

    weights, trainable_weights = variables, trainable_variables
    var_scope = property(lambda self: self.variable_scope)


def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Any = None,
    **kwargs: Any,
) -> Template:
    """The function `func_` with variables that all calls share, in a scope (tf.make_template).

    kwargs: arguments of every call. Raises ValueError without a name.
    """
    function = functools.partial(func_, **kwargs) if kwargs else func_
    return Template(name_, function, create_scope_now_, unique_name_, custom_getter_)
