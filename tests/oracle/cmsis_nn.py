"""CMSIS-NN's functions, compiled for this machine, instead of the reference kernels where there are
any: what TensorFlow Lite Micro's port of CMSIS-NN calls. ETCH_CMSIS_NN (environment) is the folder
with CMSIS-NN's Include and Source; a C compiler `cc` makes the library."""
import ctypes
import glob
import math
import os
import subprocess
import sys
import tempfile

import numpy as np
from ai_edge_litert import schema_py_generated as schema

OP = schema.BuiltinOperator
i32 = ctypes.c_int32


def compiled():
    source = os.environ.get("ETCH_CMSIS_NN")
    if not source or not os.path.isdir(f"{source}/Source"):
        print("skipped: ETCH_CMSIS_NN is no folder of CMSIS-NN")
        sys.exit(0)
    folder = tempfile.mkdtemp()
    files = [f for f in glob.glob(f"{source}/Source/**/*.c", recursive=True)
             if not any(w in f for w in ("_f16", "_f32", "_flt", "batch_norm"))]
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-w", f"-I{source}/Include", *files, "-o",
                    f"{folder}/cmsis.so", "-lm"], check=True)
    return ctypes.CDLL(f"{folder}/cmsis.so")


def words(*values):
    """A structure of 32-bit words."""
    flat = [int(v) for v in np.concatenate([np.atleast_1d(v) for v in values])]
    return (i32 * len(flat))(*flat)


def at(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def factor(real):
    """QuantizeMultiplier."""
    fraction, shift = math.frexp(real)
    fixed = round(fraction * 2 ** 31)
    if fixed == 2 ** 31:
        fixed, shift = fixed // 2, shift + 1
    return (0, 0) if shift < -31 else (fixed, shift)


class Pointers(ctypes.Structure):
    _fields_ = [("multiplier", ctypes.c_void_p), ("shift", ctypes.c_void_p)]


class Context(ctypes.Structure):
    _fields_ = [("buf", ctypes.c_void_p), ("size", i32)]


class Bias(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("is_int32", ctypes.c_bool)]


class Matmul(ctypes.Structure):
    _fields_ = [("adj_x", ctypes.c_bool), ("adj_y", ctypes.c_bool), ("fc", i32 * 5)]


class Call:
    """One operator: its tensors, and a scratch buffer."""

    def __init__(self, graph, op, values):
        self.op, self.o = op, op.builtinOptions
        self.tensors = [graph.tensors[t] if t >= 0 else None for t in op.inputs]
        self.out = graph.tensors[op.outputs[0]]
        self.x = [values.get(t) for t in op.inputs]
        self.y = np.zeros(self.out.shape, {9: np.int8, 7: np.int16}[self.out.type])
        self.room = np.zeros(1 << 20, np.int8)
        self.context = Context(at(self.room), self.room.size)

    def scale(self, t):
        return [float(s) for s in t.quantization.scale]

    def zero(self, t):
        return int(t.quantization.zeroPoint[0])

    def dims(self, shape):
        return words([1] * (4 - len(shape)), shape)

    def limits(self, act):
        """(zero point, least, most) of the output with a fused activation."""
        info, z, s = np.iinfo(self.y.dtype), self.zero(self.out), np.float32(self.scale(self.out)[0])
        code = lambda real: z + int(math.floor(abs(np.float32(real) / s) + 0.5) * (1 if real > 0 else -1))
        low, high = info.min, info.max
        if act:
            low = max(low, code(-1) if act == 2 else z)
        if act >= 2:
            high = min(high, code(1 if act == 2 else 6))
        return z, low, high

    def padding(self, window, dilation, stride, of, to):
        if self.o.padding == 1:
            return [0, 0]
        need = [(o - 1) * s + (w - 1) * d + 1 - i for o, s, w, d, i in zip(to, stride, window, dilation, of)]
        return [max(n, 0) // 2 for n in need]

    def factors(self):
        x, w, y = self.scale(self.tensors[0]), self.scale(self.tensors[1]), self.scale(self.out)
        pairs = np.array([factor(x[0] * s / y[0]) for s in w], np.int32)
        if len(w) == 1:
            pairs = np.repeat(pairs, self.y.shape[-1], 0)
        self.pairs = [np.ascontiguousarray(pairs[:, k]) for k in (0, 1)]
        return Pointers(at(self.pairs[0]), at(self.pairs[1]))


def convolution(c, lib):
    if len(c.x) < 3:
        return None  # without a bias
    x, w, b = c.x
    o, depthwise = c.o, c.code == OP.DEPTHWISE_CONV_2D
    if not depthwise and x.dtype == np.int16 and x.shape[3] != w.shape[3]:
        return None  # no groups of 16 bits
    stride, dilation = (o.strideH, o.strideW), (o.dilationHFactor, o.dilationWFactor)
    pad = c.padding(w.shape[1:3], dilation, stride, x.shape[1:3], c.y.shape[1:3])
    z, low, high = c.limits(o.fusedActivationFunction)
    multiplier = [o.depthMultiplier] if depthwise else []
    p = words(-c.zero(c.tensors[0]), z, multiplier, stride[::-1], pad[::-1], dilation[::-1], low, high)
    bits = "s8" if x.dtype == np.int8 else "s16"
    name = f"arm_{'depthwise_conv' if depthwise else 'convolve'}_wrapper_{bits}"
    bias = Bias(at(b), False)
    data = at(b) if bits == "s8" or depthwise else ctypes.byref(bias)
    return getattr(lib, name)(ctypes.byref(c.context), p, ctypes.byref(c.factors()), c.dims(x.shape), at(x),
                              c.dims(w.shape), at(w), c.dims(b.shape), data, c.dims(c.y.shape), at(c.y))


def transpose_conv(c, lib):
    x, w, b = c.x[2], c.x[1], c.x[3]
    if x.dtype != np.int8:
        return None
    c.tensors = [c.tensors[2], c.tensors[1]]
    o, z, low, high = c.o, *c.limits(c.o.fusedActivationFunction)
    need = [max((i - 1) * s + k - out, 0) if o.padding == 0 else 0
            for i, s, k, out in zip(x.shape[1:3], (o.strideH, o.strideW), w.shape[1:3], c.y.shape[1:3])]
    pad, rest = [n // 2 for n in need], [n % 2 for n in need]
    p = words(-c.zero(c.tensors[0]), z, [o.strideW, o.strideH], pad[::-1], rest[::-1], 1, 1, low, high)
    more = np.zeros(1 << 20, np.int8)
    return lib.arm_transpose_conv_s8(
        ctypes.byref(c.context), ctypes.byref(Context(at(more), more.size)), p, ctypes.byref(c.factors()),
        c.dims(x.shape), at(x), c.dims(w.shape), at(w), c.dims(b.shape), at(b), c.dims(c.y.shape), at(c.y))


def fully_connected(c, lib):
    if len(c.x) < 3:
        return None
    x, w, b = c.x
    bits = "s8" if x.dtype == np.int8 else "s16"
    scale = c.scale(c.tensors[1])
    if len(scale) > 1:
        return None
    z, low, high = c.limits(c.o.fusedActivationFunction)
    p = words(-c.zero(c.tensors[0]), -c.zero(c.tensors[1]), z, low, high)
    product = float(np.float32(c.scale(c.tensors[0])[0]) * np.float32(scale[0]))
    q = words(factor(product / c.scale(c.out)[0]))
    batches = x.size // w.shape[1]
    kernel_sum = np.zeros(w.shape[0], np.int32)  # for vector extensions alone, which are not used here
    c.context = Context(at(kernel_sum), kernel_sum.nbytes)
    return getattr(lib, f"arm_fully_connected_{bits}")(
        ctypes.byref(c.context), p, q, words(batches, 1, 1, w.shape[1]), at(x),
        words(w.shape[1], 1, 1, w.shape[0]), at(w), words(1, 1, 1, w.shape[0]), at(b),
        words(batches, 1, 1, w.shape[0]), at(c.y))


def matmul(c, lib):
    x, w = c.x
    if x.dtype != np.int8 or c.o.adjX:
        return None
    # the port transposes the second operand, which the function wants with the sums along its rows
    w = np.ascontiguousarray(w if c.o.adjY else np.swapaxes(w, -1, -2))
    z, low, high = c.limits(0)
    p = Matmul(False, False, words(-c.zero(c.tensors[0]), -c.zero(c.tensors[1]), z, low, high))
    product = float(np.float32(c.scale(c.tensors[0])[0]) * np.float32(c.scale(c.tensors[1])[0]))
    return lib.arm_batch_matmul_s8(ctypes.byref(c.context), ctypes.byref(p),
                                   words(factor(product / c.scale(c.out)[0])), c.dims(x.shape), at(x),
                                   c.dims(w.shape), at(w), c.dims(c.y.shape), at(c.y))


def pool(c, lib):
    x, o = c.x[0], c.o
    window, stride = (o.filterHeight, o.filterWidth), (o.strideH, o.strideW)
    pad = c.padding(window, (1, 1), stride, x.shape[1:3], c.y.shape[1:3])
    p = words(stride[::-1], pad[::-1], c.limits(o.fusedActivationFunction)[1:])
    name = {OP.AVERAGE_POOL_2D: "arm_avgpool", OP.MAX_POOL_2D: "arm_max_pool"}[c.code]
    return getattr(lib, name + ("_s8" if x.dtype == np.int8 else "_s16"))(
        ctypes.byref(c.context), p, c.dims(x.shape), at(x), words(1, *window, 1), c.dims(c.y.shape), at(c.y))


def pair(c, lib):
    a, b = c.x
    if a.shape != b.shape:
        return None
    z, low, high = c.limits(c.o.fusedActivationFunction)
    sa, sb, sy = (c.scale(t)[0] for t in (*c.tensors, c.out))
    za, zb = (-c.zero(t) for t in c.tensors)
    bits, left = ("s8", 20) if a.dtype == np.int8 else ("s16", 15)
    if c.code == OP.MUL:
        return getattr(lib, f"arm_elementwise_mul_{bits}")(at(a), at(b), za, zb, at(c.y), z, *factor(sa * sb / sy),
                                                           low, high, a.size)
    most = 2 * max(sa, sb)
    return getattr(lib, f"arm_elementwise_add_{bits}")(
        at(a), at(b), za, *factor(sa / most), zb, *factor(sb / most), left, at(c.y), z,
        *factor(most / (2 ** left * sy)), low, high, a.size)


def softmax(c, lib):
    x = c.x[0]
    if x.dtype != np.int8:
        return None  # the tables are the port's
    m, shift = factor(min(c.scale(c.tensors[0])[0] * c.o.beta * 2 ** 26, 2 ** 31 - 1))
    radius = -int(math.floor((2 ** 5 - 1) * 2 ** (31 - 5) / 2 ** shift))
    lib.arm_softmax_s8(at(x), x.shape[0], x.shape[1], m, shift, radius, at(c.y))
    return 0


def svdf(c, lib):
    x, feature, time, bias, state = c.x
    scales = [np.float32(c.scale(t)[0]) for t in (*c.tensors, c.out)]
    info = np.iinfo(state.dtype)  # the port says int16, which lets codes of int8 wrap
    p = words(c.o.rank, c.zero(c.tensors[0]), c.zero(c.out), info.min, info.max, -128, 127)
    first = words(factor(float(scales[0] * scales[1] / scales[4])))
    second = words(factor(float(scales[4] * scales[2] / scales[5])))
    one, two = np.zeros(1 << 12, np.int32), np.zeros(1 << 12, np.int32)
    contexts = [ctypes.byref(Context(at(v), v.nbytes)) for v in (one, two)]
    f, memory = feature.shape[0], time.shape[1]
    shapes = [words(*x.shape, 0, 0), words(x.shape[0], memory * f, 0, 0), words(f, x.shape[1], 0, 0),
              words(f, memory, 0, 0), words(bias.size, 0, 0, 0), words(*c.y.shape, 0, 0)]
    name, extra = "arm_svdf_state_s16_s8", []
    if state.dtype == np.int8:
        sums = np.array(feature.astype(np.int32).sum(1) * -c.zero(c.tensors[0]), np.int32)
        name, extra = "arm_svdf_s8", [ctypes.byref(Context(at(sums), sums.nbytes))]
    return getattr(lib, name)(*extra, *contexts, p, first, second, shapes[0], at(x), shapes[1], at(state),
                              shapes[2], at(feature), shapes[3], at(time), shapes[4], at(bias), shapes[5],
                              at(c.y))


class Gate(ctypes.Structure):
    _fields_ = [("im", i32), ("ish", i32), ("iw", ctypes.c_void_p), ("ib", ctypes.c_void_p),
                ("hm", i32), ("hsh", i32), ("hw", ctypes.c_void_p), ("hb", ctypes.c_void_p),
                ("bias", ctypes.c_void_p), ("type", ctypes.c_int)]


class Lstm(ctypes.Structure):
    _fields_ = [("words", i32 * 15), ("gates", Gate * 4)]


def lstm(c, lib):
    x, hidden, cell = c.x[0], c.x[18], c.x[19]
    wide = x.dtype == np.int16
    scale = lambda t: c.scale(c.tensors[t])[0]
    x_zero, h_zero = -c.zero(c.tensors[0]), -c.zero(c.tensors[18])
    kept, gates = [], []
    for k, kind in ((1, 0), (0, 0), (2, 1), (3, 0)):  # forget, input, cell, output
        w, r, b = c.x[1 + k], c.x[5 + k], c.x[12 + k]
        type_of = np.int64 if wide else np.int32
        one = np.array(w.astype(np.int64).sum(1) * x_zero + b, type_of)
        two = np.array(r.astype(np.int64).sum(1) * h_zero, type_of)
        kept += [w, r, b, one, two]
        gates.append(Gate(*factor(scale(0) * scale(1 + k) * 4096), at(w), at(one),
                          *factor(scale(18) * scale(5 + k) * 4096), at(r), at(two), at(b), kind))
    batch, time = x.shape[:2] if not c.o.timeMajor else x.shape[1::-1]
    power = round(math.log2(scale(19)))
    clip = int(min(c.o.cellClip / scale(19), 32767)) if c.o.cellClip > 0 else 32767
    p = Lstm(words(c.o.timeMajor, batch, time, x.shape[2], cell.shape[1], x_zero,
                   factor(2.0 ** -15), factor(2.0 ** (-15 - 15 - power)), clip, power,
                   factor(2.0 ** -30 / scale(18)), c.zero(c.tensors[18])), (Gate * 4)(*gates))
    one, two = np.zeros(1 << 12, np.int16), np.zeros(1 << 12, np.int16)
    buffers = (ctypes.c_void_p * 4)(at(one), at(two), at(cell), at(hidden))
    name = "arm_lstm_unidirectional_s16" if wide else "arm_lstm_unidirectional_s8"
    return getattr(lib, name)(at(x), at(c.y), ctypes.byref(p), buffers)


FUNCTIONS = {OP.CONV_2D: convolution, OP.DEPTHWISE_CONV_2D: convolution, OP.FULLY_CONNECTED: fully_connected,
             OP.TRANSPOSE_CONV: transpose_conv,
             OP.BATCH_MATMUL: matmul, OP.AVERAGE_POOL_2D: pool, OP.MAX_POOL_2D: pool, OP.ADD: pair, OP.MUL: pair,
             OP.SOFTMAX: softmax, OP.SVDF: svdf, OP.UNIDIRECTIONAL_SEQUENCE_LSTM: lstm}


class Functions:
    """Runs the operators of a graph that CMSIS-NN has; keeps their state."""

    def __init__(self, model):
        self.lib = compiled()
        self.model = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(model, 0))
        self.graph = self.model.subgraphs[0]
        self.values = {}
        types = {0: np.float32, 9: np.int8, 7: np.int16, 2: np.int32, 4: np.int64, 3: np.uint8}
        for t, tensor in enumerate(self.graph.tensors):
            data = self.model.buffers[tensor.buffer].data
            if data is not None and len(data) > 0:
                self.values[t] = np.frombuffer(bytes(data), types[tensor.type]).reshape(tensor.shape).copy()
            elif tensor.isVariable:
                zero = tensor.quantization.zeroPoint[0]
                self.values[t] = np.full(tensor.shape, zero, types[tensor.type])

    def run(self, inputs, outputs):
        """Replaces in `outputs` what a function of CMSIS-NN makes; returns how many those are."""
        values, made = dict(self.values), 0
        values.update((t, np.ascontiguousarray(x)) for t, x in zip(self.graph.inputs, inputs))
        for op in self.graph.operators:
            code = self.model.operatorCodes[op.opcodeIndex].builtinCode
            if code not in FUNCTIONS:
                continue
            call = Call(self.graph, op, values)
            call.code = code
            status = FUNCTIONS[code](call, self.lib)
            if status is None:
                continue
            assert status == 0, f"operator {code}: {status}"
            outputs[list(self.graph.outputs).index(op.outputs[0])] = call.y
            made += 1
        return made
