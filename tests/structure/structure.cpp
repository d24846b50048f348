// Checks the form of the source tree against the rules in docs/design.md.
//
//   structure <rule> <root>               prints each breach, exit code 1 if there is one
//   structure <rule> --detects <folder>   makes small trees in <folder> that break the rule, one
//                                         way each, and checks that every breach is found
//
// Rules: floors (what may include what), kernels (their names), operators (which nobody compares),
// umbrellas (headers that list a folder), form (line length and the like), planted (the bugs of
// ./dev mutate can be planted). Over 400 lines, because each rule stands with trees that break it
// and all share one small reader.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "../../cmake/tools/planted.hpp"

namespace fs = std::filesystem;

namespace {

struct source_file {
  std::string path;  // relative to the root, with /
  std::vector<std::string> lines;
};

using breaches = std::vector<std::string>;

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

// Files below root/folder with one of these endings, in order of their paths.
std::vector<source_file> read_tree(const fs::path& root, const std::string& folder,
                                   const std::set<std::string>& endings) {
  std::vector<source_file> files;
  if (!fs::exists(root / folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (!entry.is_regular_file() || endings.count(entry.path().extension().string()) == 0) continue;
    source_file file{fs::relative(entry.path(), root).generic_string(), {}};
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) file.lines.push_back(line);
    files.push_back(file);
  }
  std::sort(files.begin(), files.end(),
            [](const source_file& a, const source_file& b) { return a.path < b.path; });
  return files;
}

std::vector<source_file> headers_of(const fs::path& root) {
  return read_tree(root, "include/etch", {".hpp"});
}

// Headers of ours that a file includes, as include/etch/...
std::vector<std::string> includes_of(const source_file& file) {
  static const std::regex form(R"(^\s*#\s*include\s*[<"](etch/[^>"]+)[>"].*)");
  std::vector<std::string> found;
  for (const std::string& line : file.lines) {
    std::smatch match;
    if (std::regex_match(line, match, form)) found.push_back("include/" + match[1].str());
  }
  return found;
}

// --- floors ----------------------------------------------------------------------------------

struct floor_of_folder {
  const char* folder;
  std::set<std::string> knows;  // folders whose headers it may include, besides its own
};

// One row a folder, from the ground up; a row may name only rows above it in this table.
const std::vector<floor_of_folder>& floors() {
  static const std::vector<floor_of_folder> table = {
      {"base", {}},
      {"format", {"base"}},
      {"layout", {"base"}},
      {"target", {"base"}},
      {"plan", {"base"}},
      {"tensor", {"base", "format", "layout"}},
      {"op", {"base", "format", "layout", "tensor"}},
      {"graph", {"base", "format", "layout", "tensor", "op"}},
      {"kernel", {"base", "format", "layout", "target", "tensor", "op"}},
      {"decode", {"base", "format"}},
      {"signal", {"base", "format", "layout", "target", "tensor", "op", "graph", "kernel"}},
      {"tree", {"base", "format", "layout", "target", "tensor", "op", "graph", "kernel"}},
      {"network",
       {"base", "format", "layout", "target", "plan", "tensor", "op", "graph", "kernel"}},
      {"host",
       {"base", "format", "layout", "target", "plan", "tensor", "op", "graph", "kernel", "network",
        ""}},
      {"",  // include/etch/etch.hpp itself
       {"base", "format", "layout", "target", "plan", "tensor", "op", "graph", "kernel",
        "network"}},
  };
  return table;
}

// include/etch/op/conv2d.hpp -> op; include/etch/etch.hpp -> empty
std::string folder_of(const std::string& path) {
  const std::string inside = path.substr(std::string("include/etch/").size());
  const std::size_t slash = inside.find('/');
  return slash == std::string::npos ? "" : inside.substr(0, slash);
}

using include_graph = std::map<std::string, std::vector<std::string>>;

// Depth-first; a header met again while it is still open closes a cycle.
void find_cycles(const include_graph& graph, const std::string& header,
                 std::vector<std::string>& open, std::set<std::string>& done, breaches& found) {
  const auto again = std::find(open.begin(), open.end(), header);
  if (again != open.end()) {
    std::string cycle;
    for (auto step = again; step != open.end(); ++step) cycle += *step + " -> ";
    found.push_back("cycle: " + cycle + header);
    return;
  }
  const auto node = graph.find(header);
  if (node == graph.end() || !done.insert(header).second) return;
  open.push_back(header);
  for (const std::string& next : node->second) {
    if (done.count(next) == 0 || std::find(open.begin(), open.end(), next) != open.end()) {
      find_cycles(graph, next, open, done, found);
    }
  }
  open.pop_back();
}

breaches check_floors(const fs::path& root) {
  breaches found;
  include_graph graph;
  for (const source_file& file : headers_of(root)) {
    const std::string folder = folder_of(file.path);
    const auto row = std::find_if(floors().begin(), floors().end(),
                                  [&](const floor_of_folder& f) { return f.folder == folder; });
    if (row == floors().end()) {
      found.push_back(file.path + ": '" + folder + "' has no floor");
      continue;
    }
    for (const std::string& included : includes_of(file)) {
      graph[file.path].push_back(included);
      const std::string other = folder_of(included);
      if (!fs::exists(root / included)) {
        found.push_back(file.path + ": includes " + included + ", which does not exist");
      } else if (other != folder && row->knows.count(other) == 0) {
        found.push_back(file.path + ": " + (folder.empty() ? "etch.hpp" : folder) +
                        " may not include " + included);
      }
    }
  }
  std::set<std::string> done;
  for (const auto& [header, included] : graph) {
    std::vector<std::string> open;
    find_cycles(graph, header, open, done, found);
  }
  return found;
}

// --- kernels ---------------------------------------------------------------------------------

// op_out_in_in[_tile]_instruction[_lines|_columns|_pairs]: words of an operator, at least an output
// and an input format (each with an optional packing letter or block, e.g. s8c or s8p4x8), tile as
// 2x4, instruction; lines, where windows are one behind the other; columns, where tiles go down
// them; pairs, where two pixels lie in turn.
const std::regex& kernel_grammar() {
  static const std::regex form(
      "([a-z][a-z0-9]*_)+?"
      "(([suqfp]|bf|mx|posit)[0-9]+[a-z]?([0-9]+x[0-9]+)?_){2,4}"
      "([0-9]+(x[0-9]+)*_)?"
      "[a-z][a-z0-9]*(_(lines|columns|pairs))?");
  return form;
}

bool any_line_matches(const source_file& file, const std::string& form) {
  const std::regex pattern(form);
  return std::any_of(file.lines.begin(), file.lines.end(),
                     [&](const std::string& line) { return std::regex_search(line, pattern); });
}

// In kernel/<target>/ a file with a `name` is a kernel, or a few whose names begin with that of the
// file; one without it is a part that kernels share.
breaches check_kernels(const fs::path& root) {
  const std::regex empty_words(
      "(^|_)(fast|faster|opt|optimi[sz]ed|new|old|better|improved|simple|my)(_|$)");
  const std::regex named("\\bname = \"([^\"]*)\"");
  breaches found;
  for (const source_file& file : headers_of(root)) {
    const fs::path path(file.path);
    const std::string folder = path.parent_path().filename().string();
    if (folder_of(file.path) != "kernel" || folder == "kernel" || folder == "generic") continue;
    const std::string stem = path.stem().string();
    std::smatch word;
    if (std::regex_search(stem, word, empty_words)) {
      found.push_back(file.path + ": '" + word[2].str() + "' says nothing about the kernel");
    }
    std::set<std::string> kernels;
    for (const std::string& line : file.lines) {
      if (std::regex_search(line, word, named)) kernels.insert(word[1].str());
    }
    if (kernels.size() < 2) {
      const bool has_name = !kernels.empty() || any_line_matches(file, "\\bchar\\* name = ");
      if (!has_name && !std::regex_match(stem, kernel_grammar())) continue;
      if (kernels.count(stem) != kernels.size()) {
        found.push_back(file.path + ": its name is not " + stem);
      }
      kernels = {stem};
    }
    for (const std::string& kernel : kernels) {
      if (!std::regex_match(kernel, kernel_grammar())) {
        found.push_back(file.path + ": " + kernel +
                        " is not op_out_in_in[_tile]_instruction[_lines|_columns|_pairs]");
      }
      if (!any_line_matches(file, "\\bstruct " + kernel + "\\b")) {
        found.push_back(file.path + ": defines no struct " + kernel);
      }
      if (kernel != stem && kernel.rfind(stem + "_", 0) != 0) {
        found.push_back(file.path + ": " + kernel + " does not begin with its name");
      }
    }
  }
  return found;
}

// --- operators -------------------------------------------------------------------------------

// What passes, proofs, numerics and kernels ask of an operator is a member of its struct: no
// operator is told from others outside op/ but by what reads files, which makes them. What is the
// same of all operators, a graph and a call, names none at all; the words of the language do.
breaches check_operators(const fs::path& root) {
  breaches found;
  const std::regex told("op_id<\\s*(etch::)?ops::"), named("\\bops::");
  for (const source_file& file : headers_of(root)) {
    const std::string folder = folder_of(file.path);
    if (folder == "op" || file.path.find("include/etch/graph/import/") != std::string::npos)
      continue;
    const bool is_word = file.path.find("include/etch/graph/dsl") != std::string::npos;
    const bool of_all =
        (folder == "graph" && !is_word) || file.path == "include/etch/kernel/kernel.hpp";
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (!std::regex_search(file.lines[i], of_all ? named : told)) continue;
      found.push_back(file.path + ":" + std::to_string(i + 1) +
                      ": names an operator: ask for a fact of its tag");
    }
  }
  return found;
}

// --- umbrellas -------------------------------------------------------------------------------

struct umbrella {
  const char* header;
  const char* folder;                // whose headers it includes, subfolders apart
  std::set<std::string> exceptions;  // file names that it need not include
};

const std::vector<umbrella>& umbrellas() {
  static const std::vector<umbrella> table = {
      {"include/etch/format/formats.hpp", "include/etch/format", {}},
      {"include/etch/layout/layouts.hpp", "include/etch/layout", {}},
      {"include/etch/op/ops.hpp", "include/etch/op", {}},
      {"include/etch/kernel/generic.hpp", "include/etch/kernel/generic", {}},
      {"include/etch/graph/passes.hpp", "include/etch/graph/pass", {}},
      {"include/etch/signal/signal.hpp", "include/etch/signal", {"signal.hpp"}},
      {"include/etch/decode/decode.hpp", "include/etch/decode", {"decode.hpp"}},
  };
  return table;
}

// What a header includes, directly or through others.
std::set<std::string> reached_from(const include_graph& graph, const std::string& header) {
  std::set<std::string> reached;
  std::vector<std::string> open = {header};
  while (!open.empty()) {
    const std::string next = open.back();
    open.pop_back();
    if (!reached.insert(next).second || graph.count(next) == 0) continue;
    for (const std::string& included : graph.at(next)) open.push_back(included);
  }
  return reached;
}

breaches check_umbrellas(const fs::path& root) {
  breaches found;
  const std::vector<source_file> headers = headers_of(root);
  include_graph graph;
  for (const source_file& file : headers) graph[file.path] = includes_of(file);

  std::vector<umbrella> wanted = umbrellas();
  // kernel/<target>.hpp for every kernel/<target>/, a folder that has kernels
  for (const source_file& file : headers) {
    const fs::path folder = fs::path(file.path).parent_path();
    if (folder.parent_path() != "include/etch/kernel") continue;
    if (!any_line_matches(file, "\\bchar\\* name = ")) continue;
    const std::string header = folder.generic_string() + ".hpp";
    const bool known = std::any_of(wanted.begin(), wanted.end(),
                                   [&](const umbrella& u) { return u.header == header; });
    if (known) continue;
    static std::set<std::string> names;  // keeps the characters that the table points to
    wanted.push_back({names.insert(header).first->c_str(),
                      names.insert(folder.generic_string()).first->c_str(),
                      {}});
  }

  for (const umbrella& entry : wanted) {
    if (!fs::exists(root / entry.folder) || fs::is_empty(root / entry.folder)) continue;
    if (!fs::exists(root / entry.header)) {
      const bool any = std::any_of(headers.begin(), headers.end(), [&](const source_file& file) {
        return fs::path(file.path).parent_path() == entry.folder;
      });
      if (any)
        found.push_back(std::string(entry.header) + ": missing, " + entry.folder +
                        " has no umbrella");
      continue;
    }
    const std::set<std::string> reached = reached_from(graph, entry.header);
    for (const source_file& file : headers) {
      const fs::path path(file.path);
      if (path.parent_path() != entry.folder) continue;
      if (entry.exceptions.count(path.filename().string()) != 0) continue;
      if (reached.count(file.path) == 0) {
        found.push_back(std::string(entry.header) + ": does not include " + file.path);
      }
    }
  }

  static const std::regex only_includes(R"(^\s*(//.*|#.*)?$)");
  for (const source_file& file : headers) {
    if (file.path != "include/etch/etch.hpp") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (std::regex_match(file.lines[i], only_includes)) continue;
      found.push_back(file.path + ":" + std::to_string(i + 1) + ": only includes belong here");
    }
  }
  return found;
}

// --- form ------------------------------------------------------------------------------------

// A comment that a test reads, whose text is another program's: EXPECT, WITHIN, BUDGET.
bool is_for_a_test(const std::string& line) {
  return starts_with(line, "// EXPECT") || starts_with(line, "// WITHIN") ||
         starts_with(line, "// BUDGET");
}

// Characters, not bytes: a UTF-8 continuation byte is not a column.
std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

breaches check_form(const fs::path& root) {
  constexpr std::size_t most_columns = 100;
  constexpr std::size_t most_lines = 400;
  breaches found;
  for (const char* folder : {"include", "cmake", "tests", "bench", "examples", "toolchains"}) {
    for (const source_file& file : read_tree(root, folder, {".hpp", ".cpp", ".c", ".h"})) {
      bool once = false;
      for (std::size_t i = 0; i < file.lines.size(); ++i) {
        const std::string place = file.path + ":" + std::to_string(i + 1) + ": ";
        const std::string& line = file.lines[i];
        if (line.find('\t') != std::string::npos) found.push_back(place + "a tab");
        if (!line.empty() && (line.back() == ' ' || line.back() == '\r')) {
          found.push_back(place + "blanks at the end");
        }
        // What a compiler says is one line, however long.
        if (columns(line) > most_columns && !is_for_a_test(line)) {
          found.push_back(place + std::to_string(columns(line)) + " columns");
        }
        once = once || line == "#pragma once";
      }
      const std::string ending = fs::path(file.path).extension().string();
      if ((ending == ".hpp" || ending == ".h") && !once) {
        found.push_back(file.path + ": no #pragma once");
      }
      // The first comment of a long file says why it is long: it speaks of lines.
      if (file.lines.size() > most_lines) {
        bool says_why = false;
        for (const std::string& line : file.lines) {
          if (!starts_with(line, "//")) break;
          says_why = says_why || line.find("lines") != std::string::npos;
        }
        if (!says_why) {
          found.push_back(file.path + ": " + std::to_string(file.lines.size()) +
                          " lines, and the first comment does not say why");
        }
      }
    }
  }
  return found;
}

// --- the rules on trees that break them --------------------------------------------------------

using tree = std::map<std::string, std::string>;

struct rule {
  std::function<breaches(const fs::path&)> check;
  tree good;
  std::vector<std::pair<tree, std::string>> bad;  // with what the breach must say
};

const std::map<std::string, rule>& rules() {
  const std::string once = "#pragma once\n";
  const std::string i = "include/etch/";
  const std::string row = "tests/mutate/op.txt", rest = "+ 2\n! run.a\n";
  const tree::value_type killer = {"tests/run/a.cpp", ""};
  static const std::map<std::string, rule> table = {
      {"floors",
       {check_floors,
        {{i + "base/a.hpp", once}, {i + "op/b.hpp", once + "#include <etch/base/a.hpp>\n"}},
        {
            {{{i + "base/a.hpp", "#include <etch/op/b.hpp>\n"}, {i + "op/b.hpp", once}},
             "base may not include include/etch/op/b.hpp"},
            {{{i + "format/a.hpp", "#include <etch/layout/b.hpp>\n"}, {i + "layout/b.hpp", once}},
             "format may not include"},
            {{{i + "graph/a.hpp", "#include <etch/kernel/b.hpp>\n"}, {i + "kernel/b.hpp", once}},
             "graph may not include"},
            {{{i + "host/a.hpp", once}, {i + "etch.hpp", "#include <etch/host/a.hpp>\n"}},
             "etch.hpp may not include"},
            {{{i + "op/a.hpp", "#include <etch/op/b.hpp>\n"},
              {i + "op/b.hpp", "#include <etch/op/a.hpp>\n"}},
             "cycle: include/etch/op/a.hpp -> include/etch/op/b.hpp"},
            {{{i + "attic/a.hpp", once}}, "'attic' has no floor"},
            {{{i + "op/a.hpp", "#include <etch/op/gone.hpp>\n"}}, "does not exist"},
        }}},
      {"kernels",
       {check_kernels,
        {{i + "kernel/generic/conv2d.hpp", once + "static const char* name = 0;\n"},
         {i + "kernel/armv7em/filter_pairs.hpp", once + "struct filter_pairs {};\n"},
         {i + "kernel/armv7em/conv2d_s8_s8_s8c_2x4_smlad.hpp",
          once + "struct conv2d_s8_s8_s8c_2x4_smlad {\n  static const char* name = 0;\n};\n"},
         {i + "kernel/aarch64/gemm_s8_s8_s8c_8x8_smmla.hpp",
          once + "struct gemm_s8_s8_s8c_8x8_smmla : rows<8> {\n};\n"},
         {i + "kernel/armv81m/conv2d_s8_s8_s8_2x4_vmladava_lines.hpp",
          once + "struct conv2d_s8_s8_s8_2x4_vmladava_lines {\n};\n"},
         {i + "kernel/armv7em/depthwise_conv2d_q8_q8_q8_smlad.hpp",
          once + "struct depthwise_conv2d_q8_q8_q8_smlad {\n};\n"},
         {i + "kernel/aarch64/add_s8_s8_s8.hpp",
          once + "struct add_s8_s8_s8_a { const char* name = \"add_s8_s8_s8_a\"; };\n" +
              "struct add_s8_s8_s8_b { const char* name = \"add_s8_s8_s8_b\"; };\n"}},
        {
            {{{i + "kernel/armv7em/conv.hpp", "struct conv {\n  static const char* name = 0;\n"}},
             "not op_out_in_in[_tile]_instruction[_lines|_columns|_pairs]"},
            {{{i + "kernel/armv7em/conv2d_s8_s8_s8_fast.hpp", "struct conv2d_s8_s8_s8_fast {\n"}},
             "'fast' says nothing"},
            {{{i + "kernel/armv7em/conv2d_s8_s8_s8_smlad.hpp", "struct other {};\n"}},
             "defines no struct"},
            {{{i + "kernel/armv7em/add_s8_s8_s8_smlad.hpp",
               "struct add_s8_s8_s8_smlad {\n  const char* name = \"add_smlad\";\n"}},
             "its name is not add_s8_s8_s8_smlad"},
            {{{i + "kernel/aarch64/add.hpp",
               "struct add_s8_s8_s8_a {\n  const char* name = \"add_s8_s8_s8_a\";\n};\n"
               "struct sub_s8_s8_s8_a {\n  const char* name = \"sub_s8_s8_s8_a\";\n};\n"}},
             "sub_s8_s8_s8_a does not begin with its name"},
        }}},
      {"operators",
       {check_operators,
        {{i + "graph/pass/a.hpp", once + "bool b = at.op->requantises;\n"},
         {i + "graph/dsl.hpp", once + "inline constexpr ops::add add;\n"},
         {i + "kernel/m/add.hpp", once + "using op = ops::add;\n"},
         {i + "op/operator.hpp", once + "auto* tag = &op_id<ops::add>;\n"}},
        {{{{i + "graph/pass/a.hpp", once + "bool b = at.op == &op_id<ops::to>;\n"}},
          "graph/pass/a.hpp:2: names an operator"},
         {{{i + "network/a.hpp", once + "bool b = at.op == &op_id<etch::ops::to>;\n"}},
          "network/a.hpp:2: names an operator"},
         {{{i + "graph/graph.hpp", once + "ops::add sum;\n"}},
          "graph/graph.hpp:2: names an operator"},
         {{{i + "kernel/kernel.hpp", once + "ops::add sum;\n"}},
          "kernel/kernel.hpp:2: names an operator"}}}},
      {"umbrellas",
       {check_umbrellas,
        {{i + "op/ops.hpp", "#include <etch/op/conv.hpp>\n"}, {i + "op/conv.hpp", once}},
        {
            {{{i + "op/ops.hpp", once}, {i + "op/conv.hpp", once}},
             "does not include include/etch/op/conv.hpp"},
            {{{i + "op/conv.hpp", once}}, "has no umbrella"},
            {{{i + "kernel/m.hpp", once},
              {i + "kernel/m/add.hpp", once + "static const char* name = 0;\n"}},
             "include/etch/kernel/m.hpp: does not include"},
            {{{i + "etch.hpp", "int x;\n"}}, "only includes belong here"},
        }}},
      {"form",
       {check_form,
        {{i + "a.hpp", once + std::string(100, 'x') + "\n"}},
        {
            {{{i + "a.hpp", once + std::string(101, 'x') + "\n"}}, "101 columns"},
            {{{i + "a.hpp", once + "\tint x;\n"}}, "a tab"},
            {{{i + "a.hpp", once + "int x; \n"}}, "blanks at the end"},
            {{{i + "a.hpp", "int x;\n"}}, "no #pragma once"},
            {{{"tests/a.cpp", "// About a.\n" + std::string(400, '\n')}}, "does not say why"},
        }}},
      {"planted",
       {planted::check,
        {{i + "op/a.hpp", "one two\n"}, {row, "[a] " + i + "op/a.hpp\n- two\n" + rest}, killer},
        {
            {{{i + "op/a.hpp", "two two\n"},
              {row, "[a] " + i + "op/a.hpp\n- two\n" + rest},
              killer},
             "2 times in include/etch/op/a.hpp"},
            {{{i + "op/a.hpp", "one\n"}, {row, "[a] " + i + "op/a.hpp\n- two\n" + rest}, killer},
             "0 times in include/etch/op/a.hpp"},
            {{{row, "[a] " + i + "op/a.hpp\n- two\n" + rest}, killer}, "no file include/etch/op"},
            {{{i + "op/a.hpp", "two\n"}, {row, "[a] " + i + "op/a.hpp\n- two\n+ 2\n"}},
             "no killer"},
            {{{i + "op/a.hpp", "two\n"}, {row, "[a] " + i + "op/a.hpp\n- two\n" + rest}},
             "no tests/run/a.cpp"},
            {{{i + "op/a.hpp", "two\n"},
              {i + "plan/b.hpp", once},
              {row, "[a] " + i + "op/a.hpp\n- two\n" + rest},
              killer},
             "include/etch/plan/: no planted bug"},
            {{{i + "op/a.hpp", "two\n"}, {row, "two -> 2\n"}}, "tests/mutate/op.txt:1: no '[name]"},
        }}},
  };
  return table;
}

void write_tree(const fs::path& root, const tree& files) {
  fs::remove_all(root);
  for (const auto& [path, text] : files) {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }
}

// Whether the rule accepts its good tree and finds the breach of each bad one.
bool detects(const rule& subject, const fs::path& folder) {
  bool all = true;
  write_tree(folder, subject.good);
  for (const std::string& breach : subject.check(folder)) {
    std::cout << "found in a good tree: " << breach << '\n';
    all = false;
  }
  for (const auto& [files, wanted] : subject.bad) {
    write_tree(folder, files);
    const breaches found = subject.check(folder);
    const bool hit = std::any_of(found.begin(), found.end(), [&](const std::string& breach) {
      return breach.find(wanted) != std::string::npos;
    });
    if (!hit) std::cout << "not found: " << wanted << '\n';
    all = all && hit;
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto subject = words.empty() ? rules().end() : rules().find(words[0]);
  if (subject == rules().end()) {
    std::cerr << "usage: structure floors|kernels|operators|umbrellas|form|planted [--detects] "
                 "<folder>\n";
    return 2;
  }
  if (words.size() == 3 && words[1] == "--detects") {
    return detects(subject->second, words[2]) ? 0 : 1;
  }
  const breaches found = subject->second.check(words.back());
  for (const std::string& breach : found) std::cout << breach << '\n';
  return found.empty() ? 0 : 1;
}
