#!/usr/bin/env python3
"""The node tests of the package onnx, as networks that the compiler makes.

  node.py <folder> <include> <expected> [<c++> [<jobs> [<names>]]]

Reads every test of our operators on our types: floats, integers of 32 and 64 bits, truths, and codes, of
up to five dimensions and at least one element. Takes those inputs as constants that say shapes, axes,
borders, scales or weights, and asks the reader which tests it refuses. The others are compiled, sixteen
to a program, and run. <expected> lists the refused ones, "name: reason": the test fails where the list is
another, where an output is wrong, or where fewer than 95 of 100 pass. <names> is a regular expression: tests with other names are left out. Needs the
packages onnx==1.17.0 and numpy; without them it says `skipped: `.
"""
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys

try:
    import numpy as np
    import onnx
    from onnx import numpy_helper
    tests = pathlib.Path(onnx.__file__).parent / "backend/test/data/node"
    if not tests.is_dir():
        raise ImportError("this version of onnx has no node tests: 1.17.0 has")
except ImportError as why:
    print(f"skipped: {why}")
    sys.exit(0)

# inputs that the importer takes as constants
CONSTANTS = {
    "Reshape": [1], "Squeeze": [1], "Unsqueeze": [1], "Pad": [1, 2, 3], "Clip": [1, 2],
    "BatchNormalization": [1, 2, 3, 4], "Conv": [1, 2], "ConvTranspose": [1, 2], "Slice": [1, 2, 3, 4],
    "Split": [1], "Expand": [1], "Tile": [1], "Trilu": [1], "Resize": [1, 2, 3], "Upsample": [1],
    "ConstantOfShape": [0], "Range": [0, 1, 2], "Dropout": [1, 2], "LSTM": [1, 2, 3, 4, 7],
    "GRU": [1, 2, 3, 4], "RNN": [1, 2, 3, 4], "CumSum": [1], "ConvInteger": [1, 2, 3], "MatMulInteger": [1, 2, 3],
    "QuantizeLinear": [1, 2], "DequantizeLinear": [1, 2], "QLinearConv": [1, 2, 3, 4, 5, 6, 7, 8],
    "QLinearMatMul": [1, 2, 3, 4, 5, 6, 7],
    **{f"Reduce{kind}": [1] for kind in ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum",
                                         "SumSquare")},
}
TYPES = {getattr(onnx.TensorProto, name) for name in ("FLOAT", "INT8", "UINT8", "INT32", "INT64", "BOOL")}
# operators whose integers of 8 bits are codes: those of others are not supported
CODES = {"QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear", "ConvInteger", "MatMulInteger", "QLinearConv",
         "QLinearMatMul"}
# whose recorded outputs have wrapped around where the operator saturates
WRAPPED = {"test_qlinearmatmul_2D_int8_float32", "test_qlinearmatmul_3D_int8_float32"}
MOST_DIMENSIONS = 5  # of a value, which has at least one element
BAR = 95  # of 100 have to pass
OPERATORS = set(re.findall(r"\w+", "".join(re.findall(
    r'op_names =\s*((?:"[^"]*"\s*)+);',
    (pathlib.Path(sys.argv[2]) / "etch/graph/import/onnx_schema.hpp").read_text()))))


def load(path, kind):
    proto = onnx.TensorProto()
    proto.ParseFromString(path.read_bytes())
    return numpy_helper.to_array(proto)


def cases():
    """The tests of our operators: name, model, inputs, outputs, whether some inputs are constants."""
    for folder in sorted(tests.iterdir()):
        if folder.name in WRAPPED:
            continue
        model = onnx.load(str(folder / "model.onnx"))
        if not {n.op_type for n in model.graph.node} <= OPERATORS:
            continue
        if any(n.domain not in ("", "ai.onnx") for n in model.graph.node):
            continue
        types = {v.type.tensor_type.elem_type for v in [*model.graph.input, *model.graph.output]}
        of_codes = {onnx.TensorProto.INT8, onnx.TensorProto.UINT8} & types
        if types - TYPES or (of_codes and not CODES & {n.op_type for n in model.graph.node}):
            continue
        data = folder / "test_data_set_0"
        try:
            inputs = [load(data / f"input_{i}.pb", model) for i in range(len(model.graph.input))]
            outputs = [load(data / f"output_{i}.pb", model) for i in range(len(model.graph.output))]
        except Exception:
            continue
        if any(x.size == 0 or x.ndim > MOST_DIMENSIONS for x in inputs + outputs):
            continue
        # integers from which other nodes work out a constant are constants as well
        given = set()
        integers = {v.name for v, x in zip(model.graph.input, inputs) if x.dtype in (np.int32, np.int64)}
        for node in reversed(model.graph.node):
            given |= {node.input[k] for k in CONSTANTS.get(node.op_type, []) if k < len(node.input)}
            if given & set(node.output):
                given |= {i for i in node.input if i in integers or i not in {v.name for v in model.graph.input}}
        left = []
        for value, x in zip(list(model.graph.input), inputs):
            if value.name in given:
                model.graph.initializer.append(numpy_helper.from_array(x, value.name))
                model.graph.input.remove(value)
            else:
                left.append(x)
        if not left:
            continue
        yield folder.name, model.SerializeToString(), left, outputs, bool(given)


def batch(work, include, compiler, index, names, models):
    source = work / f"batch{index}.cpp"
    text = ['#include "case.hpp"', ""]
    for k, name in enumerate(names):
        text.append(f"inline constexpr unsigned char file{k}[] = {{{','.join(map(str, models[name]))}}};")
    text.append("int main() {")
    text += [f'  onnx_case::run<file{k}>("{n}", "{work / n}.bin");' for k, n in enumerate(names)]
    text.append("}")
    source.write_text("\n".join(text))
    program = work / f"batch{index}"
    here = pathlib.Path(__file__).parent
    made = subprocess.run([compiler, "-std=c++20", "-O0", f"-I{include}", f"-I{here}", str(source), "-o",
                           str(program)], capture_output=True, text=True)
    if made.returncode != 0:
        return f"batch {index} ({', '.join(names)}) does not compile:\n{made.stderr[:4000]}"
    return subprocess.run([str(program)], capture_output=True, text=True).stdout


def main():
    work, include, expected = map(pathlib.Path, sys.argv[1:4])
    compiler = sys.argv[4] if len(sys.argv) > 4 else "c++"
    jobs = int(sys.argv[5]) if len(sys.argv) > 5 else 2
    wanted = re.compile(sys.argv[6] if len(sys.argv) > 6 else "")
    work.mkdir(parents=True, exist_ok=True)
    models, constants = {}, 0
    for name, model, inputs, outputs, given in cases():
        if not wanted.search(name):
            continue
        models[name] = model
        constants += given
        (work / f"{name}.onnx").write_bytes(model)
        (work / f"{name}.bin").write_bytes(b"".join(x.astype(np.float64).tobytes() for x in inputs + outputs))
    check = work / "check"
    subprocess.run([compiler, "-std=c++20", "-O0", f"-I{include}",
                    str(pathlib.Path(__file__).parent / "check.cpp"), "-o", str(check)], check=True)
    said = subprocess.run([str(check)] + [str(work / f"{n}.onnx") for n in models],
                          capture_output=True, text=True, check=True).stdout.splitlines()
    refused = {}
    for name, line in zip(models, said):
        what = line.split(".onnx: ", 1)[1]
        if what.startswith("refused: "):
            refused[name] = re.sub(r".*byte \d+: ", "", what)
    listed = dict(line.split(": ", 1) for line in expected.read_text().splitlines()
                  if line and not line.startswith("#") and wanted.search(line.split(": ", 1)[0]))
    wrong = [f"{n} is refused: {r}" for n, r in refused.items() if n not in listed]
    wrong += [f"{n} is listed as refused, but is not" for n in listed if n not in refused]
    names = [n for n in models if n not in refused]
    batches = [names[k:k + 16] for k in range(0, len(names), 16)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = list(pool.map(lambda k: batch(work, include, compiler, k, batches[k], models),
                             range(len(batches))))
    lines = [line for run in runs for line in run.splitlines()]
    passed = {line.split(":")[0] for line in lines if line.endswith(": passed")}
    wrong += [line for line in lines if not line.endswith(": passed")]
    wrong += [f"{n} did not pass" for n in names if n not in passed]
    share = 100 * len(passed) / max(len(models), 1)
    if share < BAR and not wanted.pattern:
        wrong.append(f"{share:.1f} % pass, at least {BAR} % have to")
    for line in wrong:
        print(line)
    print(f"{len(models)} tests of our operators ({constants} with inputs taken as constants): "
          f"{len(passed)} pass ({share:.1f} %), {len(refused)} are refused")
    by_reason = collections.Counter(refused.values())
    for reason, count in by_reason.most_common():
        print(f"  {count} x {reason}")
    sys.exit(1 if wrong else 0)


main()
