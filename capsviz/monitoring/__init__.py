"""Monitoring of trainings: live, afterwards, or on another machine.

A training writes a **run folder** (`folder`): its settings, one line of numbers for every step, and
at intervals a **snapshot**, one small safetensors file with the data of the plots (lengths,
reconstructions, couplings, votes, sweeps, confusion), without weights. The folder does not need the
network, so any part of it can be shown at once, and it can be copied.

- `settings`: network, data and deliberate mistakes (`mistakes`) of a run.
- `recorder`: a `Callback` of the training that writes lines and snapshots. `snapshot` computes the
  numbers from the network; `checks` turns plain numbers into verdicts.
- `parts_recorder`: the same for a training of parts and objects, with its own plots.
- `trainer`: the process that trains, at the lowest priority, separate from any server. It obeys
  ``wanted.json``: run to some step or on, at which rate. It saves the training's state every few
  seconds; after a crash it repeats the steps since then, with the same numbers, and continues.
- `run_queue`: one run trains at a time, others wait. The queue consists of locks that end with
  their process, so nothing needs cleaning up after a crash.
- `prewarm`: a waiting trainer that has finished its imports, so that the first step comes at once;
  `throttle`: a trainer leaves half the cores free while a visitor draws.
- `runs`: all runs of this machine: created, forked, renamed, deleted.

``capsviz train --run NAME`` writes the same folder.
"""
