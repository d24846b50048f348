"""A model of the reference data as a network of oneDNN: see onednn_peer.cpp.

Sums are ended by one multiplication in f32; zero points are in the bias where nothing is padded; an
addition is the end of the convolution before it.
"""
import ctypes
import json

import numpy as np

KINDS = {"CONV_2D": 0, "DEPTHWISE_CONV_2D": 0, "FULLY_CONNECTED": 1, "AVERAGE_POOL_2D": 2,
         "MATMUL": 3}
# etch's names of the layers that are compared one by one.
WEIGHTED = {"CONV_2D": "conv2d", "DEPTHWISE_CONV_2D": "depthwise_conv2d", "FULLY_CONNECTED": "dense"}


S8, U8, BF16 = range(3)  # numbers


class Layer(ctypes.Structure):
    """The fields of layer_of_codes."""
    _fields_ = [("kind", ctypes.c_int), ("input", ctypes.c_int), ("added", ctypes.c_int),
                ("groups", ctypes.c_int), ("inward", ctypes.c_int * 3),
                ("outward", ctypes.c_int * 3), ("kernel", ctypes.c_int * 2),
                ("stride", ctypes.c_int * 2), ("before", ctypes.c_int * 2),
                ("after", ctypes.c_int * 2), ("zero_point", ctypes.c_int),
                ("added_scale", ctypes.c_float), ("weights", ctypes.c_void_p),
                ("bias", ctypes.c_void_p), ("scales", ctypes.c_void_p)]


def load(path):
    library = ctypes.CDLL(path)
    library.onednn_open.restype = ctypes.c_void_p
    library.onednn_add_softmax.argtypes = [ctypes.c_void_p, ctypes.c_float]
    return library


def network(library, folder, unsigned):
    """The network, and how many of its layers oneDNN has no fast kernel for; None where it has none
    at all for one."""
    with open(f"{folder}/graph.json") as file:
        graph = json.load(file)
    return Builder(library, folder, graph, unsigned).build()


class SingleLayer:
    """A layer of a model as a network of its own."""

    def __init__(self, graph, op):
        x, y = op["inputs"][0], op["outputs"][0]
        self.op = WEIGHTED[op["op"]]
        self.input = int(np.prod(graph["tensors"][x]["shape"]))
        self.output = int(np.prod(graph["tensors"][y]["shape"]))
        self.macs = int(np.prod(graph["tensors"][op["inputs"][1]]["shape"]))
        if self.op != "dense":
            self.macs *= int(np.prod(graph["tensors"][y]["shape"][1:3]))
        self.peer = None


def layers(library, folder, unsigned):
    """The layers with weights of a model, each as a network of its own."""
    with open(f"{folder}/graph.json") as file:
        graph = json.load(file)
    for op in graph["operators"]:
        if op["op"] in WEIGHTED:
            layer = SingleLayer(graph, op)
            builder = Builder(library, folder, {**graph, "inputs": op["inputs"]}, unsigned)
            if builder.add(op, op["inputs"][0], op["outputs"][0], None) >= 0:
                layer.peer = builder.peer
            yield layer


def gemm(library, weights, kind):
    """The product of gemm.hpp by a layer of this kind, of codes without signs or bfloat16; None
    where oneDNN has no such layer."""
    size, is_int8 = len(weights), weights.dtype == np.int8
    bias, scales = np.zeros(size, np.float32), np.full(size, 0.05 * 0.003, np.float32)
    if is_int8:
        zero_x, zero_y = 3 + 128, -5 + 128
        bias += zero_y / scales - zero_x * weights.sum(1, dtype=np.float64)
    side = 32 if kind == "CONV_2D" else 1
    layer = Layer(kind=KINDS[kind], input=0, added=-1, groups=1,
                  inward=(side, size // side, size), outward=(side, size // side, size),
                  kernel=(1, 1), stride=(1, 1), weights=weights.ctypes.data,
                  bias=bias.ctypes.data, scales=scales.ctypes.data if is_int8 else None)
    peer = ctypes.c_void_p(library.onednn_open(U8 if is_int8 else BF16, size * size))
    return peer if library.onednn_add(peer, ctypes.byref(layer)) >= 0 else None


class Builder:
    def __init__(self, library, folder, graph, unsigned):
        self.library, self.folder, self.tensors = library, folder, graph["tensors"]
        self.ops, self.first = graph["operators"], graph["inputs"][0]
        self.shift = 128 if unsigned else 0  # codes between layers are q + shift
        size = int(np.prod(self.tensors[self.first]["shape"]))
        self.peer = ctypes.c_void_p(library.onednn_open(U8 if unsigned else S8, size))
        self.value_of = {self.first: 0}

    def scale(self, t):
        return np.array(self.tensors[t]["scale"], np.float64)

    def zero(self, t):
        return self.tensors[t]["zero_point"][0] + self.shift

    def hwc(self, t):
        shape = self.tensors[t]["shape"]
        return (ctypes.c_int * 3)(*([1, 1] + shape[1:])[-3:])

    def constant(self, t):
        return np.load(f"{self.folder}/{self.tensors[t]['file']}")

    def build(self):
        for n, op in enumerate(self.ops):
            x, y = op["inputs"][0], op["outputs"][0]
            if op["op"] == "RESHAPE":
                self.value_of[y] = self.value_of[x]
            elif op["op"] == "SOFTMAX":
                self.library.onednn_add_softmax(self.peer, float(self.scale(x)[0]))
            elif op["op"] != "ADD":  # which the convolution before it has done
                added = None
                if n + 1 < len(self.ops) and self.ops[n + 1]["op"] == "ADD":
                    added = next(t for t in self.ops[n + 1]["inputs"] if t != y)
                    y = self.ops[n + 1]["outputs"][0]
                made = self.add(op, x, y, added)
                if made < 0:
                    return None, 0
                self.value_of[y] = made
        return self.peer, self.library.onednn_reference_layers(self.peer)

    def add(self, op, x, y, added):
        layer = Layer(kind=KINDS[op["op"]], input=self.value_of[x], added=-1, groups=1,
                      inward=self.hwc(x), outward=self.hwc(y), kernel=(1, 1), stride=(1, 1))
        how = op["options"]
        if "strideH" in how:
            layer.stride[:] = how["strideH"], how["strideW"]
        if layer.kind == KINDS["AVERAGE_POOL_2D"]:
            layer.kernel[:] = how["filterHeight"], how["filterWidth"]
            return self.library.onednn_add(self.peer, ctypes.byref(layer))

        weights = np.ascontiguousarray(self.constant(op["inputs"][1]))
        bias = self.constant(op["inputs"][2]).astype(np.float64)
        scales = np.broadcast_to(
            self.scale(x) * self.scale(op["inputs"][1]) / self.scale(y), bias.shape)
        sums = weights.reshape(bias.size, -1).sum(1, dtype=np.float64)
        if op["op"] == "DEPTHWISE_CONV_2D":
            layer.groups = layer.inward[2]
            sums = weights.reshape(-1, bias.size).sum(0, dtype=np.float64)
        if layer.kind == KINDS["CONV_2D"]:
            layer.kernel[:] = weights.shape[1:3]
            if how["padding"] == "SAME":
                for d in range(2):
                    padded = (layer.outward[d] - 1) * layer.stride[d] + layer.kernel[d]
                    missing = max(0, padded - layer.inward[d])
                    layer.before[d], layer.after[d] = missing // 2, missing - missing // 2
        if any(layer.before) or any(layer.after):
            layer.zero_point = self.zero(x)
        else:
            bias = bias - self.zero(x) * sums
        bias = bias + self.zero(y) / scales
        if added is not None:
            layer.added = self.value_of[added]
            layer.added_scale = float(self.scale(added)[0] / self.scale(y)[0])
            bias = bias - layer.added_scale * self.zero(added) / scales
        bias, scales = bias.astype(np.float32), scales.astype(np.float32)
        layer.weights, layer.bias, layer.scales = (
            a.ctypes.data for a in (weights, bias, scales))
        return self.library.onednn_add(self.peer, ctypes.byref(layer))
