"""Set the course up, then start it: the one command of a fresh machine.

    python3 start.py              opens JupyterLab on the course, in workspace/
    python3 start.py test         runs every test
    python3 start.py instructor   opens JupyterLab on the project, with nbgrader's formgrader
    python3 start.py site         builds the website of the course, in site/

What follows -- goes to the program that is started: python3 start.py -- --no-browser

It needs Python 3.11 to 3.13, a network the first time, and nothing else. Everything it installs
goes into .venv, from the versions that uv.lock pins.
"""

import sys

# Before anything else, and in syntax that Python 3.6 can read, so that an old Python gets this far.
if not (3, 11) <= sys.version_info[:2] <= (3, 13):
    sys.exit(
        "start.py: the course needs Python 3.11, 3.12 or 3.13 and this is Python {}.{}; "
        "start it with one of those, for example: python3.12 start.py".format(*sys.version_info)
    )

import argparse
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import signal
import ssl
import subprocess
import sysconfig
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "course.json"
BIN = Path(sysconfig.get_path("scripts", "venv", {"base": str(VENV)}))
PACKAGES = Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)}))
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

UV = "uv>=0.13,<1"
# Groups of pyproject.toml that a mode needs beside the default ones, which every start installs.
GROUPS = {"test": {"site"}, "site": {"site"}}
PROJECTS = ["pyproject.toml", "runtime/pyproject.toml", "grader/pyproject.toml"]
SHARED = ["course", "exercises"]
GIVEN = ".course.json"
FOR_INSTRUCTORS = "INSTRUCTOR_NOTES.md"

# A student sees nbgrader's Validate button and none of the instructor's tools.
STUDENT_PLUGINS_OFF = ["assignment-list", "course-list", "create-assignment", "formgrader"]
STUDENT_SERVERS_OFF = ["assignment_list", "course_list", "formgrader"]
NO_NEWS = {"checkForUpdates": False, "fetchNews": "false"}
LAB_SETTINGS = {"@jupyterlab/apputils-extension:notification": NO_NEWS}
STUDENT_LAB_SETTINGS = {
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
    **LAB_SETTINGS,
}


def say(text: str) -> None:
    """Print one line of what is going on, ahead of what a child process prints."""
    print(text, flush=True)


def fail(sentence: str) -> NoReturn:
    """Print the sentence to stderr and end with exit code 1."""
    sys.exit("start.py: " + sentence)


def environment() -> dict[str, str]:
    """The environment of every child: .venv first, and nothing of another Python's."""
    # Installers leave bytecode to the first import; without it TensorFlow takes thrice as long.
    foreign = {"PYTHONHOME", "PYTHONPATH", "__PYVENV_LAUNCHER__", "PYTHONDONTWRITEBYTECODE"}
    env = {name: value for name, value in os.environ.items() if name not in foreign}
    env["PATH"] = os.pathsep.join([str(BIN), *filter(None, [env.get("PATH")])])
    env["VIRTUAL_ENV"] = env["UV_PROJECT_ENVIRONMENT"] = str(VENV)
    env["UV_PYTHON"] = str(PYTHON)
    env["JUPYTER_PREFER_ENV_PATH"] = "1"
    # nbgrader scores text on stderr as zero, and TensorFlow's C++ code logs there at its first run.
    env.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # TensorFlow prints placements in C++: unbuffered, a notebook shows them below their cell.
    env.setdefault("PYTHONUNBUFFERED", "1")
    # A cell that waits for ever ends after a minute, with the name of what it waits for.
    env.setdefault("MINIGRAPH_WATCHDOG", "60")
    return env


def run(command: list[str]) -> int:
    """Run a command in view of the user; returns its exit code."""
    return subprocess.run(command, env=environment(), cwd=ROOT).returncode


def run_quietly(command: list[str]) -> "subprocess.CompletedProcess[bytes]":
    """Run a command and keep what it prints, both streams in one, for when it fails."""
    return subprocess.run(command, env=environment(), cwd=ROOT, stdout=PIPE, stderr=STDOUT)


# --- set-up -------------------------------------------------------------------------------------


def interpreter() -> str:
    """What .venv is bound to: its scripts hold the project's path, its links this Python's."""
    return " ".join([platform.python_version(), platform.machine(), sys.base_prefix, str(ROOT)])


def locked() -> str:
    """A digest of everything that decides which packages belong into .venv."""
    digest = hashlib.sha256(UV.encode() + (ROOT / "uv.lock").read_bytes())
    for name in PROJECTS:
        project = tomllib.loads((ROOT / name).read_text(encoding="utf-8"))
        tools = project.pop("tool", {})
        digest.update(json.dumps([project, tools.get("uv")], sort_keys=True).encode())
    return digest.hexdigest()


def distributions() -> list[str]:
    """The packages in .venv, by name and version."""
    return sorted(entry.stem for entry in PACKAGES.glob("*.dist-info"))


def read_stamp() -> dict[str, object]:
    """What the last complete set-up wrote, or nothing where .venv is missing or damaged."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        intact = PYTHON.exists() and set(stamp["distributions"]) <= set(distributions())
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return stamp if intact else {}


def stamped_groups(stamp: dict[str, object]) -> set[str]:
    """The groups that the last set-up installed beside the default ones."""
    groups = stamp.get("groups")
    return set(groups) if isinstance(groups, list) else set()


def is_complete(stamp: dict[str, object], groups: set[str]) -> bool:
    """Whether the last set-up was for this Python, this folder and this lock, with these groups."""
    made_for = (stamp.get("interpreter"), stamp.get("locked"))
    return made_for == (interpreter(), locked()) and groups <= stamped_groups(stamp)


def write_stamp(groups: set[str]) -> None:
    """Declare .venv complete. The last step of a set-up, and atomic."""
    stamp = {
        "interpreter": interpreter(),
        "locked": locked(),
        "groups": sorted(groups),
        "distributions": distributions(),
    }
    draft = STAMP.with_suffix(".draft")
    draft.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    draft.replace(STAMP)


def set_up(groups: set[str]) -> None:
    """Bring .venv in step with the lock: made, repaired, updated, or left as it is.

    What an earlier start installed for its mode stays, beside the groups that this one needs.
    """
    stamp = read_stamp()
    if is_complete(stamp, groups):
        return
    groups = groups | stamped_groups(stamp)
    if stamp.get("interpreter") != interpreter():
        make_venv()
    STAMP.unlink(missing_ok=True)
    install_uv()
    install_packages(groups)
    write_stamp(groups)
    say("The environment in .venv is complete.")


def make_venv() -> None:
    """Make .venv afresh with the Python that runs this file."""
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            fail(
                f"this Python comes without its {module} module; install it "
                "(on Debian and Ubuntu: apt install python3-venv) and start again."
            )
    if VENV.exists():
        say(".venv is incomplete, damaged or another Python's: it is made again.")
        try:
            shutil.rmtree(VENV)
        except OSError as error:
            fail(f"cannot remove .venv ({error}); close what still runs from it and start again.")
    say(f"Making .venv with Python {platform.python_version()} ...")
    base_python = getattr(sys, "_base_executable", None) or sys.executable
    done = run_quietly([base_python, "-m", "venv", str(VENV)])
    if done.returncode:
        print(done.stdout.decode(errors="replace"), file=sys.stderr)
        fail("python -m venv failed with the error above; .venv could not be made.")


def install_uv() -> None:
    """Put uv, the installer that reads uv.lock, into .venv."""
    say("Installing uv into .venv ...")
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--retries", "2"]
    command += ["--disable-pip-version-check", UV]
    done = run_quietly(command)
    if done.returncode:
        fail_to_install("uv", done.stdout.decode(errors="replace"))


def install_packages(groups: set[str]) -> None:
    """Install what uv.lock pins; without TensorFlow where this platform has no wheel of it."""
    say("Installing the packages that uv.lock pins (at first, half a gigabyte to download) ...")
    sync = [str(PYTHON), "-m", "uv", "sync", "--frozen"]
    sync += [f"--group={group}" for group in sorted(groups)]
    if run(sync) == 0:
        return
    rehearsal = run_quietly([*sync, "--offline", "--dry-run"])
    complaint = b" ".join(rehearsal.stdout.split())  # uv breaks lines to fit the terminal
    if re.search(rb"`tensorflow\S* .*can't be installed", complaint):
        say("Installing without TensorFlow ...")
        sync += ["--no-group", "tensorflow"]
    elif reachable(package_index()):
        say("That attempt failed, as the error above says. Trying once more, also with the")
        say("certificates that this system trusts ...")
        os.environ["UV_SYSTEM_CERTS"] = "1"
    else:
        fail_to_install("the packages")
    if run(sync):
        fail_to_install("the packages")


def fail_to_install(what: str, output: str = "") -> NoReturn:
    """Tell a missing network from every other reason."""
    index = package_index()
    if not reachable(index):
        fail(f"no connection to {index}; check the network or the proxy settings and start again.")
    if output:
        print(output, file=sys.stderr)
    fail(f"{what} could not be installed, see the error above; start again to try again.")


def package_index() -> str:
    """The address that uv.lock takes its packages from."""
    found = re.search(r'registry = "([^"]+)"', (ROOT / "uv.lock").read_text(encoding="utf-8"))
    assert found, "uv.lock names no registry"
    return found.group(1)


def reachable(url: str) -> bool:
    """Whether anything answers at the address, through the proxies that are set."""
    try:
        urllib.request.urlopen(urllib.request.Request(url, method="HEAD"), timeout=10).close()
    except urllib.error.HTTPError:
        return True
    except urllib.error.URLError as error:
        return isinstance(error.reason, ssl.SSLError)
    except OSError:
        return False
    return True


# --- what is started ----------------------------------------------------------------------------


def complete_workspace(workspace: Path) -> None:
    """Bring the workspace in step with the course, and overwrite nothing that somebody changed.

    What it lacks is copied, and what is as it was given is renewed where the course has changed.
    """
    workspace.mkdir(parents=True, exist_ok=True)
    given, copied, renewed, kept = read_given(workspace), 0, 0, list[str]()
    for source in sorted(path for part in SHARED for path in (ROOT / part).rglob("*")):
        place, target = source.relative_to(ROOT), workspace / source.relative_to(ROOT)
        hidden = any(name.startswith((".", "__")) for name in place.parts)
        if hidden or place.name == FOR_INSTRUCTORS or not source.is_file():
            continue
        name, state = place.as_posix(), digest(source)
        before, given[name] = given.get(name), state
        if not os.path.lexists(str(target)):
            copied += 1
        elif before == state or not target.is_file() or digest(target) == state:
            continue
        elif digest(target) == before:
            renewed += 1
        else:
            kept.append(name)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(target.name + ".draft")
        shutil.copyfile(str(source), str(draft))
        draft.replace(target)
    (workspace / GIVEN).write_text(json.dumps(given, indent=1), encoding="utf-8")
    if copied:
        say(f"Copied {files(copied)} of the course into {workspace}, where you work.")
    if renewed:
        say(f"Renewed {files(renewed)} that the course has changed and you have not.")
    if kept:
        say(f"Kept {files(len(kept))} of yours that the course has otherwise: {', '.join(kept)}.")
        say("To have the course's form of one, rename yours and start once more.")


def read_given(workspace: Path) -> dict[str, str]:
    """What the workspace was given by earlier starts: digests of files, by their place."""
    try:
        given = json.loads((workspace / GIVEN).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return given if isinstance(given, dict) else {}


def digest(file: Path) -> str:
    """The content of a file, in short."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def files(count: int) -> str:
    """How many files, in words."""
    return "1 file" if count == 1 else f"{count} files"


def jupyter_config(name: str, server: dict[str, object], **lab: object) -> str:
    """Write a Jupyter configuration directory into .venv; returns the search path with it first."""
    folder = VENV / "etc" / "course" / name
    files = {f"labconfig/{file}.json": content for file, content in lab.items()}
    files["jupyter_server_config.json"] = {"ServerApp": {**server, **server_settings()}}
    (folder / "labconfig").mkdir(parents=True, exist_ok=True)
    for file, content in files.items():
        (folder / file).write_text(json.dumps(content, indent=1), encoding="utf-8")
    return os.pathsep.join([str(folder), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])])


def server_settings() -> dict[str, object]:
    """A terminal in JupyterLab finds our programs: a login shell's profile sets PATH anew."""
    shell = [os.environ.get("SHELL") or "sh"]
    return {"terminado_settings": {"shell_command": shell}} if os.name == "posix" else {}


def student_config() -> str:
    """JupyterLab for a student: news and instructor tools off, Markdown files shown as pages."""
    plugins = {f"@jupyter/nbgrader:{name}": True for name in STUDENT_PLUGINS_OFF}
    servers = {f"nbgrader.server_extensions.{name}": False for name in STUDENT_SERVERS_OFF}
    return jupyter_config(
        "student",
        {"jpserver_extensions": servers},
        page_config={"disabledExtensions": plugins},
        default_setting_overrides=STUDENT_LAB_SETTINGS,
    )


def instructor_config() -> str:
    """JupyterLab for an instructor: everything on but the news."""
    return jupyter_config("instructor", {}, default_setting_overrides=LAB_SETTINGS)


def first_page(workspace: Path) -> str:
    """The page a student starts on: the list of lessons, or else the first lesson."""
    course = workspace / "course"
    pages = [course / "README.md", *sorted(course.glob("*.ipynb"))]
    tree = [f"/tree/course/{page.name}" for page in pages if page.exists()]
    return "/lab/workspaces/course" + "".join(tree[:1])


def jupyterlab(folder: Path, url: str, arguments: list[str]) -> list[str]:
    """The command that starts JupyterLab on a folder."""
    command = [str(PYTHON), "-m", "jupyterlab"]
    command += [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url={url}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return command + arguments


def pytest(arguments: list[str]) -> list[str]:
    """The command that runs every test, in one process more than there are cores.

    Many tests wait: for a browser, for a time limit. What conftest.py says shares a process.
    """
    processes = str(min((os.cpu_count() or 1) + 1, 4))
    parallel = ["-n", processes, "--dist", "loadfile", "--no-loadscope-reorder"]
    return [str(PYTHON), "-m", "pytest", *parallel, *arguments]


def become(command: list[str], env: dict[str, str], folder: Path) -> NoReturn:
    """Hand over to the command: it gets the terminal, the signals and the exit code."""
    os.chdir(str(folder))
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(command[0], command, env)
    # Ctrl-C is the child's to answer; without a handler it would end this process first.
    signal.signal(signal.SIGINT, lambda *_: None)
    sys.exit(subprocess.run(command, env=env).returncode)


def start(mode: str, workspace: Path, arguments: list[str]) -> NoReturn:
    """Start the program of a mode in a complete environment."""
    env = environment()
    if not (PACKAGES / "tensorflow").exists():
        say("TensorFlow has no wheel for this platform: comparisons with it are skipped.")
    if mode == "test":
        say("Running the tests ...")
        become(pytest(arguments), env, ROOT)
    if mode == "site":
        say("Running the lessons and building the website, which takes some minutes ...")
        become([str(PYTHON), str(ROOT / "docs" / "build.py"), *arguments], env, ROOT)
    if mode == "instructor":
        env["JUPYTER_CONFIG_PATH"] = instructor_config()
        say("Starting JupyterLab on the project; its menu Nbgrader has the formgrader ...")
        become(jupyterlab(ROOT, "/lab/workspaces/instructor", arguments), env, ROOT)
    complete_workspace(workspace)
    env["JUPYTER_CONFIG_PATH"] = student_config()
    say(f"Starting JupyterLab on {workspace} ...")
    become(jupyterlab(workspace, first_page(workspace), arguments), env, workspace)


def main(argv: list[str]) -> None:
    """Parse the command line, set up, start."""
    cut = argv.index("--") if "--" in argv else len(argv)
    parser = argparse.ArgumentParser(
        prog="start.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    modes = ["course", "test", "instructor", "site"]
    parser.add_argument("mode", nargs="?", default="course", choices=modes)
    place = "where your copy of the course is, if not in workspace/"
    parser.add_argument("--workspace", type=Path, metavar="FOLDER", help=place)
    parser.set_defaults(workspace=ROOT / "workspace")
    options = parser.parse_args(argv[:cut])
    try:
        set_up(GROUPS.get(options.mode, set()))
        start(options.mode, options.workspace.resolve(), argv[cut + 1 :])
    except KeyboardInterrupt:
        sys.exit("\nstart.py: interrupted; the next start completes what is unfinished.")


if __name__ == "__main__":
    main(sys.argv[1:])
