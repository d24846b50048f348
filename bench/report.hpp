// The figures of a bench program: an array of {"name", "unit", "value"} in a JSON file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace etch::bench {

/// Collects figures and writes them when it is destroyed. Each is printed too.
class report {
 public:
  /// `argv[1]` of a bench program is the file to write; without it figures are only printed.
  report(int argc, char** argv) : path_(argc > 1 ? argv[1] : "") {}

  report(const report&) = delete;
  report& operator=(const report&) = delete;

  ~report() {
    if (path_.empty()) return;
    std::FILE* const file = std::fopen(path_.c_str(), "w");
    if (file == nullptr) {
      std::fprintf(stderr, "%s: cannot be written\n", path_.c_str());
      return;
    }
    std::fprintf(file, "[\n%s\n]\n", entries_.c_str());
    std::fclose(file);
  }

  /// Name as <model>/[<layer>/]<what>, e.g. add("digits/conv1/instructions", "instructions", 1234).
  void add(const std::string& name, const char* unit, std::uint64_t value) {
    if (!entries_.empty()) entries_ += ",\n";
    entries_ += "  {\"name\": \"" + name + "\", \"unit\": \"" + unit +
                "\", \"value\": " + std::to_string(value) + "}";
    std::printf("%-48s %12s %s\n", name.c_str(), std::to_string(value).c_str(), unit);
  }

 private:
  std::string path_;
  std::string entries_;
};

}  // namespace etch::bench
