# ./dev samples: brings what pages show of the compilers' messages up to date: places inside the
# library, and the tag of its namespace. `ctest -R docs` compares both, and every word.
run() {
  setup
  mkdir -p build
  local page
  for page in README.md docs/*.md; do
    grep -qE '^<!-- (gcc|clang): ' "$page" || continue
    LC_ALL=C awk -v gcc=g++ -v clang=clang++-19 '
      function masked(s) {
        gsub(/hpp:[0-9]+(:[0-9]+)?/, "hpp", s)
        gsub(/abi_[0-9]+/, "abi", s)
        return s
      }
      function brought_up(s,  i, place, tag) {
        for (i = 0; i < count; i++) if (index(said[i], s)) return s
        for (i = 0; i < count; i++) {
          if (!index(masked(said[i]), masked(s))) continue
          if (match(said[i], /hpp:[0-9]+(:[0-9]+)?/)) {
            place = substr(said[i], RSTART, RLENGTH)
            sub(/hpp:[0-9]+(:[0-9]+)?/, place, s)
          }
          if (match(said[i], /abi_[0-9]+/)) {
            tag = substr(said[i], RSTART, RLENGTH)
            gsub(/abi(_[0-9]+)?/, tag, s)
          }
          return s
        }
        return s
      }
      /^<!-- (gcc|clang): / {
        command = ($2 == "gcc:" ? gcc : clang) " -std=c++20 -Iinclude -fsyntax-only " $3 " 2>&1"
        count = 0
        while ((command | getline line) > 0) said[count++] = line
        close(command)
        fences = 2
      }
      /^```/ && fences > 0 { fences--; print; next }
      fences == 1 && $0 != "..." { print brought_up($0); next }
      { print }' "$page" >build/samples.md
    cmp -s build/samples.md "$page" || { cp build/samples.md "$page" && echo "written: $page"; }
  done
}
