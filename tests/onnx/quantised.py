"""Writes quantised networks as ONNX: a QuantizeLinear and a DequantizeLinear around each operator.

Needs the packages onnx==1.17.0 and numpy; without them it says `skipped: ` and ends the program.
"""
import sys

try:
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    if onnx.__version__ != "1.17.0":
        raise ImportError(f"onnx is {onnx.__version__}, not 1.17.0")
except ImportError as why:
    print(f"skipped: {why}")
    sys.exit(0)


class network:
    """An ONNX graph under construction, of values with codes of `dtype`, each of which has a name."""

    def __init__(self, dtype):
        self.dtype = np.dtype(dtype)
        self.more = 128 if self.dtype == np.uint8 else 0  # than in a code of int8
        self.nodes, self.constants, self.inputs, self.outputs = [], [], [], []
        self.formats = {}

    def constant(self, name, array):
        self.constants.append(numpy_helper.from_array(np.array(array, order="C"), name))
        return name

    def node(self, op, inputs, output, **attributes):
        self.nodes.append(helper.make_node(op, inputs, [output], name=f"{op}_{output}", **attributes))
        return output

    def format(self, name, scales, zero):
        """The constants of a scale, or one for each channel, and a zero point as of int8."""
        self.formats[name] = (scales, zero)
        scales = np.asarray(scales, np.float32)
        zeros = np.full(scales.shape, zero + self.more, self.dtype)
        return [self.constant(f"{name}_scale", scales), self.constant(f"{name}_zero", zeros)]

    def _info(self, name, shape):
        return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(self.dtype), shape)

    def input(self, name, shape, scale, zero):
        self.inputs.append(self._info(name, shape))
        self.node("DequantizeLinear", [name, *self.format(name, scale, zero)], f"{name}_number")

    def parameter(self, name, codes, scales, axis=0):
        """A constant of codes with the zero point 0."""
        scales = np.asarray(scales, np.float32)
        zeros = np.zeros(scales.shape, codes.dtype)
        attributes = {"axis": axis} if scales.ndim else {}
        return self.node("DequantizeLinear",
                         [self.constant(name, codes), self.constant(f"{name}_scale", scales),
                          self.constant(f"{name}_zero", zeros)], f"{name}_number", **attributes)

    def write(self, name, op, inputs, scale, zero, after=None, **attributes):
        """Value `name`: what `op`, and an operator after it, makes of the numbers of values."""
        y = self.node(op, inputs, f"{name}_{op}", **attributes)
        for other in [after] if after else []:
            y = self.node(other, [y], f"{name}_{other}")
        format = self.format(name, scale, zero)
        self.node("QuantizeLinear", [y, *format], name)
        self.node("DequantizeLinear", [name, *format], f"{name}_number")

    def output(self, name, shape):
        self.outputs.append(self._info(name, shape))

    def model(self):
        read = {i for n in self.nodes for i in n.input}
        nodes = [n for n in self.nodes if n.op_type != "DequantizeLinear" or n.output[0] in read]
        graph = helper.make_graph(nodes, "network", self.inputs, self.outputs, self.constants)
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
        made.ir_version = 8
        onnx.checker.check_model(made)
        return made.SerializeToString()
