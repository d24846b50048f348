// Host tool of etch_add_compile_budget: runs a command and holds it to a budget.
//
//   measure <seconds> <megabytes> <command> [argument...]
//
// Prints what the command and its children used: see child.hpp. Exit code 1 when either is over its
// budget, the command's own when that is not 0.

#include <cstdio>
#include <cstdlib>

#include "child.hpp"

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: measure <seconds> <megabytes> <command> [argument...]\n");
    return 2;
  }
  const double allowed_seconds = std::atof(argv[1]);
  const double allowed_megabytes = std::atof(argv[2]);
  const child_usage used = run_child(argv + 3);
  if (used.exit_code != 0) return used.exit_code < 0 ? 2 : used.exit_code;
  std::printf("%.2f s of %.2f s, %.0f MB of %.0f MB\n", used.seconds, allowed_seconds,
              used.megabytes, allowed_megabytes);
  const bool kept = used.seconds <= allowed_seconds && used.megabytes <= allowed_megabytes;
  if (!kept) std::fprintf(stderr, "over budget\n");
  return kept ? 0 : 1;
}
