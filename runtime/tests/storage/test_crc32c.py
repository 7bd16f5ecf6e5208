"""The checksum is CRC-32C, of short and of long data."""

import numpy as np
import pytest

from minigraph.storage.crc32c import crc32c, masked

DATA = np.random.default_rng(7).integers(0, 256, 5 << 20, np.uint8).tobytes()


def bit_by_bit(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def test_the_check_value_of_crc_32c():
    assert crc32c(b"123456789") == 0xE3069283


@pytest.mark.parametrize("length", [0, 1, 2047, 2048, 2049, 5685, 45_480, 45_481, 60_003])
def test_it_is_that_of_the_definition(length):
    assert crc32c(DATA[:length]) == bit_by_bit(DATA[:length])


@pytest.mark.parametrize("length", [100, 60_003, len(DATA)])
def test_it_continues_from_what_came_before(length):
    middle = length // 3
    assert crc32c(DATA[middle:length], crc32c(DATA[:middle])) == crc32c(DATA[:length])


def test_every_bit_counts():
    changed = bytearray(DATA)
    changed[4_500_000] ^= 1
    assert crc32c(changed) != crc32c(DATA)


def test_a_stored_checksum_is_rotated_and_shifted():
    assert masked(0) == 0xA282EAD8
    assert masked(0xFFFFFFFF) == 0xA282EAD7
