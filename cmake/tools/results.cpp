// Figures as Markdown:
//   results <peers.csv> <preset>=<figures.json>...      ours beside those of others
//   results columns <preset>=<figures.json>...          one column a preset
// Figures are what the targets `bench`, `size_figures` and `compile_figures` write; docs/peers.csv
// says where the others' come from.

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct peer {
  double value;
  std::string name, commit, flags;
};
/// Peers' figures by preset and figure, e.g. "cortex-m4" and "kws/conv2d_1/instructions".
using peers = std::map<std::string, std::map<std::string, std::vector<peer>>>;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

peers read_peers(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  peers found;
  std::string line;
  std::getline(file, line);  // the names of the columns
  for (int number = 2; std::getline(file, line); ++number) {
    const std::vector<std::string> f = split(line);
    if (f.size() != 9) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " +
                               std::to_string(f.size()) + " columns, not 9");
    }
    const std::string layer = f[1] == "all" ? "" : "/" + f[1];
    found[f[2]][f[0] + layer + "/" + f[3]].push_back({std::stod(f[4]), f[6], f[7], f[8]});
  }
  return found;
}

/// A count in full, anything else with 4 digits.
std::string text(double value) {
  char characters[32];
  const bool whole = value == static_cast<double>(static_cast<long long>(value));
  std::snprintf(characters, sizeof characters, whole ? "%.0f" : "%.4g", value);
  return characters;
}

/// One line a figure, with the first of the others; one more for each further one.
void print(const std::string& preset, const nlohmann::json& figures,
           const std::map<std::string, std::vector<peer>>& others) {
  std::printf("\n## %s\n\n", preset.c_str());
  std::printf(
      "| figure | etch | unit | others | theirs / ours | by |\n|---|---|---|---|---|---|\n");
  for (const auto& figure : figures) {
    const std::string name = figure.at("name"), unit = figure.at("unit");
    const double ours = figure.at("value");
    std::printf("| %s | %s | %s |", name.c_str(), text(ours).c_str(), unit.c_str());
    const auto found = others.find(name);
    if (found == others.end()) {
      std::printf(" | | |\n");
      continue;
    }
    bool first = true;
    for (const peer& p : found->second) {
      if (!first) std::printf("| | | |");
      first = false;
      std::printf(" %.0f | %.2f | %s, %s, %s |\n", p.value, ours > 0 ? p.value / ours : 0,
                  p.name.c_str(), p.commit.c_str(), p.flags.c_str());
    }
  }
}

struct column {
  std::string preset;
  nlohmann::json figures;
};

/// One line a figure, one column a preset.
void print_columns(const std::vector<column>& columns) {
  std::vector<std::string> names;
  std::map<std::string, std::map<std::string, std::string>> cells;
  std::map<std::string, std::string> units;
  std::string head = "\n| figure | unit |", rule = "|---|---|";
  for (const column& c : columns) {
    head += " " + c.preset + " |";
    rule += "---|";
    for (const auto& figure : c.figures) {
      const std::string name = figure.at("name");
      if (cells.find(name) == cells.end()) names.push_back(name);
      cells[name][c.preset] = text(figure.at("value"));
      units[name] = figure.at("unit");
    }
  }
  std::printf("%s\n%s\n", head.c_str(), rule.c_str());
  for (const std::string& name : names) {
    std::printf("| %s | %s |", name.c_str(), units[name].c_str());
    for (const column& c : columns) std::printf(" %s |", cells[name][c.preset].c_str());
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) {
      throw std::runtime_error("usage: results <peers.csv>|columns <preset>=<figures.json>...");
    }
    const bool in_columns = std::string(argv[1]) == "columns";
    peers others = in_columns ? peers{} : read_peers(argv[1]);
    std::vector<column> columns;
    for (int i = 2; i < argc; ++i) {
      const std::string word = argv[i];
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) throw std::runtime_error(word + ": not <preset>=<file>");
      std::ifstream file(word.substr(equals + 1));
      if (!file) throw std::runtime_error(word.substr(equals + 1) + ": cannot be read");
      columns.push_back({word.substr(0, equals), nlohmann::json::parse(file)});
    }
    if (in_columns) print_columns(columns);
    else
      for (const column& c : columns) print(c.preset, c.figures, others[c.preset]);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "results: %s\n", e.what());
    return 1;
  }
  return 0;
}
