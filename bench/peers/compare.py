#!/usr/bin/env python3
"""Networks of etch beside those of other libraries: in one process, in turns, answers first.

  compare.py <folder of models> <folder of modules> <figures.json>

Prints the median of 7 rounds in microseconds of each library on each model, and how much of theirs
etch takes, the median of the rounds' ratios; writes peers/<model>/<library>_us and
peers/<model>/ratio_<library>. Models are in int8; those of f32, <model>_f32, run beside
LiteRT alone, in f32_fused where the processor fuses. The same of each layer with weights beside
oneDNN, the faster of its two forms: peers/<model>/<layer>/ratio_onednn; and of the product of two matrices of 1024 x 1024
numbers, beside the fastest of oneDNN's primitives for it: peers/gemm_int8/ratio_onednn, gemm_bf16
where this machine has VDPBF16PS. Times are those of the processor, of the one thread that works: what
else runs does not count. LiteRT, with XNNPACK, is called by Python; what such a call takes by
itself is printed, and where etch multiplies by VPDPBUSD, which share of what that instruction alone
could do in the time its products in int8 are: peers/<model>/share_of_peak. oneDNN, where its module is, runs as onednn_u8 and onednn_s8, by the signs of
codes between layers. Fails where answers differ by more than MOST_CODES in the mean. Needs the
packages numpy and ai-edge-litert.
"""
import ctypes
import json
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
# The same of f32, as a share of the largest answer: sums are made in other orders.
MOST_OF_LARGEST = 1e-4
# How much of oneDNN's time a layer may take; those above are named.
MOST_OF_LAYER = {"conv2d": 1, "depthwise_conv2d": 0.65, "dense": 1}


class Module:
    """A network in a module of peer.hpp."""

    def __init__(self, library, peer, output, code=np.int8):
        self.library, self.peer = library, ctypes.c_void_p(peer)
        self.output, self.code = output, code
        library.peer_nanoseconds.restype = ctypes.c_double

    def answer(self, codes):
        x, y = np.ascontiguousarray(codes), np.empty(self.output, self.code)
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


def differences(inputs, peers):
    """How far apart the codes of each other and of etch are."""
    ours = np.stack([peers["etch"].answer(x) for x in inputs]).astype(int)
    return {name: np.abs(ours - np.stack([peer.answer(x) for x in inputs]).reshape(ours.shape))
            for name, peer in peers.items() if name != "etch"}


def agree(model, inputs, peers):
    """Says how far the answers of others are from those of etch; False where it is too far."""
    good = True
    for name, apart in differences(inputs, peers).items():
        good = good and apart.mean() <= MOST_CODES
        print(f"{model}: {name} differs in {(apart > 0).sum()} of {apart.size} codes,"
              f" by {apart.max()} at most, {apart.mean():.2f} in the mean")
    return good


def agree_in_f32(model, inputs, litert, etch):
    """The same for f32 and LiteRT."""
    theirs = np.stack([litert.answer(x) for x in inputs])
    apart = np.abs(np.stack([etch.answer(x) for x in inputs]).reshape(theirs.shape) - theirs)
    share = apart.max() / np.abs(theirs).max()
    print(f"{model}: litert differs by {share:.1e} of the largest answer at most")
    return share <= MOST_OF_LARGEST


def open_etch(module):
    library = ctypes.CDLL(os.path.abspath(module))
    for function in (library.etch_open, library.etch_layer, library.etch_weights):
        function.restype = ctypes.c_void_p
    for function in (library.etch_target, library.etch_layer_op):
        function.restype = ctypes.c_char_p
    library.etch_layer_macs.restype = ctypes.c_longlong
    library.etch_peak.restype = ctypes.c_double
    return library


def share_of_peak(library, took):
    """The products of a network over those of VPDPBUSD alone in the time; 0 without it."""
    products = sum(library.etch_layer_macs(n) for n in range(library.etch_layer_count()))
    peak = library.etch_peak()
    return products / (peak * statistics.median(took) * 1e3) if peak > 0 else 0


def beside_onednn(name, peers):
    """Times etch and forms of oneDNN: the name of the fastest of these, and entries of JSON: what
    etch and that one take, and the ratio."""
    took = microseconds(peers)
    best = min((n for n in took if n != "etch"), key=lambda n: statistics.median(took[n]))
    return best, [
        {"name": f"peers/{name}/etch_us", "unit": "us", "value": statistics.median(took["etch"])},
        {"name": f"peers/{name}/onednn_us", "unit": "us", "value": statistics.median(took[best])},
        {"name": f"peers/{name}/ratio_onednn", "unit": "ratio",
         "value": ratio(took["etch"], took[best])}]


def compare_layers(model, library, module, folder):
    """The layers with weights, each alone on random codes beside the faster of both forms of
    oneDNN: prints a table; entries, and whether answers agree."""
    theirs = onednn.load(os.path.abspath(module))
    of_op, numbers = {}, np.random.default_rng(1)
    for n in range(library.etch_layer_count()):
        of_op.setdefault(library.etch_layer_op(n).decode(), []).append(n)
    entries, most, mean, above = [], 0, 0, []
    print(f"{model + ', us':28}{'etch':>12}{'onednn':>12}{'etch/onednn':>16}")
    forms = [list(onednn.layers(theirs, folder, unsigned)) for unsigned in (True, False)]
    for k, (u8, s8) in enumerate(zip(*forms)):
        n = of_op[u8.op][sum(other.op == u8.op for other in forms[0][:k])]
        name = f"{u8.op}_{k + 1}"
        whole = library.etch_layer_macs(n) == u8.macs  # etch leaves out channels that change nothing
        if library.etch_layer_macs(n) > u8.macs:
            sys.exit(f"{model}: layer {n} of etch is another one than {name} of the model")
        peers = {"etch": Module(library, library.etch_layer(n), u8.output)}
        peers.update({form: Module(theirs, layer.peer.value, layer.output)
                      for form, layer in (("u8", u8), ("s8", s8)) if layer.peer is not None})
        if len(peers) == 1:
            print(f"{name}: left out, oneDNN lacks it")
            continue
        if whole:
            codes = numbers.integers(-128, 128, u8.input, np.int8)
            for apart in differences([codes], peers).values():
                most, mean = max(most, apart.max()), max(mean, apart.mean())
        best, figures = beside_onednn(f"{model}/{name}", peers)
        entries += figures
        ours, others, part = (f["value"] for f in figures)
        print(f"{name:28}{ours:12.2f}{others:12.2f}{part:16.2f}  {best}"
              f"{'' if whole else ', with channels that etch leaves out'}")
        if part > MOST_OF_LAYER[u8.op]:
            above.append(f"{name} {part:.2f}")
    print(f"{model}: its layers differ by {most} at most, {mean:.2f} in the mean; above"
          f" {', '.join(f'{p} {o}' for o, p in MOST_OF_LAYER.items())}: {', '.join(above) or 'none'}")
    return entries, mean <= MOST_CODES


def compare_gemm(modules, name, code):
    """The product of matrices of 1024 x 1024 int8 or bf16, which is the upper half of a float:
    prints a line; entries, and whether answers agree."""
    ours = open_etch(f"{modules}/etch_gemm_{name}.so")
    theirs = onednn.load(os.path.abspath(f"{modules}/onednn_peer.so"))
    shape, numbers = (1024, 1024), np.random.default_rng(1)
    weights = np.ctypeslib.as_array(
        ctypes.cast(ours.etch_weights(), ctypes.POINTER(np.ctypeslib.as_ctypes_type(code))), shape)
    peers = {"etch": Module(ours, ours.etch_open(), shape, code)}
    for kind in ("CONV_2D", "FULLY_CONNECTED", "MATMUL"):
        peer = onednn.gemm(theirs, weights, kind)
        if peer is not None:
            peers[f"oneDNN's {kind}"] = Module(theirs, peer.value, shape, code)
    if code == np.int8:
        good = agree("gemm_int8", numbers.integers(-128, 128, (1, *shape), code), peers)
    else:
        x = (numbers.standard_normal(shape, np.float32).view(np.uint32) >> 16).astype(code)
        first, *others = ((peer.answer(x).astype(np.uint32) << 16).view(np.float32)
                          for peer in peers.values())
        apart = max(np.abs(other - first).max() for other in others) / first.std()
        good = apart < 2**-6  # half a last place of the largest, and what the order of sums makes
        print(f"gemm_{name}: oneDNN differs by {apart:.5f} standard deviations at most")
    best, figures = beside_onednn(f"gemm_{name}", peers)
    us, other, part = (f["value"] for f in figures)
    print(f"gemm_{name}: etch {us:.0f} us, {best} {other:.0f} us, ratio {part:.3f}")
    return figures, good


def has_bf16(modules):
    """Whether there are the module and the instruction."""
    with open("/proc/cpuinfo") as file:
        return os.path.exists(f"{modules}/etch_gemm_bf16.so") and "avx512_bf16" in file.read()


def main(models, modules, figures):
    entries, good, target = [], True, None
    rows, shares, with_onednn = [], {}, os.path.exists(f"{modules}/onednn_peer.so")
    for model, kind in [(m, "int8") for m in MODELS] + [(m, "float") for m in F32_MODELS]:
        folder = f"{models}/{model}/{kind}"
        if kind == "float":
            model += "_f32"
        module = f"{modules}/etch_peer_{model}.so"
        litert = LiteRT(f"{folder}/model.tflite")
        if not litert.has_xnnpack():
            sys.exit(f"{model}: XNNPACK takes no operator")
        library = open_etch(module)
        target = library.etch_target().decode()
        output, inputs = litert.output["shape"], np.load(f"{folder}/inputs.npy")
        peers = {"etch": Module(library, library.etch_open(), output, litert.output["dtype"]),
                 "litert": litert}
        if kind == "int8":
            peers.update(onednn_peers(f"{modules}/onednn_peer.so", folder, output))
            good = agree(model, inputs, peers) and good
        else:
            good = agree_in_f32(model, inputs, litert, peers["etch"]) and good
        took = microseconds(peers)
        rows.append((model, took))
        for name in took:
            entries.append({"name": f"peers/{model}/{name}_us", "unit": "us",
                            "value": statistics.median(took[name])})
            if name != "etch":
                entries.append({"name": f"peers/{model}/ratio_{name}", "unit": "ratio",
                                "value": ratio(took["etch"], took[name])})
        share = share_of_peak(library, took["etch"]) if kind == "int8" else 0
        if share > 0:
            shares[model] = share
            entries.append({"name": f"peers/{model}/share_of_peak", "unit": "ratio", "value": share})
        if with_onednn and kind == "int8":
            figures_of_layers, same = compare_layers(
                model, library, f"{modules}/onednn_peer.so", folder)
            entries += figures_of_layers
            good = same and good
    if with_onednn:
        for name, code in (("int8", np.int8), ("bf16", np.uint16)):
            if name != "bf16" or has_bf16(modules):
                figures_of_gemm, same = compare_gemm(modules, name, code)
                entries += figures_of_gemm
                good = same and good
    smallest = LiteRT(f"{models}/hello_world/int8/model.tflite")
    call = statistics.median(microseconds({"call": smallest})["call"])
    entries.append({"name": "peers/call_us", "unit": "us", "value": call})

    names = list(rows[0][1])
    others = [name for name in names if name != "etch"]
    print(f"\n{target}, us" + " " * (20 - len(target)) + "".join(f"{n:>12}" for n in names) +
          "".join(f"{'etch/' + n:>16}" for n in others))
    for model, took in rows:
        print(f"{model:24}" +
              "".join(f"{statistics.median(took[n]):12.2f}" if n in took else " " * 12
                      for n in names) +
              "".join(f"{ratio(took['etch'], took[n]):16.2f}" for n in others if n in took))
    if shares:
        print("products of etch, of those that VPDPBUSD alone makes in the time: " +
              ", ".join(f"{model} {share:.0%}" for model, share in shares.items()))
    print(f"of which Python's call of LiteRT: {call:.2f} at most, all that hello_world takes")
    with open(figures, "w") as file:
        file.write("[\n" + ",\n".join("  " + json.dumps(e) for e in entries) + "\n]\n")
    sys.exit(not good)


main(*sys.argv[1:])
