// Host tool of etch_add_compile_budget: compiles, and holds what the compiler counted to limits.
//
//   measure <what>=<limit>... -- <command>...
//
// <what>: megabytes (the largest resident set of one process), and what the compiler writes to
// standard error of itself, see compiler_counts.hpp: allocated_megabytes (g++ -ftime-report),
// specialisations (g++ -fmem-report), expressions (clang -Xclang -print-stats). No seconds: they
// say more of the machine and its load than of the source. Exit code 1 when a limit is exceeded or
// what it limits was not counted, the command's own when that is not 0.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "child.hpp"
#include "compiler_counts.hpp"

namespace {

double count(const std::string& what, const child_usage& used, const std::string& report) {
  if (what == "megabytes") return used.megabytes;
  if (what == "allocated_megabytes") return count_allocated_megabytes(report);
  if (what == "specialisations") return count_specialisations(report);
  if (what == "expressions") return count_expressions(report);
  throw std::runtime_error("nothing is called '" + what + "'");
}

/// Runs the command, and returns what it wrote to standard error.
std::string run(char* const* words, child_usage& used) {
  char name[] = "/tmp/measure-XXXXXX";
  const int file = mkstemp(name);
  if (file < 0) throw std::runtime_error("no temporary file");
  close(file);
  used = run_child(words, name);
  std::ostringstream text;
  std::ifstream written(name);
  text << written.rdbuf();
  std::remove(name);
  return text.str();
}

}  // namespace

int main(int argc, char** argv) {
  char** const dashes = std::find_if(argv, argv + argc,
                                     [](const char* word) { return std::strcmp(word, "--") == 0; });
  if (dashes == argv + 1 || argv + argc - dashes < 2) {
    std::fprintf(stderr, "usage: measure <what>=<limit>... -- <command>...\n");
    return 2;
  }
  try {
    child_usage used{};
    const std::string report = run(dashes + 1, used);
    if (used.exit_code != 0) {
      std::fputs(report.c_str(), stderr);
      return used.exit_code < 0 ? 2 : used.exit_code;
    }
    bool kept = true;
    for (char** limit = argv + 1; limit < dashes; ++limit) {
      const char* const equals = std::strchr(*limit, '=');
      if (equals == nullptr) throw std::runtime_error(std::string("no limit in ") + *limit);
      const std::string what(static_cast<const char*>(*limit), equals);
      const double allowed = std::atof(equals + 1), value = count(what, used, report);
      std::printf("%s: %.0f of %.0f%s\n", what.c_str(), value, allowed,
                  value > allowed ? ", over budget" : "");
      kept = kept && value <= allowed;
    }
    return kept ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "measure: %s\n", e.what());
    return 1;
  }
}
