#!/usr/bin/env bash
# Runs the network of keras_digits.py through ./dev quantise in a number format, which may lose so many points:
#   keras_digits.sh <folder> <digits.csv> <format> <points>
# Needs the Python package tensorflow; without it it says `skipped: `.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1/keras-digits-${3//[<>,]/_}
rm -rf "$folder"
mkdir -p "$1"
made=$("${ETCH_PYTHON:-python3}" "$here/keras_digits.py" "$folder" "$2" 2>"$folder.log" | tail -1) || {
  cat "$folder.log" >&2
  exit 1
}
[[ $made == skipped:* ]] && echo "$made" && exit 0
"$here/../../dev" quantise "$folder/model.tflite" --data "$folder/x.npy" --labels "$folder/y.npy" \
  --format "$3" --within "$4" --out "$folder"
