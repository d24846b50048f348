# ./dev quantise: a float network brought to a number format by data; see docs/quantise.md.

# Header and graph of an example that can be quantised: of examples/<name>/network.hpp or <name>.hpp
# of any example, where it has an f32_graph.
graph_of_example() {
  local header
  for header in "$PWD/examples/$1/network.hpp" "$PWD"/examples/*/"$1.hpp"; do
    grep -qs f32_graph "$header" || continue
    echo "$header;$(sed -n '/^namespace \(.*\) {$/ {s//\1/p;q}' "$header")::f32_graph"
    return
  done
  fail "quantise: '$1' is neither a .tflite or .onnx file nor an example with an f32_graph"
}

# Configures build/quantise/<preset> for the written header.
configure_quantised() {
  quietly cmake --preset "$1" -B "build/quantise/$1" -DETCH_BUILD_TESTS=OFF \
    -DETCH_BUILD_EXAMPLES=OFF -DETCH_BUILD_BENCH=OFF -DETCH_QUANTISE_HEADER="$2/$3.hpp" \
    -DETCH_QUANTISE_NAME="$3" -DETCH_QUANTISE_EXAMPLE="$4" ||
    fail "$1 cannot be configured"
}

run() {
  local source='' format='' out='' example='' targets=() options=() method=best
  while [[ $# -gt 0 ]]; do
    case $1 in
      --data | --labels | --format | --method | --out | --target | --within)
        [[ $# -gt 1 ]] || fail "quantise: $1 needs a word behind it"
        case $1 in
          --data | --labels) options+=("${1#--}" "$(realpath -ms -- "$2")") ;;
          --within) options+=(within "$2") ;;
          --format) format=$2 ;;
          --method) method=$2 ;;
          --out) out=$(realpath -ms -- "$2") ;;
          --target) require_preset "$2" && targets+=("$2") ;;
        esac
        shift
        ;;
      -*) fail "quantise: no option '$1'; ./dev help shows them" ;;
      *)
        [[ -z $source ]] || fail "quantise: one network at a time, not also '$1'"
        source=$1
        ;;
    esac
    shift
  done
  [[ -n $source ]] || fail "quantise needs a .tflite or .onnx file, or an example"
  [[ " ${options[*]-} " == *" data "* ]] || fail "quantise needs --data <x.npy>"
  [[ -n $format ]] || fail "quantise needs --format <name>, e.g. int8"
  [[ -n $out ]] || fail "quantise needs --out <folder>"
  local tool=etch_quantise_tool name
  if [[ $source == *.tflite || $source == *.onnx ]]; then
    [[ -f $source ]] || fail "quantise: there is no file $source"
    source=$(realpath -ms -- "$source")
  else
    example=$(graph_of_example "$source") || exit 1
    tool=etch_quantise_example_tool
  fi
  name=$(basename "${source%.*}")_$format
  name=$(sed -E 's/[^A-Za-z0-9]+/_/g; s/_$//; s/^([0-9])/_\1/' <<<"$name")
  setup >&2
  mkdir -p "$out"

  local folder=build/quantise/host-gcc preset work
  work=$PWD/$folder/quantise/work
  rm -rf "$work"
  mkdir -p "$work"
  configure_quantised host-gcc "$out" "$name" "$example"
  quietly cmake --build "$folder" -j "$jobs" --target "$tool" ||
    fail "quantise: the tool does not build"
  # the network that the tool has written, compiled and run on the cases whose number follows
  cat >"$work/then.sh" <<END
cmake --build '$PWD/$folder' --target etch_quantise_traced >'$work/log' 2>&1 || {
  cat '$work/log' >&2
  exit 1
}
sh '$PWD/$folder/quantise/traced.sh' '$work' "\$1" >'$work/figures.txt' || {
  cat '$work/figures.txt' >&2
  exit 1
}
echo "\$1" >'$work/cases'
END
  "$folder/tools/$tool" "$source" "$out" "$work" "$name" "${options[@]}" format "$format" \
    method "$method" then "sh '$work/then.sh'"
  for preset in ${targets[@]+"${targets[@]}"}; do
    run_on_target "$preset"
  done
}

# The written network on a target: the outputs are those of this machine. Sees what `run` has set.
run_on_target() {
  local folder=build/quantise/$1 there=$work/$1
  mkdir -p "$there"
  cp "$work/input.bin" "$there"
  configure_quantised "$1" "$out" "$name" ""
  quietly cmake --build "$folder" -j "$jobs" --target etch_quantise_measure ||
    fail "quantise: $out/$name.hpp does not compile for $1"
  echo
  echo "$1"
  sh "$folder/quantise/measure.sh" "$there" "$(cat "$work/cases")" ||
    fail "quantise: the program failed on $1"
  cmp "$work/output.bin" "$there/output.bin" || fail "quantise: $1 gives other outputs"
  echo "all outputs are those of this machine"
}
