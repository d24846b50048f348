#!/usr/bin/env python3
"""Networks of etch beside those of other libraries: in one process, in turns, answers first.

  compare.py <folder of models> <folder of modules> <figures.json>

Prints the median of 7 rounds in microseconds of each library on each model, and how much of theirs
etch takes, the median of the rounds' ratios; writes peers/<model>/<library>_us and
peers/<model>/ratio_<library>. Models are in int8; those of f32, as <model>_f32, run in f32_fused
beside LiteRT alone. Times are those of the processor, of the one thread that works: what
else runs does not count. LiteRT, with XNNPACK, is called by Python; what such a call takes by
itself is printed. oneDNN, where its module is, runs as onednn_u8 and onednn_s8, by the signs of
codes between layers. Fails where answers differ by more than MOST_CODES in the mean. Needs the
packages numpy and ai-edge-litert.
"""
import ctypes
import json
import math
import os
import statistics
import sys
import time

import numpy as np
import onednn
from ai_edge_litert.interpreter import Interpreter

MODELS = ("ad", "kws", "resnet8", "vww")
F32_MODELS = ("ad", "resnet8", "vww")  # of kws there is none
ROUNDS = 7
ROUND_SECONDS = 0.03
# That answers may differ by in the mean: libraries round the same sums apart, a softmax makes up to
# a dozen codes of one, and oneDNN's sums of 16 bits saturate where there is no VPDPBUSD. A network
# that computes something else is off by more.
MOST_CODES = 8
MOST_OF_LARGEST = 1e-4  # of f32, whose sums are made in other orders: times the largest answer


class Module:
    """A network in a module of peer.hpp."""

    def __init__(self, library, peer, output, kind=np.int8):
        self.library, self.peer, self.output = library, ctypes.c_void_p(peer), output
        self.kind = kind
        library.peer_nanoseconds.restype = ctypes.c_double

    def answer(self, codes):
        x, y = np.ascontiguousarray(codes), np.empty(self.output, self.kind)
        self.library.peer_answer(self.peer, x.ctypes.data_as(ctypes.c_void_p),
                                 y.ctypes.data_as(ctypes.c_void_p))
        return y

    def seconds(self, runs):
        return self.library.peer_nanoseconds(self.peer, runs) * 1e-9


class LiteRT:
    def __init__(self, model):
        self.kernels = Interpreter(model_path=model, num_threads=1)
        self.kernels.allocate_tensors()
        self.input = self.kernels.get_input_details()[0]
        self.output = self.kernels.get_output_details()[0]

    def has_xnnpack(self):
        return any(op["op_name"] == "DELEGATE" for op in self.kernels._get_ops_details())

    def answer(self, codes):
        self.kernels.set_tensor(self.input["index"], codes)
        self.kernels.invoke()
        return self.kernels.get_tensor(self.output["index"])

    def seconds(self, runs):
        invoke = self.kernels.invoke
        start = time.thread_time()
        for _ in range(runs):
            invoke()
        return time.thread_time() - start


def onednn_peers(module, folder, output):
    """The model by oneDNN, in both forms that it has; nothing where it is not installed."""
    if not os.path.exists(module):
        return {}
    library = onednn.load(os.path.abspath(module))
    peers = {}
    for name, unsigned in (("onednn_u8", True), ("onednn_s8", False)):
        peer, slow = onednn.network(library, folder, unsigned)
        if peer is None:
            print(f"{name}: left out, oneDNN lacks a layer")
            continue
        if slow:
            print(f"{name}: {slow} layers by oneDNN's reference, not by a fast kernel")
        peers[name] = Module(library, peer.value, output)
    return peers


def microseconds(peers):
    """What a run of each takes in every round, each time another one first."""
    names = list(peers)
    runs, taken = {}, {name: [] for name in names}
    for name in names:
        peers[name].seconds(20)
        runs[name] = max(1, int(ROUND_SECONDS / (peers[name].seconds(20) / 20)))
    for k in range(ROUNDS):
        for name in names[k % len(names):] + names[:k % len(names)]:
            taken[name].append(peers[name].seconds(runs[name]) / runs[name] * 1e6)
    return taken


def ratio(ours, theirs):
    """The median of the rounds' ratios: what disturbs a round disturbs both sides."""
    return statistics.median(a / b for a, b in zip(ours, theirs))


def agree(model, inputs, peers):
    """Says how far the answers of others are from those of etch; False where it is too far."""
    good = True
    ours = np.stack([peers["etch"].answer(x) for x in inputs]).astype(float)
    for name in peers:
        if name != "etch":
            theirs = np.stack([peers[name].answer(x) for x in inputs]).astype(float)
            apart = np.abs(ours - theirs.reshape(ours.shape))
            if peers["etch"].kind == np.float32:
                share = apart.max() / np.abs(theirs).max()
                good = good and share <= MOST_OF_LARGEST
                print(f"{model}: {name} differs by {share:.1e} of the largest answer at most")
                continue
            good = good and apart.mean() <= MOST_CODES
            print(f"{model}: {name} differs in {(apart > 0).sum()} of {apart.size} codes,"
                  f" by {apart.max()} at most, {apart.mean():.2f} in the mean")
    return good


def main(models, modules, figures):
    entries, good, target = [], True, None
    rows = []
    for model, kind in [(m, "int8") for m in MODELS] + [(m, "float") for m in F32_MODELS]:
        folder = f"{models}/{model}/{kind}"
        if kind == "float":
            model += "_f32"
        module = f"{modules}/etch_peer_{model}.so"
        litert = LiteRT(f"{folder}/model.tflite")
        if not litert.has_xnnpack():
            sys.exit(f"{model}: XNNPACK takes no operator")
        library = ctypes.CDLL(os.path.abspath(module))
        library.etch_open.restype = ctypes.c_void_p
        library.etch_target.restype = ctypes.c_char_p
        target = library.etch_target().decode()
        peers = {"etch": Module(library, library.etch_open(), litert.output["shape"],
                                litert.output["dtype"]),
                 "litert": litert}
        if kind == "int8":
            peers.update(onednn_peers(f"{modules}/onednn_peer.so", folder,
                                      litert.output["shape"]))
        good = agree(model, np.load(f"{folder}/inputs.npy"), peers) and good
        took = microseconds(peers)
        rows.append((model, took))
        for name in took:
            entries.append({"name": f"peers/{model}/{name}_us", "unit": "us",
                            "value": statistics.median(took[name])})
            if name != "etch":
                entries.append({"name": f"peers/{model}/ratio_{name}", "unit": "ratio",
                                "value": ratio(took["etch"], took[name])})
    smallest = LiteRT(f"{models}/hello_world/int8/model.tflite")
    call = statistics.median(microseconds({"call": smallest})["call"])
    entries.append({"name": "peers/call_us", "unit": "us", "value": call})

    names = list(rows[0][1])
    others = [name for name in names if name != "etch"]
    print(f"\n{target}, us" + " " * (20 - len(target)) + "".join(f"{n:>12}" for n in names) +
          "".join(f"{'etch/' + n:>16}" for n in others))
    for model, took in rows:
        print(f"{model:24}" +
              "".join(f"{statistics.median(took[n]) if n in took else math.nan:12.2f}"
                      for n in names) +
              "".join(f"{ratio(took['etch'], took[n]) if n in took else math.nan:16.2f}"
                      for n in others))
    print(f"of which Python's call of LiteRT: {call:.2f} at most, all that hello_world takes")
    with open(figures, "w") as file:
        file.write("[\n" + ",\n".join("  " + json.dumps(e) for e in entries) + "\n]\n")
    sys.exit(not good)


main(*sys.argv[1:])
