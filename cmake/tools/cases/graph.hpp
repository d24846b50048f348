// A graph that is written twice: by the library's operators, which may refuse it, and in words.
#pragma once

#include <cmath>
#include <cstdio>
#include <etch/graph/dsl.hpp>
#include <string>
#include <vector>

#include "../literal.hpp"
#include "folder.hpp"

namespace cases {

inline std::string exact(double x) {
  char text[64];
  std::snprintf(text, sizeof text, "%a", x);
  return text;
}

inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

inline std::string array_text(const char* name, const std::string& bytes) {
  return "alignas(16) inline constexpr unsigned char " + std::string(name) + "[" +
         std::to_string(bytes.size() + 1) + "] =\n" + literal(bytes) + ";\n";
}

// A number format, as a value of the library and as its type's name.
struct format {
  etch::format is;
  std::string text;
};

inline format f32() { return {etch::f32::descriptor, "etch::f32"}; }
inline format f16() { return {etch::f16::descriptor, "etch::f16"}; }
inline format bias32() { return {etch::bias32::descriptor, "etch::bias32"}; }
inline format bias64() { return {etch::bias64::descriptor, "etch::bias64"}; }

// The name of signed codes: of a type of C++, or of the library where they are packed.
inline std::string code_type(int bits) {
  return bits < 8 ? "etch::signed_code<" + std::to_string(bits) + ">"
                  : "std::int" + std::to_string(bits) + "_t";
}

// real = scale * (code - zero).
inline format affine(int bits, double scale, long zero) {
  if (!(scale > 0) || !std::isfinite(scale)) throw skipped("a scale is not a positive number");
  if (zero < -(1L << (bits - 1)) || zero >= 1L << (bits - 1)) {
    throw skipped("the zero point " + std::to_string(zero) + " is no code of " +
                  std::to_string(bits) + " bits");
  }
  return {
      {.kind = &etch::format_id<etch::affine_kind>,
       .bits = bits,
       .scale = scale,
       .zero = static_cast<int>(zero)},
      "etch::affine<" + code_type(bits) + ", " + exact(scale) + ", " + std::to_string(zero) + ">"};
}

// mult 2^(shift - 31), which is exact in a double.
inline double real_factor(etch::fixed_point_factor f) {
  return std::ldexp(static_cast<double>(f.multiplier), f.shift - 31);
}
// Refuses scales from which the library would not compute the very factor of the case.
inline void must_give(etch::fixed_point_factor wanted, double real) {
  const etch::fixed_point_factor made = etch::quantise_factor(real);
  if (made == wanted || (made.multiplier == 0 && wanted.multiplier == 0)) return;
  throw skipped("no scales give the multiplier " + std::to_string(wanted.multiplier) +
                " with shift " + std::to_string(wanted.shift));
}

// A graph under way: the library's own nodes, and the same in words.
class graph {
 public:
  graph() : builder_{.values = values_, .nodes = nodes_, .capacity = 32} {}

  etch::wire input(const format& f, const shape& s, const array& data) {
    const std::string name = "x" + std::to_string(inputs_);
    parameters_ += (inputs_++ == 0 ? "" : ",\n                               ") +
                   ("etch::input<" + tensor(f, s) + "> ") + name;
    constants_ += array_text(("input" + name.substr(1)).c_str(), data.bytes);
    if (inputs_ == 1) expression_ = name;
    return value(f, s, false);
  }
  etch::wire constant(const char* name, const format& f, const shape& s, const array& data) {
    constants_ += array_text(name, data.bytes);
    parts_ +=
        (parts_.empty() ? "" : ",\n    ") + ("etch::constant<" + tensor(f, s) + ">{" + name) + "}";
    return value(f, s, true);
  }
  // A constant that is named in the graph itself: the wire, and what the graph says.
  etch::wire named(const std::string& name, const format& f, const shape& s, const array& data) {
    constants_ += array_text(name.c_str(), data.bytes) + "inline constexpr etch::constant<" +
                  tensor(f, s) + "> k_" + name + "{" + name + "};\n";
    words_ += ", k_" + name;
    return value(f, s, true);
  }
  const std::string& words() const { return words_; }
  // A value that lives through all runs.
  etch::wire state(const format& f, const shape& s) {
    return etch::detail::state_wire(builder_, value(f, s, false)->is);
  }
  // The input holds several runs one after the other, of which the output is that of the last.
  void repeat(long runs) { runs_ = runs; }
  // Weight formats with a scale for each channel: the array that the types refer to.
  format channels(int bits, const std::vector<double>& scales) {
    constants_ += "inline constexpr double scales[" + std::to_string(scales.size()) + "] = {";
    for (std::size_t c = 0; c < scales.size(); ++c) {
      constants_ += (c % 4 == 0 ? "\n    " : " ") + exact(scales[c]) + ",";
    }
    constants_ += "\n};\n";
    scales_ = scales;
    return {{.kind = &etch::format_id<etch::affine_kind>,
             .bits = bits,
             .channel_scale = scales_.data(),
             .channels = static_cast<int>(scales_.size())},
            "etch::affine_channels<" + code_type(bits) + ", scales>"};
  }

  // Applies an operator, in words " | text".
  template <class Op>
  void then(const Op& op, const std::vector<etch::wire>& inputs, const std::string& text,
            const format* given = nullptr) {
    last_ = etch::detail::apply(op, inputs.data(), static_cast<int>(inputs.size()),
                                given == nullptr ? nullptr : &given->is, etch::rounding::standard);
    if (builder_.refused) throw skipped("etch refuses it: " + refusal());
    expression_ = text.front() == '|' ? expression_ + " " + text : text;
  }
  void to(const format& y) { then(etch::ops::to{}, {last_}, "| to<" + y.text + ">", &y); }
  // A value in single precision, in words too: for operators that have no narrower floats.
  etch::wire single(const etch::wire& x, std::string& words) {
    if (x->is.number == f32().is) return x;
    words = "(" + words + " | to<etch::f32>)";
    const std::string before = expression_;
    then(etch::ops::to{}, {x}, words, &single_);
    expression_ = before;
    return last_;
  }
  // The value in format y, where the operator gave a wider one.
  void stays(const format& y) {
    if (!(last_->is.number == y.is)) to(y);
  }
  // Limits of the codes, unless they hold of themselves. `lowest` and `highest` are the type's.
  void limit(case_folder& c, double lowest, double highest) {
    const auto low = c.number({"out_activation_min", "activation_min"});
    const auto high = c.number({"out_activation_max", "activation_max"});
    if ((!low || *low <= lowest) && (!high || *high >= highest)) return;
    if (!low || !high || *low != std::floor(*low) || *high != std::floor(*high) ||
        std::abs(*low) > 1e9 || std::abs(*high) > 1e9) {
      throw skipped("limits of the output that are no whole numbers: clamp takes those only");
    }
    const etch::ops::clamp op{static_cast<int>(*low), static_cast<int>(*high)};
    then(op, {last_}, "| clamp(" + std::to_string(op.low) + ", " + std::to_string(op.high) + ")");
  }

  // The test's source in namespace `name`; the graph must make `expected` in shape `s`.
  std::string source(const std::string& name, const std::string& title, const shape& s,
                     const array& expected) {
    shape made(last_->is.shape.d, last_->is.shape.d + last_->is.shape.rank);
    if (made != s) {
      throw skipped("etch's output is " + joined(made, " x ") + ", that of the case " +
                    joined(s, " x "));
    }
    constants_ += array_text("expected", expected.bytes);
    if (!parts_.empty()) {
      constants_ += "inline constexpr etch::parameters layer{\n    " + parts_ + "};\n";
    }
    std::string inputs;
    for (int i = 0; i < inputs_; ++i) inputs += ", " + name + "::input" + std::to_string(i);
    return "namespace " + name + " {\n" + constants_ +
           "inline constexpr auto graph = etch::graph([](" + parameters_ +
           ") {\n  using namespace etch::dsl;\n  return " + expression_ +
           ";\n}, etch::numerics::cmsis_nn);\n}  // namespace " + name + "\n\nTEST_CASE(" +
           quoted(title) + ") {\n  conformance::check<" + name + "::graph, " +
           std::to_string(runs_) + ">(" + quoted(title) + ", " + name + "::expected" + inputs +
           ");\n}\n";
  }

 private:
  etch::value values_[32]{};
  etch::node nodes_[32]{};
  etch::builder builder_;
  etch::wire last_;
  std::vector<double> scales_;
  const format single_ = f32();
  int inputs_ = 0;
  long runs_ = 1;
  std::string constants_, parameters_, parts_, expression_, words_;

  static std::string tensor(const format& f, const shape& s) {
    return "etch::tensor<" + f.text + ", etch::shape<" + joined(s, ", ") + ">>";
  }
  etch::wire value(const format& f, const shape& s, bool is_constant) {
    etch::operand is{
        f.is, {static_cast<int>(s.size()), {}}, &etch::layout_id<etch::hwc>, is_constant};
    for (std::size_t i = 0; i < s.size(); ++i) is.shape.d[i] = static_cast<int>(s[i]);
    return {&builder_, builder_.add(etch::value{.is = is})};
  }
  std::string refusal() const {
    std::string text = builder_.refused.message;
    for (const long number : {builder_.refused.have, builder_.refused.want}) {
      if (const auto at = text.find("{}"); at != text.npos)
        text.replace(at, 2, std::to_string(number));
    }
    return text;
  }
};

}  // namespace cases
