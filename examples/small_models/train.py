#!/usr/bin/env python3
"""Small models for handwritten digits: trains them and writes weights/*.npy.

    ../digits/fetch_data.sh DATA          # puts digits.csv into the folder DATA
    ./train.py DATA/digits.csv            # accuracies and ranges of the committed weights
    ./train.py DATA/digits.csv MODEL...   # the same after training fastgrnn, ds_cnn, proto_nn, bonsai

Needs torch; one thread, a minute or two a model. Training again gives the committed weights only
where sums round alike. Pictures and their split are those of ../digits: weights come from `train`,
all choices were made on `validation`, `test` is only measured.
"""
import math
import pathlib
import sys
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

HERE = pathlib.Path(__file__).resolve().parent
CLASSES = 10
BATCH, DECAY, SEED = 32, 0.01, 1


def read(csv):
    """{part: pictures (N,8,8) of 0..1, labels}"""
    table = torch.from_numpy(np.loadtxt(csv, delimiter=",", dtype=np.float32))
    split = HERE.parent / "digits" / "split"
    parts = {name: torch.from_numpy(np.loadtxt(split / f"{name}.txt", dtype=np.int64))
             for name in ["train", "validation", "test"]}
    return {name: (table[at, :64].reshape(-1, 8, 8) / 16, table[at, 64].long())
            for name, at in parts.items()}


def warped(x, strength):
    """Pictures turned, sheared, stretched and moved a little, each in its own way."""
    angle, shear, wide, high, right, down = (strength * (2 * torch.rand(6, len(x)) - 1) *
        torch.tensor([0.25, 0.25, 0.15, 0.15, 0.2, 0.2])[:, None])
    sin, cos = torch.sin(angle), torch.cos(angle)
    rows = torch.stack([cos * (1 + wide), shear - sin, right,
                        sin + shear, cos * (1 + high), down], 1)
    grid = F.affine_grid(rows.reshape(-1, 2, 3), [len(x), 1, 8, 8], align_corners=False)
    return F.grid_sample(x[:, None], grid, align_corners=False)[:, 0]


def normal(*shape):
    return nn.Parameter(torch.randn(shape) / math.sqrt(shape[-1]))


class FastGrnn(nn.Module):
    """Eight rows of eight pixels, one a step; the last state is scored."""
    epochs, rate, strength, units = 200, 8e-3, 0.8, 32

    def __init__(self, _):
        super().__init__()
        self.w, self.u = normal(self.units, 8), normal(self.units, self.units)
        self.gate_bias = nn.Parameter(torch.ones(self.units))
        self.new_bias = nn.Parameter(torch.ones(self.units))
        self.shares = nn.Parameter(torch.tensor([1.0, -4.0]))    # zeta, nu before their sigmoid
        self.scores = nn.Linear(self.units, CLASSES)

    def values(self, x):
        zeta, nu = torch.sigmoid(self.shares)
        h = torch.zeros(len(x), self.units)
        for row in x.unbind(1):
            p = row @ self.w.T + h @ self.u.T
            z = torch.sigmoid(p + self.gate_bias)
            h = z * h + (zeta * (1 - z) + nu) * torch.tanh(p + self.new_bias)
        return {"state": h, "scores": self.scores(h)}

    def arrays(self):
        return {"w": self.w, "u": self.u, "gate_bias": self.gate_bias, "new_bias": self.new_bias,
                "shares": torch.sigmoid(self.shares), "scores_weights": self.scores.weight,
                "scores_bias": self.scores.bias}

    def restore(self, a):
        self.w.data, self.u.data = a["w"], a["u"]
        self.gate_bias.data, self.new_bias.data = a["gate_bias"], a["new_bias"]
        self.shares.data = torch.logit(a["shares"])
        self.scores.weight.data, self.scores.bias.data = a["scores_weights"], a["scores_bias"]


class DsCnn(nn.Module):
    """A convolution and two pairs of depthwise and pointwise ones, then the mean of all pixels.
    Batch norms are there while it trains and are folded behind it."""
    epochs, rate, strength = 120, 4e-3, 0.8
    layers = ["conv", "depthwise1", "pointwise1", "depthwise2", "pointwise2"]

    def __init__(self, _):
        super().__init__()
        self.conv = nn.Conv2d(1, 16, 3, padding=1)
        self.depthwise1 = nn.Conv2d(16, 16, 3, padding=1, groups=16)
        self.pointwise1 = nn.Conv2d(16, 24, 1)
        self.depthwise2 = nn.Conv2d(24, 24, 3, padding=1, groups=24)
        self.pointwise2 = nn.Conv2d(24, 32, 1)
        self.scores = nn.Linear(32, CLASSES)
        self.norms = nn.ModuleDict({name: nn.BatchNorm2d(getattr(self, name).out_channels)
                                    for name in self.layers})

    def values(self, x):
        seen, x = {}, x[:, None]
        for name in self.layers:
            x = getattr(self, name)(x)
            x = seen[name] = F.relu(self.norms[name](x) if name in self.norms else x)
            if name == "pointwise1":
                x = F.max_pool2d(x, 2)
        x = seen["mean"] = x.mean((2, 3))
        return seen | {"scores": self.scores(x)}

    def fold(self, x):
        """Batch norms, with the statistics of x, become part of the convolutions."""
        for norm in self.norms.values():
            norm.reset_running_stats()
            norm.momentum = None
        self.values(x)
        for name in self.layers:
            layer, norm = getattr(self, name), self.norms.pop(name)
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            layer.weight.data = layer.weight * scale[:, None, None, None]
            layer.bias.data = (layer.bias - norm.running_mean) * scale + norm.bias

    def arrays(self):
        """Weights (O,KH,KW,I), those of depthwise convolutions (1,KH,KW,C)."""
        all_ = {}
        for name in self.layers:
            w = getattr(self, name).weight
            order = (1, 2, 3, 0) if name.startswith("depthwise") else (0, 2, 3, 1)
            all_ |= {name + "_weights": w.permute(order), name + "_bias": getattr(self, name).bias}
        return all_ | {"scores_weights": self.scores.weight, "scores_bias": self.scores.bias}

    def restore(self, a):
        self.norms.clear()
        for name in self.layers:
            order = (3, 0, 1, 2) if name.startswith("depthwise") else (0, 3, 1, 2)
            getattr(self, name).weight.data = a[name + "_weights"].permute(order).contiguous()
            getattr(self, name).bias.data = a[name + "_bias"]
        self.scores.weight.data, self.scores.bias.data = a["scores_weights"], a["scores_bias"]


class ProtoNn(nn.Module):
    """Scores by the distances of a projected picture to prototypes."""
    epochs, rate, strength, dimensions, prototypes = 200, 1e-2, 0.4, 12, 40

    def __init__(self, data):
        super().__init__()
        x, y = data
        flat = x.flatten(1)
        _, _, directions = torch.linalg.svd(flat - flat.mean(0), full_matrices=False)
        self.projection = nn.Parameter(directions[:self.dimensions].clone())
        at = torch.cat([torch.where(y == c)[0][:self.prototypes // CLASSES]
                        for c in range(CLASSES)])
        self.centres = nn.Parameter((flat[at] @ self.projection.T).detach())
        self.labels = nn.Parameter(4 * F.one_hot(y[at], CLASSES).float())
        self.gamma = nn.Parameter(torch.tensor(0.6))

    def values(self, x):
        projected = x.flatten(1) @ self.projection.T
        distances = (projected[:, None] - self.centres).square().sum(-1)
        return {"projected": projected, "distances": distances,
                "scores": torch.exp(-self.gamma.square() * distances) @ self.labels}

    def arrays(self):
        return {"projection": self.projection, "prototypes": self.centres, "labels": self.labels,
                "gamma": self.gamma.reshape(1)}

    def restore(self, a):
        self.projection.data, self.centres.data = a["projection"], a["prototypes"]
        self.labels.data, self.gamma.data = a["labels"], a["gamma"].reshape(())


class Bonsai(nn.Module):
    """A tree of depth 3 on a projected picture. Branches are soft at first and hard in the second
    half of training, where they stay as they are."""
    epochs, rate, strength, dimensions, depth = 300, 1e-2, 0.6, 12, 3

    def __init__(self, _):
        super().__init__()
        nodes = 2 ** (self.depth + 1) - 1
        self.project = nn.Linear(64, self.dimensions)
        self.branches = normal(nodes // 2, self.dimensions)
        self.weights = normal(nodes, CLASSES, self.dimensions)
        self.gates = normal(nodes, CLASSES, self.dimensions)
        self.sharpness = math.inf

    def progress(self, done):
        self.sharpness = math.inf if done >= 0.5 else 0.5 * 200 ** (2 * done)
        self.branches.requires_grad_(done < 0.5)

    def values(self, x):
        x = self.project(x.flatten(1))
        side = x @ self.branches.T
        share = (side > 0).float() if math.isinf(self.sharpness) else torch.sigmoid(
            2 * self.sharpness * side)
        visits = [torch.ones(len(x))]
        for k in range(len(self.branches)):         # the positive side is child 2 k + 1
            visits += [visits[k] * share[:, k], visits[k] * (1 - share[:, k])]
        each = torch.einsum("nd,kcd->nkc", x, self.weights)
        gates = torch.einsum("nd,kcd->nkc", x, self.gates)
        return {"projected": x, "products": each, "gates": gates,
                "scores": (torch.stack(visits, 1)[..., None] * each * torch.tanh(gates)).sum(1)}

    def arrays(self):
        return {"project_weights": self.project.weight, "project_bias": self.project.bias,
                "branches": self.branches, "weights": self.weights, "gates": self.gates}

    def restore(self, a):
        self.project.weight.data, self.project.bias.data = a["project_weights"], a["project_bias"]
        self.branches.data, self.weights.data = a["branches"], a["weights"]
        self.gates.data = a["gates"]


MODELS = {"fastgrnn": FastGrnn, "ds_cnn": DsCnn, "proto_nn": ProtoNn, "bonsai": Bonsai}


def train(model, x, y):
    """Adam with decoupled weight decay and a falling rate; the result is the running mean of the
    second half."""
    steps = model.epochs * (len(x) // BATCH)
    optimiser = torch.optim.AdamW(model.parameters(), model.rate, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    means = None
    for epoch in range(model.epochs):
        if hasattr(model, "progress"):
            model.progress(epoch / model.epochs)
        order = torch.randperm(len(x))
        seen = warped(x, model.strength)
        for at in order[:len(x) // BATCH * BATCH].split(BATCH):
            loss = F.cross_entropy(model.values(seen[at])["scores"], y[at], label_smoothing=0.05)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1)
            optimiser.step()
            schedule.step()
        if 2 * epoch >= model.epochs:
            now = {name: p.detach().clone() for name, p in model.named_parameters()}
            means = now if means is None else {n: means[n].lerp(now[n], 0.1) for n in now}
    for name, p in model.named_parameters():
        p.data = means[name]
    if hasattr(model, "fold"):
        with torch.no_grad():
            model.fold(warped(x, model.strength))


def main():
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    data, wanted = read(sys.argv[1]), sys.argv[2:]
    folder = HERE / "weights"
    folder.mkdir(exist_ok=True)
    for name, kind in MODELS.items():
        torch.manual_seed(SEED)
        model = kind(data["train"])
        if name in wanted:
            train(model, *data["train"])
            for array, p in model.arrays().items():
                np.save(folder / f"{name}_{array}.npy", p.detach().contiguous().numpy())
        model.restore({file.stem[len(name) + 1:]: torch.from_numpy(np.load(file))
                       for file in folder.glob(f"{name}_*.npy")})
        with torch.no_grad():
            seen = model.values(data["train"][0])
            print(name, ", ".join(f"{v} to {seen[v].abs().max():.2f}" for v in seen))
            for part, (x, y) in data.items():
                right = (model.values(x)["scores"].argmax(1) == y).sum()
                print(f"  {part} {right} of {len(x)} = {100 * right / len(x):.2f} %")


if __name__ == "__main__":
    main()
