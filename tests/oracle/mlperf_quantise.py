#!/usr/bin/env python3
"""A float model of MLPerf Tiny in int8 by ./dev quantise, beside the int8 file that MLPerf Tiny ships:

  mlperf_quantise.py <folder> <model of mlperf_tiny>

Both by the ratio of signal to error of their outputs, against the float model's, on the odd ones of its recorded
inputs; ./dev quantise chooses by the even ones. Prints a row of docs/quantise.md's table, and fails where ours is more
than 1 dB below. Needs the package numpy.
"""
import json
import pathlib
import re
import subprocess
import sys

try:
    import numpy as np
except ImportError as error:
    print(f"skipped: no Python package {error.name}")
    sys.exit(0)

ROOT = pathlib.Path(__file__).resolve().parents[2]


def decibels(want, have):
    return 10 * np.log10((want ** 2).sum() / ((have - want) ** 2).sum())


def shipped(model):
    """Of the recorded outputs of the shipped file."""
    graph = json.loads((model / "int8/graph.json").read_text())
    is_output = next(t for t in graph["tensors"] if t["index"] == graph["outputs"][0])
    codes = np.load(model / "int8/outputs.npy").astype(float)
    have = (codes - is_output["zero_point"][0]) * is_output["scale"][0]
    return decibels(np.load(model / "float/outputs.npy").astype(float)[1::2], have[1::2])


def ours(model, folder):
    """Of what ./dev quantise reports."""
    said = subprocess.run([ROOT / "dev", "quantise", model / "float/model.tflite", "--data",
                           model / "float/inputs.npy", "--format", "int8", "--out", folder],
                          check=True, capture_output=True, text=True).stdout
    return float(re.search(r"^SQNR +(\S+) dB", said, re.M).group(1))


def main(folder, model):
    have, want = ours(model, folder), shipped(model)
    count = len(np.load(model / "float/inputs.npy"))
    print(f"| {model.name} | {count} | {want:.1f} dB | {have:.1f} dB |")
    sys.exit(1 if have < want - 1 else 0)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve())
