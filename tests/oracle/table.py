#!/usr/bin/env python3
"""Whether the table of operators in docs/models.md says what the tests of this folder prove.

  table.py <docs/models.md> <tflite_operators.hpp> <oracle>:<kind>:<family>...

Every operator that an import knows has a row; each cell names the oracles of the runs that have the
operator, in the order of LETTERS. Needs the packages that operators.py needs.
"""
import re
import sys

LETTERS = {"micro": "M", "litert": "L", "formula": "F"}
KINDS = ("s8", "s16", "f32")

page, source, runs = sys.argv[1], sys.argv[2], sys.argv[3:]
sys.argv[1:] = ["table"]
import operators

proved = {}
for run in runs:
    oracle, kind, family = run.split(":")
    g = operators.Graph(kind)
    g.oracle = operators.ORACLES[oracle]
    operators.FAMILIES[family](g, lambda name: True)
    names = {value: name for name, value in vars(operators.OP).items() if isinstance(value, int)}
    for code in g.model.operatorCodes:
        proved.setdefault((names[code.builtinCode], kind), set()).add(LETTERS[oracle])

with open(page) as file:
    section = file.read().split("\n## Operators\n")[1].split("\n## ")[0]
rows = [line.split("|")[1:-1] for line in section.split("\n") if re.match(r"\| `[A-Z]", line)]
written = {}
for row in rows:
    for name in re.findall(r"`([A-Z0-9_]+)`", row[0]):
        for kind, cell in zip(KINDS, row[1:4]):
            written[name, kind] = cell.strip()

wrong = 0
with open(source) as file:
    known = {name.upper() for name in re.findall(r"case builtin::(\w+):", file.read())}
for name in sorted(known | {name for name, _ in proved} | {name for name, _ in written}):
    for kind in KINDS:
        have = written.get((name, kind), "no row")
        want = " ".join(l for l in LETTERS.values() if l in proved.get((name, kind), ())) or "-"
        if have != want:
            wrong += 1
            print(f"{page}: {name} {kind}: the table says {have}, the tests prove {want}")
print(f"{len(written)} cells, {wrong} wrong")
sys.exit(wrong != 0)
