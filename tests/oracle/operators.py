#!/usr/bin/env python3
"""Models of single operators, and what others make of them.

  operators.py <micro|cmsis_nn|litert|formula> <folder> <s8|s16|f32> <family> [<name>...]

micro: TensorFlow Lite Micro's reference kernels. cmsis_nn: CMSIS-NN's functions instead of them where
there are any (cmsis_nn.py). litert: LiteRT, which leaves to XNNPACK what that takes. formula: exact
arithmetic, of operators that neither has. Writes <folder>/model.tflite, which has one input and one
output for each operator, and input<i>.npy and output<i>.npy with random cases. Needs the packages
numpy, flatbuffers, ai-edge-litert (the schema, and litert) and tflite-micro (micro, cmsis_nn).
"""
import os
import sys


def skip(missing):
    print(f"skipped: no Python package {missing.name}")
    sys.exit(0)


try:
    import flatbuffers
    import numpy as np
    from ai_edge_litert import schema_py_generated as schema
except ImportError as error:
    skip(error)

CASES = 3
OP = schema.BuiltinOperator
KIND = {"f16": (schema.TensorType.FLOAT16, np.float16), "f32": (schema.TensorType.FLOAT32, np.float32),
        "s8": (schema.TensorType.INT8, np.int8), "s16": (schema.TensorType.INT16, np.int16), "u8": (schema.TensorType.UINT8, np.uint8),
        "bool": (schema.TensorType.BOOL, np.bool_), "handle": (schema.TensorType.RESOURCE, np.int8), "i32": (schema.TensorType.INT32, np.int32), "i64": (schema.TensorType.INT64, np.int64)}


class Graph:
    """One model under way: values of type `kind`, operators, constants."""

    def __init__(self, kind):
        self.kind = kind
        self.random = np.random.default_rng(5)
        self.model = schema.ModelT()
        self.model.version = 3
        self.model.buffers = [schema.BufferT()]
        self.model.operatorCodes = []
        self.graph = schema.SubGraphT()
        self.graph.tensors, self.graph.operators = [], []
        self.graph.inputs, self.graph.outputs = [], []
        self.names, self.inputs = [], []
        self.more = []  # subgraphs behind the first one

    def tensor(self, shape, kind=None, scale=None, zero=0, data=None, dimension=0, variable=False):
        kind = kind or self.kind
        t = schema.TensorT()
        t.shape, t.type = list(shape), KIND[kind][0]
        t.name = f"t{len(self.graph.tensors)}"
        t.isVariable = variable
        if kind in ("s8", "s16", "u8") or (scale is not None and kind != "f32"):
            q = schema.QuantizationParametersT()
            q.scale = [np.float32(s) for s in np.atleast_1d(0.05 if scale is None else scale)]
            q.zeroPoint = [0 if kind == "s16" else zero] * len(q.scale)
            q.quantizedDimension = dimension
            t.quantization = q
        if data is not None:
            b = schema.BufferT()
            b.data = np.frombuffer(np.ascontiguousarray(data).tobytes(), np.uint8)
            self.model.buffers.append(b)
            t.buffer = len(self.model.buffers) - 1
        self.graph.tensors.append(t)
        return len(self.graph.tensors) - 1

    def codes(self, shape, kind=None):
        kind = kind or self.kind
        if kind == "f32":
            return self.random.uniform(-4, 4, shape).astype(np.float32)
        info = np.iinfo(KIND[kind][1])
        return self.random.integers(info.min, info.max + 1, shape).astype(KIND[kind][1])

    def input(self, shape, kind=None, **more):
        t = self.tensor(shape, kind, **more)
        self.graph.inputs.append(t)
        self.inputs.append(np.stack([self.codes(shape, kind) for _ in range(CASES)]))
        return t

    def constant(self, shape, kind=None, **more):
        return self.tensor(shape, kind, data=self.codes(shape, kind), **more)

    def ints(self, values):
        values = np.array(values, np.int32)
        return self.tensor(values.shape, "i32", data=values)

    def weights(self, shape, dimension=0):
        """Weights with a scale for each channel."""
        if self.kind == "f32":
            return self.tensor(shape, data=self.random.uniform(-1, 1, shape).astype(np.float32))
        scale = self.random.uniform(0.002, 0.01, shape[dimension])
        data = self.random.integers(-127, 128, shape).astype(np.int8)
        return self.tensor(shape, "s8", scale=scale, data=data, dimension=dimension)

    def bias(self, count):
        if self.kind == "f32":
            return self.tensor([count], data=self.random.uniform(-1, 1, count).astype(np.float32))
        kind = "i64" if self.kind == "s16" else "i32"
        data = self.random.integers(-3000, 3000, count).astype(KIND[kind][1])
        return self.tensor([count], kind, data=data)  # its scale: see scale_biases

    def scale_biases(self, code, inputs):
        """Biases count in units of the value times the weights."""
        places = {OP.CONV_2D: [(0, 1, 2)], OP.DEPTHWISE_CONV_2D: [(0, 1, 2)], OP.FULLY_CONNECTED: [(0, 1, 2)],
                  OP.TRANSPOSE_CONV: [(2, 1, 3)],
                  OP.UNIDIRECTIONAL_SEQUENCE_LSTM: [(0, 1 + k, 12 + k) for k in range(4)]}.get(code, [])
        for place in places:
            if self.kind == "f32" or place[2] >= len(inputs) or inputs[place[2]] < 0:
                continue
            x, w, b = (self.graph.tensors[inputs[k]] for k in place)
            q = schema.QuantizationParametersT()
            q.scale = [np.float32(x.quantization.scale[0] * s) for s in w.quantization.scale]
            q.zeroPoint, q.quantizedDimension = [0] * len(q.scale), 0
            b.quantization = q

    def apply(self, name, code, inputs, shapes, options=None, kinds=None, output=True, **more):
        """An operator with outputs of these shapes, which are outputs of the model."""
        made = [self.tensor(s, kinds, **more) for s in shapes]
        for t in made:
            self.graph.tensors[t].name = name
        self.scale_biases(code, inputs)
        c = schema.OperatorCodeT()
        c.deprecatedBuiltinCode, c.builtinCode, c.version = min(code, 127), code, 1
        self.model.operatorCodes.append(c)
        o = schema.OperatorT()
        o.opcodeIndex = len(self.model.operatorCodes) - 1
        o.inputs, o.outputs = list(inputs), made
        if options is not None:
            o.builtinOptions = options
            word = type(options).__name__[:-1]
            o.builtinOptionsType = getattr(schema.BuiltinOptions, word)
        self.graph.operators.append(o)
        if output:
            self.graph.outputs += made
            self.names += [name] * len(made)
        return made[0] if made else None

    def bytes(self):
        self.model.subgraphs = [self.graph, *self.more]
        b = flatbuffers.Builder(1 << 16)
        b.Finish(self.model.Pack(b), b"TFL3")
        return bytes(b.Output())


def options(kind, **fields):
    o = kind()
    for name, value in fields.items():
        assert hasattr(o, name), name
        setattr(o, name, value)
    return o


def with_weights(g, want):
    conv = lambda **f: options(schema.Conv2DOptionsT, dilationHFactor=1, dilationWFactor=1, **f)
    if want("conv_2d"):
        g.apply("conv_2d", OP.CONV_2D, [g.input([1, 7, 6, 3], zero=3), g.weights([5, 3, 2, 3]), g.bias(5)],
                [[1, 4, 3, 5]], conv(padding=0, strideH=2, strideW=2, fusedActivationFunction=1),
                scale=0.1, zero=-5)
    for name, act, scale in (("relu6", 3, 0.03), ("tie of relu6", 3, 4.0), ("tie of relu_n1_to_1", 2, 2.0)):
        if want(f"conv_2d {name}"):
            g.apply(f"conv_2d {name}", OP.CONV_2D,
                    [g.input([1, 9, 8, 20], zero=3), g.weights([9, 3, 3, 20]), g.bias(9)], [[1, 5, 4, 9]],
                    options(schema.Conv2DOptionsT, dilationHFactor=2, dilationWFactor=2, padding=1,
                            strideH=1, strideW=1, fusedActivationFunction=act), scale=scale, zero=-5)
    if want("conv_2d of groups"):
        g.apply("conv_2d of groups", OP.CONV_2D,
                [g.input([2, 5, 4, 6], zero=3), g.weights([8, 2, 2, 3]), g.bias(8)], [[2, 5, 4, 8]],
                conv(padding=0, strideH=1, strideW=1), scale=0.1, zero=-5)
    if want("depthwise"):
        o = options(schema.DepthwiseConv2DOptionsT, padding=0, strideH=1, strideW=2,
                    depthMultiplier=2, dilationHFactor=1, dilationWFactor=1)
        g.apply("depthwise", OP.DEPTHWISE_CONV_2D,
                [g.input([1, 7, 6, 3], zero=3), g.weights([1, 3, 3, 6], 3), g.bias(6)], [[1, 7, 3, 6]], o,
                scale=0.1, zero=-5)
    if want("fully_connected"):
        w = (g.weights([5, 12]) if g.kind == "f32" else
             g.tensor([5, 12], "s8", scale=0.004,
                      data=g.random.integers(-127, 128, (5, 12)).astype(np.int8)))
        g.apply("fully_connected", OP.FULLY_CONNECTED, [g.input([2, 3, 4], zero=3), w, g.bias(5)],
                [[2, 5]], options(schema.FullyConnectedOptionsT), scale=0.1, zero=7)
    if want("fully_connected channels"):
        g.apply("fully_connected channels", OP.FULLY_CONNECTED,
                [g.input([6, 33], zero=3), g.weights([9, 33]), g.bias(9)], [[6, 9]],
                options(schema.FullyConnectedOptionsT, fusedActivationFunction=1), scale=0.1, zero=7)
    if want("fully_connected offset") and g.kind == "s8":
        w = g.tensor([9, 33], "s8", scale=0.004, zero=5, data=g.codes((9, 33)))
        g.apply("fully_connected offset", OP.FULLY_CONNECTED, [g.input([6, 33], zero=3), w, g.bias(9)],
                [[6, 9]], options(schema.FullyConnectedOptionsT), scale=0.1, zero=7)
    if want("conv_2d without bias") and g.oracle is not LiteRT:  # which has none
        g.apply("conv_2d without bias", OP.CONV_2D, [g.input([1, 5, 4, 3], zero=3), g.weights([4, 2, 3, 3])],
                [[1, 4, 2, 4]], conv(padding=1, strideH=1, strideW=1), scale=0.1, zero=-5)
    # LiteRT rounds such int16 sums by another rule
    if want("fully_connected without bias") and (g.kind != "s16" or g.oracle is not LiteRT):
        g.apply("fully_connected without bias", OP.FULLY_CONNECTED,
                [g.input([100, 20], zero=3), small_weights(g, [6, 20])], [[100, 6]],
                options(schema.FullyConnectedOptionsT), scale=0.1, zero=7)
    for same in (0, 1):
        if want(f"transpose_conv {same}"):
            h, w = (8, 6) if same == 0 else (9, 7)
            o = options(schema.TransposeConvOptionsT, padding=same, strideH=2, strideW=2)
            g.apply(f"transpose_conv {same}", OP.TRANSPOSE_CONV,
                    [g.ints([1, h, w, 5]), g.weights([5, 3, 3, 4]), g.input([1, 4, 3, 4], zero=3), g.bias(5)],
                    [[1, h, w, 5]], o, scale=0.1, zero=-5)
    for x, y in ((0, 0), (0, 1), (1, 0)):
        if want(f"batch_matmul {x}{y}"):
            a = g.input([2, 3, 5, 4] if not x else [2, 3, 4, 5], zero=3)
            b = g.input([2, 3, 4, 6] if not y else [2, 3, 6, 4], scale=0.02, zero=-2)
            g.apply(f"batch_matmul {x}{y}", OP.BATCH_MATMUL, [a, b], [[2, 3, 5, 6]],
                    options(schema.BatchMatMulOptionsT, adjX=bool(x), adjY=bool(y)), scale=0.2, zero=1)
    if want("batch_matmul by zero point 0"):  # which XNNPACK takes
        g.apply("batch_matmul by zero point 0", OP.BATCH_MATMUL,
                [g.input([2, 20, 33], zero=3, scale=0.0123), g.input([1, 33, 24], scale=0.0077)], [[2, 20, 24]],
                options(schema.BatchMatMulOptionsT), scale=0.0061, zero=6)
    for name, code in (("average_pool", OP.AVERAGE_POOL_2D), ("max_pool", OP.MAX_POOL_2D)):
        if want(name):
            o = options(schema.Pool2DOptionsT, padding=0, strideH=2, strideW=1, filterHeight=3,
                        filterWidth=2)
            g.apply(name, code, [g.input([1, 7, 6, 3], zero=3)], [[1, 4, 6, 3]], o, zero=3)


PAIRS = (("add", OP.ADD, schema.AddOptionsT), ("sub", OP.SUB, schema.SubOptionsT),
         ("mul", OP.MUL, schema.MulOptionsT))


def sums(g, want):
    shape = [1, 4, 5, 3]
    for name, code, kind in PAIRS:
        for other, act in (([1, 4, 5, 3], 0), ([1, 1, 1, 3], 3), ([3], 1), ([4, 1, 1], 0)):
            if want(f"{name} {other}"):
                second = (g.constant(other, scale=0.031, zero=7) if len(other) == 1 else
                          g.input(other, scale=0.031, zero=7))
                g.apply(f"{name} {other}", code, [g.input(shape, zero=-3), second], [shape],
                        options(kind, fusedActivationFunction=act), scale=0.07, zero=4)


def halves(g, want):
    """Constants of half precision behind a DEQUANTIZE."""
    def half(shape):
        data = g.random.uniform(-1, 1, shape).astype(np.float16)
        return g.apply("", OP.DEQUANTIZE, [g.tensor(shape, "f16", data=data)], [shape],
                       options(schema.DequantizeOptionsT), "f32", output=False)
    if want("conv_2d"):
        g.apply("conv_2d", OP.CONV_2D, [g.input([1, 7, 6, 3]), half([5, 3, 2, 3]), half([5])], [[1, 4, 3, 5]],
                options(schema.Conv2DOptionsT, dilationHFactor=1, dilationWFactor=1, padding=0, strideH=2,
                        strideW=2, fusedActivationFunction=1))
    if want("depthwise"):
        g.apply("depthwise", OP.DEPTHWISE_CONV_2D, [g.input([1, 7, 6, 16]), half([1, 3, 3, 16]), half([16])],
                [[1, 7, 6, 16]], options(schema.DepthwiseConv2DOptionsT, padding=0, strideH=1, strideW=1,
                                         depthMultiplier=1, dilationHFactor=1, dilationWFactor=1))
    if want("fully_connected"):
        g.apply("fully_connected", OP.FULLY_CONNECTED, [g.input([2, 32]), half([16, 32]), half([16])],
                [[2, 16]], options(schema.FullyConnectedOptionsT))
    if want("transpose_conv"):
        g.apply("transpose_conv", OP.TRANSPOSE_CONV,
                [g.ints([1, 8, 6, 5]), half([5, 3, 3, 4]), g.input([1, 4, 3, 4]), half([5])], [[1, 8, 6, 5]],
                options(schema.TransposeConvOptionsT, padding=0, strideH=2, strideW=2))
    if want("add"):
        g.apply("add", OP.ADD, [g.input([1, 4, 5, 3]), half([3])], [[1, 4, 5, 3]], options(schema.AddOptionsT))


def hybrids(g, want):
    """Integer weights, one scale or one a channel, of f32 values."""
    def codes(shape, scales, dimension=0):
        return g.tensor(shape, "s8", scale=g.random.uniform(0.002, 0.01, scales), dimension=dimension,
                        data=g.random.integers(-127, 128, shape).astype(np.int8))
    for k, (name, (of, window, stride, dilation, same)) in enumerate(WINDOWS.items()):
        shape, scales = cells(of, window, stride, dilation, same), (1, 4)[k % 2]
        more = dict(padding=0 if same else 1, strideH=stride[0], strideW=stride[1],
                    dilationHFactor=dilation[0], dilationWFactor=dilation[1])
        if want(f"conv_2d {name}"):
            g.apply(f"conv_2d {name}", OP.CONV_2D, [g.input([1, *of, 3]), codes([4, *window, 3], scales), g.bias(4)],
                    [[1, *shape, 4]], options(schema.Conv2DOptionsT, **more))
        if want(f"depthwise {name}"):
            g.apply(f"depthwise {name}", OP.DEPTHWISE_CONV_2D,
                    [g.input([1, *of, 2]), codes([1, *window, 4], scales, 3), g.bias(4)], [[1, *shape, 4]],
                    options(schema.DepthwiseConv2DOptionsT, depthMultiplier=2, **more))
    for scales in (1, 5):
        if want("fully_connected"):
            g.apply(f"fully_connected {scales}", OP.FULLY_CONNECTED,
                    [g.input([2, 12]), codes([5, 12], scales), g.bias(5)], [[2, 5]],
                    options(schema.FullyConnectedOptionsT))


def scales(g, want):
    """int8 values of scales that XNNPACK takes, just about takes, and leaves to LiteRT."""
    shape = [1, 4, 5, 3]
    x = lambda scale: g.input(shape, scale=scale, zero=2)
    for name, code, kind in PAIRS:
        for k, (a, b, y, act) in enumerate(((0.0002, 0.3, 0.4, 0), (12.7, 5e-5, 0.05, 0), (0.9, 0.7, 4.0, 3))):
            if want(f"{name} {k}"):
                g.apply(f"{name} {k}", code, [x(a), g.input(shape, scale=b, zero=9)], [shape],
                        options(kind, fusedActivationFunction=act), scale=y, zero=-5)
    for k, (alpha, a, y) in enumerate(((0.3, 0.05, 0.05), (0.001, 0.05, 0.02), (1.0, 0.05, 0.3),
                                       (0.2, 0.05, 0.0003))):
        if want(f"leaky_relu {k}"):
            g.apply(f"leaky_relu {k}", OP.LEAKY_RELU, [x(a)], [shape],
                    options(schema.LeakyReluOptionsT, alpha=alpha), scale=y, zero=-9)
    for k, (a, y) in enumerate(((0.05, 0.0004), (0.0001, 0.03), (0.05, 0.0003))):
        if want(f"quantize {k}"):
            g.apply(f"quantize {k}", OP.QUANTIZE, [x(a)], [shape], scale=y, zero=-9)


def curves(g, want):
    for k, scale in enumerate((0.004, 0.01, 0.11, 0.6, 3.0)):
        x = lambda: g.input([256], zero=-3 * k, scale=scale)
        if want(f"logistic {k}"):
            g.apply(f"logistic {k}", OP.LOGISTIC, [x()], [[256]], scale=1 / 256, zero=-128)
        if want(f"tanh {k}"):
            g.apply(f"tanh {k}", OP.TANH, [x()], [[256]], scale=1 / 128)


# Functions of one number: code, options, ranges of f32 values; what a code of int8 (of int16) is of the
# value and of the output, and the oracles that have a kernel for integers.
UNARY = {
    "abs": (OP.ABS, None, (-4, 4), (0.05, 3, 0.07, -9), "ML", "ML"),
    "abs of one scale": (OP.ABS, None, (-4, 4), (0.05, 3, 0.05, 3), "ML", "ML"),
    "neg": (OP.NEG, None, (-4, 4), (0.05, 0, 0.05, 0), "L", "L"),  # of codes: LiteRT knows no scales
    "square": (OP.SQUARE, None, (-4, 4), None, "", ""),
    "sqrt": (OP.SQRT, None, (0, 9), (0.05, -128, 0.02, -100), "L", ""),
    "rsqrt": (OP.RSQRT, None, (0.1, 9), (0.05, -128, 0.02, -110), "ML", ""),
    "rsqrt of a large scale": (OP.RSQRT, None, (1e-6, 1e6), (3.0, -100, 0.004, -128), "ML", ""),
    "exp": (OP.EXP, None, (-9, 9), (0.03, 20, 0.2, -128), "L", "L"),
    "log": (OP.LOG, None, (1e-3, 50), (0.05, -128, 0.03, 60), "L", "L"),
    "elu": (OP.ELU, None, (-4, 4), (0.04, 10, 0.03, -50), "ML", ""),
    "gelu": (OP.GELU, lambda: options(schema.GeluOptionsT, approximate=False), (-4, 4), (0.04, 10, 0.03, -90),
             "L", "L"),
    "gelu by tanh": (OP.GELU, lambda: options(schema.GeluOptionsT, approximate=True), (-4, 4),
                     (0.04, 10, 0.03, -90), "L", "L"),
}


def functions(g, want):
    letter = "M" if g.oracle is Micro else "L"
    for name, (code, more, (low, high), scales, s8, s16) in UNARY.items():
        known = {"s8": s8, "s16": s16, "f32": "L" if code == OP.GELU else "ML"}[g.kind]
        if letter not in known or not want(name):
            continue
        if g.kind == "f32":
            x = g.input([240])
            g.inputs[-1] = g.random.uniform(low, high, g.inputs[-1].shape).astype(np.float32)
            g.apply(name, code, [x], [[240]], more and more())
            continue
        (a, za, y, zy), fine = scales, 200 if g.kind == "s16" else 1
        x = g.input([256], scale=a / fine, zero=za)
        if g.kind == "s8":
            least = za if code in (OP.SQRT, OP.RSQRT) else -127 if code == OP.NEG else -128
            g.inputs[-1][:] = np.arange(-128, 128).clip(least)  # every code that stands for a number
        g.apply(name, code, [x], [[256]], more and more(), scale=y / fine * (10 if code == OP.EXP else 1), zero=zy)


COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")


def pairs(g, want):
    """Two values: quotients, squared differences, powers, comparisons, choices."""
    shape = [1, 4, 5, 3]
    letter, fine = "M" if g.oracle is Micro else "L", 300 if g.kind == "s16" else 1
    x = lambda of=shape, scale=0.05, zero=3: g.input(of, scale=scale / fine, zero=zero)

    def other_than_0(of, **more):
        t = x(of, **more)
        zero = 0 if g.kind != "s8" else g.graph.tensors[t].quantization.zeroPoint[0]
        g.inputs[-1][np.abs(g.inputs[-1] - zero) < (0.01 if g.kind == "f32" else 1)] = 1
        return t

    def large(of):
        """Of small quotients TensorFlow Lite makes anything."""
        t = x(of)
        if g.kind != "f32":
            n = g.inputs[-1] - (3 if g.kind == "s8" else 0)
            g.inputs[-1][np.abs(n) < 32] = 100
        return t

    def known(s8, s16, f32):
        return letter in dict(s8=s8, s16=s16, f32=f32)[g.kind]

    for other, act in ((shape, 0), ([3], 1)):
        if want(f"div {other}") and known("ML", "L", "ML"):
            g.apply(f"div {other}", OP.DIV, [large(shape), other_than_0(other, scale=0.03, zero=-7)], [shape],
                    options(schema.DivOptionsT, fusedActivationFunction=act), scale=0.11 if fine == 1 else 0.0007,
                    zero=5)
        if want(f"squared_difference {other}") and known("ML", "M", "ML"):
            g.apply(f"squared_difference {other}", OP.SQUARED_DIFFERENCE, [x(), x(other, 0.031, -9)], [shape],
                    options(schema.SquaredDifferenceOptionsT), scale=0.9 if fine == 1 else 0.01, zero=-128)
    if want("pow") and known("", "", "L"):
        base, power = g.input(shape), g.input(shape)
        g.inputs[-2] = np.abs(g.inputs[-2])
        g.apply("pow", OP.POW, [base, power], [shape], options(schema.PowOptionsT))
    # LiteRT compares codes of int16, whatever their scales
    for other, scale, zero in ((shape, 0.05 if g.kind == "s16" else 0.031, -9), ([4, 1, 1], 0.05, 3)):
        if not known("ML", "L", "ML") or not any(want(f"{name} {other}") for name in COMPARISONS):
            continue
        a, b = x(), x(other, scale, zero)
        if len(other) == 3:  # many that are equal
            g.inputs[-2] = np.round(g.inputs[-2] / 40).astype(g.inputs[-2].dtype)
            g.inputs[-1] = np.round(g.inputs[-1] / 40).astype(g.inputs[-1].dtype)
        for name in COMPARISONS:
            if want(f"{name} {other}"):
                g.apply(f"{name} {other}", getattr(OP, name.upper()), [a, b], [shape], kinds="bool")

    def truth(of=shape):
        return g.apply("", OP.LESS, [x(of), x(of)], [of], kinds="bool", output=False)

    logical = [name for name in ("logical_and", "logical_or", "logical_not") if want(name) and known("ML", "L", "ML")]
    truths = [truth(), truth()] if logical else []
    for name in logical:
        g.apply(name, getattr(OP, name.upper()), truths[:1 if name == "logical_not" else 2], [shape], kinds="bool")
    for of in (shape, [4, 1, 1]):
        if want(f"select_v2 {of}") and known("ML", "L", "ML"):
            other = x(shape) if of is shape else x([5, 3])
            g.apply(f"select_v2 {of}", OP.SELECT_V2, [truth(of), x(), other], [shape],
                    options(schema.SelectV2OptionsT), scale=0.05 / fine, zero=3)
    if want("select") and known("L", "L", "L"):
        g.apply("select", OP.SELECT, [truth([4]), x([4, 5]), x([4, 5])], [[4, 5]], options(schema.SelectOptionsT),
                scale=0.05 / fine, zero=3)


def whole_numbers(g, want):
    """INT32 without a scale, and casts."""
    shape = [1, 4, 5, 3]

    def x(of=shape):
        t = g.input(of, "i32")
        g.inputs[-1] = (g.inputs[-1] % 2001 - 1000).astype(np.int32)
        return t

    for name, kind in (("add", schema.AddOptionsT), ("sub", schema.SubOptionsT), ("mul", schema.MulOptionsT),
                       ("div", schema.DivOptionsT), ("squared_difference", schema.SquaredDifferenceOptionsT)):
        if want(f"{name} of int32"):
            a, b = x(), x([3])
            g.inputs[-1][g.inputs[-1] == 0] = 7
            g.apply(f"{name} of int32", getattr(OP, name.upper()), [a, b], [shape], options(kind), kinds="i32")
    if want("less of int32"):
        g.apply("less of int32", OP.LESS, [x(), x([3])], [shape], kinds="bool")
    if want("cast to int32"):
        g.apply("cast to int32", OP.CAST, [g.input(shape)], [shape], kinds="i32")
    if want("cast to f32"):
        g.apply("cast to f32", OP.CAST, [x()], [shape], kinds="f32")
    if want("cast to bool"):
        t = x()
        g.inputs[-1] = (g.inputs[-1] % 3).astype(np.int32)
        g.apply("cast to bool", OP.CAST, [t], [shape], kinds="bool")
    if want("cast of bool"):
        t = g.apply("", OP.LESS, [x(), x()], [shape], kinds="bool", output=False)
        g.apply("cast of bool", OP.CAST, [t], [shape], kinds="f32")


def elements(g, want):
    shape = [1, 4, 5, 3]
    for name, code in (("minimum", OP.MINIMUM), ("maximum", OP.MAXIMUM)):
        if want(name):
            g.apply(name, code, [g.input(shape, zero=1), g.constant([3], zero=1)], [shape],
                    options(schema.MaximumMinimumOptionsT), zero=1)
    if want("relu"):
        g.apply("relu", OP.RELU, [g.input(shape, zero=2)], [shape], scale=0.08, zero=-9)
    if want("relu6"):
        g.apply("relu6", OP.RELU6, [g.input(shape, zero=2)], [shape], zero=2)
    if want("relu_n1_to_1") and g.oracle is LiteRT and g.kind != "s16":  # Micro has none
        g.apply("relu_n1_to_1", OP.RELU_N1_TO_1, [g.input(shape, zero=2)], [shape], zero=2)
    if want("leaky_relu"):
        g.apply("leaky_relu", OP.LEAKY_RELU, [g.input(shape, zero=2)], [shape],
                options(schema.LeakyReluOptionsT, alpha=0.1), scale=0.06, zero=-9)
    if want("prelu"):
        slope = g.constant([1, 1, 3], "f32" if g.kind == "f32" else "s8", scale=0.007, zero=5)
        g.apply("prelu", OP.PRELU, [g.input(shape, zero=2), slope], [shape], scale=0.06, zero=-9)
    if want("hard_swish") and g.kind != "s16":
        for k, (scale, out) in enumerate(((0.05, 0.04), (0.2, 0.3), (0.004, 0.003))):
            g.apply(f"hard_swish {k}", OP.HARD_SWISH, [g.input(shape, scale=scale, zero=-20)], [shape],
                    options(schema.HardSwishOptionsT), scale=out, zero=11)
    if want("logistic"):
        scale = dict(s8=1 / 256, s16=1 / 32768, f32=None)[g.kind]
        g.apply("logistic", OP.LOGISTIC, [g.input(shape, zero=2, scale=2e-4 if g.kind == "s16" else .05)],
                [shape], scale=scale, zero=-128)
    if want("tanh"):
        scale = dict(s8=1 / 128, s16=1 / 32768, f32=None)[g.kind]
        g.apply("tanh", OP.TANH, [g.input(shape, zero=2, scale=2e-4 if g.kind == "s16" else .05)],
                [shape], scale=scale)
    if want("softmax"):
        scale = dict(s8=1 / 256, s16=1 / 32768, f32=None)[g.kind]
        g.apply("softmax", OP.SOFTMAX, [g.input([2, 7], scale=2e-4 if g.kind == "s16" else .05)],
                [[2, 7]], options(schema.SoftmaxOptionsT, beta=1.0), scale=scale, zero=-128)
    if g.kind != "f32":
        if want("quantize"):
            g.apply("quantize", OP.QUANTIZE, [g.input(shape, zero=2)], [shape], scale=0.083, zero=-9)
        if want("dequantize"):
            g.apply("dequantize", OP.DEQUANTIZE, [g.input(shape, zero=2)], [shape], kinds="f32")
        if want("quantize from f32"):
            g.apply("quantize from f32", OP.QUANTIZE, [g.input(shape, "f32")], [shape], scale=0.02, zero=-9)
    if g.kind == "s8":
        if want("quantize from u8"):
            g.apply("quantize from u8", OP.QUANTIZE, [g.input(shape, "u8", zero=130)], [shape], zero=2)
        if want("quantize to u8"):
            g.apply("quantize to u8", OP.QUANTIZE, [g.input(shape, zero=2)], [shape], kinds="u8", zero=130)


def moves(g, want):
    x = lambda shape: g.input(shape, zero=5)
    if want("reshape"):
        g.apply("reshape", OP.RESHAPE, [x([1, 4, 6]), g.ints([2, 12])], [[2, 12]], zero=5)
    if want("squeeze"):
        g.apply("squeeze", OP.SQUEEZE, [x([1, 4, 1, 6])], [[4, 6]], zero=5)
    if want("expand_dims"):
        g.apply("expand_dims", OP.EXPAND_DIMS, [x([4, 6]), g.ints([1])], [[4, 1, 6]], zero=5)
    if want("transpose"):
        g.apply("transpose", OP.TRANSPOSE, [x([2, 3, 4, 5]), g.ints([0, 3, 1, 2])], [[2, 5, 3, 4]], zero=5)
    if want("pad"):
        g.apply("pad", OP.PAD, [x([1, 3, 4, 2]), g.ints([[0, 0], [1, 2], [0, 3], [1, 0]])],
                [[1, 6, 7, 3]], zero=5)
    if want("padv2"):
        data = np.array([2.5] if g.kind == "f32" else [17], KIND[g.kind][1])
        border = g.tensor([1], zero=5, data=data)
        g.apply("padv2", OP.PADV2, [x([1, 3, 4, 2]), g.ints([[0, 0], [1, 2], [0, 3], [0, 0]]), border],
                [[1, 6, 7, 2]], zero=5)
    if want("slice"):
        g.apply("slice", OP.SLICE, [x([2, 5, 6, 3]), g.ints([1, 0, 2, 1]), g.ints([1, 5, 3, -1])],
                [[1, 5, 3, 2]], zero=5)
    strided = lambda **f: options(schema.StridedSliceOptionsT, **f)
    if want("strided_slice"):
        g.apply("strided_slice", OP.STRIDED_SLICE,
                [x([1, 7, 6, 3]), g.ints([0, 1, -1, 0]), g.ints([1, -1, -7, 3]), g.ints([1, 2, -2, 1])],
                [[1, 3, 3, 3]], strided(), zero=5)
    if want("strided_slice masks"):
        g.apply("strided_slice masks", OP.STRIDED_SLICE,
                [x([2, 7, 6, 3]), g.ints([1, 1, 2, 0]), g.ints([2, 4, 5, 9]), g.ints([1, 2, 1, 1])],
                [[4, 3, 3]], strided(beginMask=2, endMask=2, shrinkAxisMask=1), zero=5)
    if want("split"):
        g.apply("split", OP.SPLIT, [g.ints([2]), x([1, 4, 6])], [[1, 4, 2]] * 3,
                options(schema.SplitOptionsT, numSplits=3), zero=5)
    if want("split_v"):
        g.apply("split_v", OP.SPLIT_V, [x([1, 6, 4]), g.ints([1, 3, 2]), g.ints(1)],
                [[1, 1, 4], [1, 3, 4], [1, 2, 4]], options(schema.SplitVOptionsT, numSplits=3), zero=5)
    if want("concatenation"):
        g.apply("concatenation", OP.CONCATENATION, [x([1, 4, 2]), x([1, 4, 3])], [[1, 4, 5]],
                options(schema.ConcatenationOptionsT, axis=2), zero=5)
    if want("concatenation of ten"):  # as many as the reference takes
        g.apply("concatenation of ten", OP.CONCATENATION, [x([1, 4, 1 + k % 2]) for k in range(10)],
                [[1, 4, 15]], options(schema.ConcatenationOptionsT, axis=2), zero=5)
    if want("pack"):
        g.apply("pack", OP.PACK, [x([3, 4]), x([3, 4])], [[3, 2, 4]],
                options(schema.PackOptionsT, valuesCount=2, axis=1), zero=5)
    if want("unpack"):
        g.apply("unpack", OP.UNPACK, [x([3, 2, 4])], [[3, 4], [3, 4]],
                options(schema.UnpackOptionsT, num=2, axis=1), zero=5)
    if want("pad of the batch"):
        g.apply("pad of the batch", OP.PAD, [x([2, 3, 4, 2]), g.ints([[1, 2], [1, 0], [0, 3], [0, 1]])],
                [[5, 4, 7, 3]], zero=5)
        g.apply("pad of five", OP.PAD, [x([2, 1, 3, 4, 2]), g.ints([[1, 0], [0, 2], [1, 0], [0, 1], [2, 0]])],
                [[3, 3, 4, 5, 4]], zero=5)
    if want("tile") and g.oracle is LiteRT:  # Micro has none
        g.apply("tile", OP.TILE, [x([1, 2, 3, 2]), g.ints([2, 1, 3, 2])], [[2, 2, 9, 4]], zero=5)
    if g.kind != "s16":
        blocks(g, want)


def batches(g, want):
    """SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND, alone and around a layer, which they dilate."""
    zero = 0 if g.oracle is Micro else 5  # Micro pads with code 0, whatever the zero point
    x = lambda shape: g.input(shape, zero=zero)
    if g.kind == "s16" and g.oracle is not LiteRT:  # Micro's are of s8 and f32
        return

    def spread(t, size, borders, shape, output=False):
        return g.apply("space_to_batch", OP.SPACE_TO_BATCH_ND, [t, g.ints(size), g.ints(borders)], [shape],
                       options(schema.SpaceToBatchNDOptionsT), zero=zero, output=output)

    def together(name, t, size, crops, shape, **more):
        g.apply(name, OP.BATCH_TO_SPACE_ND, [t, g.ints(size), g.ints(crops)], [shape],
                options(schema.BatchToSpaceNDOptionsT), **more)

    if want("space_to_batch"):
        spread(x([2, 5, 4, 3]), [2, 3], [[1, 0], [1, 1]], [12, 3, 2, 3], True)
        spread(x([2, 6, 3]), [3], [[2, 1]], [6, 3, 3], True)
    if want("batch_to_space"):
        together("batch_to_space", x([12, 3, 2, 3]), [2, 3], [[1, 0], [1, 1]], [2, 5, 4, 3], zero=zero)
        together("batch_to_space of lines", x([6, 3, 3]), [3], [[2, 1]], [2, 6, 3], zero=zero)
    conv = dict(padding=1, strideH=1, strideW=1, dilationHFactor=1, dilationWFactor=1)
    if want("dilated"):
        t = spread(x([1, 9, 8, 3]), [2, 2], [[2, 3], [2, 2]], [4, 7, 6, 3])
        t = g.apply("", OP.CONV_2D, [t, g.weights([4, 3, 3, 3]), g.bias(4)], [[4, 5, 4, 4]],
                    options(schema.Conv2DOptionsT, fusedActivationFunction=3, **conv), scale=0.1, zero=-5,
                    output=False)
        together("dilated", t, [2, 2], [[0, 1], [0, 0]], [1, 9, 8, 4], scale=0.1, zero=-5)
    if want("dilated depthwise"):
        t = spread(x([1, 9, 6, 3]), [3, 1], [[4, 8], [0, 0]], [3, 7, 6, 3])  # a border as wide as the window
        t = g.apply("", OP.DEPTHWISE_CONV_2D, [t, g.weights([1, 3, 2, 3], 3), g.bias(3)], [[3, 5, 5, 3]],
                    options(schema.DepthwiseConv2DOptionsT, depthMultiplier=1, **conv), scale=0.1, zero=-5,
                    output=False)
        together("dilated depthwise", t, [3, 1], [[2, 0], [0, 0]], [1, 13, 5, 3], scale=0.1, zero=-5)
    if want("dilated line"):
        t = spread(x([1, 12, 3]), [4], [[0, 0]], [4, 3, 3])
        t = g.apply("", OP.EXPAND_DIMS, [t, g.ints(1)], [[4, 1, 3, 3]], zero=zero, output=False)
        t = g.apply("", OP.CONV_2D, [t, g.weights([4, 1, 2, 3]), g.bias(4)], [[4, 1, 2, 4]],
                    options(schema.Conv2DOptionsT, **conv), scale=0.1, zero=-5, output=False)
        t = g.apply("", OP.RESHAPE, [t, g.ints([4, 2, 4])], [[4, 2, 4]], scale=0.1, zero=-5, output=False)
        together("dilated line", t, [4], [[0, 0]], [1, 8, 4], scale=0.1, zero=-5)


def blocks(g, want):
    x = lambda shape: g.input(shape, zero=5)
    if want("space_to_depth"):
        g.apply("space_to_depth", OP.SPACE_TO_DEPTH, [x([1, 4, 6, 3])], [[1, 2, 3, 12]],
                options(schema.SpaceToDepthOptionsT, blockSize=2), zero=5)
    if want("depth_to_space"):
        g.apply("depth_to_space", OP.DEPTH_TO_SPACE, [x([1, 2, 3, 12])], [[1, 4, 6, 3]],
                options(schema.DepthToSpaceOptionsT, blockSize=2), zero=5)


def formulas(g, want):
    """Operators of int16 that nobody has a kernel for."""
    blocks(g, want)
    places(g, want)
    if want("relu_n1_to_1"):
        g.apply("relu_n1_to_1", OP.RELU_N1_TO_1, [g.input([1, 4, 5, 3], scale=1e-3)], [[1, 4, 5, 3]], scale=1e-3)


def cells(of, window, stride, dilation, same):
    """Rows and columns of what a window makes."""
    return [-(-i // s) if same else -(-(i - (w - 1) * d) // s)
            for i, w, s, d in zip(of, window, stride, dilation)]


# (height, width), window, stride, dilation, SAME, each with height != width
WINDOWS = {
    "stride of rows": ((9, 6), (3, 2), (2, 1), (1, 1), True),
    "stride of columns": ((6, 9), (2, 3), (1, 2), (1, 1), False),
    "strides": ((11, 8), (4, 2), (3, 2), (1, 1), True),
    "dilation of rows": ((9, 5), (3, 3), (1, 1), (2, 1), True),
    "dilation of columns": ((5, 11), (2, 3), (1, 1), (1, 3), False),
    "dilations": ((10, 9), (2, 4), (1, 1), (3, 2), True),
    "dilations and a stride": ((12, 7), (3, 2), (2, 1), (2, 3), False),
    "one row": ((1, 13), (1, 5), (1, 2), (1, 1), True),
    "one column": ((13, 1), (4, 1), (3, 1), (2, 1), True),
    "one cell": ((7, 5), (1, 1), (2, 3), (1, 1), False),
}


def windows(g, want):
    """Layers with windows whose height and width differ in whatever they can differ in."""
    zero = (3, -128, 127, -7)
    act = (0, 1, 3, 0, 2)
    fields = lambda stride, dilation, same: dict(
        padding=0 if same else 1, strideH=stride[0], strideW=stride[1], dilationHFactor=dilation[0],
        dilationWFactor=dilation[1])
    for k, (name, (of, window, stride, dilation, same)) in enumerate(WINDOWS.items()):
        shape = cells(of, window, stride, dilation, same)
        more = fields(stride, dilation, same)
        more["fusedActivationFunction"] = act[k % 5]
        if want(f"conv_2d {name}"):
            c, filters, batch = 2 + k % 3, 3 + k % 4, 1 + k % 2
            x = g.input([batch, *of, c], zero=zero[k % 4])
            g.apply(f"conv_2d {name}", OP.CONV_2D, [x, g.weights([filters, *window, c]), g.bias(filters)],
                    [[batch, *shape, filters]], options(schema.Conv2DOptionsT, **more), scale=0.06, zero=-5)
        if want(f"depthwise {name}"):
            c, times = 2 + k % 4, 1 + k % 3
            x = g.input([1, *of, c], zero=zero[-k % 4])
            g.apply(f"depthwise {name}", OP.DEPTHWISE_CONV_2D,
                    [x, g.weights([1, *window, c * times], 3), g.bias(c * times)], [[1, *shape, c * times]],
                    options(schema.DepthwiseConv2DOptionsT, depthMultiplier=times, **more), scale=0.04, zero=9)


def windows_without_weights(g, want):
    for k, (name, (of, window, stride, dilation, same)) in enumerate(WINDOWS.items()):
        if dilation != (1, 1):
            continue
        for pool, code in (("average_pool", OP.AVERAGE_POOL_2D), ("max_pool", OP.MAX_POOL_2D)):
            if want(f"{pool} {name}"):
                o = options(schema.Pool2DOptionsT, padding=0 if same else 1, strideH=stride[0],
                            strideW=stride[1], filterHeight=window[0], filterWidth=window[1],
                            fusedActivationFunction=(0, 1, 3)[k % 3])
                g.apply(f"{pool} {name}", code, [g.input([1, *of, 3], zero=-11)],
                        [[1, *cells(of, window, stride, (1, 1), same), 3]], o, zero=-11)
    for stride, window, same in (((2, 1), (2, 4), True), ((1, 3), (3, 5), False), ((3, 2), (4, 3), True)):
        name = f"transpose_conv {stride[0]}x{stride[1]}"
        if want(name):
            h, w = (5 * stride[0], 4 * stride[1]) if same else (
                4 * stride[0] + window[0], 3 * stride[1] + window[1])
            o = options(schema.TransposeConvOptionsT, padding=0 if same else 1, strideH=stride[0],
                        strideW=stride[1])
            g.apply(name, OP.TRANSPOSE_CONV,
                    [g.ints([1, h, w, 3]), g.weights([3, *window, 2]), g.input([1, 5, 4, 2], zero=-6), g.bias(3)],
                    [[1, h, w, 3]], o, scale=0.07, zero=4)


# begin, end, step, masks (begin, end, shrink), shape of the output, all of a value (2, 7, 6, 3)
SLICES = {
    "begin mask": ((1, 4, 2, 1), (2, 7, 5, 3), (1, 1, 1, 1), (2, 0, 0), (1, 7, 3, 2)),
    "end mask": ((1, 4, 2, 1), (2, 5, 5, 2), (1, 1, 1, 1), (0, 2, 0), (1, 3, 3, 1)),
    "masks of others": ((1, 5, 4, 1), (2, 6, 3, 2), (1, 1, 1, 1), (4, 2, 0), (1, 2, 3, 1)),
    "backwards": ((1, 5, 4, 2), (0, 1, 0, -9), (-1, -2, -1, -1), (0, 0, 0), (1, 2, 4, 3)),
    "backwards begin mask": ((0, 2, 2, 0), (2, 1, 0, 3), (1, -2, -1, 1), (2, 0, 0), (2, 3, 2, 3)),
    "backwards end mask": ((0, 5, 4, 0), (2, 3, 2, 3), (1, -2, -1, 1), (0, 4, 0), (2, 1, 5, 3)),
    "shrunk": ((1, -2, 0, 0), (2, 7, 6, 3), (1, 1, 1, 2), (0, 0, 2), (1, 6, 2)),
    "shrunk twice": ((0, 3, 5, 0), (2, 4, 6, 3), (1, 1, 1, 1), (1, 8, 6), (2, 3)),
    "shrunk and masked": ((-1, 2, 3, 1), (9, 5, 6, 9), (1, 2, 1, 1), (4, 8, 1), (2, 6, 2)),
    "beyond": ((-9, -5, 2, -2), (9, 99, -1, 3), (1, 3, 2, 1), (0, 0, 0), (2, 2, 2, 2)),
}


def slices(g, want):
    x = lambda shape: g.input(shape, zero=5)
    for name, (begin, end, step, masks, shape) in SLICES.items():
        if want(f"strided_slice {name}"):
            o = options(schema.StridedSliceOptionsT, beginMask=masks[0], endMask=masks[1],
                        shrinkAxisMask=masks[2])
            g.apply(f"strided_slice {name}", OP.STRIDED_SLICE,
                    [x([2, 7, 6, 3]), g.ints(begin), g.ints(end), g.ints(step)], [list(shape)], o, zero=5)
    if want("slice"):
        g.apply("slice of a row", OP.SLICE, [x([3, 5]), g.ints([1, 2]), g.ints([1, -1])], [[1, 3]], zero=5)
    for axes, shape in (((0, 2, 1, 3), (2, 4, 3, 5)), ((0, 1, 3, 2), (2, 3, 5, 4)), ((3, 1, 0, 2), (5, 3, 2, 4))):
        if want("transpose"):
            g.apply(f"transpose {axes}", OP.TRANSPOSE, [x([2, 3, 4, 5]), g.ints(axes)], [list(shape)], zero=5)
    if want("pad"):
        g.apply("pad", OP.PAD, [x([1, 4, 3, 2]), g.ints([[0, 0], [2, 0], [1, 3], [0, 0]])], [[1, 6, 7, 2]],
                zero=5)
    if want("split"):
        g.apply("split", OP.SPLIT, [g.ints([-3]), x([1, 4, 5, 2])], [[1, 2, 5, 2]] * 2,
                options(schema.SplitOptionsT, numSplits=2), zero=5)
    for axis, shapes in ((1, ([1, 2, 3, 2], [1, 4, 3, 2], [1, 1, 3, 2])), (-2, ([1, 3, 2, 2], [1, 3, 4, 2]))):
        if want(f"concatenation {axis}"):
            made = [1, 7, 3, 2] if axis == 1 else [1, 3, 6, 2]
            g.apply(f"concatenation {axis}", OP.CONCATENATION, [x(s) for s in shapes], [made],
                    options(schema.ConcatenationOptionsT, axis=axis), zero=5)
    if want("unpack"):
        g.apply("unpack", OP.UNPACK, [x([2, 3, 4])], [[3, 4], [3, 4]],
                options(schema.UnpackOptionsT, num=2, axis=-3), zero=5)
    if want("pack"):
        g.apply("pack", OP.PACK, [x([3, 4]), x([3, 4])], [[3, 4, 2]],
                options(schema.PackOptionsT, valuesCount=2, axis=-1), zero=5)


def parts(g, want):
    """Parts of a value by index, and values that repeat."""
    x = lambda shape: g.input(shape, zero=5)
    both = g.kind != "s16" or g.oracle is LiteRT  # Micro's are of s8 and f32 alone

    def indices(shape, most):
        t = g.input(shape, "i32")
        g.inputs[-1] = (g.inputs[-1] % most).astype(np.int32)
        return t

    for axis, of, shape in ((0, [3, 2], [3, 2, 5, 4]), (1, [3], [6, 3, 4]), (-1, [2, 2], [6, 5, 2, 2])):
        if want(f"gather {axis}") and both:
            size = [6, 5, 4][axis]
            g.apply(f"gather {axis}", OP.GATHER, [x([6, 5, 4]), indices(of, size)], [shape],
                    options(schema.GatherOptionsT, axis=axis), zero=5)
    if want("gather of constants") and both:
        table = g.constant([7, 3], zero=5)
        g.apply("gather of constants", OP.GATHER, [table, indices([4], 7)], [[4, 3]],
                options(schema.GatherOptionsT, axis=0), zero=5)
    if want("embedding_lookup") and both:
        g.apply("embedding_lookup", OP.EMBEDDING_LOOKUP, [indices([4], 6), x([6, 3])], [[4, 3]], zero=5)
    for mode in (0, 1):
        if want(f"mirror_pad {mode}") and both:
            cells = [[0, 0], [1, 2], [3, 1], [2 - mode, 1 + mode]]
            g.apply(f"mirror_pad {mode}", OP.MIRROR_PAD, [x([1, 3, 4, 3]), g.ints(cells)], [[1, 6, 8, 6]],
                    options(schema.MirrorPadOptionsT, mode=mode), zero=5)
    if want("fill") and both:
        g.apply("fill", OP.FILL, [g.ints([2, 3, 4]), x([])], [[2, 3, 4]], options(schema.FillOptionsT), zero=5)
    for shape in ([4, 1, 3], [1], [2, 4, 5, 3]):
        if want(f"broadcast_to {shape}") and g.oracle is Micro:
            g.apply(f"broadcast_to {shape}", OP.BROADCAST_TO, [x(shape), g.ints([2, 4, 5, 3])], [[2, 4, 5, 3]],
                    options(schema.BroadcastToOptionsT), zero=5)


def softmaxes(g, want):
    """Rows of many lengths, and enough of them for the last bits of the reciprocals to show."""
    for k, (rows, length, scale, beta) in enumerate(((400, 4, 0.02, 1), (100, 9, 0.05, 1), (30, 33, 0.2, 1),
                                                     (20, 10, 0.1, 0.25), (20, 10, 0.01, 3), (12, 2, 1, 1))):
        if want(f"softmax {length}"):
            of = dict(s8=1 / 256, s16=1 / 32768, f32=None)[g.kind]
            x = g.input([rows, length], scale=scale / 256 if g.kind == "s16" else scale, zero=3 * k)
            g.apply(f"softmax {length} {beta}", OP.SOFTMAX, [x], [[rows, length]],
                    options(schema.SoftmaxOptionsT, beta=float(beta)), scale=of, zero=-128)


def shares(g, want):
    """SOFTMAX of int8 to int16, and what follows from a row."""
    x = lambda shape, **more: g.input(shape, zero=5, **more)
    for k, length in enumerate((4, 33)):
        if want(f"softmax to int16 {length}") and g.kind == "s8" and g.oracle is Micro:
            y = g.apply(f"softmax to int16 {length}", OP.SOFTMAX, [x([40, length], scale=(0.05, 0.2)[k])],
                        [[40, length]], options(schema.SoftmaxOptionsT, beta=1.0), kinds="s16", scale=1 / 65536)
            g.graph.tensors[y].quantization.zeroPoint = [-32768]
    for length in (1, 3, 20):
        if want(f"l2_normalization {length}") and g.kind != "s16":
            g.apply(f"l2_normalization {length}", OP.L2_NORMALIZATION, [x([2, 9, length])], [[2, 9, length]],
                    options(schema.L2NormOptionsT), scale=1 / 128, zero=0)
    for length in (1, 5, 33):
        if want(f"log_softmax {length}") and (g.kind == "f32" or g.kind == "s8" and g.oracle is LiteRT):
            g.apply(f"log_softmax {length}", OP.LOG_SOFTMAX, [x([40, length], scale=0.07)], [[40, length]],
                    options(schema.LogSoftmaxOptionsT), scale=1 / 16, zero=127)
    for axis, exclusive, reverse in ((1, False, False), (2, True, False), (-1, False, True), (0, True, True)):
        for kind in ("f32", "i32"):
            if want(f"cumsum {axis} {kind}") and g.kind == "f32" and (kind == "f32" or g.oracle is LiteRT):
                t = x([2, 3, 4, 5], kind=kind)
                if kind == "i32":
                    g.inputs[-1] //= 5  # sums saturate here and wrap there
                g.apply(f"cumsum {axis} {kind}", OP.CUMSUM, [t, g.ints([axis])], [[2, 3, 4, 5]],
                        options(schema.CumsumOptionsT, exclusive=exclusive, reverse=reverse), kinds=kind)
    if want("quantize to int32") and g.kind == "s16":
        g.apply("quantize to int32", OP.QUANTIZE, [x([200])], [[200]], kinds="i32", scale=0.0003)


def reductions(g, want):
    x = lambda shape: g.input(shape, zero=5)

    def summands(shape):
        """Floats of one sign: where a sum cancels, its last digits are those of its order."""
        t = x(shape)
        if g.kind == "f32":
            g.inputs[-1] = np.abs(g.inputs[-1])
        return t

    reducer = lambda keep: options(schema.ReducerOptionsT, keepDims=keep)
    for axes, shape, keep in (([1, 2], [2, 3], False), ([1, 2], [2, 1, 1, 3], True), ([3], [2, 4, 5], False),
                              ([-3], [2, 5, 3], False), ([0, 2], [4, 3], False), ([1, 2, 3], [2], False)):
        if want(f"mean {axes} {keep}"):
            g.apply(f"mean {axes}", OP.MEAN, [summands([2, 4, 5, 3]), g.ints(axes)], [shape], reducer(keep),
                    scale=0.04, zero=-7)
        if want(f"sum {axes} {keep}"):
            g.apply(f"sum {axes}", OP.SUM, [summands([2, 4, 5, 3]), g.ints(axes)], [shape], reducer(keep),
                    scale=0.4, zero=-7)
        for name, code in (("reduce_max", OP.REDUCE_MAX), ("reduce_min", OP.REDUCE_MIN)):
            if want(f"{name} {axes} {keep}") and (g.kind != "s16" or g.oracle is LiteRT):
                g.apply(f"{name} {axes}", code, [x([2, 4, 5, 3]), g.ints(axes)], [shape], reducer(keep),
                        zero=5)


def places(g, want):
    x = lambda shape: g.input(shape, zero=5)
    for axis, shape in ((-1, [2, 5]), (1, [2, 3])):
        if want(f"arg_max {axis}"):
            g.apply(f"arg_max {axis}", OP.ARG_MAX, [x([2, 5, 3]), g.ints(axis)], [shape],
                    options(schema.ArgMaxOptionsT, outputType=schema.TensorType.INT32), kinds="i32")
    if want("arg_min"):
        g.apply("arg_min", OP.ARG_MIN, [x([2, 5, 3]), g.ints(1)], [[2, 3]],
                options(schema.ArgMinOptionsT, outputType=schema.TensorType.INT32), kinds="i32")


def resizes(g, want):
    x = lambda shape: g.input(shape, zero=5)
    for align, half in ((False, False), (True, False), (False, True)):
        for size in ([9, 5], [2, 3]):
            if want(f"resize_bilinear {align} {half} {size}") and (g.kind != "s16" or g.oracle is LiteRT):
                g.apply("resize_bilinear", OP.RESIZE_BILINEAR, [x([1, 4, 5, 2]), g.ints(size)],
                        [[1, *size, 2]], options(schema.ResizeBilinearOptionsT, alignCorners=align,
                                                 halfPixelCenters=half), zero=5)
            if want(f"resize_nearest {align} {half} {size}"):
                g.apply("resize_nearest", OP.RESIZE_NEAREST_NEIGHBOR, [x([1, 4, 5, 2]), g.ints(size)],
                        [[1, *size, 2]], options(schema.ResizeNearestNeighborOptionsT,
                                                 alignCorners=align, halfPixelCenters=half), zero=5)


def small_weights(g, shape, scale=0.004):
    """Weights with one scale."""
    if g.kind == "f32":
        return g.tensor(shape, data=g.random.uniform(-1, 1, shape).astype(np.float32))
    return g.tensor(shape, "s8", scale=scale, data=g.random.integers(-127, 128, shape).astype(np.int8))


def lstm(g, name, x, batch, time, major, hidden, clip, **more):
    """An LSTM on x, of scale 0.02 (s8) or 1e-4 (s16)."""
    f32, i = g.kind == "f32", g.graph.tensors[x].shape[2]
    w = [small_weights(g, [hidden, i], s) for s in (.004, .006, .005, .007)]
    r = [small_weights(g, [hidden, hidden], s) for s in (.003, .004, .002, .006)]
    bias = [g.bias(hidden) for _ in range(4)]
    out = dict(scale=1 / 128 if g.kind == "s8" else 1 / 32768, zero=-4)
    state = g.tensor([batch, hidden], variable=True, **out)
    cell = g.tensor([batch, hidden], "f32" if f32 else "s16", scale=2.0 ** -12, variable=True)
    o = options(schema.UnidirectionalSequenceLSTMOptionsT, fusedActivationFunction=4, timeMajor=major,
                cellClip=clip)
    none = [-1]
    return g.apply(name, OP.UNIDIRECTIONAL_SEQUENCE_LSTM,
                   [x, *w, *r, *none * 3, *bias, *none * 2, state, cell, *none * 4],
                   [[time, batch, hidden] if major else [batch, time, hidden]], o, **out, **more)


def svdf(g, name, kind, x, units, rank, memory, **more):
    """An SVDF on x of scale 0.05, whose state is of `kind`."""
    f32, (batch, i), f = g.kind == "f32", g.graph.tensors[x].shape, units * rank
    o = options(schema.SVDFOptionsT, rank=rank, fusedActivationFunction=0 if f32 else 1)
    state_scale, time_scale = (0.05, 0.01) if kind == "s8" else (1 / 4096, 1 / 32768)
    kind = g.kind if f32 else kind
    feature = small_weights(g, [f, i])
    data = g.random.uniform(-1, 1, (f, memory)).astype(np.float32) if f32 else g.codes((f, memory), kind)
    time = g.tensor([f, memory], kind, scale=time_scale, data=data)
    bias = (g.bias(units) if f32 else
            g.tensor([units], "i32", scale=state_scale * time_scale,
                     data=g.random.integers(-500, 500, units).astype(np.int32)))
    state = g.tensor([batch, f * memory], kind, scale=state_scale, variable=True)
    return g.apply(name, OP.SVDF, [x, feature, time, bias, state], [[batch, units]], o, scale=0.06, zero=7,
                   **more)


def recurrent(g, want):
    """State: every case goes on from the one before."""
    f32 = g.kind == "f32"
    scale = 0.02 if g.kind == "s8" else 1e-4
    for major in (False, True):
        # LiteRT's LSTM of integers is another algorithm, with scales of its own between its steps
        if want(f"lstm {major}") and (f32 or g.oracle is not LiteRT):
            b, t, i = 2, 5, 7
            x = g.input([t, b, i] if major else [b, t, i], zero=3, scale=scale)
            lstm(g, f"lstm {major}", x, b, t, major, 6, 0.0 if major else 3.0)
    if want("lstm clip") and (f32 or g.oracle is not LiteRT):
        lstm(g, "lstm clip", g.input([1, 6, 4], zero=3, scale=scale), 1, 6, False, 5, 0.4)
    if g.kind == "s16":
        return
    for kind in ("s8", "s16"):
        if want(f"svdf {kind}") and not (kind == "s8" and (f32 or g.oracle is LiteRT)):
            svdf(g, f"svdf {kind}", kind, g.input([2, 9], zero=3), 4, 2, 5)


def streams(g, want):
    """Layers behind a state, which need the memory that the state must not lend."""
    def behind(x, inputs, name):
        for k, (size, act) in enumerate(((40, 1), (3, 0))):
            shape = [1, size]
            x = g.apply(f"{name}, layer {k}", OP.FULLY_CONNECTED,
                        [x, small_weights(g, [size, inputs]), g.bias(size)], [shape],
                        options(schema.FullyConnectedOptionsT, fusedActivationFunction=act), scale=0.05,
                        zero=-9, output=size == 3)
            inputs = size
    if want("lstm") and (g.kind == "f32" or g.oracle is not LiteRT):
        x = lstm(g, "", g.input([1, 4, 5], zero=3, scale=0.02 if g.kind == "s8" else 1e-4), 1, 4, False, 6, 0.7,
                 output=False)
        behind(x, 24, "behind an lstm")
    if want("svdf") and g.kind != "s16":
        behind(svdf(g, "", "s16", g.input([1, 8], zero=-3), 6, 2, 4, output=False), 6, "behind an svdf")


def variables(g, want):
    """Variables, as streaming models have them: each run finds what the last one assigned."""
    main, first = g.graph, schema.SubGraphT()
    first.tensors, first.operators, first.inputs, first.outputs = [], [], [], []

    def handle(name):
        return g.apply("", OP.VAR_HANDLE, [], [[]], options(schema.VarHandleOptionsT, sharedName=name),
                       kinds="handle", output=False)

    def begin(name, shape, **more):
        g.graph = first
        data = g.codes(shape)
        g.apply("", OP.ASSIGN_VARIABLE, [handle(name), g.tensor(shape, data=data, **more)], [], output=False)
        g.graph = main

    q = dict(scale=0.05, zero=3)
    names = [name for name in ("ring", "sum") if want(name)]
    g.apply("", OP.CALL_ONCE, [], [], options(schema.CallOnceOptionsT, initSubgraphIndex=1), output=False)
    if "ring" in names:  # the last frames and a new one
        begin("ring", [1, 3, 4], **q)
        h = handle("ring")
        old = g.apply("", OP.READ_VARIABLE, [h], [[1, 3, 4]], output=False, **q)
        x = g.input([1, 2, 4], **q)
        both = g.apply("ring", OP.CONCATENATION, [old, x], [[1, 5, 4]], options(schema.ConcatenationOptionsT, axis=1), **q)
        new = g.apply("", OP.STRIDED_SLICE, [both, g.ints([0, 2, 0]), g.ints([0, 0, 0]), g.ints([1, 1, 1])],
                      [[1, 3, 4]], options(schema.StridedSliceOptionsT, beginMask=5, endMask=7), output=False, **q)
        g.apply("", OP.ASSIGN_VARIABLE, [h, new], [], output=False)
    if "sum" in names:  # read again behind the assignment
        begin("sum", [1, 6], **q)
        h = handle("sum")
        old = g.apply("", OP.READ_VARIABLE, [h], [[1, 6]], output=False, **q)
        new = g.apply("", OP.MAXIMUM, [old, g.input([1, 6], **q)], [[1, 6]], options(schema.MaximumMinimumOptionsT),
                      output=False, **q)
        g.apply("", OP.ASSIGN_VARIABLE, [h, new], [], output=False)
        again = g.apply("", OP.READ_VARIABLE, [h], [[1, 6]], output=False, **q)
        g.apply("sum", OP.MINIMUM, [again, g.input([1, 6], **q)], [[1, 6]], options(schema.MaximumMinimumOptionsT), **q)
    g.more.append(first)


def streaming(g, want):
    """A whole network that streams, in int8: each layer with windows reads the last rows of what is
    before it and one new row, as microWakeWord's do; LOGISTIC ends it."""
    main, first = g.graph, schema.SubGraphT()
    first.tensors, first.operators, first.inputs, first.outputs = [], [], [], []

    def handle(name):
        return g.apply("", OP.VAR_HANDLE, [], [[]], options(schema.VarHandleOptionsT, sharedName=name),
                       kinds="handle", output=False)

    def rows(name, x, old, channels, **format):
        """Row x behind the `old` rows before it."""
        g.graph = first
        kept = [1, old, 1, channels]
        begin = g.constant(kept, **format)
        g.apply("", OP.ASSIGN_VARIABLE, [handle(name), begin], [], output=False)
        g.graph = main
        h = handle(name)
        before = g.apply("", OP.READ_VARIABLE, [h], [kept], output=False, **format)
        both = g.apply("", OP.CONCATENATION, [before, x], [[1, old + 1, 1, channels]],
                       options(schema.ConcatenationOptionsT, axis=1), output=False, **format)
        new = g.apply("", OP.STRIDED_SLICE, [both, g.ints([0, 1, 0, 0]), g.ints([0] * 4), g.ints([1] * 4)], [kept],
                      options(schema.StridedSliceOptionsT, beginMask=13, endMask=15), output=False, **format)
        g.apply("", OP.ASSIGN_VARIABLE, [h, new], [], output=False)
        return both

    conv = dict(padding=1, strideH=1, strideW=1, dilationHFactor=1, dilationWFactor=1, fusedActivationFunction=1)
    of_x, of_a, of_b, of_c = (dict(scale=s, zero=z) for s, z in ((.05, 3), (.09, -128), (.11, -128), (.08, -128)))
    g.apply("", OP.CALL_ONCE, [], [], options(schema.CallOnceOptionsT, initSubgraphIndex=1), output=False)
    x = rows("frames", g.input([1, 1, 1, 8], **of_x), 2, 8, **of_x)
    a = g.apply("", OP.CONV_2D, [x, g.weights([12, 3, 1, 8]), g.bias(12)], [[1, 1, 1, 12]],
                options(schema.Conv2DOptionsT, **conv), output=False, **of_a)
    a = rows("a", a, 3, 12, **of_a)
    b = g.apply("", OP.DEPTHWISE_CONV_2D, [a, g.weights([1, 4, 1, 12], 3), g.bias(12)], [[1, 1, 1, 12]],
                options(schema.DepthwiseConv2DOptionsT, depthMultiplier=1, **conv), output=False, **of_b)
    c = g.apply("", OP.CONV_2D, [b, g.weights([6, 1, 1, 12]), g.bias(6)], [[1, 1, 1, 6]],
                options(schema.Conv2DOptionsT, **conv), output=False, **of_c)
    c = rows("c", c, 4, 6, **of_c)
    flat = g.apply("", OP.RESHAPE, [c, g.ints([1, 30])], [[1, 30]], output=False, **of_c)
    y = g.apply("layers", OP.FULLY_CONNECTED, [flat, g.weights([4, 30]), g.bias(4)], [[1, 4]],
                options(schema.FullyConnectedOptionsT), scale=0.1, zero=-20)
    g.apply("answer", OP.LOGISTIC, [y], [[1, 4]], scale=1 / 256, zero=-128)
    g.more.append(first)


FAMILIES = {"halves": halves, "hybrids": hybrids, "places": places, "resizes": resizes,
            "formulas": formulas, "functions": functions, "pairs": pairs, "whole": whole_numbers, "scales": scales,
            "curves": curves, "recurrent": recurrent, "streams": streams, "weights": with_weights, "sums": sums,
            "elements": elements, "moves": moves, "parts": parts, "shares": shares, "variables": variables, "streaming": streaming, "batches": batches, "slices": slices, "reductions": reductions,
            "softmaxes": softmaxes, "windows": windows, "pools": windows_without_weights}
STATEFUL = ("recurrent", "streams", "variables", "streaming")
FRAMES = {"streaming": 50}  # cases of a family, where they are not CASES


class Micro:
    """TensorFlow Lite Micro's reference kernels."""

    def __init__(self, model):
        try:
            from tflite_micro.python.tflite_micro import runtime
        except ImportError as error:
            skip(error)
        self.kernels = runtime.Interpreter.from_bytes(model, arena_size=1 << 21)

    def run(self, inputs, outputs):
        for i, values in enumerate(inputs):
            self.kernels.set_input(values, i)
        self.kernels.invoke()
        return [self.kernels.get_output(i).copy() for i in range(outputs)]


class CmsisNN(Micro):
    """The same with CMSIS-NN's functions."""

    def __init__(self, model):
        import cmsis_nn
        super().__init__(model)
        self.functions = cmsis_nn.Functions(model)

    def run(self, inputs, outputs):
        made = super().run(inputs, outputs)
        assert self.functions.run(inputs, made) > 0, "CMSIS-NN has no function for these operators"
        return made


class Formula:
    """The formula of each operator in exact arithmetic."""

    def __init__(self, model):
        self.model = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(model, 0))

    def constant(self, t):
        """A constant as real numbers: its codes times their scales."""
        t = self.model.subgraphs[0].tensors[t]
        of = {code: kind for code, kind in KIND.values()}[t.type]
        data = np.frombuffer(bytes(self.model.buffers[t.buffer].data), of).reshape(t.shape).astype(np.float64)
        if t.quantization is None or t.quantization.scale is None:
            return data
        scale, across = np.array(t.quantization.scale, np.float64), [1] * data.ndim
        across[t.quantization.quantizedDimension] = scale.size
        return data * scale.reshape(across)

    def windows(self, code, x, w, bias, o, shape):
        """CONV_2D and DEPTHWISE_CONV_2D, whose channel c reads that of c / depthMultiplier."""
        y = np.zeros(shape, np.float64) + bias
        if code == OP.DEPTHWISE_CONV_2D:
            x = np.repeat(x, o.depthMultiplier, 3)
        stride, dilation = (o.strideH, o.strideW), (o.dilationHFactor, o.dilationWFactor)
        before = [max((to - 1) * s + (k - 1) * d + 1 - of, 0) // 2 if o.padding == 0 else 0
                  for to, s, k, d, of in zip(shape[1:3], stride, w.shape[1:3], dilation, x.shape[1:3])]
        for r, c, i, j in np.ndindex(*shape[1:3], *w.shape[1:3]):
            h = r * stride[0] + i * dilation[0] - before[0]
            v = c * stride[1] + j * dilation[1] - before[1]
            if 0 <= h < x.shape[1] and 0 <= v < x.shape[2]:
                cell = x[:, h, v].astype(np.float64)
                y[:, r, c] += cell * w[0, i, j] if code == OP.DEPTHWISE_CONV_2D else cell @ w[:, i, j].T
        return y.astype(np.float32)

    def run(self, inputs, outputs):
        made = []
        for x, op in zip(inputs, self.model.subgraphs[0].operators):
            code, o = self.model.operatorCodes[op.opcodeIndex].builtinCode, op.builtinOptions
            if code in (OP.CONV_2D, OP.DEPTHWISE_CONV_2D):
                w, bias = (self.constant(t) for t in op.inputs[1:])
                made.append(self.windows(code, x, w, bias, o, self.model.subgraphs[0].tensors[op.outputs[0]].shape))
            elif code == OP.FULLY_CONNECTED:
                w, bias = (self.constant(t) for t in op.inputs[1:])
                made.append((x.astype(np.float64) @ w.T + bias).astype(np.float32))
            elif code in (OP.ARG_MAX, OP.ARG_MIN):
                axis = self.model.subgraphs[0].tensors[op.inputs[1]].buffer
                axis = int(np.frombuffer(bytes(self.model.buffers[axis].data), np.int32)[0])
                made.append((np.argmax if code == OP.ARG_MAX else np.argmin)(x, axis).astype(np.int32))
            elif code == OP.RELU_N1_TO_1:
                scale = self.model.subgraphs[0].tensors[op.outputs[0]].quantization.scale[0]
                one = int(np.floor(1 / np.float32(scale) + 0.5))
                made.append(np.clip(x, -one, one))
            else:
                n, h, w, c = x.shape
                b = o.blockSize
                if code == OP.SPACE_TO_DEPTH:
                    y = x.reshape(n, h // b, b, w // b, b, c).transpose(0, 1, 3, 2, 4, 5)
                    made.append(y.reshape(n, h // b, w // b, b * b * c))
                else:
                    y = x.reshape(n, h, w, b, b, c // b // b).transpose(0, 1, 3, 2, 4, 5)
                    made.append(y.reshape(n, h * b, w * b, c // b // b))
        return made


class LiteRT:
    """LiteRT with XNNPACK."""

    def __init__(self, model):
        try:
            from ai_edge_litert.interpreter import Interpreter
        except ImportError as error:
            skip(error)
        self.kernels = Interpreter(model_content=model)
        self.kernels.allocate_tensors()

    def run(self, inputs, outputs):
        for to, values in zip(self.kernels.get_input_details(), inputs):
            self.kernels.set_tensor(to["index"], values)
        self.kernels.invoke()
        return [self.kernels.get_tensor(of["index"]).copy() for of in self.kernels.get_output_details()]


ORACLES = {"micro": Micro, "cmsis_nn": CmsisNN, "litert": LiteRT, "formula": Formula}


def outputs_of(g, model, oracle, stateful):
    """What the oracle makes of every case, one array for each output."""
    outputs = [[] for _ in g.graph.outputs]
    kernels = None
    for case in range(CASES):
        if kernels is None or (not stateful and oracle is Micro):
            kernels = oracle(model)
        for to, values in zip(outputs, kernels.run([x[case] for x in g.inputs], len(outputs))):
            to.append(values)
    return [np.stack(values) for values in outputs]


def main(oracle, folder, kind, family, names):
    global CASES
    oracle = ORACLES[oracle]
    if oracle is LiteRT:
        CASES = 20  # what distinguishes roundings is rare
    CASES = FRAMES.get(family, CASES)
    g = Graph(kind)
    g.oracle = oracle
    FAMILIES[family](g, lambda name: not names or name.split()[0] in names or name in names)
    model = g.bytes()
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/model.tflite", "wb") as file:
        file.write(model)
    outputs = outputs_of(g, model, oracle, family in STATEFUL)
    for i, values in enumerate(g.inputs):
        np.save(f"{folder}/input{i}.npy", values)
    for i, values in enumerate(outputs):
        np.save(f"{folder}/output{i}.npy", values)
    with open(f"{folder}/names.txt", "w") as file:
        file.write("\n".join(g.names) + "\n")
    print(f"{len(g.inputs)} {len(outputs)}")


if __name__ == "__main__":
    main(*sys.argv[1:5], sys.argv[5:])
