#!/usr/bin/env bash
# Runs one family of operators.py through ./dev model:
#   run.sh <micro|cmsis_nn|litert|formula> <folder> <kind> <family> [<target>]
# Needs the Python packages that operators.py names; without them it says `skipped: `.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
oracle=$1 folder=$2/$1-$3-$4
rm -rf "$folder"
mkdir -p "$2"
counts=$("${ETCH_PYTHON:-python3}" "$here/operators.py" "$1" "$folder" "$3" "$4" 2>"$folder.log") || {
  cat "$folder.log" >&2
  exit 1
}
[[ $counts == skipped:* ]] && echo "$counts" && exit 0
read -r inputs outputs <<<"$counts"
words=(--numerics tflm_reference)
[[ $oracle == litert ]] && words=(--numerics litert_xnnpack)
[[ $oracle == cmsis_nn ]] && words=(--numerics cmsis_nn)
[[ $4 == recurrent || $4 == stream* || $4 == variables ]] && words+=(--stream)
for ((i = 0; i < inputs; ++i)); do words+=(--input "$folder/input$i.npy"); done
for ((i = 0; i < outputs; ++i)); do words+=(--expect "$folder/output$i.npy"); done
"$here/../../dev" model "$folder/model.tflite" --target "${5:-host}" "${words[@]}"
