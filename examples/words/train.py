#!/usr/bin/env python3
"""The words network: trains it on what make_data.py said, writes weights/*.npy.

    g++ -std=c++20 -O2 -I../../include features.cpp -o FEATURES
    ./train.py DATA FEATURES    # about two minutes; accuracies of float and of the integers

Needs numpy only. ML-KWS's DNN-S: 250 inputs, three layers of 144 with relu, 12 outputs. Features
are those of etch::signal itself, every second hop of 50, less their mean, in 8 bits. All choices
were made on `validation`; `test` is only measured, and its features are committed.
"""
import pathlib
import subprocess
import sys
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
LAYERS = 4
WIDTHS = [250, 144, 144, 144, 12]
EPOCHS, BATCH, RATE, DECAY, DROPOUT, SEED = 150, 64, 1.5e-3, 0.02, 0.1, 1
INPUT_FRACTION = 1    # q<6, 1>


def read(folder, tool, part):
    """MFCC of a part, (N,50,10), 6 fraction bits; labels."""
    data = np.load(folder / f"{part}.npz")
    out = subprocess.run([tool], input=data["clips"].astype("<i2").tobytes(), capture_output=True,
                         check=True).stdout
    return np.frombuffer(out, "<i2").reshape(-1, 50, 10), data["labels"].astype(int)


def codes(x, means):
    """What sub<q<9, 6>> and to<q<6, 1>> make of MFCC, (N,50,10)."""
    less = np.clip(x.astype(np.int64) - means, -32768, 32767)
    return np.clip((less + 16) >> 5, -128, 127)


def heard(x):
    """What the network sees of these: every second hop, the last one among them."""
    return x[:, 1::2].reshape(len(x), -1)


def augmented(x, rng):
    """Each second turned by up to 400 ms, seen from either hop on, louder or softer, with 60 ms of
    it hidden: no moment and no level decides."""
    x = np.stack([np.roll(second, rng.integers(-20, 21), 0) for second in x])
    x[:, :, 0] += rng.uniform(-20, 20, (len(x), 1))
    x *= rng.uniform(0.9, 1.1, (len(x), 1, 1))
    for second, begin in zip(x, rng.integers(0, 50, len(x))):
        second[begin:begin + 6] = 0
    return np.clip(x, -128, 127)


def run(x, weights, biases):
    for k in range(LAYERS):
        x = x @ weights[k].T + biases[k]
        if k + 1 < LAYERS:
            x = np.maximum(x, 0)
    return x


def train(x, y, scale, rng):
    """Adam with decoupled weight decay and a falling rate."""
    p = [rng.normal(size=(o, i)) * np.sqrt(2 / i) for i, o in zip(WIDTHS, WIDTHS[1:])]
    p = [w.astype(np.float32) for w in p] + [np.zeros(o, np.float32) for o in WIDTHS[1:]]
    m, v = [np.zeros_like(w) for w in p], [np.zeros_like(w) for w in p]
    steps = EPOCHS * (len(x) // BATCH)
    for step in range(steps):
        if step % (len(x) // BATCH) == 0:
            order = rng.permutation(len(x))
        at = order[step % (len(x) // BATCH) * BATCH:][:BATCH]
        h, kept, masks = heard(augmented(x[at], rng)) * scale, [], []
        for k in range(LAYERS):
            kept.append(h)
            h = h @ p[k].T + p[LAYERS + k]
            if k + 1 < LAYERS:
                mask = ((h > 0) & (rng.random(h.shape) >= DROPOUT)) / np.float32(1 - DROPOUT)
                masks.append(mask.astype(np.float32))
                h = h * masks[-1]
        d = np.exp(h - h.max(1, keepdims=True))
        d /= d.sum(1, keepdims=True)
        d[np.arange(len(at)), y[at]] -= 1
        d /= len(at)
        g = [None] * len(p)
        for k in reversed(range(LAYERS)):
            g[k], g[LAYERS + k] = d.T @ kept[k], d.sum(0)
            if k > 0:
                d = (d @ p[k]) * masks[k - 1]
        rate = RATE * min(1, 2 * (1 - step / steps))
        for i, w in enumerate(p):
            m[i] += 0.1 * (g[i] - m[i])
            v[i] += 0.001 * (g[i] ** 2 - v[i])
            near = np.sqrt(v[i] / (1 - 0.999 ** (step + 1))) + 1e-8
            w -= rate * (m[i] / (1 - 0.9 ** (step + 1)) / near + (DECAY * w if i < LAYERS else 0))
    return p[:LAYERS], p[LAYERS:]


def fraction_bits(x, bits=8):
    """The most fraction bits with which the largest of x still fits."""
    return int(np.floor(np.log2((2 ** (bits - 1) - 0.5) / np.abs(x).max())))


def quantised(x, fraction, bits=8):
    most = 2 ** (bits - 1)
    return np.clip(np.floor(x * 2.0 ** fraction + 0.5), -most, most - 1).astype(np.int64)


def run_integers(x, q):
    """q7 layers as CMSIS-NN's: bias in the units of the weights' sum, shifted half up."""
    for k, (w, b, w_fraction, b_fraction, x_fraction, y_fraction) in enumerate(q):
        total = x @ w.T + (b << (w_fraction + x_fraction - b_fraction))
        shift = w_fraction + x_fraction - y_fraction
        x = np.clip((total + (1 << (shift - 1))) >> shift, -128, 127)
        if k + 1 < LAYERS:
            x = np.maximum(x, 0)
    return x


def accuracy(logits, y):
    return 100 * (logits.argmax(1) == y).mean()


def main():
    folder, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
    parts = {name: read(folder, tool, name) for name in ["train", "validation", "test"]}
    means = np.round(parts["train"][0].mean((0, 1))).astype(np.int16)
    data = {name: (codes(x, means), y) for name, (x, y) in parts.items()}
    scale = 2.0 ** -INPUT_FRACTION / 16    # inputs of about 1 for training
    rng = np.random.default_rng(SEED)
    x, y = data["train"]
    weights, biases = train(x.astype(np.float32), y, np.float32(scale), rng)
    weights[0] = weights[0] / 16
    data = {name: (heard(x), y) for name, (x, y) in data.items()}
    for name, (x, y) in data.items():
        real = x * 2.0 ** -INPUT_FRACTION
        print(name, len(y), "float %.2f %%" % accuracy(run(real, weights, biases), y))

    # formats of values from what validation needs, 1 of 2000 may saturate
    q, h, x_fraction = [], data["validation"][0] * 2.0 ** -INPUT_FRACTION, INPUT_FRACTION
    for k in range(LAYERS):
        h = h @ weights[k].T + biases[k]
        if k + 1 < LAYERS:
            h = np.maximum(h, 0)
        y_fraction = fraction_bits(np.quantile(np.abs(h), 0.9995))
        w_fraction = fraction_bits(weights[k])
        b_fraction = min(fraction_bits(biases[k]), w_fraction + x_fraction)
        w, b = quantised(weights[k], w_fraction), quantised(biases[k], b_fraction)
        q.append((w, b, w_fraction, b_fraction, x_fraction, y_fraction))
        x_fraction = y_fraction
        (HERE / "weights").mkdir(exist_ok=True)
        np.save(HERE / f"weights/dense{k + 1}_weights.npy", w.astype(np.int8))
        np.save(HERE / f"weights/dense{k + 1}_bias.npy", b.astype(np.int8))
    np.save(HERE / "weights/means.npy", means.reshape(1, 10))
    for name, (x, y) in data.items():
        print(name, "q7 %.2f %%" % accuracy(run_integers(x, q), y))
    print("layers: fraction bits of weights, bias, input, output:",
          [layer[2:] for layer in q])
    x, y = data["test"]
    np.save(HERE / "test_features.npy", x.astype(np.int8))
    np.save(HERE / "test_labels.npy", y.astype(np.uint8))
    logits = run_integers(x, q)
    digest = 2166136261
    for code in logits.astype(np.uint8).ravel():
        digest = (digest ^ int(code)) * 16777619 & 0xffffffff
    print("test: %d of %d right, logits %08x" % ((logits.argmax(1) == y).sum(), len(y), digest))


if __name__ == "__main__":
    main()
