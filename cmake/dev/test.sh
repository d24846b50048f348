# ./dev test: builds and tests presets, and counts what passed.
default_presets="host-gcc host-sanitize aarch64 cortex-m0 cortex-m4"
other_presets="host-clang host-clang16 host-gcc-v3 host-gcc-v4 aarch64-base aarch64-i8mm-bf16
  cortex-m3 cortex-m7 cortex-m33 cortex-m55 cortex-m55-clang"

# The steps of a preset, a line each: seconds, preset, what. Compilations are those that this build
# added to ninja's log, tests those of the result file.
steps_of() {
  local preset=$1 before=$2 log=build/$1/.ninja_log root=$PWD/build/$1/
  comm -13 <(sort -u "$before") <(sort -u "$log") |
    awk -F '\t' -v preset="$preset" -v root="$root" '!/^#/ {
      if (index($4, root) == 1) $4 = substr($4, length(root) + 1)
      if (!seen[$4]++) printf "%.1f %s build %s\n", ($2 - $1) / 1000, preset, $4
    }'
  [[ ! -s build/$preset/results.xml ]] ||
    sed -n 's/.*<testcase name="\([^"]*\)".* time="\([0-9.]*\)".*/\2 \1/p' "build/$preset/results.xml" |
    awk -v preset="$preset" '{ printf "%.1f %s test %s\n", $1, preset, $2 }'
}

steps=
show_slowest_steps() {
  local used=build/processor_time.txt
  times >"$used"  # not in a subshell, which would tell of its own children
  printf '\nprocessor time, user and system: %s; the ten slowest steps in seconds:\n' "$(sed -n 2p "$used")"
  sort -rn <<<"$steps" | sed -n '1,10s/^/  /p'  # head would end sort by SIGPIPE
}

long=OFF  # whether tests that take minutes run too
passed=0
failed=0
skipped=0
skipped_for=

test_preset() {
  local preset=$1 start=$SECONDS results=build/$1/results.xml
  say "$preset"
  local before
  before=$(mktemp)
  cp "build/$preset/.ninja_log" "$before" 2>/dev/null || true
  rm -f "$results"
  if ! configure "$preset" -D ETCH_LONG_TESTS=$long || ! build "$preset"; then
    echo "$preset: does not build"
    failed=$((failed + 1))
    rm -f "$before"
    return
  fi
  local log=build/$preset/test.log
  ctest --preset "$preset" -j "$jobs" --output-junit "$PWD/$results" >"$log" 2>&1 || true
  steps+=$(steps_of "$preset" "$before")$'\n'
  rm -f "$before"
  if [[ ! -s $results ]]; then
    cat "$log"
    echo "$preset: the tests did not run"
    failed=$((failed + 1))
    return
  fi
  local tests failures skips missing
  tests=$(figure_of "$results" tests)
  failures=$(figure_of "$results" failures)
  skips=$(($(figure_of "$results" skipped) + $(figure_of "$results" disabled)))
  # a test without its program counts as skipped for ctest
  missing=$(grep -c 'message="Unable to find executable"' "$results" || true)
  failures=$((failures + missing))
  skips=$((skips - missing))
  skipped_for+=$(skipped_tests "$preset" "$results")$'\n'
  if ((failures > 0)); then
    grep -vE '^ +Start +[0-9]+: | +Passed +[0-9.]+ sec$' "$log"
  else
    sed -n '/tests passed/,$p' "$log"
  fi
  echo "$preset: $((SECONDS - start)) s"
  passed=$((passed + tests - failures - skips))
  failed=$((failed + failures))
  skipped=$((skipped + skips))
}

run() {
  local preset
  # shellcheck disable=SC2086  # lists of words
  case ${1:-} in
    long) long=ON && shift ;;
    all) long=ON && set -- $default_presets $other_presets ;;
  esac
  for preset in "$@"; do require_preset "$preset"; done
  setup
  # shellcheck disable=SC2086  # a list of words
  for preset in ${*:-$default_presets}; do test_preset "$preset"; done
  show_slowest_steps
  echo
  ((skipped == 0)) || show_skipped "$skipped_for"
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0))
}
