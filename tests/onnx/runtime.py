#!/usr/bin/env python3
"""A quantised network of uint8, inputs of chance, and what ONNX Runtime makes of them on the CPU:

  runtime.py <folder> <inputs> <folder of a model of ETCH_DATA_DIR, or a name of FAMILIES>

Writes model.onnx and .npy files, and prints how many inputs and outputs there are: each layer has one.
Needs the packages onnx==1.17.0, numpy and onnxruntime; without them it says `skipped: `.
"""
import collections
import pathlib
import sys

import front_ends
from quantised import network, np, onnx

try:
    import onnxruntime
except ImportError as why:
    print(f"skipped: {why}")
    sys.exit(0)


def run(made, folder, cases, seed=1):
    """Writes the model, so many inputs of chance and the outputs; returns how many of each there are.
    ONNX Runtime has to compute all of it in codes."""
    path = folder / "model.onnx"
    path.write_bytes(made.model())
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.optimized_model_filepath = str(folder / "optimised.onnx")
    # pairs of products would saturate in 16 bits on machines without VNNI
    options.add_session_config_entry("session.x64quantprecision", "1")
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    kinds = collections.Counter(n.op_type for n in onnx.load(str(folder / "optimised.onnx")).graph.node)
    print(f"ONNX Runtime {onnxruntime.__version__}:", dict(kinds), file=sys.stderr)
    in_f32 = [k for k in kinds if k in ("Conv", "Gemm", "Add", "Mul", "AveragePool", "DequantizeLinear")]
    if in_f32:
        sys.exit(f"ONNX Runtime computes {in_f32} in f32")
    random = np.random.default_rng(seed)
    low, high = np.iinfo(made.dtype).min, np.iinfo(made.dtype).max
    inputs = {i.name: random.integers(low, high + 1, [cases] + i.shape, made.dtype)
              for i in session.get_inputs()}
    outputs = [session.run(None, {k: x[c] for k, x in inputs.items()}) for c in range(cases)]
    for k, x in enumerate(inputs.values()):
        np.save(folder / f"input{k}.npy", x)
    for k in range(len(outputs[0])):
        np.save(folder / f"output{k}.npy", np.stack([o[k] for o in outputs]))
    return len(inputs), len(outputs[0])


def elements(random):
    """Operators on elements, of values with scales of chance."""
    n = network(np.uint8)

    def format():
        return random.uniform(0.01, 0.1), int(random.integers(-128, 128))
    n.input("a", [1, 6, 8, 8], *format())
    n.input("b", [1, 6, 8, 8], *format())
    for k in range(6):
        n.write(f"sum{k}", "Add", ["a_number", "b_number"], *format())
        scale, zero = format()
        n.write(f"product{k}", "Mul", ["a_number", "b_number"], 4 * scale, zero)
    n.write("sigmoid", "Sigmoid", ["a_number"], 1 / 256, -128)
    n.write("other", "Sigmoid", ["b_number"], 0.0041, -117)
    n.write("joined", "Concat", ["a_number", "b_number"], *format(), axis=1)
    n.write("shares", "Softmax", ["a_number"], 1 / 256, -128, axis=-1)
    for name, shape in [(f"{kind}{k}", [1, 6, 8, 8]) for k in range(6) for kind in ("sum", "product")] + [
            ("sigmoid", [1, 6, 8, 8]), ("other", [1, 6, 8, 8]), ("joined", [1, 12, 8, 8]),
            ("shares", [1, 6, 8, 8])]:
        n.output(name, shape)
    return n


def pools(random):
    n = network(np.uint8)
    a = 0.037, 12
    n.input("a", [1, 5, 12, 12], *a)
    n.write("largest", "MaxPool", ["a_number"], *a, kernel_shape=[3, 3], strides=[2, 2])
    n.write("mean", "AveragePool", ["a_number"], *a, kernel_shape=[2, 2], strides=[2, 2])
    n.write("means", "AveragePool", ["a_number"], *a, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    n.write("whole", "AveragePool", ["a_number"], *a, kernel_shape=[12, 12])
    n.write("other", "AveragePool", ["a_number"], 0.029, -30, kernel_shape=[2, 2])
    n.write("all", "GlobalAveragePool", ["a_number"], 0.009, 3)
    for name, shape in (("largest", [1, 5, 5, 5]), ("mean", [1, 5, 6, 6]), ("means", [1, 5, 12, 12]),
                        ("whole", [1, 5, 1, 1]), ("other", [1, 5, 11, 11]), ("all", [1, 5, 1, 1])):
        n.output(name, shape)
    return n


FAMILIES = {"elements": elements, "pools": pools}

if __name__ == "__main__":
    to, cases, what = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    family = FAMILIES.get(what)
    made = family(np.random.default_rng(3)) if family else front_ends.file(pathlib.Path(what), np.uint8, True)
    print(*run(made, to, cases))
