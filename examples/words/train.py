#!/usr/bin/env python3
"""The words networks: trains them on what make_data.py said and writes weights/*.npy in f16.

    g++ -std=c++20 -O2 -I../../include features.cpp -o FEATURES
    ./train.py DATA FEATURES            # accuracies and ranges of the committed weights
    ./train.py DATA FEATURES MODEL...   # the same after training dnn, ds_cnn, fastgrnn

Needs torch; one thread, minutes a model. Training again gives the committed weights only where sums
round alike. Features are those of etch::signal itself, 50 hops of 10 coefficients, less their mean,
in 8 bits. Weights come from `train`, all choices were made on `validation`; `test` is only measured,
and its features are committed.
"""
import math
import pathlib
import subprocess
import sys
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

HERE = pathlib.Path(__file__).resolve().parent
CLASSES, HOPS, COEFFICIENTS = 12, 50, 10
TEST_SETS = {"clean": slice(0, 380), "10 dB": slice(380, 580), "0 dB": slice(580, 780)}
BATCH, SEED = 64, 1
UNIT = 0.5       # of a code, q<6, 1>
SCALE = 1 / 16   # inputs of about 1 for training; the first layers' weights have it in the end


def read(folder, tool, part):
    """MFCC of a part, (N,50,10), 6 fraction bits; labels."""
    data = np.load(folder / f"{part}.npz")
    out = subprocess.run([tool], input=data["clips"].astype("<i2").tobytes(), capture_output=True,
                         check=True).stdout
    return (np.frombuffer(out, "<i2").reshape(-1, HOPS, COEFFICIENTS),
            torch.from_numpy(data["labels"].astype(np.int64)))


def codes(x, means):
    """What sub<q<9, 6>> and to<q<6, 1>> make of MFCC."""
    less = np.clip(x.astype(np.int64) - means, -32768, 32767)
    return np.clip((less + 16) >> 5, -128, 127)


def augmented(x):
    """Each second turned by up to 400 ms, louder or softer, with 60 ms of it hidden: no moment and
    no level decides."""
    turn = torch.randint(-20, 21, (len(x), 1))
    hops = (torch.arange(HOPS) - turn) % HOPS
    x = x.gather(1, hops[..., None].expand_as(x)).clone()
    x[:, :, 0] += 40 * torch.rand(len(x), 1) - 20
    x *= 0.9 + 0.2 * torch.rand(len(x), 1, 1)
    behind = torch.arange(HOPS) - torch.randint(0, HOPS, (len(x), 1))
    x[(behind >= 0) & (behind < 3)] = 0
    return x.clamp(-128, 127)


class Dnn(nn.Module):
    """ML-KWS's DNN-S: every second hop, the last one among them; three layers of 144."""
    epochs, rate, decay = 150, 1.5e-3, 0.02

    def __init__(self):
        super().__init__()
        widths = [HOPS // 2 * COEFFICIENTS, 144, 144, 144, CLASSES]
        self.layers = nn.ModuleList(nn.Linear(i, o) for i, o in zip(widths, widths[1:]))
        for layer in self.layers:
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)

    def values(self, x):
        seen, x = {}, x[:, 1::2].flatten(1)
        for k, layer in enumerate(self.layers[:-1]):
            x = seen[f"dense{k + 1}"] = F.relu(layer(x))
            x = F.dropout(x, 0.1, self.training)
        return seen | {"scores": self.layers[-1](x)}

    def finish(self, _):
        self.layers[0].weight.data *= SCALE

    def arrays(self):
        return {f"dense{k + 1}_{kind}": getattr(layer, kind)
                for k, layer in enumerate(self.layers) for kind in ["weight", "bias"]}


class DsCnn(nn.Module):
    """ML-KWS's DS-CNN-S: a convolution of 10x4 with strides of 2, four pairs of depthwise and
    pointwise ones, the mean of all places. Batch norms are there while it trains and are folded
    behind it."""
    epochs, rate, decay = 36, 4e-3, 0.01
    pairs, channels = 4, 64

    def __init__(self):
        super().__init__()
        c = self.channels
        self.names = ["conv"]
        self.conv = nn.Conv2d(1, c, (10, 4), stride=2, padding=(4, 1))
        for k in range(1, self.pairs + 1):
            setattr(self, f"depthwise{k}", nn.Conv2d(c, c, 3, padding=1, groups=c))
            setattr(self, f"pointwise{k}", nn.Conv2d(c, c, 1))
            self.names += [f"depthwise{k}", f"pointwise{k}"]
        self.scores = nn.Linear(c, CLASSES)
        self.norms = nn.ModuleDict({name: nn.BatchNorm2d(c) for name in self.names})

    def values(self, x):
        seen, x = {}, x[:, None]
        for name in self.names:
            x = getattr(self, name)(x)
            x = seen[name] = F.relu(self.norms[name](x) if name in self.norms else x)
        x = seen["mean"] = x.mean((2, 3))
        return seen | {"scores": self.scores(F.dropout(x, 0.1, self.training))}

    def finish(self, x):
        """Batch norms, with the statistics of x, become part of the convolutions."""
        for norm in self.norms.values():
            norm.reset_running_stats()
            norm.momentum = None
        self.train()
        for some in x.split(512):
            self.values(SCALE * UNIT * some)
        self.eval()
        for name in self.names:
            layer, norm = getattr(self, name), self.norms.pop(name)
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            layer.weight.data = layer.weight * scale[:, None, None, None]
            layer.bias.data = (layer.bias - norm.running_mean) * scale + norm.bias
        self.conv.weight.data *= SCALE

    def arrays(self):
        """Weights (O,KH,KW,I), those of depthwise convolutions (1,KH,KW,C)."""
        self.norms.clear()
        all_ = {}
        for name in self.names:
            order = (1, 2, 3, 0) if name.startswith("depthwise") else (0, 2, 3, 1)
            layer = getattr(self, name)
            all_ |= {f"{name}_weight": layer.weight.permute(order), f"{name}_bias": layer.bias}
        return all_ | {"scores_weight": self.scores.weight, "scores_bias": self.scores.bias}


class FastGrnn(nn.Module):
    """FastGRNN of EdgeML's size for words: 100 units, ranks of 16 and 25. A step reads two hops,
    the last state is scored."""
    epochs, rate, decay = 90, 6e-3, 0.01
    units, rank_w, rank_u, columns = 100, 16, 25, 2 * COEFFICIENTS

    def __init__(self):
        super().__init__()
        def normal(*shape):
            return nn.Parameter(torch.randn(shape) / math.sqrt(shape[-1]))
        self.w1, self.w2 = normal(self.rank_w, self.columns), normal(self.units, self.rank_w)
        self.u1, self.u2 = normal(self.rank_u, self.units), normal(self.units, self.rank_u)
        self.gate_bias = nn.Parameter(torch.ones(self.units))
        self.new_bias = nn.Parameter(torch.ones(self.units))
        self.shares = nn.Parameter(torch.tensor([1.0, -4.0]))    # zeta, nu before their sigmoid
        self.scores = nn.Linear(self.units, CLASSES)

    def values(self, x):
        shares = torch.sigmoid(self.shares) if self.training else self.shares
        h = torch.zeros(len(x), self.units)
        most = {"w": 0.0, "u": 0.0, "sum": 0.0, "state": 0.0}
        for step in x.reshape(len(x), -1, self.columns).unbind(1):
            w, u = step @ self.w1.T, h @ self.u1.T
            p = w @ self.w2.T + u @ self.u2.T
            z = torch.sigmoid(p + self.gate_bias)
            h = z * h + (shares[0] * (1 - z) + shares[1]) * torch.tanh(p + self.new_bias)
            for name, value in {"w": w, "u": u, "sum": p, "state": h}.items():
                most[name] = max(most[name], float(value.detach().abs().max()))
        seen = {name: torch.tensor(value) for name, value in most.items()}
        return seen | {"scores": self.scores(F.dropout(h, 0.1, self.training))}

    def finish(self, _):
        self.w1.data *= SCALE
        self.shares.data = torch.sigmoid(self.shares.data)

    def arrays(self):
        return {"w1": self.w1, "w2": self.w2, "u1": self.u1, "u2": self.u2,
                "gate_bias": self.gate_bias, "new_bias": self.new_bias, "shares": self.shares,
                "scores_weight": self.scores.weight, "scores_bias": self.scores.bias}


MODELS = {"dnn": Dnn, "ds_cnn": DsCnn, "fastgrnn": FastGrnn}


def right(model, x, y):
    """How many it has right."""
    return sum((model.values(UNIT * xs)["scores"].argmax(1) == ys).sum().item()
               for xs, ys in zip(x.split(256), y.split(256)))


def train(model, data):
    """Adam with decoupled weight decay and a rate that falls; the result is the running mean of the
    last quarter."""
    x, y = data["train"]
    steps = model.epochs * (len(x) // BATCH)
    optimiser = torch.optim.AdamW(model.parameters(), model.rate, weight_decay=model.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, model.rate, steps, pct_start=0.1)
    means = None
    for epoch in range(model.epochs):
        model.train()
        for at in torch.randperm(len(x))[:len(x) // BATCH * BATCH].split(BATCH):
            scores = model.values(SCALE * UNIT * augmented(x[at]))["scores"]
            loss = F.cross_entropy(scores, y[at], label_smoothing=0.05)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1)
            optimiser.step()
            schedule.step()
        if 4 * epoch >= 3 * model.epochs:
            now = {name: p.detach().clone() for name, p in model.named_parameters()}
            means = now if means is None else {n: means[n].lerp(now[n], 0.2) for n in now}
        print(f"epoch {epoch + 1}: loss {loss:.3f}", file=sys.stderr, flush=True)
    for name, p in model.named_parameters():
        p.data = means[name]
    with torch.no_grad():
        model.finish(augmented(x))


def main():
    torch.set_num_threads(1)
    folder, tool, wanted = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    parts = {name: read(folder, tool, name) for name in ["train", "validation", "test"]}
    means = np.round(parts["train"][0].mean((0, 1))).astype(np.int16)
    data = {name: (torch.from_numpy(codes(x, means)).float(), y) for name, (x, y) in parts.items()}
    weights = HERE / "weights"
    weights.mkdir(exist_ok=True)
    np.save(weights / "means.npy", means.reshape(1, COEFFICIENTS))
    x, y = data["test"]
    np.save(HERE / "test_features.npy", x.numpy().astype(np.int8).reshape(len(x), -1))
    np.save(HERE / "test_labels.npy", y.numpy().astype(np.uint8))
    for name, kind in MODELS.items():
        torch.manual_seed(SEED)
        model = kind()
        if name in wanted:
            train(model, data)
            for array, p in model.arrays().items():
                np.save(weights / f"{name}_{array}.npy",
                        p.detach().contiguous().numpy().astype(np.float16))
        model.eval()
        with torch.no_grad():
            for array, p in model.arrays().items():
                p.copy_(torch.from_numpy(np.load(weights / f"{name}_{array}.npy")).float())
            seen = model.values(UNIT * data["validation"][0])
            print(name, ", ".join(f"{v} to {seen[v].abs().max():.2f}" for v in seen))
            for part in ["train", "validation"]:
                print(f"  {part} {right(model, *data[part])} of {len(data[part][1])}")
            for part, at in TEST_SETS.items():
                count = right(model, x[at], y[at])
                print(f"  test, {part}: {count} of {len(y[at])} = {100 * count / len(y[at]):.2f} %")


if __name__ == "__main__":
    main()
