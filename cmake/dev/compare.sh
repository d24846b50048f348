# ./dev compare: an example in every number format, against the first; see etch_add_comparison.

# Counts on Cortex-M4 the formats of an example that are programs of their own, into a file: all, or
# of those that the command line names what there is, and the first, which is always shown.
count_programs() {
  local name=$1 known=$2 out=$3 target targets=() figures=()
  shift 3
  while [[ $# -gt 0 ]]; do
    if [[ $1 == --format ]]; then
      [[ ${#targets[@]} -gt 0 ]] || targets=("bench_${name}_f32")
      target=${2:-}
      target=bench_${name}_${target//[<,]/_}  # of posit<8,0> ..._posit_8_0
      target=${target//>/}
      if grep -q "^$target:" <<<"$known"; then targets+=("$target"); fi
    fi
    shift
  done
  if [[ ${#targets[@]} -eq 0 ]]; then
    build cortex-m4 --target "bench_${name}_formats" >/dev/null
    return
  fi
  build cortex-m4 --target "${targets[@]}" >/dev/null || return 1
  for target in "${targets[@]}"; do
    figures+=("build/cortex-m4/figures/bench_${name}_formats/${target#bench_}.json")
  done
  mkdir -p "${out%/*}"
  quietly cmake -D "FIGURES=$(IFS=, && echo "${figures[*]}")" -D "OUT=$out" -P cmake/join_figures.cmake
}

run() {
  [[ $# -gt 0 ]] || fail "compare needs the name of an example, e.g. digits"
  setup
  local name=$1 counted=() known
  shift
  if command -v arm-none-eabi-g++ >/dev/null && command -v qemu-system-arm >/dev/null; then
    export ETCH_TIMEOUT=${ETCH_TIMEOUT:-7200}  # posits take minutes in software
    configure cortex-m4 || fail "cortex-m4 cannot be configured"
    known=$(cmake --build --preset cortex-m4 --target help)
    if grep -q "^bench_${name}_f32:" <<<"$known"; then
      counted=(--counted cortex-m4 "build/bench/${name}_formats/cortex-m4.json")
      count_programs "$name" "$known" "${counted[2]}" "$@" ||
        fail "the formats of '$name' cannot be counted on cortex-m4"
    elif grep -q "^bench_${name}_formats:" <<<"$known"; then
      counted=(--counted cortex-m4 "build/cortex-m4/figures/bench/${name}_formats.json")
      build cortex-m4 --target "bench_${name}_formats" >/dev/null ||
        fail "the formats of '$name' cannot be counted on cortex-m4"
    else
      echo "'$name' has no formats to count on cortex-m4"
    fi
  fi
  configure host-gcc || fail "host-gcc cannot be configured"
  build host-gcc --target "compare_$name" || fail "no comparison of '$name'"
  "build/host-gcc/compare/compare_$name" "$@" "${counted[@]}"
}
