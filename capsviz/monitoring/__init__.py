"""Trainings that can be looked at: while they run, afterwards, on another machine.

A training writes a **run folder** (`folder`): its settings, one line of numbers for every step,
and every so many steps a **snapshot**, one small safetensors file of what pictures are made of
(lengths, reconstructions, couplings, votes, sweeps, confusion), never of weights. Nothing in
it needs the network, so any part of it can be shown at once, and it can be copied.

- `settings`: what is trained on what, and which mistakes are made on purpose (`mistakes`).
- `recorder`: a `Callback` of the training that writes lines and snapshots. `look` takes the
  numbers from the network; `checks` judges them: plain numbers in, verdicts out.
- `parts_recorder`: the same of a training of parts and objects, which has pictures of its own.
- `trainer`: the process that trains, at the lowest priority, apart from any server. It does
  what ``wanted.json`` says: run to some step or on, with which rate. It keeps the training's
  state every few seconds; killed and started again, it repeats the steps since then, which give
  the same numbers, and goes on.
- `line`: one run trains at a time, others stand in line. Who stands there is known by locks that
  end with their process, so nothing has to be tidied up after a crash.
- `ready`: a trainer that waits with its imports done, so that the first step comes at once; `room`:
  a trainer keeps to half the cores while somebody draws.
- `runs`: all runs of this machine: made, forked, renamed, deleted.

``capsviz train --run NAME`` writes the same folder.
"""
