#!/usr/bin/env python3
"""Records tests/data/exact: small models of operators, inputs, and what the reference makes of them.

  record.py <tests/data/exact> [<model>...]

Each model is some families of tests/oracle/operators.py, or one of tests/oracle/keras.py: <model>/model.tflite, <model>/inputs.npy and
<model>/outputs.npy, an array (cases, bytes) with all inputs, or outputs, of a case side by side. The
tests read the files and need no Python; whoever adds a family records anew, with the packages that
they name. Seeds are fixed: unchanged families give the same bytes.
"""
import os
import subprocess
import sys
import tempfile

ORACLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle")
sys.path.insert(0, ORACLE)
import operators
from operators import np

WINDOWS = ("conv_2d dilations", "conv_2d strides", "depthwise dilation of rows", "depthwise stride of columns")
# oracle (whose arithmetic the test takes), kind, families; a family may be cut to some of its operators
MODELS = {
    "s8_windows": ("micro", "s8", {"windows": ()}),
    "s8_pools": ("micro", "s8", {"pools": (), "resizes": ()}),
    "s8_slices": ("micro", "s8", {"slices": ()}),
    "s8_weights": ("micro", "s8", {"weights": (), "softmaxes": ()}),
    "s8_elements": ("micro", "s8", {"elements": (), "places": (), "curves": ()}),
    "s8_sums": ("micro", "s8", {"sums": (), "reductions": (
        "mean [1, 2] False", "mean [1, 2] True", "mean [3] False", "sum [-3] False", "sum [0, 2] False",
        "reduce_max [1, 2] True", "reduce_min [0, 2] False", "reduce_max [-3] False")}),
    "s8_moves": ("micro", "s8", {"moves": ()}),
    "s8_recurrent": ("micro", "s8", {"recurrent": ()}),
    "s8_streams": ("micro", "s8", {"streams": ()}),
    "s16_weights": ("micro", "s16", {
        "weights": (), "windows": WINDOWS, "softmaxes": ("softmax 4", "softmax 9")}),
    "s16_elements": ("micro", "s16", {"elements": (), "sums": ("add [3]", "mul [4, 1, 1]", "sub [1, 1, 1, 3]"),
                                      "reductions": ("mean [1, 2] False", "sum [3] False")}),
    "s16_recurrent": ("micro", "s16", {"recurrent": ()}),
    "f32_layers": ("micro", "f32", {
        "windows": WINDOWS, "weights": ("fully_connected", "transpose_conv 0", "batch_matmul 10", "average_pool"),
        "resizes": ("resize_bilinear False True [9, 5]", "resize_bilinear True False [2, 3]"),
        "reductions": ("mean [1, 2] False",), "softmaxes": ("softmax 9",), "recurrent": ()}),
    "litert_s8": ("litert", "s8", {
        "scales": (), "weights": ("conv_2d relu6", "depthwise", "fully_connected offset", "transpose_conv 0"),
        "curves": ("logistic 2", "tanh 1"), "reductions": ("mean [1, 2] False",)}),
    "litert_s16": ("litert", "s16", {
        "softmaxes": ("softmax 4", "softmax 9"),
        "weights": ("fully_connected", "fully_connected channels")}),
    "s8_functions": ("micro", "s8", {"functions": ()}),
    "f32_functions": ("micro", "f32", {"functions": ()}),
    "litert_s8_functions": ("litert", "s8", {"functions": ()}),
    "litert_s16_functions": ("litert", "s16", {"functions": ()}),
    "litert_f32_functions": ("litert", "f32", {"functions": ("gelu", "gelu by tanh")}),
    "s8_pairs": ("micro", "s8", {"pairs": ()}),
    "s16_pairs": ("micro", "s16", {"pairs": ()}),
    "f32_pairs": ("micro", "f32", {"pairs": ()}),
    "f32_whole": ("micro", "f32", {"whole": ()}),
    "litert_s8_pairs": ("litert", "s8", {"pairs": ()}),
    "litert_s16_pairs": ("litert", "s16", {"pairs": ()}),
    "litert_f32_pairs": ("litert", "f32", {"pairs": ("pow", "select")}),
    "s8_parts": ("micro", "s8", {"parts": ()}),
    "f32_parts": ("micro", "f32", {"parts": ()}),
    "litert_s16_parts": ("litert", "s16", {"parts": ()}),
    "s8_batches": ("micro", "s8", {"batches": ()}),
    "f32_batches": ("micro", "f32", {"batches": ()}),
    "litert_s8_batches": ("litert", "s8", {"batches": ("dilated", "dilated line")}),
    "litert_s16_batches": ("litert", "s16", {"batches": ()}),
    "s8_variables": ("micro", "s8", {"variables": ()}),
    "f32_variables": ("litert", "f32", {"variables": ()}),
    "litert_s8_streaming": ("litert", "s8", {"streaming": ()}),
    "s8_shares": ("micro", "s8", {"shares": ()}),
    "s16_shares": ("micro", "s16", {"shares": ()}),
    "f32_shares": ("micro", "f32", {"shares": tuple(f"l2_normalization {k}" for k in (1, 3, 20))}),
    "litert_s8_shares": ("litert", "s8", {"shares": ("log_softmax 5", "log_softmax 33")}),
    "litert_f32_shares": ("litert", "f32", {"shares": (
        "log_softmax 5", "cumsum 1 f32", "cumsum 2 f32", "cumsum -1 f32", "cumsum 0 f32", "cumsum 0 i32")}),
    "f32_hybrids": ("formula", "f32", {"hybrids": (*WINDOWS, "depthwise strides", "fully_connected")}),
}
# model and format of keras.py
KERAS = {
    "litert_f32_gru": ("gru_rolled", "f32"),
    "litert_f32_gru_before": ("gru_rolled_before", "f32"),
    "litert_f32_lstm": ("lstm_rolled", "f32"),
    "litert_f32_lstm_half": ("lstm_rolled_all", "float16"),
}


def bytes_of(arrays):
    """(cases, bytes) of arrays whose first dimension is the cases."""
    return np.concatenate([np.ascontiguousarray(a).reshape(len(a), -1).view(np.uint8) for a in arrays], 1)


def record(folder, name):
    oracle, kind, families = MODELS[name]
    few = operators.CASES
    operators.CASES = max(operators.FRAMES.get(family, few) for family in families)
    g = operators.Graph(kind)
    g.oracle = operators.ORACLES[oracle]
    for family, names in families.items():
        operators.FAMILIES[family](g, lambda name: not names or name in names)
    model = g.bytes()
    stateful = any(family in operators.STATEFUL for family in families)
    outputs = operators.outputs_of(g, model, g.oracle, stateful)
    operators.CASES = few
    os.makedirs(f"{folder}/{name}", exist_ok=True)
    with open(f"{folder}/{name}/model.tflite", "wb") as file:
        file.write(model)
    np.save(f"{folder}/{name}/inputs.npy", bytes_of(g.inputs))
    np.save(f"{folder}/{name}/outputs.npy", bytes_of(outputs))
    print(f"{name}: {len(g.inputs)} inputs, {len(outputs)} outputs")


def record_keras(folder, name):
    with tempfile.TemporaryDirectory() as made:
        command = [sys.executable, os.path.join(ORACLE, "keras.py"), made, *KERAS[name]]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.makedirs(f"{folder}/{name}", exist_ok=True)
        os.replace(f"{made}/model.tflite", f"{folder}/{name}/model.tflite")
        for which in ("input", "output"):
            np.save(f"{folder}/{name}/{which}s.npy", bytes_of([np.load(f"{made}/{which}0.npy")]))
    print(name)


if __name__ == "__main__":
    for name in sys.argv[2:] or [*MODELS, *KERAS]:
        (record_keras if name in KERAS else record)(sys.argv[1], name)
