# ./dev reproduce: the documents that etch grew out of, beside what is here.
source cmake/dev/bench.sh  # make_figures

# The bench programs whose figures a system's rows show, as <preset>/<program>.
programs_of() {
  local preset
  case $1 in
    S0)
      for preset in cortex-m0 cortex-m3 cortex-m4 cortex-m7; do
        echo "$preset/cifar10_q7 $preset/cifar10_paper"
      done
      echo cortex-m0/cifar10_layers cortex-m4/cifar10_layers
      echo cortex-m0/words_seeded cortex-m4/words_seeded
      ;;
    S1) echo host-gcc/detector_widths host-gcc/detector_ships ;;
    S2)
      for preset in cortex-m3 cortex-m4 cortex-m7; do echo $preset/squeezenet; done
      echo cortex-m3/face_m4_int8 cortex-m4/face_m4_formats cortex-m7/face_m4_int8
      echo cortex-m4/bonsai_digits_formats
      echo host-gcc/squeezenet host-gcc/face_m4 host-gcc/digits_answers
      ;;
    S3) echo aarch64-i8mm-bf16/gemm aarch64-i8mm-bf16/cifar10_precision ;;
    S4)
      echo cortex-m3/words_dnn_formats host-gcc/words_dnn_answers
      echo cortex-m0/words_stream cortex-m4/words_stream
      ;;
  esac
}

# Counts the figures of the named systems, of all without a name, and writes the page.
run() {
  setup
  [[ $# -gt 0 ]] || set -- S0 S1 S2 S3 S4
  local system what file programs=()
  for system in "$@"; do
    [[ $system =~ ^S[0-4]$ ]] || fail "reproduce: no system '$system'; there are S0, S1, S2, S3, S4"
    # shellcheck disable=SC2207  # words
    programs+=($(programs_of "$system"))
  done
  [[ ${#programs[@]} -eq 0 ]] || make_figures bench "${programs[@]}"
  for what in "${programs[@]}"; do
    for file in build/"${what%%/*}"/figures/*/"${what#*/}".json \
      build/bench/"${what#*/}/${what%%/*}".json; do
      [[ ! -e $file ]] || shown+=("${what%%/*}=$file")
    done
  done
  configure host-gcc || fail "host-gcc cannot be configured"
  build host-gcc --target etch_reproduced_page || fail "no page of what is reproduced"
  local page=build/host-gcc/tests/docs/etch_reproduced_page list=docs/reproduced.csv
  "$page" update "$list" "${shown[@]}"
  "$page" show "$list" "$@"
  "$page" write "$list" >build/reproduced.md
  cp build/reproduced.md docs/reproduced.md
  "$page" draw "$list" docs
  echo "written: docs/reproduced.csv, docs/reproduced.md, docs/figures"
}
