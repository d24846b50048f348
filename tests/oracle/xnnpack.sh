#!/usr/bin/env bash
# Holds ./dev model --numerics litert_xnnpack to LiteRT, outputs and layers:
#   xnnpack.sh <folder> <folder of a model> [<target>]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=${ETCH_PYTHON:-python3}
rm -rf "$1"
mkdir -p "$1"
said=$("$python" "$here/xnnpack.py" run "$2/model.tflite" "$2/inputs.npy" "$1/y.npy" "$1/want" \
  2>"$1/log") || { cat "$1/log" >&2; exit 1; }
[[ $said == skipped:* ]] && echo "$said" && exit 0
words=(--numerics litert_xnnpack --target "${3:-host}" --input "$2/inputs.npy")
"$here/../../dev" model "$2/model.tflite" "${words[@]}" --expect "$1/y.npy"
"$here/../../dev" model "$2/model.tflite" "${words[@]}" --layers "$1/have"
"$python" "$here/xnnpack.py" compare "$1/want" "$1/have"
