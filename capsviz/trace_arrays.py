"""Traces of a capsule network as plain arrays, independent of the model."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from jaxtyping import Float32, Int64

from capsviz import untrusted
from capsviz.errors import CapsvizError
from capsviz.files import replacing
from capsviz.trace_picture import draw
from capsviz.wording import amount_of

Selected = TypeVar("Selected", bound="_OfImages")


class _OfImages:
    """Base of dataclasses whose arrays have the n images as the first axis."""

    __slots__ = ()
    lengths: Float32[np.ndarray, "n r J"]

    def __getitem__(self: Selected, index: Any) -> Selected:
        """Select some of the images, as views; a single image keeps its axis.

        Parameters
        ----------
        index : an index, from 0 or from the end, or a slice.

        Raises
        ------
        CapsvizError : the image does not exist.
        IndexError : the same for an index, which ends loops.
        """
        if not isinstance(index, slice):
            try:
                position = range(len(self))[index]
            except TypeError as error:
                raise CapsvizError(
                    f"a trace is cut by numbers and slices, not by {index!r}: as in trace[2:4]"
                ) from error
            index = slice(position, position + 1)
        values = (getattr(self, field.name) for field in fields(cast(Any, self)))
        return type(self)(*(v[index] if isinstance(v, np.ndarray) else v for v in values))

    def __len__(self) -> int:
        """Number of images."""
        return len(self.lengths)

    def __eq__(self, other: object) -> bool:
        """Return whether all arrays are equal, bit for bit."""
        if type(other) is not type(self):
            return NotImplemented
        pairs = (
            (getattr(self, field.name), getattr(other, field.name))
            for field in fields(cast(Any, self))
            if field.compare
        )
        return all(np.array_equal(a, b) for a, b in pairs)

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    @property
    def winners(self) -> Int64[np.ndarray, " n"]:
        """Longest output capsule of each image after the last iteration."""
        return self.lengths[:, -1].argmax(1)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trace(_OfImages):
    """All values between pixels and output capsules, for n images and r iterations.

    Arrays are float32 and read-only; I, J and D count input capsules, output capsules and the
    dimensions of an output capsule (1,152, 10 and 16 in the paper's network). Input capsules are
    ordered by row, then column, then type. One image takes about 420 kB at three iterations.

    Attributes
    ----------
    images : input images, pixels in 0..1.
    primary : input capsules u.
    primary_lengths : their lengths, in [0, 1); for matrix capsules their activations, the last
        entries of u.
    logits : b at the start of each iteration; zero in the first.
    couplings : c, in 0..1; over the output capsules they sum to 1. (Attention weights its votes by
        c + B, with a learned prior B that is not normalised.)
    totals : s, the coupled sum of the votes (EM: their mean).
    capsules : v, the output capsules.
    agreement : a, the dot product of each vote with that iteration's output capsule.
    lengths : lengths of the output capsules, in [0, 1); with EM and self-routing, their separate
        activations.
    network : fingerprint of the network that made the trace; "" if unknown.
    classes : names of the J classes; empty if unknown.
    decoded : each image's longest capsule decoded alone, [n, side, side], for a notebook's picture;
        empty without a decoder and after `load`.

    Examples
    --------
    >>> trace.couplings.shape  # images, iterations, input capsules, classes
    (2, 3, 1152, 10)
    >>> bool(abs(trace.couplings.sum(axis=-1) - 1).max() < 1e-5)
    True
    >>> len(trace[0])
    1
    """

    images: Float32[np.ndarray, "n *c side side"]
    primary: Float32[np.ndarray, "n I primary_dim"]
    primary_lengths: Float32[np.ndarray, "n I"]
    logits: Float32[np.ndarray, "n r I J"]
    couplings: Float32[np.ndarray, "n r I J"]
    totals: Float32[np.ndarray, "n r J D"]
    capsules: Float32[np.ndarray, "n r J D"]
    agreement: Float32[np.ndarray, "n r I J"]
    lengths: Float32[np.ndarray, "n r J"]
    network: str = ""
    classes: tuple[str, ...] = ()
    decoded: np.ndarray = field(default_factory=lambda: np.empty(0, np.float32), compare=False)

    def __post_init__(self) -> None:
        for name in _ARRAYS:
            getattr(self, name).flags.writeable = False

    def __repr__(self) -> str:
        """Return five lines: sizes, and predicted classes."""
        n, rounds, in_caps, out_caps = self.couplings.shape
        side, dim = self.images.shape[-1], self.capsules.shape[-1]
        names = self.classes or tuple(map(str, range(out_caps)))
        winners = enumerate(self.winners[:8])
        predicted = [f"{names[k]} {self.lengths[i, -1, k]:.2f}" for i, k in winners]
        return "\n".join(
            (
                f"Trace of {amount_of(n, 'image')} of {side} x {side} pixels",
                f"  iterations: {rounds}",
                f"  input capsules: {in_caps:,} of {amount_of(self.primary.shape[-1], 'number')}",
                f"  output capsules: {out_caps} of {amount_of(dim, 'number')}",
                f"  predicted: {', '.join(predicted)}{', ...' * (n > len(predicted))}",
            )
        )

    def _repr_html_(self) -> str:
        """Return a notebook's picture: input, lengths, couplings and reconstruction."""
        return draw(
            self.lengths[:, -1], self.classes, self.images, self.couplings[:, -1], self.decoded
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the trace to one ``.npz`` file; `Trace.load` restores it bit for bit."""
        metadata = json.dumps({"network": self.network, "classes": self.classes})
        arrays: dict[str, Any] = {name: getattr(self, name) for name in _ARRAYS}
        with replacing(Path(path)) as partial, partial.open("wb") as file:
            np.savez_compressed(file, trace=np.array(metadata), **arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Trace:
        """Load a file of `save`, or the arrays that the Routing page exports.

        Raises
        ------
        CapsvizError : the file does not exist, or is not a trace.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                metadata = json.loads(str(file["trace"])) if "trace" in file else {}
                arrays = {name: file[name] for name in _ARRAYS}
            n, rounds, in_caps, out_caps = arrays["couplings"].shape
            shapes = [arrays[name].shape for name in ("logits", "agreement")]
            ends = [arrays[name].shape[:3] for name in ("totals", "capsules", "lengths")]
            counts = {len(array) for array in arrays.values()}
            float32 = all(array.dtype == np.float32 for array in arrays.values())
            if not (float32 and counts == {n} and shapes == [(n, rounds, in_caps, out_caps)] * 2):
                raise ValueError("arrays of other sizes")
            if ends != [(n, rounds, out_caps)] * 3:
                raise ValueError("arrays of other sizes")
            classes = tuple(map(str, metadata.get("classes", ())))
            return cls(**arrays, network=str(metadata.get("network", "")), classes=classes)
        except FileNotFoundError as error:
            raise CapsvizError(f"there is no file {os.fspath(path)!r}") from error
        except (*untrusted.DAMAGED_FILE_ERRORS, EOFError, zipfile.BadZipFile) as error:
            raise CapsvizError(
                f"{os.fspath(path)!r} holds no trace: name a file that Trace.save wrote"
            ) from error

    @property
    def poses(self) -> Float32[np.ndarray, "n J D"]:
        """Output capsules after the last iteration."""
        return self.capsules[:, -1]


#: Fields of a `Trace` that are not arrays of the routing.
_OTHER_FIELDS = ("network", "classes", "decoded")
#: The array fields of a `Trace`.
_ARRAYS = tuple(field.name for field in fields(Trace) if field.name not in _OTHER_FIELDS)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LiveTrace(_OfImages):
    """Subset of a `Trace` for live display, a quarter of its size; fields as there."""

    images: Float32[np.ndarray, "n *c side side"]
    couplings: Float32[np.ndarray, "n r I J"]
    lengths: Float32[np.ndarray, "n r J"]
    poses: Float32[np.ndarray, "n J D"]
