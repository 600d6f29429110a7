"""A published site's runtime without what nobody calls, and its weights in a byte each."""

from __future__ import annotations

import pytest
import wasmtime

from capsviz.development.bench import weights
from capsviz.errors import CapsvizError
from capsviz.ui.site import rounding, wasm

MODULE = """(module
  (import "env" "outside" (func $outside))
  (import "env" "grows" (memory 1 4))
  (import "env" "set" (global $set i32))
  (global $own (mut i32) (i32.const 0))
  (func $seven (result i32) (local i32 f64) i32.const 7)
  (func $other (result i32) i32.const 9)
  (func (export "ask") (param i32) (result i32)
    (if (result i32) (local.get 0) (then (call $other)) (else (call $seven)))))"""


def instance(module: bytes) -> tuple[wasmtime.Store, wasmtime.WasmExports]:
    store = wasmtime.Store()
    i32 = wasmtime.GlobalType(wasmtime.ValType.i32(), False)
    given = [
        wasmtime.Func(store, wasmtime.FuncType([], []), lambda: None),
        wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(1, 4))),
        wasmtime.Global(store, i32, wasmtime.Val.i32(0)),
    ]
    made = wasmtime.Instance(store, wasmtime.Module(store.engine, module), given)
    return store, made.exports(store)


def test_the_reduced_module_has_all_called_functions():
    module = wasmtime.wat2wasm(MODULE)
    store, exports = instance(wasm.mark_calls(bytes(module)))
    assert exports["ask"](store, 0) == 7
    called = {at for at in range(3) if exports[f"{wasm.MARK}{at}"].value(store)}
    assert called == {0, 2}
    store, exports = instance(wasm.keep_functions(bytes(module), called))
    assert exports["ask"](store, 0) == 7
    with pytest.raises(wasmtime.Trap, match="unreachable"):
        exports["ask"](store, 1)


def test_a_damaged_runtime_is_one_sentence():
    with pytest.raises(CapsvizError, match="damaged"):
        wasm.mark_calls(b"none")


def test_rounded_weights_change_no_answer(mnist_root):
    result = weights.run("dynamic", 20)
    assert result["largest"] < rounding.MAX_DIFFERENCE
    assert not result["changed"]
    assert "answers changed: 0" in weights.report(result)


def test_unrounded_weights_are_refused():
    with pytest.raises(CapsvizError, match="exactly"):
        weights.run("efficient", 20)


def test_an_export_that_was_killed_or_took_too_long_is_tried_again(monkeypatch):
    import subprocess
    from concurrent.futures import Future

    from capsviz.errors import CapsvizError
    from capsviz.ui.site import on_demand

    exports, key = on_demand.Exports(), ("dynamic", "0" * 64)

    def late(command, **limits):
        raise subprocess.TimeoutExpired(command, limits["timeout"])

    killed = subprocess.CompletedProcess([], -9, "", "")
    for end in (lambda *_, **__: killed, late):
        monkeypatch.setattr(on_demand.subprocess, "run", end)
        made = exports._made[key] = Future()
        exports._export(key, made, "here")
        with pytest.raises(CapsvizError, match="could not be exported"):
            made.result(0)
        assert key not in exports._made
