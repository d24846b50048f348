#!/usr/bin/env bash
# Runs a script of this folder with the Python that has onnx: run.sh <script> <its words>...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec "${ETCH_PYTHON:-python3}" "$here/$1" "${@:2}"
