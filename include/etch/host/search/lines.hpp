// Questions to a worker and its answers, each a line of JSON: flat objects of numbers, words and
// arrays of numbers.
#pragma once

#include <etch/base/features.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// A line that is no such object.
struct malformed_line : std::runtime_error {
  using runtime_error::runtime_error;
};

/// A flat JSON object. Members keep the order of their names, so that equal objects are equal
/// lines.
class json_line {
 public:
  json_line() = default;
  /// Reads a line.
  explicit json_line(const std::string& text) : text_(text) {
    expect('{');
    while (!accept('}')) {
      if (!members_.empty()) expect(',');
      std::string name = word();
      expect(':');
      members_[std::move(name)] = value();
    }
    if (next() != '\0') fail("one object a line");
    text_.clear();
  }

  bool has(const std::string& name) const { return members_.count(name) != 0; }
  std::string text(const std::string& name) const { return at(name).text; }
  double number(const std::string& name) const { return number_of(at(name).text); }
  long integer(const std::string& name) const { return static_cast<long>(number(name)); }
  std::vector<double> numbers(const std::string& name) const {
    std::vector<double> all;
    for (const std::string& n : at(name).elements) all.push_back(number_of(n));
    return all;
  }
  std::vector<int> integers(const std::string& name) const {
    std::vector<int> all;
    for (const double n : numbers(name)) all.push_back(static_cast<int>(n));
    return all;
  }

  json_line& set(const std::string& name, const std::string& word) {
    members_[name] = {kind::word, word, {}};
    return *this;
  }
  json_line& set(const std::string& name, double number) {
    members_[name] = {kind::number, text_of(number), {}};
    return *this;
  }
  template <class Number>
  json_line& set(const std::string& name, const std::vector<Number>& all) {
    member m{kind::array, "", {}};
    for (const Number n : all) m.elements.push_back(text_of(static_cast<double>(n)));
    members_[name] = std::move(m);
    return *this;
  }
  /// Takes a member of another object.
  json_line& copy(const std::string& name, const json_line& from) {
    members_[name] = from.at(name);
    return *this;
  }

  /// The line, without its end.
  std::string line() const {
    std::string all;
    for (const auto& [name, m] : members_) {
      all += (all.empty() ? "{\"" : ", \"") + name + "\": ";
      if (m.is == kind::number) all += m.text;
      if (m.is == kind::word) all += "\"" + m.text + "\"";
      if (m.is != kind::array) continue;
      std::string list;
      for (const std::string& n : m.elements) list += (list.empty() ? "" : ", ") + n;
      all += "[" + list + "]";
    }
    return all.empty() ? "{}" : all + "}";
  }

 private:
  enum class kind : int { number, word, array };
  struct member {
    kind is = kind::number;
    std::string text;
    std::vector<std::string> elements;
  };
  std::map<std::string, member> members_;
  std::string text_;
  std::size_t at_ = 0;

  static std::string text_of(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
  }
  static double number_of(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') throw malformed_line("'" + text + "' is no number");
    return number;
  }
  const member& at(const std::string& name) const {
    const auto found = members_.find(name);
    if (found == members_.end()) throw malformed_line("the line has no \"" + name + "\"");
    return found->second;
  }

  [[noreturn]] void fail(const std::string& wanted) const {
    throw malformed_line("column " + std::to_string(at_ + 1) + ": " + wanted + " is expected");
  }
  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\r')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(std::string("'") + c + "'");
  }
  std::string word() {
    expect('"');
    const std::size_t end = text_.find('"', at_);
    if (end == std::string::npos) fail("'\"'");
    std::string made = text_.substr(at_, end - at_);
    if (made.find('\\') != std::string::npos) fail("a word without '\\'");
    at_ = end + 1;
    return made;
  }
  std::string number() {
    next();
    const std::size_t end = std::min(text_.find_first_of(" ,]}", at_), text_.size());
    std::string made = text_.substr(at_, end - at_);
    number_of(made);
    at_ = end;
    return made;
  }
  member value() {
    if (next() == '"') return {kind::word, word(), {}};
    if (!accept('[')) return {kind::number, number(), {}};
    member m{kind::array, "", {}};
    while (!accept(']')) {
      if (!m.elements.empty()) expect(',');
      m.elements.push_back(number());
    }
    return m;
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
