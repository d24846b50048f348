# ./dev oracle: operators against the runtimes that others made, and the node tests of onnx, which PyPI
# has.

# Installs what tests/oracle needs into build/oracle, once; no file outside it.
install_oracles() {
  local venv=build/oracle/venv wanted=tests/oracle/requirements.txt
  mkdir -p build/oracle
  if [[ ! -f $venv/installed || $wanted -nt $venv/installed ]]; then
    say "oracle: installing $(grep -v '^#' "$wanted" | xargs)"
    quietly python3 -m venv "$venv" || fail "oracle: python3 makes no virtual environment"
    quietly "$venv/bin/pip" install --pre -r "$wanted" || fail "oracle: PyPI's packages cannot be installed"
    touch "$venv/installed"
  fi
  ETCH_PYTHON=$PWD/$venv/bin/python
  export ETCH_PYTHON
}

run() {
  setup
  install_oracles
  quietly sh examples/digits/fetch_data.sh "$PWD/build/data" || fail "oracle: the digits cannot be fetched"
  configure host-gcc || fail "host-gcc cannot be configured"
  local log=build/oracle/test.log results=build/oracle/results.xml status=0 wanted='^(oracle|onnx[.](node|damaged))'
  [[ -z ${1:-} ]] || wanted="^oracle.*$1"
  [[ ${1:-} != onnx ]] || wanted='^onnx[.](node|damaged)'
  rm -f "$results"
  say "oracle"
  ctest --preset host-gcc -R "$wanted" --output-junit "$PWD/$results" 2>&1 |
    tee "$log" | grep -E '^ *[0-9]+/[0-9]+ ' || true
  [[ -s $results ]] || fail "oracle: no such test"
  local failures tests skips
  tests=$(figure_of "$results" tests)
  failures=$(figure_of "$results" failures)
  skips=$(figure_of "$results" skipped)
  ((failures == 0)) || sed -n '/^The following tests FAILED/,$p' "$log"
  ((skips == 0)) || show_skipped "$(skipped_tests host-gcc "$results")"
  echo "$((tests - failures - skips)) passed, $failures failed, $skips skipped"
  ((failures == 0 && tests > skips)) || status=1
  return "$status"
}
