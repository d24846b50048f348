#!/usr/bin/env bash
# Runs mlperf_quantise.py, of which ETCH_PYTHON (environment) is the Python.
set -euo pipefail
exec "${ETCH_PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/mlperf_quantise.py" "$@"
