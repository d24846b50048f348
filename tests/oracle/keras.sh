#!/usr/bin/env bash
# Runs one model of keras.py through ./dev model:
#   keras.sh <folder> <model> <format> [<target>]
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
"$here/../../dev" model "$folder/model.tflite" --target "${4:-host}" --numerics litert_xnnpack \
  --input "$folder/input0.npy" --expect "$folder/output0.npy"
