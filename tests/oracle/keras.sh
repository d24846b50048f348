#!/usr/bin/env bash
# Runs one model of keras.py through ./dev model, on each target (default: here and Cortex-M4):
#   keras.sh <folder> <model> <format> [<target>...]
# Needs the Python package tensorflow; without it it says `skipped: `.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1/keras-$2-$3
rm -rf "$folder"
mkdir -p "$1"
made=$("${ETCH_PYTHON:-python3}" "$here/keras.py" "$folder" "$2" "$3" 2>"$folder.log" | tail -1) || {
  cat "$folder.log" >&2
  exit 1
}
[[ $made == skipped:* ]] && echo "$made" && exit 0
[[ $# -gt 3 ]] || set -- "$@" host cortex-m4
for target in "${@:4}"; do
  "$here/../../dev" model "$folder/model.tflite" --target "$target" --numerics litert_xnnpack \
    --input "$folder/input0.npy" --expect "$folder/output0.npy"
done
