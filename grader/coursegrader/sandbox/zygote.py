"""The preloaded process inside bubblewrap, and the children it forks.

    python -m coursegrader.sandbox.zygote CONTROL_FD MODULE:FUNCTION

Importing MODULE, and calling its `preload()` if it has one, is the preloading. For each order on
the control socket (limits, and three descriptors: channel, status, output) it forks a *keeper*,
which forks the *inmate*: process 1 of its own namespaces, with private files, under the limits,
without privileges. The inmate runs FUNCTION(channel, limits). The keeper stays outside the inmate's
namespaces, where the inmate can neither see nor signal it, ends the inmate on request and tells how
it ended.
"""

import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Callable

from coursegrader.sandbox import limits as limits_module
from coursegrader.sandbox import namespaces
from coursegrader.sandbox.limits import MEGABYTE, Ending, Limits

Serve = Callable[[socket.socket, Limits], None]
READY = b"ready"
_CHANNEL_DESCRIPTOR = 1000  # high, so that code which closes "all" descriptors seldom hits it
_WATCH_SECONDS = 0.25


def main(arguments: list[str]) -> None:
    """Preload, then fork one inmate an order until the control socket is closed."""
    control = socket.socket(fileno=int(arguments[0]))
    serve = load(arguments[1])
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers are reaped by the kernel
    gc.freeze()  # keeps the collector from copying preloaded pages into every child
    control.sendall(READY)
    while True:
        order, descriptors, _, _ = socket.recv_fds(control, 65536, 3)
        if not order:
            return
        if os.fork() == 0:
            control.close()
            _keep(json.loads(order), descriptors, serve)
        for descriptor in descriptors:
            os.close(descriptor)


def load(name: str) -> Serve:
    """Import `module:function` and call the module's `preload()` if it has one."""
    name_of_module, function = name.split(":")
    module = importlib.import_module(name_of_module)
    if hasattr(module, "preload"):
        module.preload()
    serve: Serve = getattr(module, function)
    return serve


def _keep(order: dict[str, float], descriptors: list[int], serve: Serve) -> None:
    """Fork the inmate, watch over it, report its ending; never returns."""
    channel, status, output = descriptors
    reporter = socket.socket(fileno=status)
    exit_code = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        limits = Limits.from_json(order)
        namespaces.enter_process_namespace()
        inmate = os.fork()
        if inmate == 0:
            reporter.close()
            _become_inmate(channel, output, limits, serve)
        os.close(channel)
        os.close(output)
        ending = _watch(inmate, reporter, limits)
        report = {"exit_code": ending.exit_code, "memory_mb": ending.memory_mb}
        reporter.sendall(json.dumps(report).encode())
        exit_code = 0
    finally:
        os._exit(exit_code)


def _become_inmate(channel: int, output: int, limits: Limits, serve: Serve) -> None:
    """Turn this process into process 1 of a private world and serve; never returns."""
    exit_code = 1
    try:
        namespaces.enter_private_files(limits.scratch_mb)
        null = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((null, 0), (output, 1), (output, 2)):
            os.dup2(source, target)
        os.dup2(channel, _CHANNEL_DESCRIPTOR, inheritable=False)
        os.closerange(3, _CHANNEL_DESCRIPTOR)
        os.chdir(namespaces.WORK)
        limits_module.apply(limits)
        namespaces.drop_privileges()
        namespaces.end_with_parent()  # nobody else can end it
        serve(socket.socket(fileno=_CHANNEL_DESCRIPTOR), limits)
        exit_code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(exit_code)


def _watch(inmate: int, reporter: socket.socket, limits: Limits) -> Ending:
    """Wait for the inmate's end; end it when asked to, or when all its processes use too much."""
    process = os.pidfd_open(inmate)
    over: int | None = None
    world = os.readlink(f"/proc/{inmate}/ns/pid")
    while True:
        waiting: list[int | socket.socket] = [process, reporter]
        ready, _, _ = select.select(waiting, [], [], _WATCH_SECONDS)
        if process in ready:
            break
        if reporter in ready:
            os.kill(inmate, signal.SIGKILL)
            break
        if memory_of(world) > limits.memory_mb * MEGABYTE:
            over = limits.memory_mb
            os.kill(inmate, signal.SIGKILL)
            break
    status = os.waitpid(inmate, 0)[1]
    return Ending(os.waitstatus_to_exitcode(status), over)


def memory_of(world: str) -> int:
    """Bytes in use by all processes of a process namespace, shared pages counted once."""
    total = 0
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            if os.readlink(f"/proc/{name}/ns/pid") != world:
                continue
            with open(f"/proc/{name}/smaps_rollup") as rollup:
                total += next(
                    (int(line.split()[1]) << 10 for line in rollup if line.startswith("Pss:")), 0
                )
        except OSError:
            continue  # it ended between the listing and the look
    return total


if __name__ == "__main__":
    main(sys.argv[1:])
