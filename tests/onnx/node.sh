#!/usr/bin/env bash
# Runs node.py with the Python that has onnx.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec "${ETCH_PYTHON:-python3}" "$here/node.py" "$@"
