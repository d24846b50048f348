# ./dev compare: an example in every number format, against the first; see etch_add_comparison.

run() {
  [[ $# -gt 0 ]] || fail "compare needs the name of an example, e.g. digits"
  setup
  local name=$1 counted=()
  shift
  if command -v arm-none-eabi-g++ >/dev/null && command -v qemu-system-arm >/dev/null; then
    configure cortex-m4 || fail "cortex-m4 cannot be configured"
    if cmake --build --preset cortex-m4 --target help | grep -q "^bench_${name}_formats:"; then
      build cortex-m4 --target "bench_${name}_formats" >/dev/null ||
        fail "the formats of '$name' cannot be counted on cortex-m4"
      counted=(--counted cortex-m4 "build/cortex-m4/figures/bench/${name}_formats.json")
      # of formats that are programs of their own
      [[ -e ${counted[2]} ]] || counted[2]=build/bench/${name}_formats/cortex-m4.json
    else
      echo "'$name' has no formats to count on cortex-m4"
    fi
  fi
  configure host-gcc || fail "host-gcc cannot be configured"
  build host-gcc --target "compare_$name" || fail "no comparison of '$name'"
  "build/host-gcc/compare/compare_$name" "$@" "${counted[@]}"
}
