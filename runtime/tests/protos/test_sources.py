"""What is generated in minigraph.protos corresponds to the `.proto` files it is generated from."""

import re

import pytest
from google.protobuf import descriptor_pb2

from runtime.tests.protos.proto_text import render_file
from runtime.tools import build_protos

FILES = descriptor_pb2.FileDescriptorSet.FromString(build_protos.BINARY.read_bytes())
SOURCES = sorted(build_protos.SOURCES.glob("*.proto"))


def statements(source: str) -> list[str]:
    """The source as `render_file` writes it: no comments, one statement or brace a line."""
    without_comments = re.sub(r"//.*", "", source)
    one_line = " ".join(without_comments.split())
    return [part.strip() for part in re.findall(r"[^;{}]*[;{}]", one_line)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_the_binary_says_what_the_source_says(path):
    compiled = {file.name: file for file in FILES.file}[f"minigraph/protos/{path.name}"]
    assert render_file(compiled) == statements(path.read_text(encoding="utf-8"))


def test_the_binary_holds_the_sources_and_nothing_else():
    assert sorted(file.name for file in FILES.file) == [
        f"minigraph/protos/{path.name}" for path in SOURCES
    ]


def test_a_file_comes_after_the_files_it_imports():
    seen = set()
    for file in FILES.file:
        imported = {name for name in file.dependency if not name.startswith("google/")}
        assert imported <= seen
        seen.add(file.name)


def test_the_stub_is_what_the_binary_gives():
    assert build_protos.STUB.read_text(encoding="utf-8") == build_protos.render_stub(FILES)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("bool allow_growth = 4;", "bool allow_growth = 5;"),
        ("bool allow_growth = 4;", "int32 allow_growth = 4;"),
        ("bool allow_growth = 4;", "repeated bool allow_growth = 4;"),
        ("bool allow_growth = 4;", ""),
        ("L0 = -1;", "L0 = 2;"),
        ("map<string, int32> device_count", "map<string, int64> device_count"),
        ("reserved 2, 19, 20, 25;", "reserved 2, 19;"),
    ],
)
def test_a_change_of_the_source_alone_is_noticed(before, after):
    compiled = {file.name: file for file in FILES.file}["minigraph/protos/config.proto"]
    source = (build_protos.SOURCES / "config.proto").read_text(encoding="utf-8")
    assert before in source
    assert render_file(compiled) != statements(source.replace(before, after))
