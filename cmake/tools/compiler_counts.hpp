// What compilers say that they did, counted: no load and no machine changes these numbers.
#pragma once

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>

/// The number that stands behind the first `key` in the text; an exception where there is none.
inline double number_behind(const std::string& text, const std::string& key) {
  const std::size_t at = text.find(key);
  if (at == std::string::npos) throw std::runtime_error("the compiler printed no '" + key + "'");
  return std::stod(text.substr(at + key.size()));
}

/// Template specialisations that g++ holds, those that it only names included (-fmem-report):
/// "decl_specializations: size 251, 100 elements, ...".
inline double count_specialisations(const std::string& text) {
  double sum = 0;
  for (const std::string key : {"decl_specializations: size ", "type_specializations: size "}) {
    const std::size_t at = text.find(key);
    const std::size_t comma = at == std::string::npos ? at : text.find(", ", at);
    if (comma == std::string::npos)
      throw std::runtime_error("the compiler printed no '" + key + "'");
    sum += std::stod(text.substr(comma + 2));
  }
  return sum;
}

/// Megabytes that g++ allocated in all, garbage included (-ftime-report): the measure of its work
/// that takes constant evaluation in. "TOTAL : 1.40 1.05 2.48 129M".
inline double count_allocated_megabytes(const std::string& text) {
  std::istringstream line(text.substr(std::min(text.find("\n TOTAL "), text.size())));
  std::string word;
  double seconds = 0;
  std::string bytes;
  if (!(line >> word >> word >> seconds >> seconds >> seconds >> bytes)) {
    throw std::runtime_error("the compiler printed no line 'TOTAL'");
  }
  const double scale = bytes.back() == 'G' ? 1024 : bytes.back() == 'k' ? 1. / 1024 : 1;
  return std::stod(bytes) * scale;
}

/// Expressions and statements that clang made, those of instantiations included (-print-stats):
/// "*** Stmt/Expr Stats:\n  2900668 stmts/exprs total."
inline double count_expressions(const std::string& text) {
  return number_behind(text, "*** Stmt/Expr Stats:\n");
}
