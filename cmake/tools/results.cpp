// Figures as Markdown:
//   results others <peers.csv> <preset>=<figures.json>...   ours beside those of others
//   results columns <preset>=<figures.json>...              one column a preset
//   results losses <peers.csv> <preset>=<figures.json>...   where others need less than we do
//   results slower <preset>=<times.json>...                 where others need less time, as
//                                                           bench/peers/compare.py measured it
//   results page <peers.csv> <preset>=<figures.json>...     docs/results.md: one section a model
// Figures are what the targets `bench`, `bench_size` and `bench_compile` write. Exit code 1 when a
// file cannot be read, and of `page` when outputs of integer formats differ between presets. Some
// lines more than others have: the tables share figures, columns and rows.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using strings = std::vector<std::string>;

struct peer {
  std::string model, layer, preset, figure;
  double value;
  std::string name, flags, source, commit;

  std::string who() const { return name + ", " + flags; }
};

/// The name that a figure of ours has, e.g. "kws/conv2d_1/instructions".
std::string figure_name(const std::string& model, const std::string& layer,
                        const std::string& figure) {
  return model + (layer.empty() ? "" : "/" + layer) + "/" + figure;
}

strings split(const std::string& line) {
  strings fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

std::vector<peer> read_peers(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::vector<peer> found;
  std::string line;
  std::getline(file, line);
  const strings columns = split(line);
  for (int number = 2; std::getline(file, line); ++number) {
    const auto wrong = [&](const std::string& what) {
      return std::runtime_error(path + ":" + std::to_string(number) + ": " + what);
    };
    const strings f = split(line);
    if (f.size() != columns.size()) {
      throw wrong(std::to_string(f.size()) + " columns, not " + std::to_string(columns.size()));
    }
    std::map<std::string, std::string> at;
    for (std::size_t i = 0; i < f.size(); ++i) at[columns[i]] = f[i];
    std::size_t used = 0;
    double value = 0;
    try {
      value = std::stod(at["value"], &used);
    } catch (const std::exception&) {
    }
    if (used == 0 || used != at["value"].size()) throw wrong("no number: '" + at["value"] + "'");
    const std::string elsewhere = "; measured elsewhere";
    std::string& flags = at["flags"];
    if (flags.size() < elsewhere.size() ||
        flags.compare(flags.size() - elsewhere.size(), elsewhere.size(), elsewhere) != 0)
      throw wrong("'" + flags + "' does not end in '" + elsewhere + "'");
    found.push_back({at["model"], at["layer"] == "all" ? "" : at["layer"], at["target"],
                     at["figure"], value, at["peer"],
                     flags.substr(0, flags.size() - elsewhere.size()), at["source"], at["commit"]});
  }
  return found;
}

struct figure {
  std::string name, unit;
  double value;
};
/// The figures of one preset.
struct column {
  std::string preset;
  std::vector<figure> all;

  const figure* find(const std::string& name) const {
    const auto at = std::find_if(all.begin(), all.end(), [&](auto& f) { return f.name == name; });
    return at == all.end() ? nullptr : &*at;
  }
};

column read_column(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) throw std::runtime_error(word + ": not <preset>=<file>");
  const std::string path = word.substr(equals + 1);
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  column c{word.substr(0, equals), {}};
  try {
    for (const auto& f : nlohmann::json::parse(file)) {
      c.all.push_back({f.at("name"), f.at("unit"), f.at("value")});
    }
  } catch (const nlohmann::json::exception& e) {
    throw std::runtime_error(path + ": no figures: " + e.what());
  }
  return c;
}

std::string printed(const char* format, double value) {
  char characters[40];
  std::snprintf(characters, sizeof characters, format, value);
  return characters;
}
/// A count in full, anything else with 4 digits; a digest as it is usually written.
std::string text(const figure* f) {
  if (f == nullptr) return "-";
  const auto whole = static_cast<long long>(f->value);
  if (f->unit == "fnv-1a") {
    char characters[20];
    std::snprintf(characters, sizeof characters, "%08llx", whole);
    return characters;
  }
  return printed(f->value == static_cast<double>(whole) ? "%.0f" : "%.4g", f->value);
}
std::string ratio(double theirs, const figure* ours) {
  return ours == nullptr || ours->value <= 0 ? "-" : printed("%.2f", theirs / ours->value);
}

void print_row(const strings& cells) {
  for (const std::string& cell : cells) std::printf("| %s ", cell.c_str());
  std::printf("|\n");
}
void print_head(const strings& cells) {
  std::printf("\n");
  print_row(cells);
  for (std::size_t i = 0; i < cells.size(); ++i) std::printf("|---");
  std::printf("|\n");
}

/// One line a figure, with the first of the others; one more for each further one.
void print_others(const column& c, const std::vector<peer>& peers) {
  std::printf("\n## %s\n", c.preset.c_str());
  print_head({"figure", "etch", "unit", "others", "others / etch", "who"});
  for (const figure& f : c.all) {
    strings ours = {f.name, text(&f), f.unit};
    for (const peer& p : peers) {
      if (p.preset != c.preset || figure_name(p.model, p.layer, p.figure) != f.name) continue;
      print_row({ours[0], ours[1], ours[2], printed("%.0f", p.value), ratio(p.value, &f), p.who()});
      ours = {"", "", ""};
    }
    if (!ours[0].empty()) print_row({ours[0], ours[1], ours[2], "", "", ""});
  }
}

/// One line a figure, one column a preset.
void print_columns(const std::vector<column>& columns) {
  strings head = {"figure", "unit"};
  std::vector<const figure*> lines;
  std::set<std::string> seen;
  for (const column& c : columns) {
    head.push_back(c.preset);
    for (const figure& f : c.all) {
      if (seen.insert(f.name).second) lines.push_back(&f);
    }
  }
  print_head(head);
  for (const figure* line : lines) {
    strings cells = {line->name, line->unit};
    for (const column& c : columns) cells.push_back(text(c.find(line->name)));
    print_row(cells);
  }
}

/// The names of all models, in alphabetical order.
std::set<std::string> models_of(const std::vector<column>& columns) {
  const std::string mark = "/ram_bytes";
  std::set<std::string> models;
  for (const column& c : columns) {
    for (const figure& f : c.all) {
      const std::size_t at = f.name.rfind(mark);
      if (at != std::string::npos && at + mark.size() == f.name.size())
        models.insert(f.name.substr(0, at));
    }
  }
  return models;
}

struct agreement {
  bool promised = false;  ///< equal outputs: of integer formats
  std::set<double> digests;
  int presets = 0;

  std::string words() const {
    const std::string on = " on " + std::to_string(presets) + " presets";
    if (digests.size() == 1) return "identical" + on;
    return (promised ? "DIFFERENT" : "floats, bits differ") + on;
  }
  bool kept() const { return !promised || digests.size() == 1; }
};
const figure* digest_of(const column& c, const std::string& model) {
  const figure* exact = c.find(model + "/digest");
  return exact != nullptr ? exact : c.find(model + "/digest_of_floats");
}
agreement agreement_of(const std::vector<column>& columns, const std::string& model) {
  agreement a;
  for (const column& c : columns) {
    const figure* digest = digest_of(c, model);
    if (digest == nullptr) continue;
    a.promised = a.promised || c.find(model + "/digest") != nullptr;
    a.digests.insert(digest->value);
    ++a.presets;
  }
  return a;
}

bool is_of(const peer& p, const column& c, const std::string& model, bool layers) {
  return p.preset == c.preset && p.model == model && p.layer.empty() != layers;
}

/// What others need for a model, or for its layers, where there is a figure of ours.
void print_beside(const std::vector<column>& columns, const std::vector<peer>& peers,
                  const std::string& model, bool layers) {
  bool any = false;
  for (const column& c : columns) {
    for (const peer& p : peers) {
      const figure* ours = c.find(figure_name(p.model, p.layer, p.figure));
      if (!is_of(p, c, model, layers) || ours == nullptr || p.figure == "nanoseconds") continue;
      if (!any)
        print_head(
            {"preset", layers ? "layer" : "figure", "etch", "others", "others / etch", "who"});
      any = true;
      print_row({c.preset, layers ? p.layer : p.figure, text(ours), printed("%.0f", p.value),
                 ratio(p.value, ours), p.who()});
    }
  }
}

/// Modelled cycles: the middle of what the manuals leave, the ends where there is a choice, and
/// those from the flash of a chip.
std::string cycles_text(const column& c, const std::string& model) {
  const std::string name = model + "/modelled_cycles";
  const figure *middle = c.find(name), *least = c.find(name + "_least");
  const figure *most = c.find(name + "_most"), *flash = c.find(name + "_flash");
  std::string all = text(middle);
  if (least != nullptr && most != nullptr && least->value != most->value)
    all += " (" + text(least) + " to " + text(most) + ")";
  if (flash != nullptr) all += "; flash " + text(flash);
  return all;
}

/// Modelled cycles of a multiplication and addition of each model.
void print_cycles_a_product(const std::vector<column>& columns) {
  const auto cycles = [](const column& c, const std::string& model) {
    return c.find(model + "/modelled_cycles");
  };
  const std::set<std::string> models = models_of(columns);
  strings head = {"modelled cycles a product"};
  std::vector<const column*> with;
  for (const column& c : columns) {
    if (std::none_of(models.begin(), models.end(), [&](auto& m) { return cycles(c, m); })) continue;
    with.push_back(&c);
    head.push_back(c.preset);
  }
  if (with.empty()) return;
  print_head(head);
  for (const std::string& model : models) {
    strings cells = {model};
    for (const column* c : with) {
      const figure *took = cycles(*c, model), *macs = c->find(model + "/macs");
      const bool known = took != nullptr && macs != nullptr && macs->value > 0;
      cells.push_back(known ? printed("%.2f", took->value / macs->value) : "-");
    }
    print_row(cells);
  }
}

/// A model in less RAM: bytes; times the instructions; how many more each KiB takes that is saved.
std::string cost_of_ram(const column& c, const std::string& model, const std::string& way) {
  const std::string bytes = "/ram_bytes", instructions = "/instructions";
  const figure *ram = c.find(model + bytes), *took = c.find(model + instructions);
  const figure *less = c.find(model + way + bytes), *more = c.find(model + way + instructions);
  if (less == nullptr || more == nullptr || ram == nullptr || took == nullptr) return "-";
  const double saved = (ram->value - less->value) / 1024, cost = more->value - took->value;
  return text(less) + "; " + printed("%.2f", more->value / took->value) +
         (saved > 0 ? "; " + printed("%.0f", cost / saved) : "");
}
void print_costs_of_ram(const std::vector<column>& columns) {
  std::vector<strings> lines;
  for (const std::string& model : models_of(columns)) {
    for (const column& c : columns) {
      strings cells = {model, c.preset, text(c.find(model + "/ram_bytes"))};
      for (const char* way : {"_overlapping", "_within", "_smallest", "_smallest_rows"})
        cells.push_back(cost_of_ram(c, model, way));
      const bool any =
          std::any_of(cells.begin() + 3, cells.end(), [](auto& x) { return x != "-"; });
      if (any) lines.push_back(cells);
    }
  }
  if (!lines.empty())
    print_head({"RAM; times the instructions; more a KiB saved", "preset", "`fastest`",
                "`overlapping`", "`within`", "`smallest`", "`smallest`, rows"});
  for (const strings& cells : lines) print_row(cells);
}

/// A row of what others need less of than we do, and their part of it.
struct loss {
  double ratio;
  strings cells;
};
/// The greatest difference first.
void print_sorted(std::vector<loss> losses, const strings& head) {
  std::stable_sort(losses.begin(), losses.end(),
                   [](const loss& a, const loss& b) { return a.ratio < b.ratio; });
  print_head(head);
  for (const loss& l : losses) print_row(l.cells);
}

/// What others need less of than we do.
void print_losses(const std::vector<column>& columns, const std::vector<peer>& peers) {
  std::vector<loss> losses;
  for (const column& c : columns) {
    for (const peer& p : peers) {
      const figure* ours = c.find(figure_name(p.model, p.layer, p.figure));
      if (p.preset != c.preset || ours == nullptr || p.figure == "nanoseconds") continue;
      if (p.value >= ours->value) continue;
      losses.push_back({p.value / ours->value,
                        {p.preset, figure_name(p.model, p.layer, p.figure), text(ours),
                         printed("%.0f", p.value), ratio(p.value, ours), p.who()}});
    }
  }
  print_sorted(losses, {"preset", "figure", "etch", "others", "others / etch", "who"});
}

/// What others need less time for: figures peers/<what>/ratio_<who> above 1, ours by theirs.
void print_slower(const std::vector<column>& columns) {
  std::vector<loss> losses;
  const std::string word = "/ratio_", folder = "peers/";
  for (const column& c : columns) {
    for (const figure& f : c.all) {
      const std::size_t at = f.name.find(word);
      if (at == std::string::npos || f.value <= 1) continue;
      const std::size_t from = f.name.starts_with(folder) ? folder.size() : 0;
      losses.push_back({1 / f.value,
                        {c.preset, f.name.substr(from, at - from), printed("%.2f", 1 / f.value),
                         f.name.substr(at + word.size())}});
    }
  }
  print_sorted(losses, {"preset", "figure", "others / etch", "who"});
}

void print_model(const std::vector<column>& columns, const std::vector<peer>& peers,
                 const std::string& model) {
  std::printf("\n## %s\n\nOutputs: %s.\n", model.c_str(),
              agreement_of(columns, model).words().c_str());
  print_head(
      {"preset", "instructions", "modelled cycles", "code", "RAM", "constants", "stack", "digest"});
  for (const column& c : columns) {
    if (digest_of(c, model) == nullptr) continue;
    strings cells = {c.preset, text(c.find(model + "/instructions")), cycles_text(c, model)};
    for (const char* kind : {"code_bytes", "ram_bytes", "constant_bytes", "stack_bytes"})
      cells.push_back(text(c.find(model + "/" + kind)));
    cells.push_back(text(digest_of(c, model)));
    print_row(cells);
  }
  print_beside(columns, peers, model, false);
  print_beside(columns, peers, model, true);
}

/// Models in several number formats, <model>/<format>: one line a figure.
void print_formats(std::vector<column> columns) {
  const std::set<std::string> models = models_of(columns);
  for (column& c : columns) {
    std::erase_if(c.all, [&](const figure& f) {
      const std::size_t last = f.name.rfind('/');
      const std::string kind = f.name.substr(last + 1), model = f.name.substr(0, last);
      return model.find('/') == std::string::npos || models.count(model) == 0 ||
             (kind != "instructions" && kind != "constant_bytes" && kind != "ram_bytes");
    });
  }
  std::printf("\n## Models in number formats\n");
  print_columns(columns);
}

/// Whether all outputs are as promised.
bool print_page(const std::vector<column>& columns, const std::vector<peer>& peers) {
  bool kept = true;
  print_cycles_a_product(columns);
  print_costs_of_ram(columns);
  print_head({"model", "outputs"});
  for (const std::string& model : models_of(columns)) {
    const agreement a = agreement_of(columns, model);
    print_row({model, a.words()});
    kept = kept && a.kept();
  }
  for (const std::string& model : models_of(columns)) {
    if (model.find('/') == std::string::npos) print_model(columns, peers, model);
  }
  print_formats(columns);

  std::printf("\n## Who the others are\n");
  print_head({"who", "source", "commit"});
  std::set<std::string> seen;
  for (const peer& p : peers) {
    if (seen.insert(p.who()).second) print_row({p.who(), p.source, p.commit});
  }
  return kept;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const strings words(argv + 1, argv + argc);
    const std::string how = words.empty() ? "" : words[0];
    const std::size_t first = how == "columns" || how == "slower" ? 1 : 2;
    const strings ways = {"others", "columns", "losses", "slower", "page"};
    if (std::find(ways.begin(), ways.end(), how) == ways.end() || words.size() <= first) {
      throw std::runtime_error(
          "usage: results others|losses|page <peers.csv> or results columns|slower, then "
          "<preset>=<figures>...");
    }
    std::vector<column> columns;
    for (std::size_t i = first; i < words.size(); ++i) columns.push_back(read_column(words[i]));
    if (how == "columns") {
      print_columns(columns);
      return 0;
    }
    if (how == "slower") {
      print_slower(columns);
      return 0;
    }
    const std::vector<peer> peers = read_peers(words[1]);
    if (how == "page") {
      if (!print_page(columns, peers)) throw std::runtime_error("outputs differ");
    } else if (how == "losses") {
      print_losses(columns, peers);
    } else {
      for (const column& c : columns) print_others(c, peers);
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "results: %s\n", e.what());
    return 1;
  }
  return 0;
}
