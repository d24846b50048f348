// Host tool of etch_add_cases: folders with operator cases become C++ tests.
//
//   cases <folder> <output folder> <number of sources>
//
// A case is a folder with case.json (kind, dtype, params, arrays, null_arrays) and one .npy for
// each array. Each becomes a graph in the DSL and a TEST_CASE of its name. The graph is also
// written here, at run time, by the operators of the library: what they refuse, what no operator or
// format of etch stands for and what this tool does not know is listed as skipped, with the reason.
// A malformed file ends with a message and exit code 1.

#include <cstdio>
#include <functional>

#include "cases/elements.hpp"
#include "cases/recurrent.hpp"

namespace {

using namespace cases;

const std::map<std::string, std::function<std::string(case_folder&, const std::string&)>> kinds = {
    {"conv", convolution},
    {"depthwise", convolution},
    {"fully_connected", fully_connected},
    {"maxpool", pool},
    {"avgpool", pool},
    {"add", add},
    {"softmax", softmax},
    {"mul", mul},
    {"maximum_minimum", maximum_minimum},
    {"pad", pad},
    {"transpose", transpose},
    {"concatenation", concatenation},
    {"concat", concatenation},
    {"activation", activation},
    {"batch_norm", batch_norm},
    {"transpose_conv", transpose_convolution},
    {"batch_matmul", batch_matmul},
    {"lstm", lstm},
    {"svdf", svdf},
};

std::string test_of(case_folder& c, const std::string& id) {
  const auto kind = kinds.find(c.kind);
  if (kind == kinds.end()) throw skipped("kind " + c.kind + " is no operator of etch");
  std::string source = kind->second(c, id);
  c.refuse_what_nobody_asked_for();
  // One channel and one filter: the data then serve both operators.
  if (c.kind == "conv" && c.made_for("depthwise") &&
      c.integer({"in_ch"}) * c.integer({"out_ch"}) == 1) {
    c.kind = "depthwise";
    c.name += " as depthwise";
    source += "\n" + convolution(c, id + "_depthwise");
  }
  return source;
}

// A file is left alone when it would not change.
void write(const std::filesystem::path& file, const std::string& text) {
  if (std::filesystem::exists(file) && read(file) == text) return;
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw malformed(file, "cannot be written");
}

std::string identifier(const std::string& name, std::set<std::string>& taken) {
  std::string id = "case_";
  for (const char c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    id += plain ? c : '_';
  }
  while (!taken.insert(id).second) id += '_';
  return id;
}

void generate(const std::filesystem::path& folder, const std::filesystem::path& out, int sources) {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (std::filesystem::exists(entry.path() / "case.json")) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  if (folders.empty()) throw malformed(folder, "no folder with a case.json");

  std::set<std::string> taken;
  std::vector<std::string> tests, reasons;
  std::map<std::string, int> counts;
  for (const auto& path : folders) {
    case_folder c(path);
    const std::string name = c.name;
    try {
      tests.push_back(test_of(c, identifier(name, taken)));
    } catch (const skipped& why) {
      reasons.push_back(name + ": " + why.what());
      ++counts[why.what()];
    }
  }

  std::vector<std::string> by_reason;
  for (const auto& [why, count] : counts) {
    by_reason.push_back(std::to_string(count) + " skipped for this reason: " + why);
  }
  std::vector<std::string> files(static_cast<std::size_t>(sources));
  for (std::size_t i = 0; i < tests.size(); ++i) files[i % files.size()] += "\n" + tests[i];
  const std::string count = std::to_string(tests.size()) + " cases tested, " +
                            std::to_string(reasons.size()) + " skipped";
  files[0] += "\nTEST_CASE(\"what is not tested\") {\n  std::puts(" + quoted(count) + ");\n";
  for (const auto& why : reasons) files[0] += "  std::puts(" + quoted("skipped " + why) + ");\n";
  for (const auto& why : by_reason) files[0] += "  std::puts(" + quoted(why) + ");\n";
  files[0] += "}\n";
  for (std::size_t i = 0; i < files.size(); ++i) {
    write(out / ("cases_" + std::to_string(i) + ".cpp"),
          "// Operator cases, made by etch_add_cases.\n#include <conformance.hpp>\n\n"
          "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n" +
              files[i]);
  }
  std::printf("%s: %s\n", folder.string().c_str(), count.c_str());
  for (const std::string& why : reasons) std::printf("  skipped %s\n", why.c_str());
  for (const std::string& why : by_reason) std::printf("%s\n", why.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const int sources = argc == 4 ? std::atoi(argv[3]) : 0;
  if (sources < 1) {
    std::fprintf(stderr, "usage: cases <folder> <output folder> <number of sources>\n");
    return 2;
  }
  try {
    generate(argv[1], argv[2], sources);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
