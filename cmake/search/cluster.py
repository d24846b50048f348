#!/usr/bin/env python3
"""Hands the lines of ./dev search to a Dask cluster (PyPI's distributed).

    cluster.py <address> <worker> <folder>    questions come in, answers go out, a line each
    cluster.py <address>                      whether a scheduler answers there

Each process of the cluster gets the worker program and the files of its folder once, starts it once
a thread, and asks it line by line. What a process that is lost was asked, another one is.
"""

import os
import subprocess
import sys
import tempfile
import threading

from distributed import Client, get_worker

RETRIES = 5


def answer(line, files, task):
    """Runs on the cluster: the program's answer to a line."""
    here = get_worker()
    programs = here.__dict__.setdefault("etch_programs", {})
    key = (task, threading.get_ident())
    if key not in programs or programs[key].poll() is not None:
        folder = tempfile.mkdtemp(prefix="etch_search_")
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        program = os.path.join(folder, "worker")
        os.chmod(program, 0o755)
        programs[key] = subprocess.Popen(
            [program, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    program = programs[key]
    program.stdin.write(line + "\n")
    program.stdin.flush()
    said = program.stdout.readline()
    if not said:
        raise RuntimeError("the worker program has ended")
    return said.rstrip("\n")


def read_files(worker, folder):
    files = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith("0.bin") or name.endswith("1.bin"):
            with open(os.path.join(folder, name), "rb") as file:
                files[name] = file.read()
    with open(worker, "rb") as file:
        files["worker"] = file.read()
    return files


def main():
    try:
        client = Client(sys.argv[1], timeout="10s")
    except (OSError, ValueError) as why:
        sys.exit(f"no Dask scheduler answers at {sys.argv[1]}: {why}")
    if len(sys.argv) == 2:
        return
    task = str(os.getpid())
    files = client.scatter(read_files(sys.argv[2], sys.argv[3]), broadcast=True)
    lock, pending = threading.Lock(), set()

    def finish(future):
        with lock:
            pending.discard(future)
            if future.status == "finished":
                print(future.result(), flush=True)
                return
        print(f"search: the cluster lost a line: {future.exception()}", file=sys.stderr)
        os._exit(1)

    for line in sys.stdin:
        future = client.submit(answer, line.rstrip("\n"), files, task, pure=False, retries=RETRIES)
        with lock:
            pending.add(future)
        future.add_done_callback(finish)
    with lock:
        waiting = list(pending)
    for future in waiting:
        future.result()


if __name__ == "__main__":
    main()
