"""Reading hand records from files: one JSON object, or JSON Lines with one object per line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import BinaryIO, Final, NoReturn

from brisca_sim.errors import RecordError, shown

MOST_BYTES: Final = 1_000_000
"""Bytes that a record may take; a hand of 48 cards needs about 10,000."""

_MOST_BLANK: Final = 100_000

# Those of JSON: Python strips more.
_BLANKS: Final = " \t\r\n"
_ONE_EACH: Final = "write one hand record per file, or one per line"
_TOO_LONG: Final = f"is longer than 1 MB, so no hand record: {_ONE_EACH}"


class _NotStrictError(Exception):
    """Something that Python's parser takes for JSON, or would trip over."""


def read_records(path: str | bytes | os.PathLike[str]) -> Iterator[tuple[int, object]]:
    """Read the records of a file, one after the other.

    Whether the file holds one object or one per line shows in its first line: a whole object there
    means one per line. Lines are read as they are asked for, so a file may be of any length.

    Parameters
    ----------
    path : str, bytes or path
        The file; its name does not matter.

    Yields
    ------
    tuple of (int, dict)
        The record's number in the file, from 0, and the JSON object.

    Raises
    ------
    RecordError
        When the iteration comes to something that cannot be read as a JSON object.
    """
    where = f"record file {shown(os.fsdecode(path), 200)}"
    try:
        if os.path.isdir(path):
            raise RecordError(f"{where}: is a folder: name a file in it")
        with open(path, "rb") as file:
            yield from enumerate(_parsed(file, where))
    except FileNotFoundError:
        raise RecordError(f"{where}: there is no such file") from None
    except (OSError, ValueError) as error:
        # ValueError: no file can have such a name.
        why = getattr(error, "strerror", None) or str(error)
        raise RecordError(f"{where}: cannot be read: {why}") from None


def _parsed(file: BinaryIO, where: str) -> Iterator[object]:
    found = False
    for number, line in _lines(file, where):
        if found or not _goes_on(line):
            yield _object(line, number, where)
            found = True
            continue
        # The first object is spread over several lines, so it has to be the only one.
        rest = file.read(MOST_BYTES + 1)
        if len(line) + len(rest) > MOST_BYTES:
            raise RecordError(f"{where}: {_TOO_LONG}")
        yield _object(line + _decoded(rest, number + 1, where), number, where)
        return
    if not found:
        raise RecordError(f"{where}: is empty: {_ONE_EACH}")


def _lines(file: BinaryIO, where: str) -> Iterator[tuple[int, str]]:
    """Give the lines that are not blank, with their numbers from 1."""
    number = blank = 0
    while data := file.readline(MOST_BYTES + 1):
        number += 1
        if blank > _MOST_BLANK:
            raise RecordError(f"{where}, line {number}: has too many blank lines before it")
        if len(data) > MOST_BYTES:
            raise RecordError(f"{where}, line {number}: {_TOO_LONG}")
        line = _decoded(data, number, where)
        if line.strip(_BLANKS):
            yield number, line
            blank = 0
        else:
            blank += len(data)


def _decoded(data: bytes, number: int, where: str) -> str:
    try:
        return data.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        line = number + data.count(b"\n", 0, error.start)
        raise RecordError(f"{where}, line {line}: is not UTF-8: save it as UTF-8") from None


def _goes_on(line: str) -> bool:
    """Whether a line is the beginning of a JSON text that is complete only further on."""
    try:
        json.loads(line)
    except json.JSONDecodeError as error:
        return error.pos >= len(line.rstrip(_BLANKS))
    except (ValueError, RecursionError):
        return False
    return False


def _object(text: str, number: int, where: str) -> dict[str, object]:
    """Parse one record that starts in line `number` of its file."""
    text = text.rstrip(_BLANKS)
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text) or error.msg.startswith("Unterminated")
        why = "the text breaks off" if cut else error.msg[:1].lower() + error.msg[1:]
        at = f"{where}, line {number + error.lineno - 1}, column {error.colno}"
        raise RecordError(f"{at}: is not JSON: {why}") from None
    except RecursionError:
        raise RecordError(f"{where}, line {number}: is nested too deep for a record") from None
    except _NotStrictError as error:
        raise RecordError(f"{where}, line {number}: {error}") from None
    if isinstance(value, dict):
        return value
    more = f": {_ONE_EACH}, without brackets round them" if isinstance(value, list) else ""
    got = "a list" if isinstance(value, list) else json.dumps(value)[:60]
    raise RecordError(f"{where}, line {number}: a record is a JSON object, not {got}{more}")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object; of a key given twice JSON would keep the last, and hide the other."""
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _NotStrictError(f"an object has the key {shown(twice)} twice: leave one of them out")
    return table


def _whole(digits: str) -> int:
    # The interpreter has such a limit as well, further out.
    if len(digits) > 100:
        raise _NotStrictError(f"a number of {len(digits)} digits is in no hand record")
    return int(digits)


def _refuse(constant: str) -> NoReturn:
    raise _NotStrictError(f"{constant} is no JSON number: write a whole number")
