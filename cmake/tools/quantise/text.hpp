// The language as text: types of formats, shapes, constants, statements.
#pragma once

#include <etch/format/formats.hpp>
#include <etch/op/operand.hpp>

#include <cstdio>
#include <string>
#include <vector>

#include "../literal.hpp"

namespace quantise {

/// A number that reads back as the same one.
inline std::string exactly(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

inline std::string code_type(int bits) {
  if (bits == 8 || bits == 16) return "std::int" + std::to_string(bits) + "_t";
  return "etch::signed_code<" + std::to_string(bits) + ">";
}
inline std::string type_of_fixed(int bits, int frac) {
  return "etch::q<" + std::to_string(bits - 1 - frac) + ", " + std::to_string(frac) + ">";
}
inline std::string type_of(const etch::format& f) {
  if (etch::is_accumulator(f)) return "etch::bias" + std::to_string(f.bits);
  if (etch::is_q(f)) return type_of_fixed(f.bits, f.frac);
  return "etch::affine<" + code_type(f.bits) + ", etch::scale{" + exactly(f.scale) + "}, " +
         std::to_string(f.zero) + ">";
}
inline std::string shape_of(const etch::extents& e) {
  std::string text;
  for (int i = 0; i < e.rank; ++i) text += (i == 0 ? "" : ", ") + std::to_string(e.d[i]);
  return "etch::shape<" + text + ">";
}

/// A statement in lines of 100 columns, broken before a word or an argument.
inline std::string broken(const std::string& line) {
  if (line.size() <= 100) return line;
  std::string text, rest = line;
  while (rest.size() > 100) {
    const std::size_t pipe = rest.rfind(" | ", 98), comma = rest.rfind(", ", 99);
    const bool at_pipe = pipe != std::string::npos && pipe >= 8;
    if (!at_pipe && (comma == std::string::npos || comma < 8)) break;
    const std::size_t at = at_pipe ? pipe + 2 : comma + 1;
    text += rest.substr(0, at) + "\n";
    rest = "      " + rest.substr(at + 1);
  }
  return text + rest;
}

inline std::string constant(const std::string& name, const std::string& format,
                            const etch::extents& e, const std::string& layout,
                            const std::string& bytes) {
  return "alignas(16) inline constexpr unsigned char " + name + "_bytes[] =\n" + literal(bytes) +
         ";\ninline constexpr etch::constant<etch::tensor<\n    " + format + ", " + shape_of(e) +
         layout + ">>\n    " + name + "{" + name + "_bytes};\n";
}
/// The scales of weights as an array.
inline std::string scales(const std::string& name, const std::vector<double>& all) {
  std::string text =
      "inline constexpr double " + name + "[" + std::to_string(all.size()) + "] = {\n";
  for (const double scale : all) text += "    " + exactly(scale) + ",\n";
  return text + "};\n";
}
}  // namespace quantise
