# ./dev bench: figures of presets and the tables made of them.
bench_presets="cortex-m0 cortex-m3 cortex-m4 cortex-m7 cortex-m33 cortex-m55 cortex-m55-clang
  aarch64-base aarch64 aarch64-i8mm-bf16 host-gcc host-clang host-clang16"
size_presets=$bench_presets
compile_presets="host-gcc host-clang"
coverage_presets="cortex-m0 cortex-m3 cortex-m4 cortex-m55 aarch64-base aarch64 aarch64-i8mm-bf16
  host-gcc host-gcc-v3"

# What peers are compared with: a preset, the feature in /proc/cpuinfo that it needs, and the
# instructions that oneDNN is held to meanwhile.
peers_presets="host-gcc-v4:avx512_vnni:AVX512_CORE_BF16 host-gcc-v3:avx2:AVX2 host-gcc:sse4_1:SSE41"

# Makes figures of a kind (a CMake target) on presets and adds <preset>=<file> to `shown`. A preset
# may name one program: cortex-m4/layers.
shown=()
make_figures() {
  local kind=$1 folder=build/${1/_//} what preset target
  export ETCH_TIMEOUT=${ETCH_TIMEOUT:-7200}  # posits take minutes in software
  for what in "${@:2}"; do
    preset=${what%%/*}
    target=$kind
    [[ $what == */* ]] && target=bench_${what#*/}
    require_preset "$preset"
    say "$what"
    configure "$preset" || fail "$preset cannot be configured"
    mkdir -p "$folder"
    cmake --build --preset "$preset" -j "$jobs" --target "$target" -- --quiet
    [[ $target != "$kind" ]] || shown+=("$preset=$folder/$preset.json")
  done
}

# The commit whose sources are here.
measured_commit() {
  git rev-parse --short=8 HEAD 2>/dev/null || echo unknown
}

# What others need less time for, as `./dev bench peers` measured it here last.
write_slower() {
  local of preset measured=()
  for of in $peers_presets; do
    preset=${of%%:*}
    [[ ! -s build/peers/$preset.json ]] || measured+=("$preset=build/peers/$preset.json")
  done
  if [[ ${#measured[@]} -eq 0 ]]; then
    printf '\nTimes: `./dev bench peers` measures and prints them; it has not run here.\n'
    return
  fi
  cat <<END

Times, which another machine does not give again, by \`./dev bench peers\` on one thread of
$(sed -n '/^model name/{s/.*: *//p;q}' /proc/cpuinfo). A preset is held to its instructions, host-gcc to
SSE2 and oneDNN beside it to SSE4.1, host-gcc-v3 and oneDNN to AVX2, but LiteRT has all of this machine's.
oneDNN's codes without sign saturate sums of two products where there is no VNNI, so that
their outputs are others.
END
  build/bench/results slower "${measured[@]}"
}

# The page of all figures that are exact, and of times what others need less of.
write_results() {
  local kept=0
  {
    printf '# Results\n\nWritten by `./dev bench all` from commit %s.' "$(measured_commit)"
    cat <<'END'
 But for one table of times all figures
are exact: the same sources and the compilers of Debian 12 give the same page. (`./dev bench host-gcc` prints
times of layers, `./dev bench compile` what the compiler takes.) Later kernels show here when it is written again;
[changes.md](changes.md) has their figures until then.

## Where a peer needs less

Of all figures of others in [peers.csv](peers.csv) but times, those below ours:
END
    build/bench/results losses docs/peers.csv "${shown[@]}" || kept=1
    write_slower || kept=1
    cat <<'END'

## What the columns say

- *instructions*: executed for one inference, counted under QEMU; not cycles.
- *modelled cycles*: executed instructions times what the core's technical reference manual says that
  each takes, with memory that never waits ([cycles.csv](../bench/qemu/cycles.csv) has each timing with
  its source, [cycles.c](../bench/qemu/cycles.c) the rules on neighbours and taken branches); Cortex-M0
  with the multiplier that takes one cycle, an option of its makers, not 32. In brackets
  what the manuals leave open: one to three cycles to refill the pipeline, four to seven for SMLAL of
  Cortex-M3; before them the middle. Cortex-M7 pairs instructions by rules that are not published: from
  half of Cortex-M4's cycles to all of them. Behind *flash* those of STM32L4R5 at 120 MHz, whose flash
  takes 5 wait states behind caches of 1 KB for instructions and 256 bytes for constants
  ([flash.csv](../bench/qemu/flash.csv), [flash.h](../bench/qemu/flash.h)). A model, not a measurement:
  [boards.md](boards.md) has how to measure.
- *code*, in bytes: `.text` of a translation unit with the network alone, at -O2; -Os and the other
  sections are printed by `./dev bench size`.
- *RAM*: the arena, inputs and outputs included. *constants*: weights, biases and factors as the kernels
  read them. *stack*: the deepest that one run reaches.
- *digest*: FNV-1a of the outputs of up to ten inputs. Integer networks must have one digest on all
  machines, or the command fails.
- *others*: [peers.csv](peers.csv), measured elsewhere, on the same work; above 1 in the column behind
  them etch needs less. Cycles of others are those of silicon, with its flash: MLPerf Tiny's public
  results, clock divided by inferences a second, of engines whose networks may be altered (VWW's are
  thought to be). Beside them ours are modelled.

Kernels of Cortex-M3 are those of fewest modelled cycles, not of fewest instructions: MUL, in one cycle,
makes two products there, where SMLAL of four to seven cycles would need fewer instructions.

For scale: CMSIS-NN's authors measured 99.1 ms for a CIFAR-10 network of 12.3 million products on a
Cortex-M7 at 216 MHz (arXiv:1801.06601), 1.74 cycles a product.
END
    build/bench/results page docs/peers.csv "${shown[@]}" || kept=1
  } >docs/results.md
  echo "written: docs/results.md"
  return "$kept"
}

# Puts the memory picture of an example into the README, between the two comments there.
write_picture() {
  local report=build/host-gcc/report/cifar10_q7-cortex_m0.txt
  build host-gcc --target report_cifar10_q7 || fail "no report of cifar10_q7"
  [[ -s $report ]] || fail "there is no $report"
  awk -v report="$report" '
    /^<!-- end of the picture/ { skip = 0 }
    !skip { print }
    /^<!-- picture of/ {
      skip = 1
      print "```text"
      while ((getline line < report) > 0 && !(begun && line == ""))
        if (line ~ / bytes, / || begun) { begun = 1; print line }
      print "```"
    }' README.md >build/README.md
  cp build/README.md README.md
  echo "written: the picture in README.md"
}

# The libraries of others: LiteRT in a virtual environment in build/peers, oneDNN's development
# package, which CI's default needs not. Each is left out, with a sentence, where it cannot be had.
install_peers() {
  local venv=build/peers/venv wanted=bench/peers/requirements.txt
  mkdir -p build/peers
  if [[ ! -f $venv/installed || $wanted -nt $venv/installed ]]; then
    say "peers: installing $(grep -v '^#' "$wanted" | xargs)"
    if ! { quietly python3 -m venv "$venv" && quietly "$venv/bin/pip" install -r "$wanted"; }; then
      echo "peers: skipped, PyPI's packages cannot be installed"
      return 1
    fi
    touch "$venv/installed"
  fi
  (packages=cmake/packages-peers.txt setup) || echo "peers: without oneDNN, which cannot be installed"
}

# Networks of etch beside those of others, on each machine that this one is: x86-64 alone.
compare_peers() {
  if [[ $(uname -m) != x86_64 ]]; then
    echo "peers: skipped, this machine is no x86-64"
    return
  fi
  local data=${ETCH_DATA_DIR:-../shared/data}/mlperf_tiny of preset feature isa status=0
  [[ -d $data ]] || fail "bench peers: there is no folder $data; set ETCH_DATA_DIR"
  install_peers || return 0
  for of in $peers_presets; do
    IFS=: read -r preset feature isa <<<"$of"
    if [[ ${1:-$preset} != "$preset" ]]; then continue; fi
    say "$preset"
    if ! grep -qw "$feature" /proc/cpuinfo; then
      echo "skipped: this machine has no $feature"
      continue
    fi
    configure "$preset" || fail "$preset cannot be configured"
    build "$preset" --target bench_peers || fail "no peers of $preset"
    OMP_NUM_THREADS=1 ONEDNN_MAX_CPU_ISA=$isa build/peers/venv/bin/python bench/peers/compare.py \
      "$data" "build/$preset/bench/peers" "build/peers/$preset.json" 2>build/peers/log || {
      status=1
      grep -v '^INFO' build/peers/log >&2 || true
    }
  done
  return "$status"
}

# Tables of figures, ours beside those of others; of sizes and of compilations a column a preset.
run() {
  setup
  mkdir -p build/bench
  ${CXX:-g++} -std=c++20 -O1 cmake/tools/results.cpp -o build/bench/results
  local what=${1:-}
  # shellcheck disable=SC2086  # lists of words
  case $what in
    size)
      [[ $# -gt 1 ]] || set -- size $size_presets
      make_figures bench_size "${@:2}"
      build/bench/results columns "${shown[@]}"
      ;;
    coverage)
      # shellcheck disable=SC2086  # lists of words
      make_figures bench_coverage $coverage_presets
      configure host-gcc || fail "host-gcc cannot be configured"
      build host-gcc --target etch_coverage_page || fail "no page of coverage"
      build/host-gcc/tests/docs/etch_coverage_page "${shown[@]}" >build/coverage.md
      cp build/coverage.md docs/coverage.md
      echo "written: docs/coverage.md"
      ;;
    planner)
      ${CXX:-g++} -std=c++20 -O2 -Iinclude bench/host/planner.cpp -o build/bench/planner
      if [[ $# -eq 1 ]]; then
        local file
        for file in "${ETCH_DATA_DIR:-../shared/data}"/minimalloc/*.csv; do
          [[ -e $file ]] || fail "bench planner: no $file; --csv names one"
          set -- "$@" --csv "$file"
        done
        set -- "$@" --nodes 100000
      fi
      build/bench/planner "${@:2}"
      ;;
    peers) compare_peers "${@:2}" ;;
    compile)
      [[ $# -gt 1 ]] || set -- compile $compile_presets
      jobs=1 make_figures bench_compile "${@:2}"
      build/bench/results columns "${shown[@]}"
      ;;
    all)
      make_figures bench $bench_presets
      write_picture
      write_results
      ;;
    *)
      [[ $# -gt 0 ]] || set -- $bench_presets
      make_figures bench "$@"
      [[ ${#shown[@]} -eq 0 ]] || build/bench/results others docs/peers.csv "${shown[@]}"
      ;;
  esac
}
