"""Checkpoint files: complete or not there, and no bytes do harm."""

from __future__ import annotations

import contextlib
import itertools
import os
import struct
from collections.abc import Callable
from pathlib import Path

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from minigraph import dtypes, errors
from minigraph.storage import bundle_reader, bundle_writer, crc32c, table, tensor_slices

FULL = -1


def write(prefix: Path, **values: object) -> None:
    tensors = [
        (name, dtypes.as_dtype(np.asarray(value).dtype), np.asarray(value), None)
        for name, value in values.items()
    ]
    bundle_writer.write_bundle(str(prefix), tensors)


def read(prefix: Path) -> dict[str, object]:
    reader = bundle_reader.BundleReader(str(prefix))
    return {name: reader.read(name).tolist() for name in reader.names()}


def test_what_is_written_is_read(tmp_path):
    texts = np.array([[b"", b"a\0\xff"], ["é", b"x" * 300]], object)
    write(tmp_path / "m", a=np.float32(1.5), b=np.zeros([0, 3], np.int8), c=texts)
    assert read(tmp_path / "m") == {
        "a": 1.5,
        "b": [],
        "c": [[b"", b"a\0\xff"], ["é".encode(), b"x" * 300]],
    }


def test_an_index_of_many_blocks(tmp_path):
    values = {f"{number:05d}/{'x' * 80}": np.int32(number) for number in range(3000)}
    write(tmp_path / "m", **values)
    assert os.path.getsize(tmp_path / "m.index") > 262_144
    assert read(tmp_path / "m") == values


def test_writing_again_keeps_the_file_small(tmp_path):
    sizes = set()
    for value in range(6):
        write(tmp_path / "m", a=np.full(100, value))
        assert read(tmp_path / "m") == {"a": [value] * 100}
        sizes.add(os.path.getsize(tmp_path / "m.data-00000-of-00001"))
    assert max(sizes) <= 2 * 800


def die_at(step: int) -> None:
    """Ends this process at the given system call that changes what files there are."""
    calls = itertools.count()

    def until_then(original: Callable[..., None]) -> Callable[..., None]:
        def call(*args: object) -> None:
            if next(calls) == step:
                os._exit(1)
            original(*args)

        return call

    for name in ("replace", "remove", "truncate", "mkdir", "rmdir"):
        setattr(os, name, until_then(getattr(os, name)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
@pytest.mark.parametrize("shards", [1, 2])
def test_a_save_that_is_killed_leaves_the_old_checkpoint_or_the_new(tmp_path, shards):
    def save(value: int, size: int) -> None:
        if shards == 1:
            write(tmp_path / "m", a=np.full(size, value), b=b"x" * value)
            return
        write(tmp_path / "temp/0", a=np.full(size, value))
        write(tmp_path / "temp/1", b=b"x" * value)
        parts = [str(tmp_path / "temp/0"), str(tmp_path / "temp/1")]
        bundle_writer.merge_bundles(
            parts, str(tmp_path / "m"), delete_old_dirs=True, allow_missing_files=False
        )

    def state(value: int, size: int) -> dict[str, object]:
        return {"a": [value] * size, "b": b"x" * value}

    seen = set()
    for first in (1, 2):  # the first save lies at the start of the file, the second behind it
        for new_size in (5, 20):
            for step in range(100):
                for value in range(1, first + 1):
                    save(value, 10)
                if os.fork() == 0:
                    die_at(step)
                    save(7, new_size)
                    os._exit(0)
                finished = os.waitstatus_to_exitcode(os.wait()[1]) == 0
                found = read(tmp_path / "m")
                assert found in (state(first, 10), state(7, new_size)), step
                seen.add(found["a"][0])
                if finished:
                    assert found == state(7, new_size)
                    break
            assert finished
    assert seen == {1, 2, 7}


# Bytes from anyone


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    prefix = tmp_path_factory.mktemp("fuzz") / "m"
    part = np.arange(4, dtype=np.float32).reshape(2, 2)
    tensors = [
        ("a", dtypes.int32, np.arange(6).reshape(2, 3), None),
        ("s", dtypes.string, np.array([b"abc", b"", b"d" * 200], object), None),
        ("w", dtypes.float32, part, ((4, 2), ((0, 2), (0, FULL)))),
        ("w", dtypes.float32, part + 4, ((4, 2), ((2, 2), (0, FULL)))),
    ]
    bundle_writer.write_bundle(str(prefix), tensors)
    tensor_slices.write_tensor_slices(f"{prefix}.v1", tensors)
    return prefix


def contents(prefix: Path) -> dict[str, bytes]:
    ends = (".index", ".data-00000-of-00001", ".v1")
    return {end: Path(f"{prefix}{end}").read_bytes() for end in ends}


@hypothesis.settings(max_examples=250)
@hypothesis.given(data=st.data())
def test_altered_bytes_are_noticed(bundle, tmp_path_factory, data):
    files = contents(bundle)
    end = data.draw(st.sampled_from(sorted(files)))
    changed = bytearray(files[end])
    place = data.draw(st.integers(0, len(changed) - 1))
    if data.draw(st.booleans()):
        changed = changed[:place]
    else:
        changed[place] ^= data.draw(st.integers(1, 255))
    files[end] = bytes(changed)
    check_harmless(tmp_path_factory.getbasetemp() / "altered", files, end, bundle)


@hypothesis.settings(max_examples=250)
@hypothesis.given(data=st.data())
def test_a_table_with_right_checksums_may_still_be_absurd(bundle, tmp_path_factory, data):
    files = contents(bundle)
    end = data.draw(st.sampled_from([".index", ".v1"]))
    items = table.read_table(files[end])
    key = data.draw(st.sampled_from(sorted(items)))
    value = bytearray(items[key])
    for _ in range(data.draw(st.integers(1, 4))):
        value[data.draw(st.integers(0, len(value) - 1))] = data.draw(st.integers(0, 255))
    items[key] = bytes(value) + data.draw(st.binary(max_size=30))
    files[end] = table.table_bytes(items)
    check_harmless(tmp_path_factory.getbasetemp() / "absurd", files, end, None)


@hypothesis.settings(max_examples=200)
@hypothesis.given(content=st.binary(max_size=200))
def test_bytes_that_are_no_table(tmp_path_factory, content):
    magic = content + table._MAGIC
    for data in (content, magic, magic.rjust(60, b"\1")):
        with pytest.raises(errors.DataLossError):
            table.read_table(data)


def check_harmless(prefix: Path, files: dict[str, bytes], end: str, original: Path | None) -> None:
    """Each tensor of the checkpoint that `end` belongs to is as it was, or refused."""
    for name, content in files.items():
        Path(f"{prefix}{name}").write_bytes(content)
    prefix = Path(f"{prefix}.v1") if end == ".v1" else prefix
    with contextlib.suppress(errors.OpError):
        reader = tensor_slices.open_checkpoint(str(prefix))
        for name in reader.names():
            with contextlib.suppress(errors.OpError):
                value = reader.read(name)
                if original is not None:
                    wanted = bundle_reader.BundleReader(str(original)).read(name)
                    assert value.dtype == wanted.dtype
                    assert value.tolist() == wanted.tolist()


@pytest.mark.parametrize("dtype", ["float32", "string"])
def test_a_huge_shape_takes_no_memory(bundle, tmp_path, dtype):
    from minigraph import protos

    files = contents(bundle)
    items = table.read_table(files[".index"])
    entry = protos.BundleEntryProto.FromString(items[b"w"])
    entry.dtype = dtypes.as_dtype(dtype).as_datatype_enum
    for dim in entry.shape.dim:
        dim.size = 1 << 40
    whole = protos.BundleEntryProto()
    whole.CopyFrom(entry)
    del whole.slices[:]
    for key, message in ((b"w", entry), (b"a", whole)):
        items[key] = message.SerializeToString()
    files[".index"] = table.table_bytes(items)
    for end, content in files.items():
        Path(f"{tmp_path}/m{end}").write_bytes(content)
    reader = bundle_reader.BundleReader(f"{tmp_path}/m")
    for name in ("w", "a"):
        with pytest.raises(errors.DataLossError):
            reader.read(name)


def changed_index(bundle: Path, prefix: Path, **sizes: list[int]) -> bundle_reader.BundleReader:
    """The bundle, read from elsewhere, with other shapes of some of its tensors."""
    from minigraph import protos

    files = contents(bundle)
    items = table.read_table(files[".index"])
    for name, shape in sizes.items():
        entry = protos.BundleEntryProto.FromString(items[name.encode()])
        del entry.shape.dim[:]
        for size in shape:
            entry.shape.dim.add(size=size)
        items[name.encode()] = entry.SerializeToString()
    files[".index"] = table.table_bytes(items)
    for end, content in files.items():
        Path(f"{prefix}{end}").write_bytes(content)
    return bundle_reader.BundleReader(str(prefix))


@pytest.mark.parametrize("shape", [[0, 1 << 62], [0, 1 << 62, 1 << 62], [1] * 100, [-1], [2, -3]])
def test_shapes_that_no_array_has(bundle, tmp_path, shape):
    reader = changed_index(bundle, tmp_path / "m", a=shape)
    with pytest.raises(errors.DataLossError, match="invalid tensor shape"):
        reader.read("a")


@pytest.mark.parametrize("field", ["shard_id", "offset", "size", "dtype", "crc32c", "num_shards"])
@pytest.mark.parametrize("value", [-(1 << 31), -1, 0, 1, 1 << 30, (1 << 63) - 1])
def test_an_index_may_lie_about_anything(bundle, tmp_path, field, value):
    from minigraph import protos

    files = contents(bundle)
    items = table.read_table(files[".index"])
    key, kind = b"a", protos.BundleEntryProto
    if field == "num_shards":
        key, kind = b"", protos.BundleHeaderProto
    message = kind.FromString(items[key])
    bits = 32 if field not in ("offset", "size") else 64
    value = min(value, (1 << bits - 1) - 1)
    setattr(message, field, value % (1 << 32) if field == "crc32c" else value)
    items[key] = message.SerializeToString()
    files[".index"] = table.table_bytes(items)
    for end, content in files.items():
        Path(f"{tmp_path}/m{end}").write_bytes(content)
    try:
        found = bundle_reader.BundleReader(f"{tmp_path}/m").read("a")
    except (errors.DataLossError, errors.UnimplementedError, errors.NotFoundError):
        return
    assert found.tobytes() == np.arange(6, dtype=np.int32).tobytes()


def test_a_block_that_is_compressed_is_refused(bundle):
    data, position, place = bytearray(contents(bundle)[".index"]), 0, []
    for _ in range(4):  # offset and length of an unused block, then those of the index
        number, position = table.read_varint(data[-48:], position)
        place.append(number)
    start, length = place[2:]
    data[start + length] = 1  # Snappy
    checksum = crc32c.masked(crc32c.crc32c(bytes(data[start : start + length + 1])))
    data[start + length + 1 : start + length + 5] = struct.pack("<I", checksum)
    with pytest.raises(errors.DataLossError, match="the block is compressed"):
        table.read_table(bytes(data))


def test_tensors_that_share_their_bytes_would_take_any_amount_of_memory(bundle, tmp_path):
    files = contents(bundle)
    items = table.read_table(files[".index"])
    items |= {f"a{number}".encode(): items[b"a"] for number in range(100)}
    files[".index"] = table.table_bytes(items)
    for end, content in files.items():
        Path(f"{tmp_path}/m{end}").write_bytes(content)
    with pytest.raises(errors.DataLossError, match="overlap"):
        bundle_reader.BundleReader(f"{tmp_path}/m").read("a7")


def test_slices_that_overlap_would_take_any_amount_of_time(tmp_path):
    ones = np.ones([2], np.float32)
    tensors = [("w", dtypes.float32, ones, ((4,), ((start, 2),))) for start in range(3)]
    bundle_writer.write_bundle(f"{tmp_path}/m", tensors)
    tensor_slices.write_tensor_slices(f"{tmp_path}/old", tensors)
    for prefix in (f"{tmp_path}/m", f"{tmp_path}/old"):
        with pytest.raises(errors.DataLossError, match="Overlapping slices of w"):
            tensor_slices.open_checkpoint(prefix).read("w")


def test_keys_that_share_a_long_start_take_no_memory():
    """Each entry says that its key is that of the entry before, but for the last bytes."""
    start = 1 << 20
    block = bytearray(table.varint(0) + table.varint(start) + table.varint(0) + b"a" * start)
    for number in range(1, 50_000):
        block += table.varint(start) + table.varint(3) + table.varint(0)
        block += number.to_bytes(3, "big")
    with pytest.raises(errors.DataLossError, match="share more"):
        for _ in table._entries(bytes(block) + struct.pack("<II", 0, 1)):
            pass


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "folder.index").mkdir()
    os.symlink(tmp_path / "loop.index", tmp_path / "loop.index")
    (tmp_path / "file").write_bytes(b"x")
    names = ("folder", "loop", "file/below", "zero\0byte", "x" * 300)
    for name in names:
        with pytest.raises(errors.NotFoundError):
            tensor_slices.open_checkpoint(f"{tmp_path}/{name}")
    for name in ("file", ""):
        with pytest.raises(errors.DataLossError, match="Unable to open table file"):
            tensor_slices.open_checkpoint(f"{tmp_path}/{name}")


def test_what_is_said_of_damaged_files(bundle, tmp_path):
    def message(end: str, change: object) -> str:
        files = contents(bundle)
        files[end] = change(files[end])
        for name, content in files.items():
            Path(f"{tmp_path}/m{name}").write_bytes(content)
        with pytest.raises(errors.DataLossError) as caught:
            bundle_reader.BundleReader(f"{tmp_path}/m").read("a")
        return caught.value.message.replace(str(tmp_path), "")

    assert "file is too short to be an sstable" in message(".index", lambda data: data[:10])
    assert "not an sstable (bad magic number)" in message(".index", lambda data: data[:-1])
    assert "block checksum mismatch" in message(".index", lambda data: b"x" + data[1:])
    data_file = ".data-00000-of-00001"
    assert message(data_file, lambda data: data[:5]) == (
        "TensorBundle at /m shard 0 (24 bytes): Read less bytes than requested"
    )
    assert "Checksum does not match: stored " in message(data_file, lambda data: b"x" + data[1:])
