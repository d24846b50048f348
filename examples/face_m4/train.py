#!/usr/bin/env python3
"""RNNPool's Face-M4: trains it, folds its batch norms and norms' scales, writes weights.npy in f16 and
ranges.hpp.

    ../detector/fetch_data.sh DATA && ./make_pictures.py DATA
    ./train.py DATA                # 30 minutes of one core at most; DATA/face_m4.pt, weights.npy, ...
    ./train.py DATA --trained      # the same of DATA/face_m4.pt as it is

Needs numpy and torch. The network is that of the RNNPool paper, on pictures that are pasted
together. It is made of windows, so that it is trained on quarters of 120x160. What it reaches is
measured by face_m4_accuracy, in C++. Training again may give other weights.
"""
import argparse
import pathlib
import time
import numpy as np
import torch
import make_pictures

HERE = pathlib.Path(__file__).resolve().parent
WINDOW, STRIDE, UNITS, STEM = 8, 4, 16, 4
BLOCKS = [(64, 32, 1), (32, 32, 1), (32, 64, 2), (64, 64, 1)]    # of MBConv: from, to, stride
EXPANSION = 2
ANCHORS, CELLS = [8, 16, 32, 48], [8, 8, 16, 16]    # of each head: its box, pixels from cell to cell
SCORES = [4, 2, 2, 2]               # of a cell; the first head has three of background
NORMED = 3                          # heads behind an L2 norm
VARIANCES = 0.1, 0.2                # of centres, of sides
HEIGHT, WIDTH, MOST = 120, 160, 4   # pictures of training
BATCH, RATE, DECAY, SEED = 16, 6e-3, 0.01, 1
STEPS, LIMIT = 3000, 30 * 60        # LIMIT: seconds of one core
TAKEN, LEFT = 0.4, 0.3              # overlap of an anchor that shall be a face; that may be one


class Cell(torch.nn.Module):
    """FastGRNN."""

    def __init__(self, inputs):
        super().__init__()
        self.w = torch.nn.Parameter(torch.randn(UNITS, inputs) * (1 / inputs) ** 0.5)
        self.u = torch.nn.Parameter(torch.linalg.qr(torch.randn(UNITS, UNITS))[0] * 0.7)
        self.gate = torch.nn.Parameter(torch.full([UNITS], 0.5))
        self.new = torch.nn.Parameter(torch.zeros(UNITS))
        self.zeta = torch.nn.Parameter(torch.tensor(1.0))
        self.nu = torch.nn.Parameter(torch.tensor(-4.0))

    def shares(self):
        return torch.sigmoid(self.zeta), torch.sigmoid(self.nu)

    def forward(self, x, before):
        """The state after x, whose product with w is taken already."""
        both = torch.nn.functional.linear(before, self.u) + x
        z, new = torch.sigmoid(both + self.gate), torch.tanh(both + self.new)
        zeta, nu = self.shares()
        return z * before + (zeta * (1 - z) + nu) * new


def states(cell, x):
    """The last state of a sequence, the last dimension of x (..., units, WINDOW)."""
    state = torch.zeros(x.shape[:-1])
    for t in range(WINDOW):
        state = cell(x[..., t], state)
    return state


class RnnPool(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Cell(STEM), Cell(UNITS)

    def forward(self, x):
        x = x.permute(0, 2, 3, 1) @ self.first.w.T    # (N,H,W,units)
        parts = []
        for along, across in [(2, 1), (1, 2)]:        # rows, columns
            lines = states(self.first, x.unfold(along, WINDOW, STRIDE)) @ self.second.w.T
            runs = lines.unfold(across, WINDOW, STRIDE)
            parts += list(states(self.second, torch.stack([runs, runs.flip(-1)])))
        return torch.cat(parts, -1).permute(0, 3, 1, 2)


class Convolution(torch.nn.Module):
    """A convolution and its batch norm."""

    def __init__(self, before, after, size, stride=1, groups=1):
        super().__init__()
        self.conv = torch.nn.Conv2d(before, after, size, stride, size // 2, groups=groups, bias=False)
        self.norm = torch.nn.BatchNorm2d(after)

    def forward(self, x):
        return self.norm(self.conv(x))

    def folded(self):
        scale = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        return self.conv.weight * scale.view(-1, 1, 1, 1), self.norm.bias - self.norm.running_mean * scale


class Block(torch.nn.Module):
    """MBConv: wider, a depthwise convolution, narrower, and x again where that has the shape."""

    def __init__(self, before, after, stride):
        super().__init__()
        wide = EXPANSION * before
        self.expand = Convolution(before, wide, 1)
        self.depthwise = Convolution(wide, wide, 3, stride, wide)
        self.project = Convolution(wide, after, 1)
        self.is_residual = before == after and stride == 1

    def forward(self, x, at=lambda name, x: x):
        y = at("expand", torch.nn.functional.relu6(self.expand(x)))
        y = at("depthwise", torch.nn.functional.relu6(self.depthwise(y)))
        y = at("project", self.project(y))
        return at("sum", x + y) if self.is_residual else y


class FaceM4(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.pool = Convolution(1, STEM, 3, 2), RnnPool()
        self.blocks = torch.nn.ModuleList(Block(*b) for b in BLOCKS)
        widths = [b[1] for b in BLOCKS]
        self.scales = torch.nn.ParameterList(
            torch.nn.Parameter(torch.full([w], s)) for w, s in zip(widths, [10.0, 8.0, 5.0]))
        self.places = torch.nn.ModuleList(torch.nn.Conv2d(w, 4, 3, 1, 1) for w in widths)
        self.scores = torch.nn.ModuleList(
            torch.nn.Conv2d(w, s, 3, 1, 1) for w, s in zip(widths, SCORES))
        for head in [*self.places, *self.scores]:
            torch.nn.init.normal_(head.weight, std=0.02)
            torch.nn.init.zeros_(head.bias)
        for head in self.scores:
            with torch.no_grad():
                head.bias[-1] = -2

    def forward(self, x, at=lambda name, x: x):
        """(N,anchors,4) places and (N,anchors,2) scores, cells row by row, head by head."""
        x = at("stem", torch.nn.functional.relu6(self.stem(x)))
        x = torch.nn.functional.pad(at("pool", self.pool(x)), [0, 1, 0, 1], mode="replicate")
        places, scores = [], []
        for k, block in enumerate(self.blocks):
            x = block(x, lambda name, v, k=k: at(f"{name}{k + 1}", v))
            y = x
            if k < NORMED:
                y = torch.nn.functional.normalize(x, dim=1) * self.scales[k].view(1, -1, 1, 1)
            here = at(f"scores{k + 1}", self.scores[k](y))
            here = torch.stack([here[:, :-1].amax(1), here[:, -1]], -1)
            scores.append(here.flatten(1, 2))
            places.append(at(f"places{k + 1}", self.places[k](y)).permute(0, 2, 3, 1).flatten(1, 2))
        return torch.cat(places, 1), torch.cat(scores, 1)


def scaled(pictures):
    """Bytes (N,H,W) as the network takes them: of -1 .. 1, (N,1,H,W)."""
    return (torch.from_numpy(pictures)[:, None].float() - 128) / 128


def anchors_of(height, width):
    """(anchors,3): middle and side, in pixels."""
    cells = [(-(-height // 8), -(-width // 8))] * 2 + [(-(-height // 16), -(-width // 16))] * 2
    all_of = []
    for (rows, columns), step, side in zip(cells, CELLS, ANCHORS):
        y, x = np.mgrid[:rows, :columns] * step + step / 2
        all_of.append(np.stack([x.ravel(), y.ravel(), np.full(rows * columns, side)], -1))
    return np.concatenate(all_of).astype(np.float32)


def overlaps(a, b):
    """Of squares (n,3) and (m,3), each middle and side: (n,m)."""
    near = lambda k: (np.minimum.outer(a[:, k] + a[:, 2] / 2, b[:, k] + b[:, 2] / 2)
                      - np.maximum.outer(a[:, k] - a[:, 2] / 2, b[:, k] - b[:, 2] / 2)).clip(0)
    both = near(0) * near(1)
    return both / (a[:, None, 2] ** 2 + b[None, :, 2] ** 2 - both)


def targets(boxes, anchors):
    """What anchors shall say, (N,anchors,4); whether they shall be a face: 1, 0 or, of no matter,
    -1."""
    want = np.zeros((len(boxes), len(anchors), 4), np.float32)
    kind = np.zeros((len(boxes), len(anchors)), np.int64)
    for k, found in enumerate(boxes):
        faces = found[found[:, 2] > 0][:, :3].astype(np.float32)    # squares
        faces[:, :2] += faces[:, 2:] / 2
        shares = overlaps(anchors, faces)
        best = shares.argmax(1)
        for f, a in enumerate(shares.argmax(0)):    # each face has an anchor at least
            best[a], shares[a, f] = f, 1
        most = shares.max(1)
        kind[k] = np.where(most >= TAKEN, 1, np.where(most >= LEFT, -1, 0))
        face = faces[best]
        want[k, :, :2] = (face[:, :2] - anchors[:, :2]) / anchors[:, 2:] / VARIANCES[0]
        want[k, :, 2:] = np.log(face[:, 2:] / anchors[:, 2:]) / VARIANCES[1]
    return torch.from_numpy(want), torch.from_numpy(kind)


def loss_of(places, scores, want, kind):
    """SSD's: of background, the three anchors a face that are most mistaken count."""
    there = kind == 1
    count = there.sum()
    place = torch.nn.functional.smooth_l1_loss(places[there], want[there], reduction="sum")
    wrong = torch.nn.functional.cross_entropy(scores.flatten(0, 1), (kind.flatten() == 1).long(),
                                              reduction="none")
    hard = wrong[kind.flatten() == 0].topk(min(int(3 * count), int((kind == 0).sum())))[0]
    return (place + wrong[there.flatten()].sum() + hard.sum()) / count


def train(part, checkpoint):
    torch.manual_seed(SEED)
    rng = np.random.default_rng(make_pictures.SEEDS["train"])
    net = FaceM4()
    anchors = anchors_of(HEIGHT, WIDTH)
    chosen = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(chosen, RATE, total_steps=STEPS, pct_start=0.1)
    mean = 0
    for step in range(STEPS):
        pictures, boxes = make_pictures.batch(part, BATCH, rng, HEIGHT, WIDTH, MOST)
        loss = loss_of(*net(scaled(pictures)), *targets(boxes, anchors))
        chosen.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
        chosen.step()
        schedule.step()
        mean = 0.95 * mean + 0.05 * loss.item()
        if step % 50 == 49:
            print(f"{step + 1} loss {mean:.3f}, {time.process_time():.0f} s", flush=True)
            torch.save(net.state_dict(), checkpoint)
        if time.process_time() > LIMIT:
            raise SystemExit(f"no time is left after {step + 1} of {STEPS} steps")
    torch.save(net.state_dict(), checkpoint)


def numbers_of(net):
    """All arrays in the order of network.hpp: weights of convolutions (O,H,W,I), of depthwise ones
    (1,H,W,C)."""
    def in_order(weights, bias):
        return [weights.permute(*((1, 2, 3, 0) if weights.shape[1] == 1 and len(weights) > STEM
                                  else (0, 2, 3, 1))), bias]
    arrays = in_order(*net.stem.folded())
    for cell in [net.pool.first, net.pool.second]:
        arrays += [cell.w, cell.u, cell.gate, cell.new, torch.stack(cell.shares())]
    for block in net.blocks:
        for layer in [block.expand, block.depthwise, block.project]:
            arrays += in_order(*layer.folded())
    for k, (place, score) in enumerate(zip(net.places, net.scores)):
        for head in [place, score]:
            scale = net.scales[k].view(1, -1, 1, 1) if k < NORMED else 1
            arrays += in_order(head.weight * scale, head.bias)
    return arrays


def write_ranges(net, folder):
    """The least and the largest number of each value on pictures of validation: ranges.hpp."""
    ends = {}
    def see(name, x):
        least, most = ends.get(name, (0, 0))
        ends[name] = min(least, x.min().item()), max(most, x.max().item())
        return x
    pictures = np.load(folder / "validation_pictures.npy")
    for k in range(0, len(pictures), 8):
        net(scaled(pictures[k:k + 8]), see)
    blocks = range(1, len(BLOCKS) + 1)
    values = ["stem", *(f"{part}{k}" for k in blocks for part in ["expand", "depthwise", "project"]),
              *(f"{part}{k}" for k in blocks for part in ["places", "scores"])]
    def row(names):
        return ",\n".join(f"    {{{ends[n][0]:.3f}, {ends[n][1]:.3f}}}" for n in names if n in ends)
    (HERE / "ranges.hpp").write_text(f"""// Written by train.py.
#pragma once

namespace face_m4 {{

/// The least and the largest number of a value on pictures of validation, 0 among them.
struct range {{
  double least, most;
}};
// clang-format off: a range a line
/// Of what each convolution makes, and of x + block(x).
inline constexpr range of_values[]{{
{row(values)}}};
inline constexpr range of_sums[]{{
{row(f"sum{k}" for k in blocks)}}};

}}  // namespace face_m4
""")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=pathlib.Path)
    arguments.add_argument("--trained", action="store_true", help="take DATA/face_m4.pt as it is")
    given = arguments.parse_args()
    torch.set_num_threads(1)
    checkpoint = given.data / "face_m4.pt"
    if not given.trained:
        train(make_pictures.read_parts(given.data)["train"], checkpoint)
    net = FaceM4()
    net.load_state_dict(torch.load(checkpoint))
    net.eval()
    with torch.no_grad():
        all_of = np.concatenate([a.reshape(-1).numpy() for a in numbers_of(net)])
        np.save(HERE / "weights.npy", all_of.astype(np.float16))
        print(len(all_of), "numbers")
        write_ranges(net, given.data)


if __name__ == "__main__":
    main()
