# ./dev search: a format for each value and weight of a float network; see docs/search.md.
# shellcheck source=/dev/null
source cmake/dev/quantise.sh # graph_of_example, configure_quantised

# Bytes of a word: 3072, 3KiB, 1MiB.
bytes_of() {
  local number=${1%[KM]iB}
  [[ $number =~ ^[1-9][0-9]{0,8}$ ]] || fail "search: --ram takes bytes or KiB, as 3KiB, not '$1'"
  case $1 in
    *KiB) echo $((number * 1024)) ;;
    *MiB) echo $((number * 1024 * 1024)) ;;
    *) echo "$number" ;;
  esac
}

run() {
  if [[ ${1:-} == results || ${1:-} == check ]]; then
    exec "${ETCH_PYTHON:-python3}" cmake/search/results.py "$@"
  fi
  local source='' out='' example='' target=cortex-m4 checked='' scheduler='' options=() formats=()
  local bytes
  while [[ $# -gt 0 ]]; do
    case $1 in
      --resume) options+=(resume 1) ;;
      --data | --labels | --ram | --target | --low | --high | --format | --method | --soft | \
        --choose | --seed | --limits | --check | --overflow | --scheduler | --out)
        [[ $# -gt 1 ]] || fail "search: $1 needs a word behind it"
        case $1 in
          --data | --labels) options+=("${1#--}" "$(realpath -ms -- "$2")") ;;
          --ram) bytes=$(bytes_of "$2") && options+=(ram "$bytes") ;;
          --target) require_preset "$2" && target=$2 checked=$2 ;;
          --low | --high | --format) formats+=(format "$2") ;;
          --method) [[ $2 == haunter || $2 == ours ]] ||
            fail "search: no method '$2'; there are: haunter, ours" ;;&
          --soft) [[ $2 =~ ^(1|1\.0*|0?\.[0-9]+)$ ]] ||
            fail "search: --soft takes a share of the RAM up to 1, as 0.9, not '$2'" ;;&
          --choose | --seed | --limits | --check) [[ $2 =~ ^[0-9]{1,9}$ ]] ||
            fail "search: $1 takes a number, not '$2'" ;;&
          --overflow) [[ $2 =~ ^(refused|wraps|saturates)$ ]] ||
            fail "search: sums overflow by no rule '$2'; there are: refused, wraps, saturates" ;;&
          --method | --soft | --choose | --seed | --limits | --check | --overflow)
            options+=("${1#--}" "$2")
            ;;
          --scheduler) scheduler=$2 ;;
          --out) out=$(realpath -ms -- "$2") ;;
        esac
        shift
        ;;
      -*) fail "search: no option '$1'; ./dev help shows them" ;;
      *)
        [[ -z $source ]] || fail "search: one network at a time, not also '$1'"
        source=$1
        ;;
    esac
    shift
  done
  [[ -n $source ]] || fail "search needs a .tflite or .onnx file, or an example"
  [[ " ${options[*]-} " == *" data "* ]] || fail "search needs --data <x.npy>"
  [[ " ${options[*]-} " =~ " "(ram|limits|check)" " ]] ||
    fail "search needs --ram <bytes>, e.g. 3KiB"
  [[ -n $out ]] || fail "search needs --out <folder>"
  [[ ${#formats[@]} -gt 0 ]] || formats=(format 'posit<8,*>' format 'posit<16,*>')
  local tool=etch_search_tool name
  if [[ $source == *.tflite || $source == *.onnx ]]; then
    [[ -f $source ]] || fail "search: there is no file $source"
    source=$(realpath -ms -- "$source")
  else
    example=$(graph_of_example "$source") || exit 1
    tool=etch_search_example_tool
  fi
  name=$(basename "${source%.*}" | sed -E 's/[^A-Za-z0-9]+/_/g; s/_$//; s/^([0-9])/_\1/')
  if [[ -n $scheduler ]]; then
    ${ETCH_PYTHON:-python3} -c 'import distributed' 2>/dev/null ||
      fail "search: --scheduler needs PyPI's distributed for ${ETCH_PYTHON:-python3}"
    quietly ${ETCH_PYTHON:-python3} cmake/search/cluster.py "$scheduler" ||
      fail "search: no Dask scheduler answers at $scheduler"
    options+=(cluster "${ETCH_PYTHON:-python3} '$PWD/cmake/search/cluster.py' '$scheduler'")
  fi
  setup >&2
  mkdir -p "$out"

  local folder=build/search/host-gcc work tag=etch::this_target
  [[ $target == host* ]] || tag=etch::$(sed 's/-clang$//; s/-debug$//; s/-base$//; s/-/_/g' <<<"$target")
  work=$out/work
  mkdir -p "$work"
  configure_search "$work" "$out" "$tag" "$example"
  quietly cmake --build "$folder" -j "$jobs" --target "$tool" || fail "search: the tool does not build"
  cat >"$work/then.sh" <<END
cd '$PWD'
source cmake/dev/shared.sh
source cmake/dev/search.sh
out='$out' name='$name' work='$work' checked='$checked' tool='$PWD/$folder/tools/$tool'
case \$1 in
  build) build_worker '$work' '$out' '$tag' '$example' ;;
  check) check_choice "\$2" ;;
esac
END
  "$folder/tools/$tool" "$source" "$out" "$work" "$name" "${options[@]}" "${formats[@]}" \
    target "$tag" jobs "$jobs" then "bash '$work/then.sh'"
}

# Configures build/search/host-gcc for the sources and headers that the tool writes.
configure_search() {
  quietly cmake --preset host-gcc -B build/search/host-gcc -DETCH_BUILD_TESTS=OFF \
    -DETCH_BUILD_EXAMPLES=OFF -DETCH_BUILD_BENCH=OFF -DETCH_SEARCH_WORK="$1" \
    -DETCH_SEARCH_HEADERS="$2" -DETCH_SEARCH_TARGET="$3" -DETCH_SEARCH_EXAMPLE="$4" ||
    fail "host-gcc cannot be configured"
}
build_worker() {
  configure_search "$@"
  quietly cmake --build build/search/host-gcc -j "$jobs" --target etch_search_worker
}

# has_expected_memory <expected> <figures>: whether a compiled network takes the RAM that the search
# said, and no more constants. It may take fewer: whether a kernel runs in memory that is idle is
# known of whole networks alone.
has_expected_memory() {
  local said have
  read -r said have <<<"$(sed -n 's/^RAM //p' "$1") $(sed -n 's/^RAM //p' "$2")"
  [[ -n $have && $said == "$have" ]] || return
  read -r said have <<<"$(sed -n 's/^constants //p' "$1") $(sed -n 's/^constants //p' "$2")"
  [[ -n $have ]] && ((have <= said))
}

# The network in the formats that were written, compiled: its outputs here, and on the target that
# was named its outputs and its memory, are what the search saw. Sees what then.sh has set.
check_choice() {
  local preset there want
  want=$(sed -n 's/^outputs //p' "$work/expected.txt")
  for preset in $(printf '%s\n' host-gcc $checked | uniq); do
    there=$work/$preset
    mkdir -p "$there"
    cp "$work/input.bin" "$there"
    configure_quantised "$preset" "$out" "$name" ""
    quietly cmake --build "build/quantise/$preset" -j "$jobs" --target etch_quantise_measure ||
      fail "search: $out/$name.hpp does not compile for $preset"
    sh "build/quantise/$preset/quantise/measure.sh" "$there" "$1" >"$there/figures.txt" ||
      fail "search: the program failed on $preset"
    [[ $("$tool" hash "$there/output.bin") == "$want" ]] ||
      fail "search: compiled for $preset, the network gives other outputs than the search saw"
    if [[ $preset == "$checked" ]]; then
      has_expected_memory "$work/expected.txt" "$there/figures.txt" || {
        grep -hE '^(RAM|constants) ' "$work/expected.txt" "$there/figures.txt" || true
        fail "search: compiled for $preset, the network takes other memory than the search said"
      }
    fi
    echo "compiled for $preset: the outputs that the search saw"
  done
}
