"""Decodes poses for browsers that cannot run the decoder."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float32

from capsviz.analysis.decoding import decode_together
from capsviz.config import ModelConfig
from capsviz.data.drawing import shown_bytes
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.ui.live import messages

#: Maximum number of pictures per request, and per batch.
MAX_POSES, _TOGETHER = 128, 16


def parse_poses(config: ModelConfig, message: bytes) -> Float32[np.ndarray, "n J D"]:
    """The poses of all capsules in a request; raises `CapsvizError`."""
    _, raw = messages.unpack_request(message)
    pose_size = 4 * config.classes * config.digit_dim
    if not raw or len(raw) % pose_size or len(raw) > MAX_POSES * pose_size:
        raise CapsvizError(
            f"the request must hold 1 to {MAX_POSES} poses of {pose_size} bytes each"
        )
    poses = np.frombuffer(raw, "<f4").reshape(-1, config.classes, config.digit_dim)
    if not np.isfinite(poses).all():
        raise CapsvizError("the poses must be finite numbers")
    return poses.astype(np.float32)


def paint(
    model: CapsNet, poses: Float32[np.ndarray, "n J D"], pause: Callable[[], None] = lambda: None
) -> bytes:
    """Decode poses to pictures, one byte per pixel; `pause` is called before each batch."""
    chunks = []
    for start in range(0, len(poses), _TOGETHER):
        pause()
        chunks.append(decode_together(model, poses[start : start + _TOGETHER]))
    return shown_bytes(np.concatenate(chunks), model.config.channels).tobytes()
