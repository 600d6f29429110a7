"""WebAssembly modules: finds the called functions, and removes the others.

ONNX Runtime has kernels for all kinds of networks, of which ours use few. Browsers get only the
functions that were called when the site's networks were run: 1.2 MB of 3.7, compressed by gzip, in
version 1.30, for which npm has no smaller build.

References
----------
.. [1] "WebAssembly Core Specification", 2.0, section 5: the binary format.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set

from capsviz.errors import CapsvizError

_START = b"\0asm\1\0\0\0"
_IMPORTS, _FUNCTIONS, _GLOBALS, _EXPORTS, _ELEMENTS, _CODE = 2, 3, 6, 7, 9, 10
#: Kinds of imports.
_FUNCTION, _GLOBAL = 0, 3
#: A function without variables and with the instruction ``unreachable``, which traps.
_TRAP = b"\0\0\x0b"
#: Prefix of the exported globals that mark called functions, by index without imports.
MARK = "called"


def mark_calls(module: bytes) -> bytes:
    """The module, changed to set a global "called7" to 1 when its function 7 is called.

    Raises
    ------
    CapsvizError : this is not a module, or has an unknown form.
    """
    sections = _sections(module)
    functions = _vector(sections[_CODE])
    first = _import_counts(sections[_IMPORTS])[_GLOBAL] + _number(sections[_GLOBALS], 0)[0]
    marked = []
    for index, body in enumerate(functions):
        behind = _skip_variables(body)
        mark = b"\x41\x01\x24" + _encode(first + index)  # i32.const 1, global.set
        marked.append(body[:behind] + mark + body[behind:])
    names = [f"{MARK}{index}".encode() for index in range(len(functions))]
    exports = [
        _encode(len(name)) + name + b"\x03" + _encode(first + index)
        for index, name in enumerate(names)
    ]
    sections[_CODE] = _code(marked)
    sections[_GLOBALS] = _longer(sections[_GLOBALS], [b"\x7f\x01\x41\0\x0b"] * len(functions))
    sections[_EXPORTS] = _longer(sections[_EXPORTS], exports)
    return _join(sections)


def keep_functions(module: bytes, used: Set[int]) -> bytes:
    """The module with all other functions replaced by traps; raises `CapsvizError` as above."""
    sections = _sections(module)
    functions = _vector(sections[_CODE])
    sections[_CODE] = _code(
        [body if index in used else _TRAP for index, body in enumerate(functions)]
    )
    if _ELEMENTS in sections:
        sections[_ELEMENTS] = _share_traps(sections, used)
    return _join(sections)


def _share_traps(sections: dict[int, bytes], used: Set[int]) -> bytes:
    """The table of functions with one shared trap per type, which compresses well.

    Only tables with one segment of plain functions are changed.
    """
    elements = sections[_ELEMENTS]
    if not elements.startswith(b"\x01\0"):
        return elements
    behind = elements.index(b"\x0b") + 1  # after the offset in the table: a constant and "end"
    imported = _import_counts(sections[_IMPORTS])[_FUNCTION]
    types = _numbers(sections[_FUNCTIONS], 0)
    first: dict[int, int] = {}
    shared = [
        index
        if index < imported or index - imported in used
        else first.setdefault(types[index - imported], index)
        for index in _numbers(elements, behind)
    ]
    return elements[:behind] + _longer(b"\0", [_encode(index) for index in shared])


def _sections(module: bytes) -> dict[int, bytes]:
    """Sections by kind, in order, without custom ones."""
    if not module.startswith(_START):
        raise CapsvizError("ONNX Runtime Web's module is damaged: run `npm ci` again")
    sections, offset = {}, len(_START)
    while offset < len(module):
        kind = module[offset]
        size, offset = _number(module, offset + 1)
        if kind:
            sections[kind] = module[offset : offset + size]
        offset += size
    if not {_IMPORTS, _GLOBALS, _EXPORTS, _CODE} <= sections.keys():
        raise CapsvizError("ONNX Runtime Web's module has a form that is not known here")
    return sections


def _join(sections: dict[int, bytes]) -> bytes:
    parts = (bytes([kind]) + _encode(len(part)) + part for kind, part in sections.items())
    return _START + b"".join(parts)


def _vector(code: bytes) -> list[bytes]:
    """The bodies of a code section."""
    count, offset = _number(code, 0)
    bodies = []
    for _ in range(count):
        size, offset = _number(code, offset)
        bodies.append(code[offset : offset + size])
        offset += size
    return bodies


def _code(bodies: list[bytes]) -> bytes:
    return _longer(b"\0", [_encode(len(body)) + body for body in bodies])


def _longer(vector: bytes, entries: list[bytes]) -> bytes:
    count, offset = _number(vector, 0)
    return _encode(count + len(entries)) + vector[offset:] + b"".join(entries)


def _skip_variables(body: bytes) -> int:
    groups, offset = _number(body, 0)
    for _ in range(groups):
        _, offset = _number(body, offset)
        offset += 1  # types of numbers and vectors have one byte
    return offset


def _import_counts(imports: bytes) -> Counter[int]:
    """Number of imports of each kind."""
    count, offset = _number(imports, 0)
    counts = Counter[int]()
    for _ in range(count):
        for _ in ("module", "name"):
            size, offset = _number(imports, offset)
            offset += size
        kind, offset = imports[offset], offset + 1
        if kind == _FUNCTION:  # its type
            _, offset = _number(imports, offset)
        elif kind == _GLOBAL:  # its type and mutability
            offset += 2
        elif kind in (1, 2):  # a table, which also has a type, or a memory: sizes
            offset += kind == 1
            bounded, offset = imports[offset] & 1, offset + 1
            for _ in range(1 + bounded):
                _, offset = _number(imports, offset)
        else:
            raise CapsvizError("ONNX Runtime Web's module has a form that is not known here")
        counts[kind] += 1
    return counts


def _numbers(data: bytes, offset: int) -> list[int]:
    """A vector of LEB128 numbers."""
    count, offset = _number(data, offset)
    values = []
    for _ in range(count):
        value, offset = _number(data, offset)
        values.append(value)
    return values


def _number(data: bytes, offset: int) -> tuple[int, int]:
    """A LEB128 number, and the offset of its end."""
    value = shift = 0
    while True:
        byte = data[offset]
        value |= (byte & 127) << shift
        offset, shift = offset + 1, shift + 7
        if byte < 128:
            return value, offset


def _encode(value: int) -> bytes:
    groups = [value & 127]
    while value := value >> 7:
        groups[-1] |= 128
        groups.append(value & 127)
    return bytes(groups)
