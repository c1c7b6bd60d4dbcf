"""What input can do to a filter: pipes, FIFOs, long lines, closed and full outputs, signals."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from tests.cli.shell import COMMAND, PLAIN, call, process, started

needs_dev = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


@pytest.mark.parametrize(
    ("data", "answers"),
    [
        (b"", b""),
        (b"HTTP:", b"http:\n"),
        (b"HTTP:\n", b"http:\n"),
        (b"HTTP:\r\nFTP:\r\n", b"http:\nftp:\n"),
        (b"HTTP:\rFTP:", b"http:\nftp:\n"),
        (b"\xef\xbb\xbfHTTP:\nFTP:\n", b"http:\nftp:\n"),
        (b"\n\nHTTP:\n\n", b"\n\nhttp:\n\n"),
        (b"a,b\n\"a\"\n'b'\n", b"a,b\n\n'b'\n"),
        (b"a\tb\n \nc\n", b"\n\nc\n"),
        (b"\xff\nHTTP:\n\xe4\n", b"\nhttp:\n\n"),
        (b"a\x00b\nc\n", b"\nc\n"),
    ],
)
def test_one_line_in_is_one_line_out(data: bytes, answers: bytes) -> None:
    assert call("normalize", stdin=data).out == answers


def test_a_line_beyond_the_limit_is_one_empty_line_and_not_kept() -> None:
    done = call("normalize", stdin=b"HTTP:\n" + b"a" * 10_000_000 + b"\nFTP:\n")

    assert (done.out, done.status) == (b"http:\n\nftp:\n", 1)
    assert done.err.startswith("-:2:1048577: too-long ")


@pytest.mark.parametrize(("length", "status"), [(9, 0), (10, 0), (11, 1)])
def test_the_limit_is_the_longest_item(length: int, status: int) -> None:
    for word in ("a" * length, "ä" * length):
        assert call("encode", "--max-length", "10", word).status == status
        assert call("encode", "--max-length", "10", stdin=word.encode()).status == status
    assert call("encode", "--max-length", "0", "a" * length).status == 0


def test_two_files_and_an_argument_come_in_order(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfA:1\nA:2")
    (tmp_path / "b").write_bytes(b"\xef\xbb\xbfB:1\n")

    done = call("normalize", "-f", str(tmp_path / "a"), "C:1", "--file", str(tmp_path / "b"))

    assert done.text == "c:1\na:1\na:2\nb:1\n"


def test_a_list_may_be_packed(tmp_path: Path) -> None:
    import gzip

    (tmp_path / "a.gz").write_bytes(gzip.compress(b"HTTP:\n") + gzip.compress(b"FTP:\n"))

    assert call("normalize", "-f", str(tmp_path / "a.gz")).text == "http:\nftp:\n"


def test_a_file_that_is_not_there_leaves_the_others_their_answers(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"B:1\n")

    done = call("normalize", "-f", str(tmp_path / "none\x1b[1m"), "-f", str(tmp_path), "-f", str(tmp_path / "b"))

    assert (done.text, done.status) == ("b:1\n", 3)
    assert "none<ESC>[1m: cannot be read: No such file or directory\n" in done.err
    assert "Is a directory" in done.err


def test_input_or_output_is_worse_than_a_finding(tmp_path: Path) -> None:
    assert call("normalize", "a b", "-f", str(tmp_path / "none")).status == 3
    assert call("normalize", "--exit-zero", "-f", str(tmp_path / "none")).status == 3


def test_an_argument_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "links.txt").write_text("HTTP:\n")

    assert call("normalize", "links.txt").text == "links.txt\n"


def test_a_fifo_and_dev_stdin_are_lists(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_bytes(b"HTTP:\nFTP:"))
    writer.start()
    done = process("normalize", "-f", str(fifo))
    writer.join()

    assert done.stdout == b"http:\nftp:\n"
    assert process("normalize", "-f", "/dev/stdin", stdin=None, input=b"HTTP:\n").stdout == b"http:\n"


def test_lines_are_answered_while_the_pipe_is_open() -> None:
    """A terminal's reader sees each answer; here the end of the input does not come before the answer."""
    with started("check", "-") as running:
        running.stdin.write(b"a b\n" * 20_000)
        running.stdin.flush()
        assert running.stdout.readline() == b"-:1:2: space a space cannot stand in a path\n"
        running.communicate()


def test_octets_of_an_argument_that_are_no_utf_8_are_refused_or_encoded() -> None:
    assert process("encode", b"a\xff").stdout == b"a%FF\n"  # type: ignore[arg-type]
    done = process("normalize", b"a\xff")  # type: ignore[arg-type]

    assert (done.stdout, done.returncode) == (b"", 1)
    assert done.stderr.decode().startswith("error[not-utf-8]: these bytes are not UTF-8\n  a\\xff\n   ^^^^\n")


def test_a_reader_that_leaves_is_no_error() -> None:
    """`urikit … | head -1`: silent, and as a shell counts SIGPIPE."""
    with started("normalize", "-") as running:
        threading.Thread(target=feed, args=(running.stdin,), daemon=True).start()
        assert running.stdout.readline() == b"http:\n"
        running.stdout.close()
        assert (running.stderr.read(), running.wait(30)) == (b"", 141)


def feed(pipe: object) -> None:
    try:
        for _ in range(1000):
            pipe.write(b"HTTP:\n" * 10_000)  # type: ignore[attr-defined]
    except OSError:
        return


def test_control_c_ends_without_a_traceback() -> None:
    with started("check", "-") as running:
        running.stdin.write(b"a b\n" * 20_000)
        running.stdin.flush()
        running.stdout.readline()
        time.sleep(0.2)  # it waits for more input
        running.send_signal(signal.SIGINT)
        running.stdout.read()
        assert (running.stderr.read(), running.wait(30)) == (b"", 130)


@needs_dev
def test_a_full_disk_is_a_clear_message_and_exit_3() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "normalize", "HTTP:"], stdout=full, stderr=subprocess.PIPE, env=PLAIN, check=False
        )

    assert (done.stderr, done.returncode) == (b"urikit: cannot write: No space left on device\n", 3)


def test_closed_streams_are_input_or_output_errors() -> None:
    shell = ["sh", "-c", '"$@" <&-', "sh", *COMMAND, "normalize"]
    done = subprocess.run(shell, capture_output=True, env=PLAIN, check=False)
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"urikit: standard input is closed\n", 3)

    shell = ["sh", "-c", '"$@" >&-', "sh", *COMMAND, "normalize", "HTTP:"]
    done = subprocess.run(shell, capture_output=True, env=PLAIN, check=False)
    assert (done.stderr, done.returncode) == (b"urikit: standard output is closed\n", 3)
