#!/usr/bin/env bash
# Runs one family of operators.py through ./dev model: run.sh <folder> <kind> <family> [<target>]
# Needs the Python packages that operators.py names; without them it says `skipped: `.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1/$2-$3
rm -rf "$folder"
counts=$("${ETCH_PYTHON:-python3}" "$here/operators.py" "$folder" "$2" "$3" 2>"$1/$2-$3.log") || {
  cat "$1/$2-$3.log" >&2
  exit 1
}
[[ $counts == skipped:* ]] && echo "$counts" && exit 0
read -r inputs outputs <<<"$counts"
words=()
[[ $3 == recurrent ]] && words+=(--stream)
for ((i = 0; i < inputs; ++i)); do words+=(--input "$folder/input$i.npy"); done
for ((i = 0; i < outputs; ++i)); do words+=(--expect "$folder/output$i.npy"); done
"$here/../../dev" model "$folder/model.tflite" --target "${4:-host}" "${words[@]}"
