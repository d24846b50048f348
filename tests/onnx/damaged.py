#!/usr/bin/env python3
"""Damaged files, read by the importer and by the package onnx.

  damaged.py <folder> <include> <c++> <file.onnx>...

Each file is truncated at 200 places and has 4,000 bytes flipped, one at a time. Of each the importer's
reader (dump.cpp, under AddressSanitizer and UBSan) says what it finds. Three classes are counted: it
refuses the file; it finds what the package finds; it takes a file that the package refuses, because the
damage lies in a message that the importer does not read. Anything else fails. Needs the packages onnx
and numpy; without them it says `skipped: `.
"""
import pathlib
import struct
import subprocess
import sys

try:
    import numpy as np
    import onnx
    from onnx import numpy_helper
except ImportError as why:
    print(f"skipped: {why}")
    sys.exit(0)

BATCH = 500


def hexed(text):
    return "'" + (text if isinstance(text, bytes) else text.encode()).hex()


def bits(x):
    return str(struct.unpack("<I", struct.pack("<f", x))[0])


def shape(sizes):
    return " (" + "".join(f"{d}," for d in sizes) + ")"


def of_attribute(a):
    text = f" @ {hexed(a.name)} {a.type}"
    if a.type == onnx.AttributeProto.FLOAT:
        return f"{text} {bits(a.f)}"
    if a.type == onnx.AttributeProto.INT:
        return f"{text} {a.i}"
    if a.type == onnx.AttributeProto.STRING:
        return f"{text} '{a.s.hex()}"
    if a.type == onnx.AttributeProto.FLOATS:
        return text + "".join(f" {bits(x)}" for x in a.floats[:16])
    if a.type == onnx.AttributeProto.INTS:
        return text + "".join(f" {i}" for i in a.ints[:16])
    return text


def of_constant(t, name):
    text = f" constant {hexed(name)} {t.data_type}" + shape(t.dims)
    if t.data_type not in (onnx.TensorProto.FLOAT, onnx.TensorProto.INT64):
        return text
    numbers = numpy_helper.to_array(t).reshape(-1)
    for i in (0, -1):
        if len(numbers):
            text += f" {bits(numbers[i]) if t.data_type == onnx.TensorProto.FLOAT else numbers[i]}"
    return text


def of_model(model):
    graph = model.graph
    versions = [o.version for o in model.opset_import if o.domain in ("", "ai.onnx")]
    text = f"opset {versions[-1] if versions else 0}"
    constants = [(t, t.name) for t in graph.initializer]
    known = {t.name for t in graph.initializer}
    for value in graph.input:
        if value.name in known:
            continue
        of = value.type.tensor_type
        sizes = [d.dim_value if d.HasField("dim_value") else 1 for d in of.shape.dim]
        text += f" input {hexed(value.name)} {of.elem_type}" + shape(sizes)
    by_name = dict((name, t) for t, name in constants)
    for node in graph.node:
        text += f" node {hexed(node.op_type)} {hexed(node.domain)}"
        text += "".join(f" < {hexed(name)}" for name in node.input)
        text += "".join(f" > {hexed(name)}" for name in node.output)
        text += "".join(of_attribute(a) for a in node.attribute)
        if node.domain in ("", "ai.onnx") and len(node.output) == 1 and node.output[0]:
            if node.op_type == "Constant":
                made = [a.t for a in node.attribute if a.name == "value" and a.type == onnx.AttributeProto.TENSOR]
                if made:
                    constants.append((made[-1], node.output[0]))
                    by_name[node.output[0]] = made[-1]
            if node.op_type == "Identity" and len(node.input) == 1 and node.input[0] in by_name:
                constants.append((by_name[node.input[0]], node.output[0]))
                by_name[node.output[0]] = by_name[node.input[0]]
    text += "".join(f" output {hexed(value.name)}" for value in graph.output)
    # constants stand in the order of their tensors: initialisers first
    return text + "".join(of_constant(t, name) for t, name in constants)


def by_package(data):
    model = onnx.ModelProto()
    try:
        model.ParseFromString(data)
        return of_model(model)
    except Exception:
        return "refused"


def damaged(data, random):
    for k in range(200):
        yield data[:len(data) * k // 200]
    for _ in range(4000):
        at = int(random.integers(len(data)))
        yield data[:at] + bytes([data[at] ^ 1 << int(random.integers(8))]) + data[at + 1:]


def main():
    work, include, compiler = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    work.mkdir(parents=True, exist_ok=True)
    program = work / "dump"
    subprocess.run([compiler, "-std=c++20", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                    f"-I{include}", str(pathlib.Path(__file__).parent / "dump.cpp"), "-o", str(program)], check=True)
    counts = dict.fromkeys(("refused", "equal", "ours alone", "different"), 0)
    for path in map(pathlib.Path, sys.argv[4:]):
        data = path.read_bytes()
        cases = [data] + list(damaged(data, np.random.default_rng(11)))
        for k in range(0, len(cases), BATCH):
            part = cases[k:k + BATCH]
            said = subprocess.run([program], input=b"".join(struct.pack("<I", len(c)) + c for c in part),
                                  capture_output=True)
            if said.returncode != 0:
                print(f"{path.name}: {said.stderr.decode()[:2000]}")
                sys.exit(1)
            for i, (case, line) in enumerate(zip(part, said.stdout.decode().splitlines())):
                if line == "refused":
                    kind = "refused"
                else:
                    theirs = by_package(case)
                    kind = "equal" if theirs == line else "ours alone" if theirs == "refused" else "different"
                    if kind == "different":
                        print(f"{path.name}, case {k + i}:\n  {line[:600]}\n  {theirs[:600]}")
                if k + i == 0 and kind != "equal":
                    print(f"{path.name} itself: {kind}")
                    kind = "different"
                counts[kind] += 1
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    sys.exit(1 if counts["different"] else 0)


main()
