#!/usr/bin/env bash
# A network of uint8 by ONNX Runtime, every layer on inputs of chance:
#   onnxruntime.sh <folder> <inputs> <folder of a model of ETCH_DATA_DIR, or a family>
# Needs the Python packages onnx and onnxruntime; without them it says `skipped: `.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1 cases=$2 what=$3
rm -rf "$folder"
mkdir -p "$folder"
counts=$("${ETCH_PYTHON:-python3}" "$here/../onnx/runtime.py" "$folder" "$cases" "$what" 2>"$folder.log") || {
  cat "$folder.log" >&2
  exit 1
}
cat "$folder.log"
[[ $counts == skipped:* ]] && echo "$counts" && exit 0
read -r inputs outputs <<<"$counts"
words=()
for ((i = 0; i < inputs; ++i)); do words+=(--input "$folder/input$i.npy"); done
for ((i = 0; i < outputs; ++i)); do words+=(--expect "$folder/output$i.npy"); done
"$here/../../dev" model "$folder/model.onnx" "${words[@]}"
