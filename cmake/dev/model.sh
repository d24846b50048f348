# ./dev model: what a .tflite or .onnx file takes on a target and what it gives, held to what is expected.

# Runs a command quietly as `quietly` does, and says on one line how long it has been at it.
with_progress() {
  local what=$1 start=$SECONDS log status=0 job
  shift
  log=$(mktemp)
  "$@" >"$log" 2>&1 &
  job=$!
  if [[ -t 2 ]]; then
    while kill -0 "$job" 2>/dev/null; do
      printf '\r%s: %d s ' "$what" $((SECONDS - start)) >&2
      sleep 0.5
    done
  else
    echo "$what" >&2
  fi
  wait "$job" || status=$?
  if [[ -t 2 ]]; then printf '\r%s: %d s\n' "$what" $((SECONDS - start)) >&2; fi
  ((status == 0)) || grep -v '^\[[0-9]*/[0-9]*\] ' "$log" >&2 || true
  rm -f "$log"
  ((status == 0))
}

absolute() { realpath -ms -- "$1"; }

# The machine of etch/target/targets.hpp that a preset compiles for.
machine_of() {
  case $1 in
    aarch64) echo aarch64_dotprod ;;
    aarch64-base) echo aarch64 ;;
    aarch64-i8mm-bf16) echo aarch64_bf16 ;;
    *-clang) machine_of "${1%-clang}" ;;
    *) echo "${1//-/_}" ;;
  esac
}

run() {
  local file='' target=host numerics='' report='' svg='' layers='' stream=''
  local ram=fastest rows=false plan=''
  local prepare=() finish=()
  while [[ $# -gt 0 ]]; do
    case $1 in
      --report) report=1 ;;
      --stream) stream=stream ;;
      --rows) rows=true ;;
      --target | --ram | --plan | --input | --output | --expect | --layers | --svg | --numerics)
        [[ $# -gt 1 ]] || fail "model: $1 needs a word behind it"
        case $1 in
          --target) target=$2 ;;
          --numerics) numerics=$2 ;;
          --ram) ram=$2 ;;
          --plan) plan=$(absolute "$2") ;;
          --input) prepare+=(input "$(absolute "$2")") ;;
          --output) finish+=(output "$(absolute "$2")") ;;
          --expect) prepare+=(expect "$(absolute "$2")") finish+=(expect "$(absolute "$2")") ;;
          --layers) layers=$(absolute "$2") ;;
          --svg) svg=$(absolute "$2") ;;
        esac
        shift
        ;;
      -*) fail "model: no option '$1'; ./dev help shows them" ;;
      *)
        [[ -z $file ]] || fail "model: one file at a time, not also '$1'"
        file=$(absolute "$1")
        ;;
    esac
    shift
  done
  [[ -n $file ]] || fail "model needs a .tflite or .onnx file"
  [[ -f $file ]] || fail "model: there is no file $file"
  local preset=$target
  [[ $target == host ]] && preset=host-gcc
  require_preset "$preset"
  local all='tflm_reference cmsis_nn litert_xnnpack onnxruntime'
  [[ -n $numerics || $file != *.onnx ]] || numerics=onnxruntime
  numerics=${numerics:-tflm_reference}
  grep -qw "$numerics" <<<"$all" || fail "model: no numerics '$numerics'; there are: $all"
  case $ram in
    fastest | smallest) ;;
    '' | *[!0-9]*) fail "model: --ram is smallest, fastest or bytes, not '$ram'" ;;
    *) ram="within($ram)" ;;
  esac
  local budget=0 name='' include=''
  if [[ -n $plan ]]; then
    budget=$(sed -n 's/^within(\([0-9]*\))$/\1/p' <<<"$ram")
    name=$(basename "${plan%.*}" | sed 's/[^A-Za-z0-9]/_/g; s/^[0-9]/_&/')
    include="#include \"$plan\""
    ram="planned($name)"
  fi
  [[ -n $layers ]] && finish+=(values "$layers")
  setup >&2

  local folder=build/model/$preset program=program
  [[ -n $layers ]] && program=traced
  local machine=this_target
  [[ $preset == host* ]] || machine=$(machine_of "$preset")
  quietly cmake --preset "$preset" -B "$folder" -DETCH_BUILD_TESTS=OFF -DETCH_BUILD_EXAMPLES=OFF \
    -DETCH_BUILD_BENCH=OFF -DETCH_MODEL_FILE="$file" -DETCH_MODEL_NUMERICS="$numerics" \
    -DETCH_MODEL_MACHINE="$machine" -DETCH_MODEL_RAM="$ram" -DETCH_MODEL_ROWS="$rows" \
    -DETCH_MODEL_PLAN="$include" || fail "$preset cannot be configured"
  local make=(cmake --build "$folder" -j "$jobs" --target)
  quietly "${make[@]}" etch_model_files_tool || fail "the tool of model files does not build"
  local cases work=$PWD/$folder/model/work
  rm -rf "$work"
  mkdir -p "$work"
  cases=$("$folder/tools/etch_model_files_tool" prepare "$file" "$work" ${prepare[@]+"${prepare[@]}"}) ||
    exit 1
  if [[ -n $plan ]]; then
    with_progress "planning $(basename "$file") for $target" "${make[@]}" etch_model_plan ||
      fail "model: the tool of plans does not compile"
    "$folder/tools/etch_model_plan" "$plan" "$name" "$(basename "$file")" "${budget:-0}" "$rows" ||
      fail "model: there is no plan"
  fi
  with_progress "compiling $(basename "$file") for $target" \
    "${make[@]}" "etch_model_$program" report_model || fail "model: the model does not compile"

  local text=$folder/report/model-$machine.txt
  echo
  if [[ -n $report ]]; then tail -n +3 "$text"; else sed -n '3,/^all /p' "$text"; fi
  [[ -z $svg ]] || cp "${text%.txt}.svg" "$svg" || fail "model: $svg cannot be written"
  echo
  awk '/^all  /{ printf "RAM           %8d bytes\nconstants     %8d bytes\n", $NF, $(NF-1); exit }' "$text"
  sh "$folder/model/sections.sh" | awk '
    function hex(s,  n, i) {
      for (i = 1; i <= length(s); i++) n = 16 * n + index("0123456789abcdef", substr(s, i, 1)) - 1
      return n
    }
    $2 ~ /^\.text/ { sum += hex($3) } END { printf "code          %8d bytes\n", sum }'
  ETCH_TIMEOUT=3600 sh "$folder/model/$program.sh" "$work" "$cases" $stream ||
    fail "model: the program failed"
  local status=0
  "$folder/tools/etch_model_files_tool" finish "$file" "$work" ${finish[@]+"${finish[@]}"} || status=$?
  ((status == 3)) && try_numerics
  ((status == 0))
}

# The arithmetics under which the outputs, which are not as expected, would be; on this machine, with
# what `run` has set.
try_numerics() {
  local tool=$folder/tools/etch_model_files_tool other others differing not='' expected=()
  local i
  for ((i = 0; i < ${#finish[@]}; i += 2)); do
    [[ ${finish[i]} == expect ]] && expected+=(expect "${finish[i + 1]}")
  done
  others=$("$tool" numerics "$file" "$work" as "$numerics") || return
  if [[ -z $others ]]; then
    echo "  every --numerics computes this model alike" >&2
    return
  fi
  for other in $others; do
    mkdir -p "$work/$other"
    cp "$work/cases" "$work/$other"
    with_progress "trying --numerics $other" "${make[@]}" "etch_model_as_$other" || return
    "$folder/tools/etch_model_as_$other" "$work" "$work/$other" "$cases" $stream || return
    differing=$("$tool" differing "$file" "$work/$other" "${expected[@]}") || return
    if [[ $differing == 0\ * ]]; then
      echo "  all cases are as expected with --numerics $other" >&2
      return
    fi
    not+="${not:+, }$other differs in $differing elements"
  done
  echo "  no --numerics gives what is expected: $not" >&2
}
