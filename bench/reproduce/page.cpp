// docs/reproduced.md: every table, figure and claim of the documents that etch grew out of, beside
// ours.
//   page update <reproduced.csv> <preset>=<figures.json>...   takes new figures into the list
//   page write <reproduced.csv>                               prints the page
//   page draw <reproduced.csv> <folder>                       draws its pictures beside the page
//   page show <reproduced.csv> <system>...                    prints the tables of S0, S1, ...
//   page check <reproduced.csv> <reproduced.md>               exit code 1 where the page is not
//                          what `write` prints, a picture not what `draw` draws, a cell is empty, a
//                          row says "not yet" or "left out" without a reason, or the list has a
//                          figure that no row shows
#include "drawings.hpp"

#include "s0.hpp"
#include "s1.hpp"
#include "s2.hpp"
#include "s3.hpp"
#include "s4.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace {

using reproduce::drawing, reproduce::drawings;
using reproduce::figures, reproduce::row, reproduce::source;

std::vector<source> sources(const figures& f) {
  return {reproduce::s0(f), reproduce::s1(f), reproduce::s2(f), reproduce::s3(f), reproduce::s4(f)};
}

std::ifstream open(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  return file;
}

/// Lines "preset,figure,value", in alphabetical order.
void read_list(figures& f, const std::string& path) {
  std::ifstream file = open(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::size_t first = line.find(','), last = line.rfind(',');
    if (first == std::string::npos || first == last)
      throw std::runtime_error(path + ": not preset,figure,value: " + line);
    f.add(line.substr(0, first) + " " + line.substr(first + 1, last - first - 1),
          std::stod(line.substr(last + 1)));
  }
}

void write_list(const figures& f, const std::string& path) {
  sources(f), drawings(f);
  std::ofstream file(path);
  file << "preset,figure,value\n";
  for (const auto& [name, value] : f.shown()) {
    const std::size_t space = name.find(' ');
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", value);
    file << name.substr(0, space) << ',' << name.substr(space + 1) << ',' << text << '\n';
  }
}

void take(figures& f, const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) throw std::runtime_error(word + ": not <preset>=<file>");
  std::ifstream file = open(word.substr(equals + 1));
  for (const auto& entry : nlohmann::json::parse(file)) {
    f.add(word.substr(0, equals) + " " + entry.at("name").get<std::string>(), entry.at("value"));
  }
}

void write(std::ostream& out, const source& s) {
  out << "\n## " << s.name << ": " << s.title << "\n\n" << s.words;
  out << "\n| what | theirs | ours | shown by |\n|---|---|---|---|\n";
  for (const row& r : s.rows) {
    out << "| " << r.what << " | " << r.theirs << " | " << r.ours << " | " << r.command << " |\n";
  }
}

void draw(const figures& f, const std::filesystem::path& folder) {
  for (const drawing& d : drawings(f)) {
    const std::filesystem::path path = folder / d.file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    if (!(file << d.svg)) throw std::runtime_error(path.string() + ": cannot be written");
  }
}

void write_page(std::ostream& out, const figures& f) {
  out << R"(# Reproduced

Written by `./dev reproduce`: each table, figure and claim of the five documents that etch
grew out of, beside what it is here. The figures of ours stand in
[reproduced.csv](reproduced.csv), as the commands counted them last; `./dev reproduce S0 S3`
counts those of S0 and S3 again.

- *instructions* are executed ones, counted under QEMU. *Modelled* times are those of cycles
  that [cycles.csv](../bench/qemu/cycles.csv) models, with memory that never waits, at the
  clock that is named; Cortex-M7 from half of Cortex-M4's cycles to all of them. Theirs are
  those of silicon, with its flash: between both stands the word modelled.
- *Energy* is that of a constant power: it goes as the time does.
- *not yet* and *left out* come with the reason. Drawings without figures, and tables whose
  text nobody could read, are listed as such.
- *Seeded* weights are random numbers scaled to the layer, of the real shapes; *trained* ones
  come from a `train.py`. Ten pictures of CIFAR-10 say nothing about CIFAR-10, and voices of a
  synthesiser nothing about people.
)";
  for (const source& s : sources(f)) write(out, s);
}

/// What is wrong with the rows themselves.
int check_rows(const figures& f) {
  int wrong = 0;
  for (const source& s : sources(f)) {
    const auto complain = [&](const row& r, const char* what) {
      std::cout << s.name << ", " << r.what << ": " << what << '\n';
      ++wrong;
    };
    for (const row& r : s.rows) {
      if (r.what.empty() || r.theirs.empty() || r.ours.empty() || r.command.empty())
        complain(r, "an empty cell");
      for (const std::string start : {"not yet", "left out"}) {
        const bool says = r.ours.rfind(start, 0) == 0;
        if (says && (r.ours.rfind(start + ": ", 0) != 0 || r.ours.size() < start.size() + 8))
          complain(r, "no reason");
      }
      if (r.ours.find("nan") != std::string::npos) complain(r, "a figure that nobody counted");
    }
  }
  drawings(f);
  for (const auto& [name, value] : f.all()) {
    if (f.shown().count(name) > 0) continue;
    std::cout << name << ": no row shows it\n";
    ++wrong;
  }
  return wrong;
}

/// What is wrong with the pictures in the folder of the page.
int check_drawings(const figures& f, const std::filesystem::path& folder) {
  int wrong = 0;
  for (const drawing& d : drawings(f)) {
    std::ifstream file(folder / d.file, std::ios::binary);
    const std::string have{std::istreambuf_iterator<char>(file), {}};
    if (have == d.svg) continue;
    std::cout << (folder / d.file).string() << ": ./dev reproduce draws another picture\n";
    ++wrong;
  }
  return wrong;
}

int check(const figures& f, const std::string& path) {
  int wrong = check_rows(f) + check_drawings(f, std::filesystem::path(path).parent_path());
  std::ostringstream want;
  write_page(want, f);
  std::istringstream lines(want.str());
  std::ifstream file = open(path);
  for (int number = 1;; ++number) {
    std::string have, wanted;
    const bool more = !std::getline(file, have).fail(),
               expected = !std::getline(lines, wanted).fail();
    if (!more && !expected) break;
    if (more == expected && have == wanted) continue;
    std::cout << path << ":" << number << ": ./dev reproduce writes\n  "
              << (expected ? wanted : "nothing more") << '\n';
    ++wrong;
    break;
  }
  return wrong == 0 ? 0 : 1;
}

int usage() {
  std::cerr << "usage: page update|write|draw|show|check <reproduced.csv> ...\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) return usage();
  const std::string what = argv[1], list = argv[2];
  const std::vector<std::string> rest(argv + 3, argv + argc);
  figures f;
  read_list(f, list);
  if (what == "update") {
    for (const std::string& word : rest) take(f, word);
    write_list(f, list);
  } else if (what == "write") {
    write_page(std::cout, f);
  } else if (what == "draw" && rest.size() == 1) {
    draw(f, rest[0]);
  } else if (what == "show") {
    for (const source& s : sources(f)) {
      if (std::find(rest.begin(), rest.end(), s.name) != rest.end()) write(std::cout, s);
    }
  } else if (what == "check" && rest.size() == 1) {
    return check(f, rest[0]);
  } else {
    return usage();
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
