// The figures of a bench program: an array of {"name", "unit", "value"} in a JSON file.
#pragma once

#include <concepts>
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
  void add(const std::string& name, const char* unit, std::integral auto value) {
    add_text(name, unit, std::to_string(value));
  }
  /// The same for what is no count, e.g. a ratio; 4 digits are kept.
  void add(const std::string& name, const char* unit, double value) {
    char text[32];
    std::snprintf(text, sizeof text, value < 1000 ? "%.4g" : "%.0f", value);
    add_text(name, unit, text);
  }

 private:
  void add_text(const std::string& name, const char* unit, const std::string& value) {
    if (!entries_.empty()) entries_ += ",\n";
    entries_ +=
        "  {\"name\": \"" + name + "\", \"unit\": \"" + unit + "\", \"value\": " + value + "}";
    std::printf("%-48s %12s %s\n", name.c_str(), value.c_str(), unit);
  }

  std::string path_;
  std::string entries_;
};

}  // namespace etch::bench
