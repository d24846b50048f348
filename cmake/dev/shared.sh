# What the commands of ./dev share: messages, presets, packages, builds.
jobs=${ETCH_JOBS:-$(nproc)}

fail() {
  echo "dev: $*" >&2
  exit 1
}

say() { printf '\n== %s\n' "$*"; }

presets() { sed -n '/"testPresets"/,$ s/.*"name": "\([^"]*\)", "configurePreset.*/\1/p' CMakePresets.json; }
require_preset() { grep -qx -- "$1" <<<"$(presets)" || fail "no preset '$1'; there are: $(presets | xargs)"; }

# Of cmake/packages.txt, or of the list that `packages` names.
missing_packages() {
  local name
  while read -r name _; do
    [[ -z $name || $name == \#* ]] && continue
    [[ $(dpkg-query -W -f='${Status}' "$name" 2>/dev/null) == *'ok installed'* ]] || echo "$name"
  done <"${packages:-cmake/packages.txt}"
}

install_packages() {
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

# Compilers ask ccache first, unless CMAKE_CXX_COMPILER_LAUNCHER says otherwise: no path of this
# checkout is part of what it remembers, so that a clone beside it compiles nothing again.
use_compiler_cache() {
  local folder
  [[ -z ${CMAKE_CXX_COMPILER_LAUNCHER+set} ]] && command -v ccache >/dev/null || return 0
  folder=$(ccache --get-config cache_dir) && mkdir -p "$folder" && [[ -w $folder ]] || return 0
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
  export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-10G}
}

setup() {
  install_packages
  use_compiler_cache
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

configure() { quietly cmake --preset "$1" "${@:2}"; }
build() { quietly cmake --build --preset "$1" -j "$jobs" "${@:2}"; }

# One number of the first line of a ctest result file: tests, failures, skipped, disabled.
figure_of() { sed -n "0,/.*[ \t]$2=\"\([0-9]*\)\".*/s//\1/p" "$1"; }

# The skipped tests of a result file, a line each: why, a tab, the test.
skipped_tests() {
  awk -v preset="$1" '
    /<testcase / {
      name = $0; sub(/.*<testcase name="/, "", name); sub(/".*/, "", name)
      why = ""; reading = 0
    }
    /<skipped / { why = $0; sub(/.*message="/, "", why); sub(/".*/, "", why); reading = 1 }
    /status="disabled"/ { why = "disabled" }
    reading && /assertions: - none -|No tests ran/ { why = "it checks nothing on this machine" }
    reading && match($0, /skipped: /) { why = substr($0, RSTART + 9); sub(/<\/system-out>.*/, "", why); reading = 0 }
    /<\/testcase>/ && why != "" {
      gsub(/&quot;/, "\"", why); gsub(/&apos;/, "\047", why); gsub(/&lt;/, "<", why); gsub(/&gt;/, ">", why); gsub(/&amp;/, "\\&", why)
      printf "%s\t%s %s\n", why, preset, name
      why = ""
    }' "$2"
}

# Lines of skipped_tests by reason: how many tests, why, the first of them.
show_skipped() {
  [[ -n $1 ]] || return 0
  printf '\nskipped, by reason:\n'
  sort <<<"$1" | awk -F '\t' '
    NF < 2 { next }
    !($1 in count) { order[++kinds] = $1; first[$1] = $2 }
    { ++count[$1] }
    END {
      for (k = 1; k <= kinds; ++k) {
        more = count[order[k]] - 1
        printf "%5d  %s (%s%s)\n", count[order[k]], order[k], first[order[k]], (more > 0 ? ", ..." : "")
      }
    }' | sort -rn
}
