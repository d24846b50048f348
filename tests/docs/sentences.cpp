// Checks that every sentence of the library has a fail test and an entry in docs/errors.md.
//
//   sentences <root>   prints what is missing, exit code 1 if anything is
//
// A sentence is a function in a namespace `error` of include/etch/op and include/etch/graph, or the
// text of a static_assert outside kernels.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Files below a folder with this ending, in order.
std::vector<fs::path> files(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ending) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// All matches of group 1 of a form.
std::vector<std::string> matches(const std::string& text, const std::regex& form) {
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

// The sentences of one header: "error::name," or the text of an assertion, its literals joined.
std::vector<std::string> sentences(const fs::path& header) {
  static const std::regex function(R"(inline void (\w+)\()");
  static const std::regex assertion(R"(static_assert\([^;]*?,\s*((?:"[^"]*"\s*)+)\);)");
  static const std::regex joint(R"("\s*")");
  const std::string text = read(header);
  const std::string folder = header.parent_path().filename().string();
  std::vector<std::string> found;
  if (folder == "op" || folder == "graph") {
    for (const std::string& name : matches(text, function)) found.push_back("error::" + name + ",");
  }
  for (std::string literal : matches(text, assertion)) {
    literal = std::regex_replace(literal, joint, "");
    found.push_back(literal.substr(1, literal.rfind('"') - 1));
  }
  return found;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: sentences <root>\n";
    return 2;
  }
  const fs::path root = argv[1];
  const std::string page = read(root / "docs/errors.md");
  int missing = 0;
  const auto report = [&missing](const std::string& what) {
    std::cout << what << '\n';
    ++missing;
  };

  // what the tests expect, places in their own text apart
  std::string expected;
  static const std::regex expectation(R"(// EXPECT(?:-\w+)?: ([^\n]*))");
  for (const std::string folder : {"tests/fail/", "tests/avr/refused/"}) {
    if (!fs::exists(root / folder)) continue;
    for (const fs::path& test : files(root / folder, ".cpp")) {
      const std::string name = test.filename().string();
      for (const std::string& text : matches(read(test), expectation)) {
        if (contains(text, name)) continue;
        expected += text + '\n';
        if (!contains(page, text))
          report("docs/errors.md: does not show '" + text + "' of " + name);
      }
      if (!contains(page, folder + name)) report("docs/errors.md: no link to " + name);
    }
  }
  // Files that the compiler reads have tests of their own; they say what is wrong with the file.
  const fs::path of_files = root / "tests/models/fail";
  for (const fs::path& test :
       fs::exists(of_files) ? files(of_files, ".cpp") : decltype(files(of_files, ".cpp")){}) {
    for (const std::string& text : matches(read(test), expectation)) expected += text + '\n';
  }
  for (const fs::path& header : files(root / "include/etch", ".hpp")) {
    if (contains(header.string(), "/etch/kernel/")) continue;
    for (const std::string& sentence : sentences(header)) {
      if (!contains(expected, sentence)) {
        report(fs::relative(header, root).string() + ": no fail test expects '" + sentence + "'");
      }
    }
  }
  return missing == 0 ? 0 : 1;
}
