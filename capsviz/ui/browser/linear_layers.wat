;; One fully connected layer, four numbers at a time: out = [ReLU](bias + input . weights).
;; linear_layers.js holds this module compiled, as base64; a test holds the two together.
;;
;; All addresses are bytes. Weights lie input by input, each row padded to a multiple of four
;; outputs. Rows of inputs that are zero, as a ReLU leaves many, are never read.
(module
  (import "page" "memory" (memory 1))
  (func (export "layer")
    (param $input i32) (param $inputs i32) (param $weights i32) (param $bias i32)
    (param $out i32) (param $outputs i32) (param $relu i32)
    (param $list i32) ;; room for 8 bytes per input and 24 more
    (local $row i32) (local $end i32) (local $tail i32) (local $x f32)
    (local $o i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local $xa v128) (local $xb v128) (local $xc v128) (local $xd v128)

    (local.set $row (i32.shl (local.get $outputs) (i32.const 2)))
    (memory.copy (local.get $out) (local.get $bias) (local.get $row))

    ;; List the inputs that count: address of their weights, value.
    (local.set $end (i32.add (local.get $input) (i32.shl (local.get $inputs) (i32.const 2))))
    (local.set $tail (local.get $list))
    (loop $scan
      (if (i32.lt_u (local.get $input) (local.get $end))
        (then
          (local.set $x (f32.load (local.get $input)))
          (if (f32.ne (local.get $x) (f32.const 0))
            (then
              (i32.store (local.get $tail) (local.get $weights))
              (f32.store offset=4 (local.get $tail) (local.get $x))
              (local.set $tail (i32.add (local.get $tail) (i32.const 8)))))
          (local.set $weights (i32.add (local.get $weights) (local.get $row)))
          (local.set $input (i32.add (local.get $input) (i32.const 4)))
          (br $scan))))

    ;; Fill the last group of four with zeros, which may read any row at all.
    (loop $pad
      (if (i32.and (i32.sub (local.get $tail) (local.get $list)) (i32.const 31))
        (then
          (i32.store (local.get $tail) (local.get $bias))
          (f32.store offset=4 (local.get $tail) (f32.const 0))
          (local.set $tail (i32.add (local.get $tail) (i32.const 8)))
          (br $pad))))

    (local.set $end (i32.add (local.get $out) (local.get $row)))
    (loop $groups
      (if (i32.lt_u (local.get $list) (local.get $tail))
        (then
          (local.set $a (i32.load (local.get $list)))
          (local.set $b (i32.load offset=8 (local.get $list)))
          (local.set $c (i32.load offset=16 (local.get $list)))
          (local.set $d (i32.load offset=24 (local.get $list)))
          (local.set $xa (v128.load32_splat offset=4 (local.get $list)))
          (local.set $xb (v128.load32_splat offset=12 (local.get $list)))
          (local.set $xc (v128.load32_splat offset=20 (local.get $list)))
          (local.set $xd (v128.load32_splat offset=28 (local.get $list)))
          (local.set $o (local.get $out))
          (loop $outs
            (v128.store (local.get $o)
              (f32x4.add
                (f32x4.add
                  (v128.load (local.get $o))
                  (f32x4.add
                    (f32x4.mul (local.get $xa) (v128.load (local.get $a)))
                    (f32x4.mul (local.get $xb) (v128.load (local.get $b)))))
                (f32x4.add
                  (f32x4.mul (local.get $xc) (v128.load (local.get $c)))
                  (f32x4.mul (local.get $xd) (v128.load (local.get $d))))))
            (local.set $a (i32.add (local.get $a) (i32.const 16)))
            (local.set $b (i32.add (local.get $b) (i32.const 16)))
            (local.set $c (i32.add (local.get $c) (i32.const 16)))
            (local.set $d (i32.add (local.get $d) (i32.const 16)))
            (local.set $o (i32.add (local.get $o) (i32.const 16)))
            (br_if $outs (i32.lt_u (local.get $o) (local.get $end))))
          (local.set $list (i32.add (local.get $list) (i32.const 32)))
          (br $groups))))

    (if (local.get $relu)
      (then
        (loop $positive
          (v128.store (local.get $out)
            (f32x4.max (v128.load (local.get $out)) (v128.const f32x4 0 0 0 0)))
          (local.set $out (i32.add (local.get $out) (i32.const 16)))
          (br_if $positive (i32.lt_u (local.get $out) (local.get $end))))))))
