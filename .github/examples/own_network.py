"""A user's capsule network, and the interface that capsviz requires of it."""

import torch
from torch import nn
from torch.nn import functional


def squash(s, dim=-1):
    square = (s**2).sum(dim, keepdim=True)
    return square / (1 + square) * s / torch.sqrt(square + 1e-8)


class Net(nn.Module):
    types, side, iterations = 4, 28, 3
    types_first = True  # all places of a type stand together

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 16, 9)
        self.capsules = nn.Conv2d(16, 4 * 8, 9, stride=2)
        self.W = nn.Parameter(0.05 * torch.randn(1, 4 * 36, 10, 16, 8))
        self.decoder = nn.Sequential(
            nn.Linear(160, 64), nn.ReLU(), nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 784)
        )

    def forward(self, x):
        *_, (_, _, _, v) = self.steps(self.votes(self.primary(x)), self.iterations)
        return v.norm(dim=-1)

    # --- what capsviz asks for

    def primary(self, images):
        x = self.capsules(functional.relu(self.conv(images.unsqueeze(1))))
        x = x.view(len(x), 4, 8, 36).permute(0, 1, 3, 2)  # types, places, dimensions
        return squash(x.reshape(len(x), -1, 8))

    def votes(self, u):
        return (self.W @ u[:, :, None, :, None]).squeeze(-1)

    def steps(self, u_hat, iterations):
        b = torch.zeros_like(u_hat[..., 0])
        for _ in range(iterations):
            c = functional.softmax(b, dim=2)
            s = (c.unsqueeze(-1) * u_hat).sum(1)
            v = squash(s)
            yield b, c, s, v
            b = b + (u_hat * v.unsqueeze(1)).sum(-1)

    def decode(self, poses):
        return torch.sigmoid(self.decoder(poses.flatten(1))).view(-1, 28, 28)
