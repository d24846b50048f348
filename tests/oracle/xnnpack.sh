#!/usr/bin/env bash
# Holds ./dev model --numerics litert_xnnpack to LiteRT: xnnpack.sh <folder> <folder of a model>
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
said=$("${ETCH_PYTHON:-python3}" "$here/xnnpack.py" "$2/model.tflite" "$2/inputs.npy" "$1/y.npy" \
  2>"$1/log") || { cat "$1/log" >&2; exit 1; }
[[ $said == skipped:* ]] && echo "$said" && exit 0
"$here/../../dev" model "$2/model.tflite" --numerics litert_xnnpack --input "$2/inputs.npy" \
  --expect "$1/y.npy"
