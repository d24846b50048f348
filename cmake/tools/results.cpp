// Sets figures of ours beside those of others, as Markdown:
//   results <peers.csv> <preset>=<figures.json>...
// Figures are what target `bench` writes; docs/peers.csv says where the others' come from.

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
using peers = std::map<std::string, std::map<std::string, peer>>;

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
    found[f[2]][f[0] + layer + "/" + f[3]] = {std::stod(f[4]), f[6], f[7], f[8]};
  }
  return found;
}

void print(const std::string& preset, const nlohmann::json& figures,
           const std::map<std::string, peer>& others) {
  std::printf("\n## %s\n\n", preset.c_str());
  std::printf(
      "| figure | etch | unit | others | theirs / ours | by |\n|---|---|---|---|---|---|\n");
  for (const auto& figure : figures) {
    const std::string name = figure.at("name");
    const double ours = figure.at("value");
    std::printf("| %s | %.0f | %s ", name.c_str(), ours, std::string(figure.at("unit")).c_str());
    const auto other = others.find(name);
    if (other == others.end()) {
      std::printf("| | | |\n");
    } else {
      const peer& p = other->second;
      std::printf("| %.0f | %.2f | %s, %s, %s |\n", p.value, ours > 0 ? p.value / ours : 0,
                  p.name.c_str(), p.commit.c_str(), p.flags.c_str());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) throw std::runtime_error("usage: results <peers.csv> <preset>=<figures.json>...");
    peers others = read_peers(argv[1]);
    for (int i = 2; i < argc; ++i) {
      const std::string word = argv[i];
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) throw std::runtime_error(word + ": not <preset>=<file>");
      std::ifstream file(word.substr(equals + 1));
      if (!file) throw std::runtime_error(word.substr(equals + 1) + ": cannot be read");
      const std::string preset = word.substr(0, equals);
      print(preset, nlohmann::json::parse(file), others[preset]);
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "results: %s\n", e.what());
    return 1;
  }
  return 0;
}
