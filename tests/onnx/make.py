#!/usr/bin/env python3
"""Writes the .onnx files of tests/data/onnx: make.py <folder>. Needs onnx and numpy."""
import pathlib
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from quantised import network as codes

random = np.random.default_rng(5)


class network:
    def __init__(self, shape):
        self.nodes, self.constants, self.shape = [], [], shape

    def constant(self, *shape, positive=False):
        name = f"k{len(self.constants)}"
        numbers = random.standard_normal(shape).astype(np.float32) / 4
        self.constants.append(numpy_helper.from_array(np.abs(numbers) + 0.5 if positive else numbers, name))
        return name

    def integers(self, *numbers):
        name = f"k{len(self.constants)}"
        self.constants.append(helper.make_tensor(name, TensorProto.INT64, [len(numbers)], numbers))
        return name

    def add(self, op, *inputs, outputs=1, **attributes):
        names = [f"v{len(self.nodes)}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, name=f"{op}{len(self.nodes)}", **attributes))
        return names[0]

    def write(self, path, y, opset=17):
        graph = helper.make_graph(
            self.nodes, "network", [helper.make_tensor_value_info("x", TensorProto.FLOAT, self.shape)],
            [helper.make_tensor_value_info(y, TensorProto.FLOAT, None)], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
        model.ir_version = 8
        path.write_bytes(model.SerializeToString())


def convolutions():
    n = network(["N", 3, 16, 16])
    y = n.add("Conv", "x", n.constant(8, 3, 3, 3), n.constant(8), pads=[1, 1, 1, 1])
    y = n.add("BatchNormalization", y, n.constant(8), n.constant(8), n.constant(8),
              n.constant(8, positive=True))
    skip = n.add("Relu", y)
    y = n.add("Conv", skip, n.constant(8, 1, 3, 3), group=8, auto_pad="SAME_UPPER")
    y = n.add("Clip", y, n.add("Constant", value=numpy_helper.from_array(np.float32(0))),
              n.add("Constant", value=numpy_helper.from_array(np.float32(6))))
    y = n.add("Add", y, skip)
    y = n.add("MaxPool", y, kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1)
    y = n.add("AveragePool", y, kernel_shape=[2, 2], pads=[0, 0, 1, 1], count_include_pad=1)
    y = n.add("Gemm", n.add("Flatten", y), n.constant(4, 8 * 8 * 8), n.constant(4), transB=1)
    return n, n.add("Softmax", y)


def lines():
    n = network([1, 4, 20])
    y = n.add("Conv", "x", n.constant(6, 4, 5), n.constant(6), pads=[2, 2], strides=[2])
    y = n.add("Tanh", n.add("Mul", y, n.constant(6, 1)))
    y = n.add("Transpose", y, perm=[0, 2, 1])
    y = n.add("MatMul", y, n.constant(6, 8))
    y = n.add("Add", y, n.constant(8))
    return n, n.add("Squeeze", n.add("GlobalMaxPool", y), n.integers(2))


def attention():
    n = network([6, 8])
    q, k, v = (n.add("MatMul", "x", n.constant(8, 8)) for _ in range(3))
    scores = n.add("Mul", n.add("MatMul", q, n.add("Transpose", k, perm=[1, 0])), n.constant(1))
    y = n.add("MatMul", n.add("Softmax", scores, axis=-1), v)
    y = n.add("Sub", n.add("Add", y, "x"), n.constant(8))
    return n, n.add("Reshape", y, n.integers(2, 3, -1))


def branches():
    n = network([1, 2, 8, 8])
    y = n.add("Pad", "x", n.integers(0, 0, 1, 1, 0, 0, 1, 1))
    a = n.add("Sigmoid", n.add("Conv", y, n.constant(4, 2, 3, 3)))
    b = n.add("LeakyRelu", n.add("Conv", y, n.constant(4, 1, 3, 3), group=2), alpha=0.25)
    y = n.add("Concat", a, b, n.add("Dropout", "x"), axis=1)
    y = n.add("GlobalAveragePool", y)
    return n, n.add("Unsqueeze", n.add("Reshape", y, n.integers(0, -1)), n.integers(1))


def lists():
    """Numbers in float_data, and shapes in int64_data."""
    n = network([2, 12])
    numbers = [float(k % 7) - 3 for k in range(60)]
    n.constants.append(helper.make_tensor("k0", TensorProto.FLOAT, [12, 5], numbers))
    y = n.add("Gemm", "x", "k0", n.constant(1, 5))
    y = n.add("HardSwish", n.add("Max", y, n.constant(5)))
    return n, n.add("Reshape", n.add("Exp", n.add("Neg", n.add("Abs", y))), n.integers(5, -1))


def quantised():
    """Codes of uint8, weights with a scale for each channel, a QLinear operator."""
    n = codes(np.uint8)
    scales = random.uniform(0.01, 0.02, 4).astype(np.float32)
    n.input("x", [1, 3, 6, 6], 0.05, -8)
    weights = random.integers(-128, 128, (4, 3, 3, 3), np.int8)
    bias = random.integers(-500, 500, 4, np.int32)
    n.write("a", "Conv", ["x_number", n.parameter("w", weights, scales),
                          n.parameter("b", bias, np.float32(0.05) * scales)], 0.04, -128, "Relu")
    n.write("c", "Sigmoid", ["a_number"], 1 / 256, -128)
    n.write("d", "Concat", ["a_number", "c_number"], 0.04, -120, axis=1)
    n.write("e", "MaxPool", ["d_number"], 0.04, -120, kernel_shape=[2, 2], strides=[2, 2])
    n.write("f", "Add", ["e_number", "e_number"], 0.07, -100)
    n.write("g", "GlobalAveragePool", ["f_number"], 0.06, -100)
    matrix = random.integers(-128, 128, (8, 5), np.int8)
    shape = n.constant("shape", np.array([1, 8], np.int64))
    n.write("h", "Reshape", ["g_number", shape], 0.06, -100)
    weights = [n.constant("m", matrix), n.constant("m_scale", scales[0]),
               n.constant("m_zero", np.int8(0))]
    n.node("QLinearMatMul", ["h", "h_scale", "h_zero", *weights, *n.format("y", 0.3, 4)], "y")
    n.output("y", [1, 5])
    return n


folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for make in (convolutions, lines, attention, branches, lists):
    made, output = make()
    made.write(folder / f"{make.__name__}.onnx", output)
(folder / "quantised.onnx").write_bytes(quantised().model())
