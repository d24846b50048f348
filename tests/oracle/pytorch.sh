#!/usr/bin/env bash
# Runs one network of pytorch.py through ./dev model, or through ./dev quantise in a number format:
#   pytorch.sh <folder> <digits.csv> <model> f32|float16|qdq [<target>]
#   pytorch.sh <folder> <digits.csv> <model> quantise <format> <points>
# Needs the Python package torch; without it it says `skipped: `.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1/pytorch-$3-$4${5:+-${5//[<>,]/_}} form=$4
[[ $form == quantise ]] && form=data
rm -rf "$folder"
mkdir -p "$1"
made=$("${ETCH_PYTHON:-python3}" "$here/pytorch.py" "$folder" "$2" "$3" "$form" 2>"$folder.log" | tail -1) || {
  cat "$folder.log" >&2
  exit 1
}
[[ $made == skipped:* ]] && echo "$made" && exit 0
if [[ $form == data ]]; then
  "$here/../../dev" quantise "$folder/model.onnx" --data "$folder/x.npy" --labels "$folder/y.npy" \
    --format "$5" --within "$6" --out "$folder"
  exit
fi
"$here/../../dev" model "$folder/model.onnx" --target "${5:-host}" --input "$folder/input0.npy" \
  --expect "$folder/output0.npy" | tee "$folder.txt"
[[ $form == float16 ]] || exit 0
# what ./dev model counts beside weights, tables of rounding and the like, is far less than they are
weights=$("${ETCH_PYTHON:-python3}" -c 'import sys
import onnx
model = onnx.load(sys.argv[1])
print(sum(len(one.raw_data) for one in model.graph.initializer if one.data_type == onnx.TensorProto.FLOAT16))' \
  "$folder/model.onnx")
awk -v weights="$weights" '$1 == "constants" { have = $2 }
  END { print have " bytes of constants, weights of half precision have " weights
        exit !(have < 1.25 * weights) }' "$folder.txt"
