#!/usr/bin/env bash
# Runs table.py by the Python that has its packages: table.sh <arguments of table.py>
set -euo pipefail
exec "${ETCH_PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/table.py" "$@"
