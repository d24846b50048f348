#!/usr/bin/env python3
"""The detectors: trains one, folds its batch norms, writes weights/<kind>/*.npy in f16.

    ./fetch_data.sh DATA && ./make_data.py DATA
    ./train.py DATA faces             # six minutes of one core; DATA/faces.pt, weights/faces
    ./train.py DATA ships             # nine minutes
    ./train.py DATA ships --trained   # weights/ships of DATA/ships.pt

Needs numpy and torch. Fifteen 3x3 convolutions, each but the last with a batch norm and a relu,
three max pools, a YOLO head. Training again may give other weights. What it reaches is measured by
detector_widths, in C++.
"""
import argparse
import pathlib
import time
import numpy as np
import torch
import make_data

HERE = pathlib.Path(__file__).resolve().parent
CHANNELS = [16, 16, 32, 48, 48, 64, 64, 64, 64, 64, 64, 64, 80, 64]    # and those of the head
POOLED = [0, 2, 4]                  # convolutions that a 2x2 max pool follows
STRIDE, CELLS = 8, 16
BATCH, RATE, DECAY, SEED = 16, 4e-3, 0.02, 1
AFTER_ROOT, INSIDE_ROOT = 1e-6, 1e-5    # epsilons of Darknet: as it infers, as it folds


class Kind:
    """What a detector looks for, by how many classes, anchors (in pixels) and steps of training."""
    def __init__(self, classes, anchors, steps):
        self.classes, self.anchors, self.steps = classes, np.array(anchors, np.float64), steps
        self.per_anchor = 5 + classes    # x, y, w, h, is there anything, classes


KINDS = {"faces": Kind(1, [(25, 25), (42, 42)], 1500), "ships": Kind(6, [(42, 20)], 4000)}


class Detector(torch.nn.Module):
    def __init__(self, kind):
        super().__init__()
        all_channels = CHANNELS + [len(kind.anchors) * kind.per_anchor]
        self.convs, self.norms = torch.nn.ModuleList(), torch.nn.ModuleList()
        before = 3
        for k, channels in enumerate(all_channels):
            last = k == len(CHANNELS)
            self.convs.append(torch.nn.Conv2d(before, channels, 3, padding=1, bias=last))
            torch.nn.init.kaiming_normal_(self.convs[k].weight, nonlinearity="relu")
            if not last:
                self.norms.append(torch.nn.BatchNorm2d(channels, eps=INSIDE_ROOT))
            before = channels
        with torch.no_grad():
            self.convs[-1].weight *= 0.1
            bias = self.convs[-1].bias.zero_().view(-1, kind.per_anchor)
            bias[:, 4] = -4
            bias[:, 5:] = 2 if kind.classes == 1 else -1.5

    def forward(self, x):
        for k, conv in enumerate(self.convs):
            x = conv(x)
            if k < len(self.norms):
                x = torch.relu(self.norms[k](x))
            if k in POOLED:
                x = torch.nn.functional.max_pool2d(x, 2)
        return x


def scaled(pictures):
    """Bytes (N,H,W,3) as the network takes them: of -0.5 .. 0.5, (N,3,H,W)."""
    x = torch.from_numpy(pictures).permute(0, 3, 1, 2)
    return (x.float() - 128) / 256


# The loss: of YOLO version 3.

def targets(boxes, kind):
    """What cells shall say, (N,anchors,CELLS,CELLS,4 + classes), where there is anything, and where
    nothing counts: cells beside an object and those of the other anchors."""
    cells = len(boxes), len(kind.anchors), CELLS, CELLS
    want = np.zeros((*cells, 4 + kind.classes), np.float32)
    there = np.zeros(cells, np.float32)
    counts = np.ones(cells, np.float32)
    for k in range(len(boxes)):
        for x, y, wide, high, label in boxes[k][boxes[k][:, 2] > 0]:
            u, v = (x + wide / 2) / STRIDE, (y + high / 2) / STRIDE
            i, j = int(u), int(v)
            lengths = np.log(np.array([wide, high]) / kind.anchors)
            a = int(np.abs(lengths).sum(-1).argmin())
            counts[k, :, max(j - 1, 0):j + 2, max(i - 1, 0):i + 2] = 0
            want[k, a, j, i, :4] = u - i, v - j, *lengths[a]
            want[k, a, j, i, 4 + label] = 1
            there[k, a, j, i] = 1
    counts[there == 1] = 1
    return [torch.from_numpy(t) for t in (want, there, counts)]


def loss_of(y, want, there, counts):
    n, anchors, _, _, outputs = want.shape
    y = y.float().view(n, anchors, outputs + 1, CELLS, CELLS).permute(0, 1, 3, 4, 2)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    centre = entropy(y[..., :2], want[..., :2], reduction="none").sum(-1)
    length = ((y[..., 2:4] - want[..., 2:4]) ** 2).sum(-1) * 8
    label = entropy(y[..., 5:], want[..., 4:], reduction="none").sum(-1)
    score = entropy(y[..., 4], there, reduction="none")
    near = (torch.sigmoid(y[..., 4].detach()) - there).abs() ** 1.5
    return (there * (centre + length + label) + 4 * counts * near * score).sum() / there.sum()


def train(name, part, checkpoint):
    kind = KINDS[name]
    torch.manual_seed(SEED)
    rng = np.random.default_rng(make_data.SEEDS[name]["train"])
    net = Detector(kind).to(memory_format=torch.channels_last)
    chosen = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(chosen, RATE, total_steps=kind.steps,
                                                   pct_start=0.1)
    mean = 0
    for step in range(kind.steps):
        pictures, boxes = make_data.batch_of(name, part, BATCH, rng)
        x = scaled(pictures).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            y = net(x)
        loss = loss_of(y, *targets(boxes, kind))
        chosen.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
        chosen.step()
        schedule.step()
        mean = 0.95 * mean + 0.05 * loss.item()
        if step % 25 == 24:
            print(f"{step + 1} loss {mean:.3f}, {time.process_time():.0f} s", flush=True)
    torch.save(net.state_dict(), checkpoint)


def folded(net, after_root):
    """Weights (O,3,3,I) and biases of each convolution with its batch norm. Darknet has two rules:
    it infers with x / (sqrt(variance) + 1e-6), and folds with x / sqrt(variance + 1e-5)."""
    layers = []
    for k, conv in enumerate(net.convs):
        weights = conv.weight.detach().double().permute(0, 2, 3, 1)
        if k == len(net.norms):
            layers.append((weights, conv.bias.detach().double()))
            continue
        norm = net.norms[k]
        variance, mean = norm.running_var.double(), norm.running_mean.double()
        inside = 0 if after_root else INSIDE_ROOT
        scale = norm.weight.detach().double() / (
            torch.sqrt(variance + inside) + (AFTER_ROOT if after_root else 0))
        layers.append((weights * scale.view(-1, 1, 1, 1), norm.bias.detach().double() - mean * scale))
    return layers


def run(layers, x):
    """What folded convolutions make of x."""
    for k, (weights, bias) in enumerate(layers):
        x = torch.nn.functional.conv2d(x, weights.permute(0, 3, 1, 2).float(), bias.float(),
                                       padding=1)
        if k + 1 < len(layers):
            x = torch.relu(x)
        if k in POOLED:
            x = torch.nn.functional.max_pool2d(x, 2)
    return x


def check_folding(net, folder):
    """How far the outputs of both rules and of f16 are from those of the network as trained."""
    x = scaled(np.load(folder / "validation_pictures.npy")[:16])
    net.eval()
    with torch.no_grad():
        want = net(x)
        for after_root in [False, True]:
            layers = folded(net, after_root)
            rule = "after the root" if after_root else "inside the root"
            far = (run(layers, x) - want).abs().max().item()
            print(f"epsilon {rule}: logits differ by {far:.2e}, their largest is "
                  f"{want.abs().max().item():.1f}")
        halves = [(w.half().double(), b.half().double()) for w, b in folded(net, False)]
        print(f"in f16: by {(run(halves, x) - want).abs().max().item():.2e}")


def write(layers, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for k, (weights, bias) in enumerate(layers):
        np.save(folder / f"conv{k + 1}_weights.npy", weights.numpy().astype(np.float16))
        np.save(folder / f"conv{k + 1}_bias.npy", bias.numpy().astype(np.float16))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=pathlib.Path)
    arguments.add_argument("kind", choices=KINDS)
    arguments.add_argument("--trained", action="store_true", help="take DATA/<kind>.pt as it is")
    given = arguments.parse_args()
    torch.set_num_threads(1)
    checkpoint = given.data / f"{given.kind}.pt"
    if not given.trained:
        train(given.kind, make_data.parts_of(given.kind, given.data)["train"], checkpoint)
    net = Detector(KINDS[given.kind])
    net.load_state_dict(torch.load(checkpoint))
    check_folding(net, given.data / given.kind)
    write(folded(net, False), HERE / "weights" / given.kind)
    print(sum(w.numel() + b.numel() for w, b in folded(net, False)), "parameters")


if __name__ == "__main__":
    main()
