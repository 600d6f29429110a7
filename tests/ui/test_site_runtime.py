"""A published site's runtime without what nobody calls, and its weights in a byte each."""

from __future__ import annotations

from typing import Any

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


def test_functions_that_nobody_calls_share_a_place_in_the_table_by_type():
    text = """(module
      (import "env" "outside" (func))
      (type $plain (func (result i32))) (type $other (func (param f64) (result i32)))
      (table 5 funcref) (global i32 (i32.const 0))
      (elem (i32.const 1) $kept $a $b $c)
      (func $kept (result i32) i32.const 7)
      (func $a (result i32) i32.const 8)
      (func $b (result i32) i32.const 9)
      (func $c (param f64) (result i32) i32.const 10)
      (func (export "plain") (param i32) (result i32)
        (call_indirect (type $plain) (local.get 0)))
      (func (export "other") (param i32) (result i32)
        (call_indirect (type $other) (f64.const 0) (local.get 0))))"""
    module = wasm.keep_functions(bytes(wasmtime.wat2wasm(text)), {0, 4, 5})
    assert b"\x04\x01\x02\x02\x04" in module  # four functions, of which a stands for b
    store = wasmtime.Store()
    outside = wasmtime.Func(store, wasmtime.FuncType([], []), lambda: None)
    made = wasmtime.Instance(store, wasmtime.Module(store.engine, module), [outside])
    exports: Any = made.exports(store)
    assert exports["plain"](store, 1) == 7
    for name, at in (("plain", 2), ("plain", 3), ("other", 4)):
        with pytest.raises(wasmtime.Trap, match="unreachable"):
            exports[name](store, at)


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
        made = exports._jobs[key] = Future()
        exports._export(key, made, "here")
        with pytest.raises(CapsvizError, match="could not be exported"):
            made.result(0)
        assert key not in exports._jobs
