# What the commands of ./dev share: messages, presets, packages, builds.
jobs=${ETCH_JOBS:-$(nproc)}

fail() {
  echo "dev: $*" >&2
  exit 1
}

say() { printf '\n== %s\n' "$*"; }

presets() { sed -n '/"testPresets"/,$ s/.*"name": "\([^"]*\)", "configurePreset.*/\1/p' CMakePresets.json; }
require_preset() { grep -qx -- "$1" <<<"$(presets)" || fail "no preset '$1'; there are: $(presets | xargs)"; }

missing_packages() {
  local name
  while read -r name _; do
    [[ -z $name || $name == \#* ]] && continue
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"
  done <cmake/packages.txt
}

setup() {
  if ! command -v dpkg-query >/dev/null; then
    echo "dev: this is no Debian system; what cmake/packages.txt names has to be there" >&2
    return
  fi
  local missing
  missing=$(missing_packages | xargs)
  [[ -z $missing ]] && return
  command -v apt-get >/dev/null || fail "missing, and there is no apt-get: $missing"
  local root=()
  if [[ $(id -u) != 0 ]]; then
    command -v sudo >/dev/null || fail "missing, and neither root nor sudo: $missing"
    root=(sudo)
  fi
  say "setup: installing $missing"
  "${root[@]}" apt-get update -qq
  # shellcheck disable=SC2086  # a list of words
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

# Runs a command quietly; its output, but for the lines of progress, is shown when it fails.
quietly() {
  local log
  log=$(mktemp)
  if "$@" >"$log" 2>&1; then
    rm -f "$log"
  else
    grep -v '^\[[0-9]*/[0-9]*\] ' "$log" || true
    rm -f "$log"
    return 1
  fi
}

configure() { quietly cmake --preset "$1"; }
build() { quietly cmake --build --preset "$1" -j "$jobs" "${@:2}"; }
