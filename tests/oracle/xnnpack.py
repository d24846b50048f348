#!/usr/bin/env python3
"""What LiteRT with XNNPACK makes of a model: xnnpack.py <model.tflite> <inputs.npy> <outputs.npy>

Needs the packages numpy and ai-edge-litert.
"""
import sys

try:
    import numpy as np
    from ai_edge_litert.interpreter import Interpreter
except ImportError as missing:
    print(f"skipped: no Python package {missing.name}")
    sys.exit(0)

kernels = Interpreter(sys.argv[1])
kernels.allocate_tensors()
outputs = []
for case in np.load(sys.argv[2]):
    kernels.set_tensor(kernels.get_input_details()[0]["index"], case)
    kernels.invoke()
    outputs.append(kernels.get_tensor(kernels.get_output_details()[0]["index"]).copy())
np.save(sys.argv[3], np.stack(outputs))
