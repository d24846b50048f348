#!/usr/bin/env python3
"""The digits network: trains it, quantises it, writes its weights as C++ headers.

    ./fetch_data.sh DATA                    # puts digits.csv into the folder DATA
    ./train.py DATA/digits.csv              # weights/*.npy -> weights_{f32,q,s8}.hpp, accuracies
    ./train.py DATA/digits.csv --train      # the same after a new training, about a minute
    ./train.py DATA/digits.csv --predictions DIR    # also the logits of all test images, .npy

Needs numpy only. Training again gives the committed weights only where the matrix products round
alike; what follows from the weights is the same text on every machine.

Data: scikit-learn's digits, 1797 images of 8x8 pixels with values 0..16, which is the test part of
"Optical Recognition of Handwritten Digits" (Alpaydin and Kaynak, UCI, CC BY 4.0). split/*.txt hold
the line numbers, counted from 0, of three disjoint parts. The weights come from `train`. Every
choice (of training settings and of number formats) was made on `train` and `validation`. `test` is
only measured. All three parts hold the same writers.
"""
import argparse
import math
import pathlib
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
CONVS = ["conv1", "conv2", "conv3"]     # 3x3, stride 1, same padding, relu
LAYERS = CONVS + ["dense"]
POOLED = ["conv2", "conv3"]             # followed by a 2x2 max pool
SHAPES = {"conv1": (8, 3, 3, 1), "conv2": (16, 3, 3, 8), "conv3": (16, 3, 3, 16), "dense": (10, 64)}
EPOCHS, BATCH, RATE, DECAY, DROPOUT, SEED = 150, 16, 3e-3, 0.05, 0.25, 4


# Data.

def read_data(path):
    table = np.loadtxt(path, delimiter=",", dtype=np.int64)
    return table[:, :64].reshape(-1, 8, 8, 1), table[:, 64]


def read_split(labels):
    """Three index arrays. Where split/ is empty, every fifth image of each digit is for test and
    every sixth of the others for validation."""
    (HERE / "split").mkdir(exist_ok=True)
    files = {part: HERE / f"split/{part}.txt" for part in ["train", "validation", "test"]}
    if not any(file.exists() for file in files.values()):
        order = np.random.default_rng(0).permutation(len(labels))
        order = order[np.argsort(labels[order], kind="stable")]
        rest = np.delete(order, np.s_[::5])
        parts = np.delete(rest, np.s_[::6]), rest[::6], order[::5]
        for file, part in zip(files.values(), parts):
            np.savetxt(file, np.sort(part), fmt="%d")
    return {part: np.loadtxt(file, dtype=np.int64) for part, file in files.items()}


# The network, whatever its arithmetic.

def columns(x):
    """(N,H,W,C) -> (N,H,W,9C): the 3x3 neighbourhood of every pixel, zeros outside."""
    x = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2))
    return windows.transpose(0, 1, 2, 4, 5, 3).reshape(*windows.shape[:3], -1)


def pool_windows(x):
    """(N,H,W,C) -> (N,H/2,W/2,C,4)"""
    n, h, w, c = x.shape
    blocks = x.reshape(n, h // 2, 2, w // 2, 2, c).transpose(0, 1, 3, 5, 2, 4)
    return blocks.reshape(n, h // 2, w // 2, c, 4)


def run(x, layer):
    """Logits. layer(name, x) is a convolution with its relu, or the dense layer, in one of the
    arithmetics below."""
    for name in LAYERS:
        x = layer(name, x if name in CONVS else x.reshape(len(x), -1))
        if name in POOLED:
            x = pool_windows(x).max(-1)
    return x


def accumulate(x, weights, bias):
    """Sums of products in double: exact for the integer versions, which stay below 2^31."""
    x = columns(x) if weights.ndim == 4 else x
    acc = x.astype(np.float64) @ weights.reshape(len(weights), -1).T.astype(np.float64) + bias
    assert np.abs(acc).max() < 2**31
    return acc


# Training.

def augment(images, rng):
    """Each image turned, scaled, sheared and shifted a little, by bilinear interpolation."""
    n = len(images)
    angle, shear = rng.uniform(-0.2, 0.2, n), rng.uniform(-0.15, 0.15, n)
    scale_y, scale_x = rng.uniform(0.9, 1.12, (2, n))
    cos, sin = np.cos(angle), np.sin(angle)
    y, x = np.mgrid[:8, :8].reshape(2, 64) - 3.5
    shift = rng.uniform(-0.8, 0.8, (2, n, 1))
    v = np.outer(cos * scale_y, y) - np.outer(sin, x) + shift[0] + 4.5
    u = np.outer(sin + shear, y) + np.outer(cos * scale_x, x) + shift[1] + 4.5
    v, u = np.clip(v, 0, 8.999), np.clip(u, 0, 8.999)    # in the image with a border of one zero
    padded = np.pad(images[..., 0], ((0, 0), (1, 1), (1, 1)))
    i, j, k = v.astype(int), u.astype(int), np.arange(n)[:, None]
    fv, fu = v - i, u - j
    warped = ((1 - fv) * ((1 - fu) * padded[k, i, j] + fu * padded[k, i, j + 1])
              + fv * ((1 - fu) * padded[k, i + 1, j] + fu * padded[k, i + 1, j + 1]))
    return warped.reshape(images.shape).astype(np.float32)


def gradients(p, x, labels, rng):
    """Derivatives of the mean cross entropy by every parameter."""
    kept, n = {}, len(x)
    for name in CONVS:
        kept[name] = columns(x)
        x = np.maximum(kept[name] @ p[name + "_weights"].reshape(len(p[name + "_bias"]), -1).T
                       + p[name + "_bias"], 0)
        kept[name + "_out"] = x
        if name in POOLED:
            windows = pool_windows(x)
            x = windows.max(-1)
            winners = windows == x[..., None]
            kept[name + "_pool"] = winners / winners.sum(-1, keepdims=True, dtype=np.float32)
    mask = (rng.random(x.shape, dtype=np.float32) >= DROPOUT) / np.float32(1 - DROPOUT)
    flat = (x * mask).reshape(n, -1)
    logits = flat @ p["dense_weights"].T + p["dense_bias"]
    d = np.exp(logits - logits.max(1, keepdims=True))
    d /= d.sum(1, keepdims=True)
    d[np.arange(n), labels] -= 1
    d /= n

    g = {"dense_weights": d.T @ flat, "dense_bias": d.sum(0)}
    d = (d @ p["dense_weights"]).reshape(x.shape) * mask
    for name in reversed(CONVS):
        if name in POOLED:
            n, h, w, c = d.shape
            d = (d[..., None] * kept[name + "_pool"]).reshape(n, h, w, c, 2, 2)
            d = d.transpose(0, 1, 4, 2, 5, 3).reshape(n, 2 * h, 2 * w, c)
        d = d * (kept[name + "_out"] > 0)
        weights = p[name + "_weights"]
        rows = d.reshape(-1, d.shape[-1])
        g[name + "_weights"] = (rows.T @ kept[name].reshape(len(rows), -1)).reshape(weights.shape)
        g[name + "_bias"] = rows.sum(0)
        if name != CONVS[0]:
            turned = weights[:, ::-1, ::-1].transpose(1, 2, 0, 3).reshape(-1, weights.shape[-1])
            d = columns(d) @ turned
    return g


def train(images, labels):
    """Adam with decoupled weight decay and a falling rate. The result is the running mean of the
    parameters."""
    rng = np.random.default_rng(SEED)
    p = {}
    for name, shape in SHAPES.items():
        deviation = math.sqrt(2 / math.prod(shape[1:]))
        p[name + "_weights"] = (rng.standard_normal(shape) * deviation).astype(np.float32)
        p[name + "_bias"] = np.zeros(shape[0], np.float32)
    first, second = ({k: np.zeros_like(v) for k, v in p.items()} for _ in range(2))
    mean = {k: v.copy() for k, v in p.items()}
    steps, step = EPOCHS * (len(images) // BATCH), 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(images))
        warped = augment(images, rng) / 16
        for at in range(0, len(order) - BATCH + 1, BATCH):
            batch = order[at:at + BATCH]
            step += 1
            rate = RATE * 0.5 * (1 + math.cos(math.pi * step / steps))
            for k, g in gradients(p, warped[batch], labels[batch], rng).items():
                first[k] += 0.1 * (g - first[k])
                second[k] += 0.01 * (g * g - second[k])
                change = first[k] / (1 - 0.9**step) / (
                    np.sqrt(second[k] / (1 - 0.99**step)) + 1e-8)
                p[k] -= np.float32(rate) * (change + DECAY * p[k]).astype(np.float32)
                mean[k] += np.float32(0.005) * (p[k] - mean[k])
    return mean


# Float arithmetic.

def float_network(p):
    def layer(name, x):
        y = accumulate(x, p[name + "_weights"], p[name + "_bias"])
        return np.maximum(y, 0) if name in CONVS else y
    return layer


def observe(p, images):
    """Every layer's output on the training images: what the formats are chosen from."""
    seen, layer = {}, float_network(p)

    def observed(name, x):
        seen[name] = layer(name, x)
        return seen[name]
    run(images / 16, observed)
    return seen


# q<m,n>: value = integer / 2^n.

def to_q(x, frac, bits=8):
    return np.clip(np.round(np.ldexp(x, frac)), -2**(bits - 1), 2**(bits - 1) - 1).astype(np.int64)


def best_frac(x):
    """The fraction bits whose 8-bit rounding and saturation have the least squared error."""
    x = x.astype(np.float64)
    return min(range(-4, 16), key=lambda f: np.square(np.ldexp(to_q(x, f), -f) - x).sum())


def quantise_q(p, seen):
    """{layer: weights, bias, their fraction bits, the output's}. The input is pixel / 16 as q<3,4>.
    A bias has the scale of the accumulator, so that it is added without a shift."""
    q, frac_in = {"input": 4}, 4
    for name in LAYERS:
        frac_w = best_frac(p[name + "_weights"])
        frac_out = best_frac(seen[name])
        assert frac_in + frac_w >= frac_out
        q[name] = {"weights": to_q(p[name + "_weights"], frac_w), "frac_w": frac_w,
                   "bias": to_q(p[name + "_bias"].astype(np.float64), frac_in + frac_w, 32),
                   "frac_b": frac_in + frac_w, "frac_out": frac_out}
        frac_in = frac_out
    return q


def q_network(q):
    """y = saturate((acc + 2^(s-1)) >> s): round half up."""
    def layer(name, x):
        t = q[name]
        acc = accumulate(x, t["weights"], t["bias"]).astype(np.int64)
        s = t["frac_b"] - t["frac_out"]
        y = np.clip((acc + ((1 << s) >> 1)) >> s, -128, 127)
        return np.maximum(y, 0) if name in CONVS else y
    return layer


# Affine int8, as TensorFlow Lite: value = scale * (integer - zero).

def quantise_s8(p, seen):
    """The input is pixel / 16 with scale 1/128 and zero -128: integer = 8 * pixel - 128."""
    scale_in, zero_in = np.float32(1 / 128), -128
    s8 = {"input": {"scale": scale_in, "zero": zero_in}}
    for name in LAYERS:
        weights = p[name + "_weights"].astype(np.float64)
        rows = weights.reshape(len(weights), -1)
        largest = np.abs(rows).max(1) if name in CONVS else np.abs(rows).max(keepdims=True)[0]
        scale_w = (largest / 127).astype(np.float32)      # one a channel; dense: one in all
        low, high = min(seen[name].min(), 0), max(seen[name].max(), 0)
        scale_out = np.float32((high - low) / 255)
        zero_out = int(np.clip(round(-128 - low / scale_out), -128, 127))
        per_row = scale_w.astype(np.float64)[:, None]
        product = (scale_in * scale_w).astype(np.float64)          # a float32 product
        bias = np.round(p[name + "_bias"] / product).astype(np.int64)
        if name in CONVS:          # a convolution's multiplier comes from the double product
            product = np.float64(scale_in) * scale_w.astype(np.float64)
        ratios = np.broadcast_to(product / np.float64(scale_out), len(rows))
        s8[name] = {
            "weights": np.clip(np.round(rows / per_row), -127, 127).astype(np.int64)
                         .reshape(weights.shape),
            "scale_w": scale_w, "bias": bias, "zero_in": zero_in, "scale": scale_out,
            "zero": zero_out, "multipliers": [multiplier(r) for r in ratios]}
        scale_in, zero_in = scale_out, zero_out
    return s8


def multiplier(real):
    """real = m * 2^(shift - 31) with m in [2^30, 2^31)"""
    fraction, shift = math.frexp(real)
    m = math.floor(fraction * 2**31 + 0.5)
    return (m // 2, shift + 1) if m == 2**31 else (m, shift)


def requantise(acc, m, shift):
    """TFLite's double rounding: acc * m / 2^31, ties up, then / 2^-shift, ties away from zero."""
    assert shift <= 0
    high = (acc * m + 2**30) >> 31
    mask = (1 << -shift) - 1
    return (high >> -shift) + ((high & mask) > (mask >> 1) + (high < 0))


def s8_network(s8):
    def layer(name, x):
        t = s8[name]
        acc = accumulate(x - t["zero_in"], t["weights"], t["bias"]).astype(np.int64)
        y = np.stack([requantise(acc[..., c], m, shift)
                      for c, (m, shift) in enumerate(t["multipliers"])], -1) + t["zero"]
        return np.clip(y, t["zero"] if name in CONVS else -128, 127)
    return layer


# C++ headers.

def bytes_array(name, values, kind):
    data = np.ascontiguousarray(values.astype(kind)).tobytes()
    octal = [f"\\{byte:03o}" for byte in data]
    lines = ["".join(octal[at:at + 20]) for at in range(0, len(octal), 20)]
    text = "\n".join(f'    "{line}"' for line in lines)
    return f"alignas(16) inline constexpr unsigned char {name}_bytes[] =\n{text};\n"


def constant(name, format_, shape, layout, values, kind):
    """The bytes of a tensor and its typed constant."""
    bytes_name = name.replace("weights", "weight")
    dimensions = ", ".join(map(str, shape))
    layout = f", etch::{layout}" if layout else ""
    return (bytes_array(bytes_name, values, kind)
            + f"inline constexpr etch::constant<etch::tensor<\n"
              f"    {format_}, etch::shape<{dimensions}>{layout}>>\n"
              f"    {name}{{{bytes_name}_bytes}};\n")


def layer_constants(name, weights, weight_format, weight_kind, bias, bias_format, bias_kind):
    layout = "ohwi" if name in CONVS else None
    return (constant(name + "_weights", weight_format, SHAPES[name], layout, weights, weight_kind)
            + constant(name + "_bias", bias_format, SHAPES[name][:1], None, bias, bias_kind)
            + f"inline constexpr etch::parameters {name}{{{name}_weights, {name}_bias}};\n")


def write_header(suffix, title, formats, layers):
    aliases = "\n".join(f"using {name}_format = {f};" for name, f in formats.items())
    cstdint = "#include <cstdint>\n\n" if "std::" in aliases else ""
    (HERE / f"weights_{suffix}.hpp").write_text(f"""\
// {title}
// Written by train.py, as many lines as the bytes need: little-endian, convolution weights OHWI,
// dense weights (10, HWC).
#pragma once

{cstdint}#include <etch/etch.hpp>

// clang-format off
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"

namespace digits::{suffix}w {{

{aliases}

""" + "\n".join(layers) + f"""
}}  // namespace digits::{suffix}w

#pragma GCC diagnostic pop
// clang-format on
""")


def write_headers(p, q, s8):
    write_header("f32", "The digits network's trained weights, as float.",
                 {name: "etch::f32" for name in ["input"] + LAYERS},
                 [layer_constants(name, p[name + "_weights"], "etch::f32", "<f4",
                                  p[name + "_bias"], "etch::f32", "<f4") for name in LAYERS])

    def q_format(frac, bits=8):
        return f"etch::q<{bits - 1 - frac}, {frac}>"
    write_header("q", "The digits network's weights in powers of two: value = integer / 2^n.",
                 {"input": q_format(q["input"])}
                 | {name: q_format(q[name]["frac_out"]) for name in LAYERS},
                 [layer_constants(name, q[name]["weights"], q_format(q[name]["frac_w"]), "<i1",
                                  q[name]["bias"], q_format(q[name]["frac_b"], 32), "<i4")
                  for name in LAYERS])

    def affine(scale, zero):
        return f"etch::affine<std::int8_t, etch::scale{{{float(scale):.17g}}}, {zero}>"

    def s8_layer(name):
        t = s8[name]
        scales, weight_format = "", affine(t["scale_w"][0], 0)
        if name in CONVS:
            values = "".join(f"    {float(s):.17g},\n" for s in t["scale_w"])
            array = f"{name}_scales[{len(t['scale_w'])}]"
            scales = f"inline constexpr double {array} = {{\n{values}}};\n"
            weight_format = f"etch::affine_channels<std::int8_t, {name}_scales>"
        return scales + layer_constants(name, t["weights"], weight_format, "<i1",
                                        t["bias"], "etch::bias32", "<i4")
    write_header("s8", "The digits network's weights as int8: value = scale * (integer - zero).",
                 {name: affine(s8[name]["scale"], s8[name]["zero"]) for name in ["input"] + LAYERS},
                 [s8_layer(name) for name in LAYERS])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("csv", type=pathlib.Path, help="digits.csv, see fetch_data.sh")
    parser.add_argument("--train", action="store_true", help="replace weights/*.npy")
    parser.add_argument("--predictions", type=pathlib.Path, metavar="DIR",
                        help="write {f32,q,s8}_logits.npy of the test images")
    options = parser.parse_args()

    images, labels = read_data(options.csv)
    split = read_split(labels)
    names = [f"{name}_{kind}" for name in LAYERS for kind in ["weights", "bias"]]
    if options.train:
        (HERE / "weights").mkdir(exist_ok=True)
        p = train(images[split["train"]], labels[split["train"]])
        for name in names:
            np.save(HERE / f"weights/{name}.npy", p[name])
    p = {name: np.load(HERE / f"weights/{name}.npy") for name in names}

    seen = observe(p, images[split["train"]])
    q, s8 = quantise_q(p, seen), quantise_s8(p, seen)
    write_headers(p, q, s8)

    networks = {"f32": (float_network(p), lambda pixels: pixels / 16, np.float32),
                "q": (q_network(q), lambda pixels: pixels, np.int8),
                "s8": (s8_network(s8), lambda pixels: 8 * pixels - 128, np.int8)}
    for name, (layer, to_input, kind) in networks.items():
        for part in ["validation", "test"]:
            logits = run(to_input(images[split[part]]), layer)
            right, all_ = (logits.argmax(1) == labels[split[part]]).sum(), len(logits)
            print(f"{name:4} {part:10} {right} of {all_} = {100 * right / all_:.2f} %")
        if options.predictions:
            options.predictions.mkdir(parents=True, exist_ok=True)
            np.save(options.predictions / f"{name}_logits.npy", logits.astype(kind))


if __name__ == "__main__":
    main()
