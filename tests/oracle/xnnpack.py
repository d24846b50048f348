#!/usr/bin/env python3
"""What LiteRT with XNNPACK makes of a model, and whether others made the same of its layers.

  xnnpack.py run <model.tflite> <inputs.npy> <outputs.npy> <folder>
  xnnpack.py compare <folder> <other folder>

run: the first writes the outputs and <folder>/t<index of three digits>.npy, every value that an operator makes: it
is an output of a copy of the model, for XNNPACK keeps to itself what is none. compare: fails where
a layer is another one. Needs the packages numpy, flatbuffers and ai-edge-litert.
"""
import os
import sys

try:
    import flatbuffers
    import numpy as np
    from ai_edge_litert import schema_py_generated as schema
    from ai_edge_litert.interpreter import Interpreter
except ImportError as missing:
    print(f"skipped: no Python package {missing.name}")
    sys.exit(0)


def run(model, inputs):
    kernels = Interpreter(model_content=model)
    kernels.allocate_tensors()
    if not any(op["op_name"] == "DELEGATE" for op in kernels._get_ops_details()):
        sys.exit("XNNPACK takes no operator of the model")
    outputs = {of["index"]: [] for of in kernels.get_output_details()}
    for case in inputs:
        kernels.set_tensor(kernels.get_input_details()[0]["index"], case)
        kernels.invoke()
        for t, values in outputs.items():
            values.append(kernels.get_tensor(t).copy())
    return {t: np.stack(values) for t, values in outputs.items()}


def observable(model):
    """The model with every value that an operator makes as an output."""
    m = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(model, 0))
    graph = m.subgraphs[0]
    graph.outputs = [int(t) for op in graph.operators for t in op.outputs]
    m.signatureDefs = None
    b = flatbuffers.Builder(1 << 20)
    b.Finish(m.Pack(b), b"TFL3")
    return bytes(b.Output())


if sys.argv[1] == "run":
    with open(sys.argv[2], "rb") as file:
        model = file.read()
    inputs = np.load(sys.argv[3])
    np.save(sys.argv[4], next(iter(run(model, inputs).values())))
    os.makedirs(sys.argv[5], exist_ok=True)
    for t, values in run(observable(model), inputs).items():
        np.save(f"{sys.argv[5]}/t{t:03}.npy", values)
else:
    same = different = 0
    for name in sorted(os.listdir(sys.argv[2])):
        want = np.load(f"{sys.argv[2]}/{name}")
        if not os.path.exists(f"{sys.argv[3]}/{name}"):
            sys.exit(f"{name}: there is no such layer")
        have = np.load(f"{sys.argv[3]}/{name}").reshape(want.shape)
        wrong = int((want != have).sum())
        same += wrong == 0
        if wrong:
            different += 1
            print(f"{name}: {wrong} of {want.size} numbers differ")
    print(f"{same} layers equal, {different} differ")
    sys.exit(different != 0)
