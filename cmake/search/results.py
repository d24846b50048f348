"""Known networks: ./dev search results|check <network>...

`results` writes docs/search-results.md. It searches formats for each network in fixed point and in
posits, for the examples also in affine integers, at five limits of RAM between all narrow and all
wide, and sets what HAUNTER and ours find beside one another. Pictures of digits come from
build/data/digits.csv, which is fetched where it is missing; inputs of the others from
ETCH_DATA_DIR. What was searched before, in build/search/results, is not searched again: remove that
folder to begin anew. `--known` searches nothing: what is not there is left out.

`check <network>... [--count <n>] [--seed <n>]` compiles n configurations (20), drawn by the seed
(1), here and for Cortex-M4: outputs, and on Cortex-M4 RAM and constants, are what a search sees.
Needs nothing but Python's own library.
"""
import argparse
import ast
import csv
import os
import pathlib
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "search" / "results"
PAGE = ROOT / "docs" / "search-results.md"
DATA = pathlib.Path(os.environ.get("ETCH_DATA_DIR", ROOT.parent / "shared" / "data"))
FAMILIES = {"fixed point": ("fixed<8>", "fixed<16>"), "posits": ("posit<8,*>", "posit<16,*>")}
# A layer has 28 candidates in four formats, 8 in two: too many where layers are large.
ONE_EXPONENT = ("posit<8,2>", "posit<16,2>")
LARGE = ["kws", "resnet8"]
FLOATS = ("bf16", "f32")
AFFINE = {"affine integers": ("int8", "int16"), "narrow affine integers": ("int4", "int8")}
# FastGRNN in fixed point: the formats of its values and weights depend on one another.
RECURRENT = ["fastgrnn_digits", "fastgrnn_usps", "rnnpool_vww"]
EXAMPLES = ["digits", "ds_cnn_digits", "fastgrnn_digits"]
EDGEML = ["fastgrnn_usps", "rnnpool_vww"]
MODELS = {"kws": "float_hybrid", "ad": "float", "resnet8": "float"}
LIMITS = 5
NO_LIMIT = "0"  # of rows that have one format for all
ONLY_KNOWN = False  # --known


def write_npy(path, kind, shape, data):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape!r}, }}"
    header = header.ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def split(part):
    return [int(n) for n in (ROOT / f"examples/digits/split/{part}.txt").read_text().split()]


def read_floats(path):
    """Extents and numbers of a .npy file of float32."""
    data = path.read_bytes()
    end = 10 + struct.unpack("<H", data[8:10])[0]
    shape = ast.literal_eval(data[10:end].decode())["shape"]
    return shape, struct.unpack(f"<{(len(data) - end) // 4}f", data[end:])


def usps():
    """Its pictures less their mean and over their deviation."""
    folder = DATA / "edgeml" / "fastgrnn_usps"
    shape, pixels = read_floats(folder / "input.npy")
    mean, deviation = (read_floats(folder / f"{name}.npy")[1] for name in ("mean", "stdDev"))
    count = len(mean)
    x = [(p - mean[i % count]) / deviation[i % count] for i, p in enumerate(pixels)]
    write_npy(WORK / "usps_x.npy", "<f4", shape, struct.pack(f"<{len(x)}f", *x))
    return ["--data", WORK / "usps_x.npy"]


def digits(is_of_rows):
    """Options of the pictures: those of validation and train choose, those of test are told of."""
    subprocess.run(["sh", ROOT / "examples/digits/fetch_data.sh", ROOT / "build/data"], check=True)
    lines = (ROOT / "build/data/digits.csv").read_text().split()
    choose = split("validation") + split("train")
    rows = [[int(n) for n in lines[at].split(",")] for at in choose + split("test")]
    pixels = b"".join(struct.pack("<64f", *(p / 16 for p in row[:64])) for row in rows)
    name = "digits_rows.npy" if is_of_rows else "digits_x.npy"
    write_npy(WORK / name, "<f4", (len(rows), 8, 8) + (() if is_of_rows else (1,)), pixels)
    write_npy(WORK / "digits_y.npy", "|u1", (len(rows),), bytes(row[64] for row in rows))
    return ["--data", WORK / name, "--labels", WORK / "digits_y.npy",
            "--choose", str(len(choose))]


def source(network):
    """The network, as ./dev search is told it, and its data."""
    if network in EXAMPLES:
        return [network, *digits(network in RECURRENT)]
    if network == "fastgrnn_usps":
        return [network, *usps()]
    if network == "rnnpool_vww":
        return [network, "--data", DATA / "edgeml" / network / "random_input.npy"]
    folder = DATA / "mlperf_tiny" / network / MODELS[network]
    return [folder / "model.tflite", "--data", folder / "inputs.npy"]


def families(network):
    all = {**FAMILIES, **AFFINE} if network in EXAMPLES else dict(FAMILIES)
    if network in LARGE:
        all["posits"] = ONE_EXPONENT
    if network in RECURRENT:
        all = {"posits": all["posits"]}
    return {f: of for f, of in all.items() if not ONLY_KNOWN or is_known(network, f)}


def folder_of(network, family):
    return WORK / f"{network}-{family.split()[0]}"


def is_known(network, family):
    return (folder_of(network, family) / "formats.hpp").exists()


def has_formats_table(network):
    return network in EXAMPLES and (not ONLY_KNOWN or is_known(network, "floats"))


def searched(network, family):
    """Rows of what ./dev search has found."""
    low, high = FLOATS if family == "floats" else families(network)[family]
    limits = 1 if family == "floats" else LIMITS
    out = folder_of(network, family)
    if not is_known(network, family):
        subprocess.run([ROOT / "dev", "search", *source(network), "--limits", str(limits), "--low",
                        low, "--high", high, "--out", out, "--resume"],
                       check=True, stdout=subprocess.DEVNULL)
    with open(next(out.glob("*.csv")), newline="") as file:
        return list(csv.DictReader(file))


def seconds(network, family):
    """Configurations that ran, seconds of the other methods and of ours, plans and their seconds."""
    with open(folder_of(network, family) / "work/seconds.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: sum(float(row[name]) for row in rows) for name in rows[0]}


def seconds_table(networks):
    lines = ""
    for network in networks:
        for family in families(network):
            of = seconds(network, family)
            each = 1000 * of["planning"] / of["plans"]
            lines += (f"| {network}, {family} | {of['runs']:.0f} | {of['others']:.1f} | "
                      f"{of['ours']:.1f} | {of['plans']:.0f} | {of['planning']:.2f} | {each:.2f} |\n")
    return f"""
## Seconds

All {LIMITS} limits in one go; a configuration that one method has run no other runs again. Plans
are those of configurations that did not run: whether they fit is asked before. Seconds of a machine
of two cores at other work besides; they differ from run to run.

| | configurations run | seconds of HAUNTER, its variants, Shiftry | of ours | planned alone \
| seconds of planning | ms a plan |
|---|---|---|---|---|---|---|
{lines}"""


def check(network, family, count, seed):
    low, high = families(network)[family]
    print(f"{network}, {family}", flush=True)
    done = subprocess.run([ROOT / "dev", "search", *source(network), "--check", str(count),
                           "--seed", str(seed), "--low", low, "--high", high, "--target",
                           "cortex-m4", "--out", WORK / "check" / f"{network}-{family.split()[0]}"])
    return done.returncode == 0


def reported(rows, limit):
    """Rows of a limit over the cases that chose nothing."""
    return [r for r in rows if r["limit"] == limit and r["part"] == "report"]


def is_labelled(network):
    return network in EXAMPLES


def score(row, labelled):
    """Cases that are right, or of which it says what the float network says."""
    return int(row["right"]) if labelled else int(row["cases"]) - int(row["disagreements"])


METHODS = {"haunter": "HAUNTER", "by accuracy alone": "by accuracy alone",
           "by size alone": "by size alone", "shiftry": "Shiftry", "ours": "ours"}


class Cell:
    """What each method, or None where it finds nothing, gives on the test within a limit."""

    def __init__(self, rows, limit, labelled):
        self.of = {r["method"]: r for r in reported(rows, limit)}
        self.limit, self.labelled = limit, labelled
        self.theirs, self.ours = self.of.get("haunter"), self.of["ours"]
        self.cases = int(self.ours["cases"])
        self.float = int(self.ours["float_right"]) if labelled else self.cases

    def order(self, key):
        """1, 0 or -1: ours is above, equal or below; None where HAUNTER finds nothing."""
        if self.theirs is None:
            return None
        ours, theirs = key(self.ours), key(self.theirs)
        return (ours > theirs) - (ours < theirs)

    def by_answers(self):
        return self.order(lambda row: score(row, self.labelled))

    def by_error(self):
        return self.order(lambda row: -float(row["error"]))

    def haunter_is_below_float(self):
        return self.theirs is None or score(self.theirs, self.labelled) < self.float

    def figures(self, method):
        row = self.of.get(method)
        if row is None:
            return "nothing"
        return f"{score(row, self.labelled)}, {float(row['sqnr']):.1f} dB, {row['ram']}"

    def line(self):
        return f"| {self.limit} | " + " | ".join(map(self.figures, METHODS)) + " |\n"


def counts(cells, order):
    found = [order(c) for c in cells]
    return " | ".join(str(found.count(sign)) for sign in (1, 0, -1))


def summary_line(name, cells):
    below = [c for c in cells if c.haunter_is_below_float()]
    above = [c for c in below if c.theirs is None or c.by_answers() == 1]
    nothing = sum(c.theirs is None for c in cells)
    return (f"| {name} | {len(cells)} | {nothing} | {counts(cells, Cell.by_answers)} | "
            f"{counts(cells, Cell.by_error)} | {len(above)} of {len(below)} |\n")


def formats_table(networks):
    """Right answers, RAM and constants in one format each, and in the best mixture."""
    if not networks:
        return ""
    lines = ""
    for network in networks:
        every = {family: searched(network, family) for family in families(network)}
        every["floats"] = searched(network, "floats")
        alone = {r["method"]: r for rows in every.values() for r in reported(rows, NO_LIMIT)}
        whole = alone["all in f32"]
        for row in alone.values():
            lines += format_line(network, row["method"][len("all in "):], row, whole)
        for family in families(network):
            ours = [r for r in every[family] if r["method"] == "ours" and r["limit"] != NO_LIMIT]
            chosen = [r for r in ours if r["part"] == "choose"]
            most = int(chosen[0]["float_right"]) - 0.002 * int(chosen[0]["cases"])
            good = [r for r in chosen if int(r["right"]) >= most] or chosen
            limit = min(good, key=lambda r: int(r["ram"]))["limit"]
            row = next(r for r in reported(ours, limit))
            lines += format_line(network, f"mixture, {family}", row, whole)
    return f"""
## One format for all, and mixtures

Right answers on the test, RAM and constants on Cortex-M4 of one format for all values and weights,
and of the mixture by ours that takes the least RAM and loses at most 0.2 points on the cases that
choose. RAM and constants also as shares of those of f32.

| network | format | right | points lost | RAM | of f32 | constants | of f32 | SQNR, dB |
|---|---|---|---|---|---|---|---|---|
{lines}"""


def format_line(network, name, row, whole):
    cases, right, full = (int(row[key]) for key in ("cases", "right", "float_right"))
    shares = "".join(f" {row[key]} | {int(row[key]) / int(whole[key]):.2f} |"
                     for key in ("ram", "constants"))
    return (f"| {network} | {name} | {right} of {cases} | {100 * (full - right) / cases:.2f} |{shares}"
            f" {float(row['sqnr']):.1f} |\n")


def page(networks):
    tables, summary, every, affine = "", "", [], []
    for network in networks:
        labelled = is_labelled(network)
        for family, formats in families(network).items():
            rows = searched(network, family)
            limits = [n for n in dict.fromkeys(r["limit"] for r in rows) if n != NO_LIMIT]
            cells = [Cell(rows, limit, labelled) for limit in limits]
            (affine if family in AFFINE else every).extend(cells)
            summary += summary_line(f"{network}, {family}", cells)
            choose = next(r["cases"] for r in rows if r["part"] == "choose")
            what = (f"the float network reads {cells[0].float} of {cells[0].cases} right"
                    if labelled else f"of {cells[0].cases} others those whose largest output is "
                    "the float network's")
            word = "right answers" if labelled else "answers that agree"
            tables += (f"\n## {network}, {family}\n\n`{formats[0]}` and `{formats[1]}`, chosen by "
                       f"{choose} cases; {what}.\n\n"
                       f"Cells: {word}, SQNR, bytes of RAM.\n\n"
                       f"| RAM at most | {' | '.join(METHODS.values())} |\n|---|---|---|---|---|---|\n")
            tables += "".join(c.line() for c in cells)
    summary += summary_line("all in fixed point and posits", every)
    if affine:
        summary += summary_line("all in affine integers", affine)
    names = " ".join(networks) + (" --known" if ONLY_KNOWN else "")
    return f"""# HAUNTER and ours at equal RAM

Written by `./dev search results {names}`. [search.md](search.md) says what both do.
RAM is what the planner proves for Cortex-M4; the {LIMITS} limits part the way between that of all
values and weights in the narrow format and that of all in the wide one, which need not be more:
kernels of narrow formats may take more scratch memory. All choices were made on
the training and validation pictures, or on every other input where there are few; the figures are
those of the others. HAUNTER fills the limit, as ours does (`--soft 1`). SQNR is that of the outputs
against those of the float network.

Ours is *above*, *equal* or *below* where HAUNTER finds something that fits. The last column: of the
cells in which HAUNTER is below the float network, or finds nothing, those in which ours gives more
right answers.

| | cells | HAUNTER finds nothing | above by answers | equal | below | above by error | equal \
| below | where HAUNTER is below float |
|---|---|---|---|---|---|---|---|---|---|
{summary}{formats_table(list(filter(has_formats_table, networks)))}{seconds_table(networks)}{tables}"""


def main(command, words):
    known = [*EXAMPLES, *EDGEML, *MODELS]
    parser = argparse.ArgumentParser(prog=f"./dev search {command}")
    parser.add_argument("network", nargs="*")
    if command == "check":
        parser.add_argument("--count", type=int, default=20)
        parser.add_argument("--seed", type=int, default=1)
    else:
        parser.add_argument("--known", action="store_true")
    asked = parser.parse_args(words)
    for network in asked.network:
        if network not in known:
            sys.exit(f"search: no network '{network}'; there are: {', '.join(known)}")
    if not asked.network:
        sys.exit(f"search: {command} needs names of networks; there are: {', '.join(known)}")
    WORK.mkdir(parents=True, exist_ok=True)
    if command == "check":
        equal = [check(network, family, asked.count, asked.seed)
                 for network in asked.network for family in families(network)]
        sys.exit(0 if all(equal) else 1)
    global ONLY_KNOWN
    ONLY_KNOWN = asked.known
    PAGE.write_text(page(asked.network))
    print(f"written: {PAGE.relative_to(ROOT)}")


main(sys.argv[1], sys.argv[2:])
