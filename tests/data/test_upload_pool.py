"""Pictures read in a process of their own: the same answers, within time and memory."""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import struct
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from capsviz.data.upload_pool import Reader

pytestmark = pytest.mark.slow


@pytest.fixture
def readers() -> Iterator[Callable[..., Reader]]:
    from capsviz.data.upload_pool import Reader

    made: list[Reader] = []

    def make(**limits: Any) -> Reader:
        made.append(Reader(**limits))
        return made[-1]

    yield make
    for reader in made:
        reader.close()


def digit() -> bytes:
    from PIL import Image

    field = np.full((200, 200), 255, np.uint8)
    field[40:160, 90:110] = 0
    out = io.BytesIO()
    Image.fromarray(field).save(out, "PNG")
    return out.getvalue()


def png(width: int, height: int, depth: int, colour: int) -> bytes:
    """A picture of zeros, small as a file and large as pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    channels = {0: 1, 2: 3, 6: 4}[colour]
    packing = zlib.compressobj(9)
    row = bytes(1 + width * channels * depth // 8)
    body = b"".join(packing.compress(row) for _ in range(height)) + packing.flush()
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def refused(reader: Reader, data: bytes) -> str:
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError) as error:
        reader.read(data).result(60)
    return str(error.value)


def test_the_process_reads_what_the_function_does(readers) -> None:
    from capsviz.data.upload import read_picture

    reader = readers()
    assert reader.read(digit()).result(60) == read_picture(digit()).tobytes()
    assert "empty" in refused(reader, b"")
    assert "no picture" in refused(reader, b"hello")
    assert reader.read(digit()).result(60) == read_picture(digit()).tobytes()


def test_the_header_alone_is_enough_to_refuse(monkeypatch) -> None:
    from capsviz.data import picture_file
    from capsviz.data.upload import read_picture
    from capsviz.errors import CapsvizError

    def decoded(_: object) -> None:
        raise AssertionError("this must not be decoded")

    monkeypatch.setattr(picture_file, "_pixels", decoded)
    for data, said in (
        (png(7000, 7000, 16, 0), "12.5 megapixels"),
        (png(1, 49_999, 8, 0), "too narrow"),
        (png(9000, 9000, 8, 0), "16 megapixels, or a JPEG of at most 50"),
        (png(4100, 4000, 8, 0), "16 megapixels, or a JPEG of at most 50"),
    ):
        assert len(data) < 100_000
        with pytest.raises(CapsvizError, match=said):
            read_picture(data)


def test_an_animation_of_thousands_is_refused() -> None:
    from PIL import Image

    from capsviz.data.picture_file import MAX_FRAMES
    from capsviz.data.upload import read_picture
    from capsviz.errors import CapsvizError

    frames = [Image.new("L", (16, 16), 255 * (k % 2)) for k in range(MAX_FRAMES + 1)]
    out = io.BytesIO()
    frames[0].save(out, "PNG", save_all=True, append_images=frames[1:])
    with pytest.raises(CapsvizError, match="1,001 pictures"):
        read_picture(out.getvalue())


def test_one_that_takes_too_long_is_ended_and_the_next_is_read(readers) -> None:
    reader = readers(time=60.0)
    reader.read(digit()).result(60)
    reader._time = 0.05
    first, large = reader._process, png(4000, 3000, 8, 2)
    began = time.monotonic()
    assert "too long" in refused(reader, large)
    assert time.monotonic() - began < 5
    reader._time = 60.0
    assert reader.read(digit()).result(60)
    assert reader._process is not first


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows ends the whole process")
def test_one_that_takes_too_much_of_a_processor_ends_alone(readers, monkeypatch) -> None:
    from capsviz.data import upload_pool

    monkeypatch.setattr(upload_pool, "PROCESSOR", 0.01)
    reader, large = readers(time=60.0), png(4000, 3000, 8, 2)
    assert "too long" in refused(reader, large)
    first = reader._process
    monkeypatch.setattr(upload_pool, "PROCESSOR", 60.0)
    assert reader.read(digit()).result(60)
    assert reader._process is first


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows ends the whole process")
def test_bombs_from_one_address_get_little_time_and_others_all_of_it(readers, monkeypatch) -> None:
    from capsviz.data import upload_pool
    from capsviz.errors import CapsvizError

    monkeypatch.setattr(upload_pool, "PROCESSOR", 60.0)
    monkeypatch.setattr(upload_pool, "LITTLE", 0.01)
    reader, large = readers(time=60.0), png(3500, 3400, 8, 2)
    reader.read(digit()).result(60)

    def said(who: str) -> str:
        try:
            reader.read(large, "whole", who).result(60)
        except CapsvizError as error:
            return str(error)
        return "read"

    assert "too long" not in said("192.0.2.1 a")
    monkeypatch.setattr(upload_pool, "PROCESSOR", 0.01)
    assert "too long" in said("192.0.2.1 a")
    monkeypatch.setattr(upload_pool, "PROCESSOR", 60.0)
    assert "too long" in said("192.0.2.1 b")  # another cookie
    assert "too long" not in said("192.0.2.2 a")
    reader._slow_at["192.0.2.1"] -= upload_pool.CAREFUL
    assert "too long" not in said("192.0.2.1 a")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's memory")
def test_one_that_takes_too_much_memory_is_told_so(readers, monkeypatch, tmp_path) -> None:
    from capsviz.data import upload_pool

    # Less than a large picture needs, more than the modules do.
    text = upload_pool._WORKER.read_text("utf-8")
    limit = "int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize() + 30 * 2**20"
    assert "(MEMORY, MEMORY)" in text
    text = text.replace("(MEMORY, MEMORY)", f"(({limit}),) * 2")
    small = tmp_path / "worker.py"
    package = str(upload_pool._WORKER.parents[1])
    small.write_text(text.replace("str(Path(__file__).parents[1])", repr(package)), "utf-8")
    monkeypatch.setattr(upload_pool, "_WORKER", small)
    reader = readers(time=60.0)
    assert reader.read(digit()).result(60)
    first = reader._process
    assert "too much memory" in refused(reader, png(3400, 3400, 8, 6))
    assert reader.read(digit()).result(60)
    assert reader._process is first


def test_who_comes_too_late_gets_a_sentence_at_once(readers) -> None:
    from capsviz.data.upload_pool import PoolBusyError

    reader = readers(waiting=(3, 3, 3))
    reader.read(digit()).result(60)
    held = threading.Event()
    real = reader._read
    reader._read = lambda *asked: (held.wait(20), real(*asked))[1]
    answers = [reader.read(digit())]
    while len(reader._waiting):
        time.sleep(0.01)
    answers += [reader.read(digit()) for _ in range(3)]
    with pytest.raises(PoolBusyError, match="try again"):
        reader.read(digit())
    gone = answers.pop()
    assert gone.cancel()
    held.set()
    assert all(answer.result(60) for answer in answers)


def test_one_visitor_s_pictures_do_not_hold_up_the_others(readers) -> None:
    from capsviz.data.upload_pool import MOST_OF_ADDRESS, MOST_OF_VISITOR, PoolBusyError

    reader, held, order = readers(), threading.Event(), []
    reader._read = lambda data, *_: (held.wait(20), order.append(data), data)[2]
    answers = [reader.read(b"first", who="192.0.2.1 a")]
    while len(reader._waiting):
        time.sleep(0.01)
    answers += [reader.read(b"greedy", who="192.0.2.1 a") for _ in range(MOST_OF_VISITOR)]
    with pytest.raises(PoolBusyError):
        reader.read(b"greedy", who="192.0.2.1 a")
    for at in range(MOST_OF_VISITOR, MOST_OF_ADDRESS):  # a cookie made up for each
        answers.append(reader.read(b"made up", who=f"192.0.2.1 {at}"))
    with pytest.raises(PoolBusyError):
        reader.read(b"made up", who="192.0.2.1 another")
    answers.append(reader.read(b"honest", who="192.0.2.2 b"))
    held.set()
    for answer in answers:
        answer.result(20)
    assert order.index(b"honest") <= 2


@pytest.mark.parametrize("cookies", ["one", "made up"])
def test_a_classmate_of_many_bombs_waits_for_one_or_two_of_them(
    readers, monkeypatch, tmp_path, cookies
) -> None:
    from capsviz.data import upload_pool
    from capsviz.errors import CapsvizError
    from capsviz.turns import Acquaintance

    worker = tmp_path / "worker.py"
    worker.write_text(
        "import struct, sys, time\n"
        "def tell(kind):\n"
        "    sys.stdout.buffer.write(struct.pack('<BI', kind, 0))\n"
        "    sys.stdout.flush()\n"
        "tell(0)\n"
        "while head := sys.stdin.buffer.read(9):\n"
        "    slow = sys.stdin.buffer.read(struct.unpack('<BfI', head)[2]) == b'bomb'\n"
        "    time.sleep(0.2 * slow)\n"
        "    tell(2 * slow)\n",
        "utf-8",
    )
    monkeypatch.setattr(upload_pool, "_WORKER", worker)
    acquaintance, asked, over = Acquaintance(), list[Future[bytes]](), False
    reader = readers(acquaintance=acquaintance)
    acquaintance.meet("192.0.2.1 classmate")  # opened the page

    def seconds(data: bytes, who: str) -> float:
        began = time.monotonic()
        with contextlib.suppress(CapsvizError, CancelledError):
            asked.append(reader.read(data, who=who))
            asked[-1].result(120)
        return time.monotonic() - began

    def attack(sender: int) -> None:
        for at in itertools.count():
            if over:
                return
            who = f"192.0.2.1 {sender}.{at}" if cookies == "made up" else "192.0.2.1 sender"
            seconds(b"bomb", who)
            time.sleep(0.01)

    seconds(b"", "192.0.2.2 a")
    alone = seconds(b"bomb", "192.0.2.2 a")
    senders = range(upload_pool.MOST_OF_ADDRESS + 10)
    attackers = [threading.Thread(target=attack, args=(sender,)) for sender in senders]
    for attacker in attackers:
        attacker.start()
    most = upload_pool.MOST_OF_ADDRESS if cookies == "made up" else upload_pool.MOST_OF_VISITOR
    while len(reader._waiting) < most:
        time.sleep(0.01)
    waited = seconds(b"", "192.0.2.1 classmate")
    over = True
    for future in asked:
        future.cancel()
    for attacker in attackers:
        attacker.join(60)
    assert waited < 10 * alone


def test_a_process_that_takes_nothing_is_ended_in_time(readers, monkeypatch, tmp_path) -> None:
    from capsviz.data import upload_pool

    deaf = tmp_path / "worker.py"
    deaf.write_text(
        "import struct, sys, time\n"
        "sys.stdout.buffer.write(struct.pack('<BI', 0, 0))\n"
        "sys.stdout.flush()\n"
        "time.sleep(60)\n",
        "utf-8",
    )
    monkeypatch.setattr(upload_pool, "_WORKER", deaf)
    reader, began = readers(time=0.3), time.monotonic()
    assert "too long" in refused(reader, bytes(4 << 20))  # more than a pipe holds
    assert time.monotonic() - began < 10


def test_a_process_that_nobody_needs_is_ended(readers, monkeypatch) -> None:
    from capsviz.data import upload_pool

    monkeypatch.setattr(upload_pool, "IDLE", 0.2)
    reader = readers()
    reader.read(digit()).result(60)
    deadline = time.monotonic() + 60
    while reader._process is not None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert reader._process is None
    assert reader.read(digit()).result(60)


def test_it_can_be_there_before_the_first_picture_comes(readers) -> None:
    reader = readers()
    reader.wake()
    deadline = time.monotonic() + 60
    while reader._process is None and time.monotonic() < deadline:
        time.sleep(0.05)
    process = reader._process
    assert process is not None
    assert reader.read(digit()).result(60)
    assert reader._process is process


def test_a_picture_is_taken_whole_where_that_is_asked(readers):
    from capsviz.data.upload import read_picture, read_whole

    reader, data = readers(), digit()
    ink, whole = reader.read(data), reader.read(data, "whole")
    assert ink.result(60) == read_picture(data).tobytes()
    assert whole.result(60) == read_whole(data).tobytes()
    assert ink.result() != whole.result()
