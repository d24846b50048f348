#!/usr/bin/env python3
"""A quantised network of ETCH_DATA_DIR as ONNX, channels before rows and columns:

  front_ends.py <folder of the model> <folder>

Reads graph.json and weights/, writes model.onnx, and the recorded inputs and outputs in its order. Needs
the packages onnx==1.17.0 and numpy; without them it says `skipped: `.
"""
import json
import pathlib
import sys

from quantised import network, np


def channels_first(array):
    return np.ascontiguousarray(np.moveaxis(array, -1, -3)) if array.ndim > 3 else array


class file(network):
    """The network of the tensors and operators of a .tflite file."""

    def __init__(self, folder, dtype, all_layers):
        super().__init__(dtype)
        self.folder = folder
        self.json = json.loads((folder / "graph.json").read_text())
        self.tensors = {t["index"]: t for t in self.json["tensors"]}
        for t in self.json["inputs"]:
            self.input(f"t{t}", self.shape(t), *self.quantisation(t))
        for operator in self.json["operators"]:
            getattr(self, operator["op"].lower())(operator)
            if all_layers:
                self.output(f"t{operator['outputs'][0]}", self.shape(operator["outputs"][0]))
        if not all_layers:
            for t in self.json["outputs"]:
                self.output(f"t{t}", self.shape(t))

    def shape(self, t):
        s = self.tensors[t]["shape"]
        return [s[0], s[3], s[1], s[2]] if len(s) == 4 else s

    def quantisation(self, t):
        return self.tensors[t]["scale"][0], self.tensors[t]["zero_point"][0]

    def codes(self, t):
        return np.load(self.folder / f"weights/t{t:03}.npy")

    def layer(self, operator, op, inputs, **attributes):
        t = operator["outputs"][0]
        activation = (operator["options"] or {}).get("fusedActivationFunction", "NONE")
        after = {"NONE": None, "RELU": "Relu"}[activation]
        self.write(f"t{t}", op, inputs, *self.quantisation(t), after, **attributes)

    def weighted(self, operator, op, order, **attributes):
        x, w, b = operator["inputs"]
        scales = np.array(self.tensors[w]["scale"], np.float32)
        scales = scales if len(scales) > 1 else scales[0]
        weights = self.codes(w).transpose(order)
        inputs = [f"t{x}_number", self.parameter(f"t{w}", weights, scales),
                  self.parameter(f"t{b}", self.codes(b), np.float32(self.quantisation(x)[0]) * scales)]
        if op == "Conv":
            attributes.update(self.window(operator, list(weights.shape[2:])))
        self.layer(operator, op, inputs, **attributes)

    def window(self, operator, kernel):
        options, x, y = operator["options"], operator["inputs"][0], operator["outputs"][0]
        strides = [options["strideH"], options["strideW"]]
        pads = [0, 0, 0, 0]
        for k in range(2 if options["padding"] == "SAME" else 0):
            into, out = self.tensors[x]["shape"][1 + k], self.tensors[y]["shape"][1 + k]
            both = max((out - 1) * strides[k] + kernel[k] - into, 0)
            pads[k], pads[2 + k] = both // 2, both - both // 2
        return {"kernel_shape": kernel, "strides": strides, "pads": pads}

    def conv_2d(self, operator):
        self.weighted(operator, "Conv", (0, 3, 1, 2))

    def depthwise_conv_2d(self, operator):
        self.weighted(operator, "Conv", (3, 0, 1, 2),
                      group=self.tensors[operator["inputs"][0]]["shape"][3])

    def fully_connected(self, operator):
        self.weighted(operator, "Gemm", (0, 1), transB=1)

    def average_pool_2d(self, operator):
        options = operator["options"]
        self.layer(operator, "AveragePool", [f"t{operator['inputs'][0]}_number"],
                   **self.window(operator, [options["filterHeight"], options["filterWidth"]]))

    def add(self, operator):
        self.layer(operator, "Add", [f"t{t}_number" for t in operator["inputs"]])

    def reshape(self, operator):
        t = operator["outputs"][0]
        shape = self.constant(f"t{t}_shape", np.array(self.tensors[t]["shape"], np.int64))
        self.layer(operator, "Reshape", [f"t{operator['inputs'][0]}_number", shape])

    def softmax(self, operator):
        self.layer(operator, "Softmax", [f"t{operator['inputs'][0]}_number"], axis=-1)


if __name__ == "__main__":
    source, to = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    to.mkdir(parents=True, exist_ok=True)
    (to / "model.onnx").write_bytes(file(source, np.int8, False).model())
    for name in ("input", "output"):
        np.save(to / f"{name}0.npy", channels_first(np.load(source / f"{name}s.npy")))
