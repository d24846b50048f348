#!/usr/bin/env python3
"""Trains a classifier of 12 x 12 pictures (a bar across, a bar down, neither) with PyTorch, and runs it on
an emulated Cortex-M4.

Needs torch and onnxscript from PyPI. Writes bars.onnx, bars_x.npy (test pictures) and bars_y.npy (what
PyTorch makes of them) into the folder named, and has ./dev model compile the file, run it and compare.
"""
import pathlib
import subprocess
import sys

sys.path.pop(0)  # this file is not the module torch

import numpy as np
import torch
from torch import nn

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
torch.manual_seed(7)
random = np.random.default_rng(7)


def pictures(count):
    x = random.uniform(0, 0.4, (count, 1, 12, 12)).astype(np.float32)
    y = random.integers(0, 3, count)
    for picture, label, at in zip(x, y, random.integers(1, 11, count)):
        if label == 0:
            picture[0, at, :] += 0.5
        if label == 1:
            picture[0, :, at] += 0.5
    return torch.from_numpy(x), torch.from_numpy(y)


model = nn.Sequential(
    nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Conv2d(8, 8, 3, padding=1, groups=8), nn.ReLU6(),
    nn.Conv2d(8, 12, 1), nn.ReLU(),
    nn.AvgPool2d(2), nn.Flatten(),
    nn.Linear(12 * 3 * 3, 3), nn.Softmax(dim=1))
x, y = pictures(3000)
optimiser = torch.optim.Adam(model.parameters(), 3e-3)
for _ in range(12):
    for k in range(0, len(x), 50):
        optimiser.zero_grad()
        loss = nn.functional.nll_loss(torch.log(model(x[k:k + 50]) + 1e-9), y[k:k + 50])
        loss.backward()
        optimiser.step()
model.eval()
test_x, _ = pictures(20)
with torch.no_grad():
    right_x, right_y = pictures(500)
    right = (model(right_x).argmax(1) == right_y).float().mean()
    print(f"accuracy {right:.3f}")
    torch.onnx.export(model, (test_x[:1],), folder / "bars.onnx", external_data=False)
    expected = torch.stack([model(one[None]) for one in test_x])
np.save(folder / "bars_x.npy", test_x[:, None].numpy())
np.save(folder / "bars_y.npy", expected.numpy())

dev = pathlib.Path(__file__).resolve().parents[2] / "dev"
sys.exit(subprocess.run([dev, "model", folder / "bars.onnx", "--target", "cortex-m4", "--input",
                         folder / "bars_x.npy", "--expect", folder / "bars_y.npy"]).returncode)
