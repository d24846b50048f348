// Host tool of etch_add_compile_figures: what one compilation costs.
//
//   compile_cost <model> <figures.json> <report> <command>... -- [<flag>...]
//
// Runs the command and writes <model>/seconds and <model>/megabytes to <figures.json>. With flags
// it runs once more, with them, and adds how many templates <report> tells of: clang writes its
// trace there (-ftime-trace=<report> -ftime-trace-granularity=0, each class and function that it
// instantiates), of others the tool keeps standard error there (g++ -fmem-report: specialisations
// that the compiler holds, those that it only names included).

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "child.hpp"
#include "compiler_counts.hpp"

namespace {

struct count {
  const char* what;
  long value;
};

/// Instantiations in clang's trace: one event each.
count read_trace(const std::string& text) {
  long sum = 0;
  const auto trace = nlohmann::json::parse(text);
  for (const auto& event : trace.at("traceEvents")) {
    const std::string name = event.at("name");
    sum += name == "InstantiateClass" || name == "InstantiateFunction" ? 1 : 0;
  }
  return {"instantiations", sum};
}

count read_report(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  try {
    if (text.str().rfind("{", 0) == 0) return read_trace(text.str());
    return {"specialisations", std::lround(count_specialisations(text.str()))};
  } catch (const std::exception& e) {
    throw std::runtime_error(path + ": not what a compiler tells of templates: " + e.what());
  }
}

/// Runs the command; an exception when it fails.
child_usage run(std::vector<char*> words, const char* errors) {
  words.push_back(nullptr);
  const child_usage used = run_child(words.data(), errors);
  if (used.exit_code != 0) throw std::runtime_error(std::string(words[0]) + ": failed");
  return used;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto dashes = std::find_if(argv, argv + argc,
                                     [](const char* word) { return std::strcmp(word, "--") == 0; });
    if (argc < 5 || dashes <= argv + 4) {
      throw std::runtime_error(
          "usage: compile_cost <model> <figures> <report> <command>... -- [<flag>...]");
    }
    auto figures = nlohmann::json::array();
    const auto add = [&](const char* what, const char* unit, auto value) {
      const std::string name = std::string(argv[1]) + "/" + what;
      figures.push_back({{"name", name}, {"unit", unit}, {"value", value}});
    };
    std::vector<char*> words(argv + 4, dashes == argv + argc ? argv + argc : dashes);
    const child_usage used = run(words, nullptr);
    add("seconds", "s", std::round(used.seconds * 100) / 100);
    add("megabytes", "MB", std::lround(used.megabytes));
    if (dashes < argv + argc - 1) {
      words.insert(words.end(), dashes + 1, argv + argc);
      const std::string report = argv[3], errors = report + ".errors";
      std::remove(argv[3]);
      run(words, errors.c_str());
      if (!std::ifstream(report)) std::rename(errors.c_str(), argv[3]);
      const count templates = read_report(report);
      add(templates.what, "", templates.value);
    }
    std::ofstream(argv[2]) << figures.dump(2) << '\n';
  } catch (const std::exception& e) {
    std::fprintf(stderr, "compile_cost: %s\n", e.what());
    return 1;
  }
  return 0;
}
