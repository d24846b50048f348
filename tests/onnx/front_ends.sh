#!/usr/bin/env bash
# One network by two front ends, in TensorFlow Lite Micro's arithmetic:
#   front_ends.sh <folder of a model of ETCH_DATA_DIR> <folder> [<target>]
# Its .tflite file and what front_ends.py makes of it give the recorded outputs, in equal RAM, with
# equal constants, in as many instructions within 1 % where the target counts them; without a transpose.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
model=$1 work=$2 target=${3:-host}
mkdir -p "$work"
said=$("${ETCH_PYTHON:-python3}" "$here/front_ends.py" "$model" "$work")
[[ $said == skipped:* ]] && echo "$said" && exit 0
# <file> <inputs> <outputs>: its report
run() {
  "$here/../../dev" model "$1" --target "$target" --numerics tflm_reference --input "$2" --expect "$3" 2>&1
}
figure() { awk -v name="$2" '$1 == name { print $2 }' <<<"$1"; }
lite=$(run "$model/model.tflite" "$model/inputs.npy" "$model/outputs.npy") || { echo "$lite" && exit 1; }
onnx=$(run "$work/model.onnx" "$work/input0.npy" "$work/output0.npy") || { echo "$onnx" && exit 1; }
status=0
for name in RAM constants instructions; do
  a=$(figure "$lite" $name) b=$(figure "$onnx" $name)
  echo "$name: $a of the .tflite file, $b of the .onnx file"
  [[ $a == "$b" ]] && continue
  if [[ $name != instructions ]] || ((100 * (a > b ? a - b : b - a) > a)); then status=1; fi
done
echo "$(awk '$2 == "transpose"' <<<"$onnx" | wc -l) transposes"
[[ $(awk '$2 == "transpose"' <<<"$onnx") == '' ]] || status=1
grep 'cases as expected' <<<"$onnx"
exit $status
