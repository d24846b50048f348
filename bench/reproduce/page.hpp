// What the rows of docs/reproduced.md are made of: a published figure or claim, ours beside it, and
// the command that shows ours.
#pragma once

#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace reproduce {

/// A count in groups of three digits, "12 345"; what is no count with so many digits behind the
/// point.
inline std::string in_words(double value, int digits = 0) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  std::string s = text;
  const std::size_t point = s.find('.') == std::string::npos ? s.size() : s.find('.');
  for (int at = static_cast<int>(point) - 3; at > (s[0] == '-' ? 1 : 0); at -= 3) {
    s.insert(static_cast<std::size_t>(at), " ");
  }
  return s;
}

/// Figures that programs counted, by preset and name: "cortex-m7 cifar10_q7/instructions".
class figures {
 public:
  void add(const std::string& name, double value) { values_[name] = value; }

  /// A figure that a row shows; NaN, which in_words of a row tells, where nobody counted it.
  double operator()(const std::string& preset, const std::string& name) const {
    const std::string whole = preset + " " + name;
    asked_.insert(whole);
    const auto at = values_.find(whole);
    return at == values_.end() ? std::nan("") : at->second;
  }

  /// Those that rows have asked for and that are known.
  std::map<std::string, double> shown() const {
    std::map<std::string, double> known;
    for (const auto& [name, value] : values_) {
      if (asked_.count(name) > 0) known[name] = value;
    }
    return known;
  }
  const std::map<std::string, double>& all() const { return values_; }

 private:
  std::map<std::string, double> values_;
  mutable std::set<std::string> asked_;
};

/// A row of the page.
struct row {
  std::string what;    ///< the table, figure or claim
  std::string theirs;  ///< what is published
  std::string ours;    ///< what we have, or "not yet: " and why, or "left out: " and why
  std::string command;
};

/// A document and what stands of it here.
struct source {
  std::string name;  ///< S0, ...
  std::string title;
  std::string words;  ///< what stands in for data that is not to be had, and the like
  std::vector<row> rows;
};

/// What is said where no program has counted a figure.
inline const std::string uncounted = "not yet: nobody has run the command beside";

/// `value` and its unit.
inline std::string measured(double value, const std::string& unit, int digits = 0) {
  return std::isnan(value) ? uncounted : in_words(value, digits) + " " + unit;
}

/// Modelled time of so many cycles at a clock.
inline std::string modelled_ms(double cycles, double megahertz) {
  return std::isnan(cycles) ? uncounted
                            : "modelled " + in_words(cycles / megahertz / 1000, 2) + " ms at " +
                                  in_words(megahertz) + " MHz";
}

/// The same where the model leaves a range.
inline std::string modelled_ms(double least, double most, double megahertz) {
  return std::isnan(least + most)
             ? uncounted
             : "modelled " + in_words(least / megahertz / 1000, 2) + " to " +
                   in_words(most / megahertz / 1000, 2) + " ms at " + in_words(megahertz) + " MHz";
}

/// How many times `more` is `less`.
inline std::string ratio(double more, double less) {
  return std::isnan(more / less) ? uncounted : in_words(more / less, 2) + " times";
}

}  // namespace reproduce
