// The table of planted bugs, tests/mutate/*.txt: what ./dev mutate runs and `structure` keeps
// fresh.
//
//   [pool_window_swapped] include/etch/op/pool.hpp
//   - .kh = size.h
//   + .kh = size.w
//   ! generic.op_pool, cortex-m4/run.armv7em
//
// plants a bug: in that file the text behind "- ", which is there once, becomes the text behind
// "+ ". The tests behind "!" are the killers, cheapest first: one of them must fail. A killer is a
// ctest name of tests/<folder>/<file>.cpp, behind the preset that it needs unless that is host-gcc.
// Lines that begin with # are comments.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace planted {

struct killer {
  std::string preset, test;  // cortex-m4, run.armv7em
};

struct bug {
  std::string place;  // tests/mutate/op.txt:7
  std::string group;  // op
  std::string name, file, old_text, new_text;
  std::vector<killer> killers;
};

struct table {
  std::vector<bug> bugs;
  std::vector<std::string> errors;  // lines that say nothing
};

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The killers that "a.b, preset/c.d" names.
inline std::vector<killer> killers_of(const std::string& text) {
  std::vector<killer> all;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.back() == ',') word.pop_back();
    const std::size_t slash = word.find('/');
    if (slash == std::string::npos) all.push_back({"host-gcc", word});
    else all.push_back({word.substr(0, slash), word.substr(slash + 1)});
  }
  return all;
}

inline table read_table(const std::filesystem::path& root) {
  table t;
  std::vector<std::filesystem::path> files;
  if (std::filesystem::exists(root / "tests/mutate")) {
    for (const auto& entry : std::filesystem::directory_iterator(root / "tests/mutate")) {
      if (entry.path().extension() == ".txt") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    std::ifstream in(file);
    int number = 0;
    bool open = false;  // a row has begun
    for (std::string line; std::getline(in, line);) {
      const std::string place =
          "tests/mutate/" + file.filename().string() + ":" + std::to_string(++number);
      const std::string start = line.substr(0, 2);
      if (line.empty() || line[0] == '#') continue;
      if (line[0] == '[' && line.find("] ") != std::string::npos) {
        const std::size_t end = line.find("] ");
        t.bugs.push_back({place,
                          file.stem().string(),
                          line.substr(1, end - 1),
                          line.substr(end + 2),
                          "",
                          "",
                          {}});
        open = true;
      } else if (open && start == "- ") {
        t.bugs.back().old_text = line.substr(2);
      } else if (open && start == "+ ") {
        t.bugs.back().new_text = line.substr(2);
      } else if (open && line == "+") {
        t.bugs.back().new_text.clear();
      } else if (open && start == "! ") {
        t.bugs.back().killers = killers_of(line.substr(2));
      } else {
        t.errors.push_back(place + ": no '[name] file', '- old', '+ new' or '! killers'");
      }
    }
  }
  return t;
}

inline int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// Why a row cannot be planted in the tree, or nothing.
inline std::string staleness(const std::filesystem::path& root, const bug& b) {
  if (!std::filesystem::is_regular_file(root / b.file)) return "no file " + b.file;
  if (b.old_text.empty() || b.old_text == b.new_text) return "the text stays as it is";
  const int count = occurrences(read_file(root / b.file), b.old_text);
  if (count != 1) return std::to_string(count) + " times in " + b.file + ": " + b.old_text;
  return "";
}

/// What a killer is made of, relative to the root: tests/generic/op_pool.cpp, or for
/// exact.s8_slices the folder tests/data/exact/s8_slices.
inline std::string source_of(const killer& k) {
  const std::size_t dot = std::min(k.test.find('.'), k.test.size());
  const std::string kind = k.test.substr(0, dot);
  const std::string name = k.test.substr(std::min(dot + 1, k.test.size()));
  return kind == "exact" ? "tests/data/exact/" + name : "tests/" + kind + "/" + name + ".cpp";
}

/// What is wrong with the table: rows that are stale or said twice, killers that do not exist,
/// folders without a planted bug.
inline std::vector<std::string> check(const std::filesystem::path& root) {
  const table t = read_table(root);
  std::vector<std::string> found = t.errors;
  std::set<std::string> names;
  for (const bug& b : t.bugs) {
    const std::string start = b.place + ": " + b.name + ": ";
    const std::string stale = staleness(root, b);
    if (!stale.empty()) found.push_back(start + stale);
    if (!names.insert(b.name).second) found.push_back(start + "another row has this name");
    if (b.killers.empty()) found.push_back(start + "no killer");
    for (const killer& k : b.killers) {
      if (!std::filesystem::exists(root / source_of(k))) {
        found.push_back(start + "no " + source_of(k));
      }
    }
  }
  const std::filesystem::path include = root / "include/etch";
  if (t.bugs.empty() || !std::filesystem::exists(include)) return found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(include)) {
    if (!entry.is_directory()) continue;
    const std::string folder = std::filesystem::relative(entry.path(), root).generic_string() + "/";
    const bool any = std::any_of(t.bugs.begin(), t.bugs.end(), [&](const bug& b) {
      return b.file.compare(0, folder.size(), folder) == 0;
    });
    if (!any) found.push_back(folder + ": no planted bug in tests/mutate");
  }
  return found;
}

}  // namespace planted
