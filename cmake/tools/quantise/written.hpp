// A quantised network as two headers: the graph in the language's own words, and its formats and
// constants.
#pragma once

#include <etch/host/calibration/quantised_network.hpp>

#include "text.hpp"

namespace quantise {

using etch::host::quantised_network;

/// Writes a network; `name` is its namespace and the stem of the files.
class written {
 public:
  written(const quantised_network& net, std::string name, std::string what)
      : net_(net), real_(net.real()), name_(std::move(name)), what_(std::move(what)) {}

  /// The header with the graph.
  std::string graph() const {
    const etch::host::float_value& in = real_.value(real_.input);
    std::string text = "// " + what_ + "\n// Written by ./dev quantise.\n";
    if (keeps_states()) {
      text += "// Its states go on from run to run: call reset() before each sequence.\n";
    }
    text += R"(#pragma once

#include <etch/etch.hpp>

#include ")" +
            name_ + R"(_weights.hpp"

namespace )" +
            name_ +
            R"( {

inline constexpr auto graph = etch::graph([](etch::input<etch::tensor<
    w::input_format, )" +
            shape_of(in.is.shape) + R"(, etch::hwc>> input) {
  using namespace etch::dsl;
)";
    for (const etch::host::float_layer& l : real_.layers) text += statement(l);
    text += "  return " + real_.value(real_.output).name + ";\n});\n\n";
    text += "struct network : etch::network<graph> {};\n\n}  // namespace " + name_ + "\n";
    return text;
  }

  /// The header with formats, weights and biases.
  std::string weights() const {
    std::string text = "// Formats and constants: " + what_ + "\n" +
                       R"(// Written by ./dev quantise.
#pragma once

#include <cstdint>

#include <etch/etch.hpp>

// clang-format off
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"

namespace )" + name_ + "::w {\n\n";
    text += format_named(real_.input);
    for (const etch::host::float_layer& l : real_.layers) {
      if (has_own_format(l.output)) text += format_named(l.output);
      if (l.cell >= 0) text += format_named(l.cell);
    }
    for (std::size_t v = 0; v < real_.values.size(); ++v) {
      if (is_constant_value(static_cast<int>(v))) text += constant_value(static_cast<int>(v));
    }
    for (std::size_t n = 0; n < real_.layers.size(); ++n) {
      if (real_.layers[n].kind->has_weights) text += parameters(n);
    }
    text +=
        "\n}  // namespace " + name_ + "::w\n\n#pragma GCC diagnostic pop\n// clang-format on\n";
    return text;
  }

  /// The format of value v in C++.
  std::string type_of(int v) const {
    return net_.choice().real != nullptr ? std::string(net_.choice().real->type)
                                         : quantise::type_of(net_.format_of(v));
  }

 private:
  const quantised_network& net_;
  const etch::host::float_network& real_;
  std::string name_, what_;

  /// Whether a layer has a state that a run leaves to the next.
  bool keeps_states() const {
    for (const etch::host::float_layer& l : real_.layers) {
      for (const int v : l.inputs) {
        const etch::host::float_value& x = real_.value(v);
        if (v != real_.input && x.producer < 0 && x.constant.empty()) return true;
      }
    }
    return false;
  }
  bool has_own_format(int v) const {
    const int n = real_.value(v).producer;
    return n >= 0 &&
           real_.layers[static_cast<std::size_t>(n)].kind->format == etch::host::output_format::own;
  }
  /// Whether value v is a constant that no layer has as its weights or bias.
  bool is_constant_value(int v) const {
    if (real_.value(v).constant.empty()) return false;
    for (const int n : real_.value(v).readers) {
      if (!real_.layers[static_cast<std::size_t>(n)].kind->has_weights) return true;
    }
    return false;
  }
  std::string name_of_value(int v) const {
    return is_constant_value(v) ? "w::constant_" + std::to_string(v) : real_.value(v).name;
  }
  std::string format_named(int v) const {
    return "using " + real_.value(v).name + "_format = " + type_of(v) + ";\n";
  }

  std::string statement(const etch::host::float_layer& l) const {
    etch::operand room[etch::most_inputs]{}, y = real_.value(l.output).is;
    y.number = net_.format_of(l.output);
    const std::string name = real_.value(l.output).name;
    std::vector<std::string> in;
    for (const int v : l.inputs) in.push_back(name_of_value(v));
    const std::string format =
        has_own_format(l.output) ? "w::" + name + "_format" : type_of(l.output);
    const std::string cell_format = l.cell < 0 ? "" : "w::" + real_.value(l.cell).name + "_format";
    std::string line = l.kind->text(
        {l.what, real_.operands_of(l, room), y, in, "w::" + name, format, cell_format});
    if (l.act != etch::activation::none) {
      line += " | " + etch::host::word_of(l.act, l.clamp_low, l.clamp_high, y.number);
    }
    return broken("  const auto " + name + " = " + line + " | tap(\"" + name + "\");") + "\n";
  }
  /// Codes as little-endian bytes; packed where they have fewer than 8 bits.
  static std::string bytes_of(const std::vector<long long>& codes, int bits) {
    if (bits < 8) {
      std::vector<unsigned char> packed(
          static_cast<std::size_t>(etch::packed_bytes(bits, static_cast<int>(codes.size()))));
      for (std::size_t i = 0; i < codes.size(); ++i) {
        etch::write_packed(packed.data(), bits, static_cast<int>(i), static_cast<int>(codes[i]));
      }
      return {packed.begin(), packed.end()};
    }
    std::string bytes;
    const int width = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
    for (const long long code : codes) {
      for (int b = 0; b < width; ++b) bytes += static_cast<char>(code >> (8 * b) & 0xff);
    }
    return bytes;
  }
  std::string real_bytes(const etch::host::numbers& all) const {
    const std::vector<unsigned char> bytes = net_.choice().real->codes(all);
    return {bytes.begin(), bytes.end()};
  }

  std::string constant_value(int v) const {
    const etch::host::float_value& is = real_.value(v);
    std::string bytes;
    if (net_.choice().real != nullptr) {
      bytes = real_bytes(is.constant);
    } else {
      const etch::format& f = net_.format_of(v);
      std::vector<long long> codes = net_.codes_of(v);
      if (codes.empty()) {
        for (const double x : is.constant) codes.push_back(f.kind->encode(f, x));
      }
      bytes = bytes_of(codes, f.bits);
    }
    return "\n" + constant("constant_" + std::to_string(v), type_of(v), is.is.shape, "", bytes);
  }
  std::string parameters(std::size_t n) const {
    const etch::host::float_layer& l = real_.layers[n];
    const etch::host::coded_layer& codes = net_.codes(n);
    const etch::host::number_choice& as = net_.choice();
    const std::string name = real_.value(l.output).name;
    const etch::extents& shape = real_.value(l.inputs[1]).is.shape;
    const etch::extents channels{1, {static_cast<int>(l.bias.size())}};
    const std::string layout = shape.rank == 4 ? ", etch::ohwi" : "";
    std::string text = "\n", format = type_of(l.output), bias_format = format;
    int bias_bits = 32;
    if (as.real == nullptr && etch::is_q(net_.format_of(l.inputs[0]))) {
      format = type_of_fixed(as.weight_bits, codes.weight_frac);
      bias_format = type_of_fixed(32, codes.bias_frac);
    } else if (as.real == nullptr) {
      text += scales(name + "_scales", codes.scales);
      format = "etch::affine_channels<" + code_type(as.weight_bits) + ", " + name + "_scales>";
      bias_bits = as.bits == 16 ? 64 : 32;
      bias_format = "etch::bias" + std::to_string(bias_bits);
    }
    const bool real = as.real != nullptr;
    text += constant(name + "_weights", format, shape, layout,
                     real ? real_bytes(l.weights) : bytes_of(codes.weights, as.weight_bits));
    text += constant(name + "_bias", bias_format, channels, "",
                     real ? real_bytes(l.bias) : bytes_of(codes.bias, bias_bits));
    return text + "inline constexpr etch::parameters " + name + "{" + name + "_weights, " + name +
           "_bias};\n";
  }
};

}  // namespace quantise
