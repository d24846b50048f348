// A network whose formats are parameters, as headers, and the sources of the program that runs it
// in any choice of them.
// Above 400 lines: all text of a network in parameters, headers and program, stands in one place.
#pragma once

#include <etch/host/search/mixed_formats.hpp>

#include <map>
#include <set>

#include "../quantise/text.hpp"

namespace search {

using etch::host::configuration;
using etch::host::float_layer;
using etch::host::float_network;
using etch::host::mixed_formats;
using quantise::broken;
using quantise::shape_of;

/// Writes a network; `name` is its namespace and the stem of the files.
class written_mixture {
 public:
  written_mixture(const mixed_formats& formats, std::string name, std::string what)
      : formats_(formats), net_(formats.net()), name_(std::move(name)), what_(std::move(what)) {}

  /// <name>_weights.hpp: weights as trained and their codes in each format, and what brings them to
  /// other formats.
  std::string weights() const {
    std::string text = begin("Weights and biases as trained: " + what_) + R"(
#include <etch/etch.hpp>

// clang-format off
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"

namespace )" + name_ + "::w {\n";
    for (std::size_t v = 0; v < net_.values.size(); ++v) {
      if (is_constant_value(static_cast<int>(v))) text += constant_value(static_cast<int>(v));
    }
    for (std::size_t n = 0; n < net_.layers.size(); ++n) {
      if (net_.layers[n].kind->has_weights) text += parameters(n);
    }
    return text + R"(
}  // namespace )" +
           name_ + R"(::w

#pragma GCC diagnostic pop
// clang-format on

namespace )" +
           name_ + R"( {

)" + converter() +
           R"(
// The formats that were searched, whose codes lie above.
)" + searched_weights() +
           R"(
}  // namespace )" +
           name_ + "\n";
  }

  /// <name>_layers.hpp: the graph, whose formats are those of a struct.
  std::string layers() const {
    std::string text = begin("Layers: " + what_) + R"(
#include <etch/etch.hpp>

#include ")" + name_ + R"(_weights.hpp"

namespace )" + name_ + R"( {

/// The network whose values and weights have the formats that F names.
template <class F>
inline constexpr auto graph_in = etch::graph([]()" +
                       input_of(net_.input) + R"() {
  using namespace etch::dsl;
)";
    for (std::size_t n = 0; n < net_.layers.size(); ++n) text += statement(n);
    return text + "  return " + net_.value(net_.output).name + ";\n});\n\n}  // namespace " +
           name_ + "\n";
  }

  /// formats.hpp: the formats of a configuration.
  std::string formats(const configuration& c, const std::string& figures) const {
    const std::string scales =
        formats_.is_affine() ? "\n#include \"" + name_ + "_weights.hpp\"\n" : "";
    return begin("Formats of " + what_ + figures) + R"(
#include <etch/etch.hpp>
)" + scales +
           R"(
namespace )" +
           name_ + R"( {

)" + struct_of_formats("formats", c, net_.layers.size()) +
           R"(
}  // namespace )" +
           name_ + "\n";
  }

  /// <name>.hpp: the network in the formats of formats.hpp.
  std::string network() const {
    return begin(what_) + R"(
#include "formats.hpp"
#include ")" +
           name_ + R"(_layers.hpp"

namespace )" +
           name_ + R"( {

struct network : etch::network<graph_in<formats>, etch::this_target, etch::options{)" +
           (formats_.sums() == etch::host::long_sums::wrap ? ".sums = etch::overflow::wraps" : "") +
           R"(}> {};

}  // namespace )" +
           name_ + "\n";
  }

  /// The choices of formats that layer n is compiled for.
  std::vector<configuration> choices_of(std::size_t n) const {
    const std::size_t count = formats_.variables_of(n).size();
    const int formats = static_cast<int>(formats_.list().size());
    std::vector<configuration> all;
    for (configuration c(count, 0);;) {
      configuration whole(formats_.variables().size(), 0);
      for (std::size_t i = 0; i < count; ++i) whole[formats_.variables_of(n)[i]] = c[i];
      if (formats_.stand_together(c) && formats_.canonical(whole) == whole) all.push_back(c);
      std::size_t i = count;
      while (i > 0 && ++c[i - 1] == formats) c[--i] = 0;
      if (i == 0) return all;
    }
  }

  /// layer_<n>.cpp of the program: layer n alone, in each choice of formats.
  std::string source_of_layer(std::size_t n) const {
    const float_layer& l = net_.layers[n];
    std::string inputs;
    for (const int v : distinct_inputs(l)) inputs += (inputs.empty() ? "" : ",\n") + input_of(v);
    std::string text = includes() + "namespace " + name_ + R"( {
namespace {

template <class F>
inline constexpr auto alone = etch::graph([]()" +
                       inputs + R"() {
  using namespace etch::dsl;
)" + statement(n) + "  return " +
                       net_.value(l.output).name + ";\n});\n\n";
    const std::vector<std::size_t> variables = formats_.variables_of(n);
    std::string list;
    int count = 0;
    for (const configuration& c : choices_of(n)) {
      configuration all(formats_.variables().size(), 0);
      for (std::size_t i = 0; i < c.size(); ++i) all[variables[i]] = c[i];
      const std::string number = std::to_string(count++);
      text += struct_of_formats("formats_" + number, all, n);
      list += "      {{" + joined(c) + "}, etch::host::candidate_of<alone<formats_" + number +
              ">, SEARCH_TARGET, " + overflow() + ">()},\n";
    }
    return text + R"(
}  // namespace

std::vector<etch::host::choice> choices_)" +
           std::to_string(n) + "() {\n  return {\n" + list + "  };\n}\n\n}  // namespace " + name_ +
           "\n";
  }

  /// worker.cpp of the program: its tables, and main.
  std::string source_of_worker() const {
    std::string text = "#include <etch/host/search/worker.hpp>\n\n#include \"" + name_ +
                       "_layers.hpp\"\n\nnamespace " + name_ + " {\n\n";
    for (std::size_t n = 0; n < net_.layers.size(); ++n) {
      text += "std::vector<etch::host::choice> choices_" + std::to_string(n) + "();\n";
    }
    const configuration first(formats_.variables().size(), 0);
    text += "\nnamespace {\n\n" + struct_of_formats("first", first, net_.layers.size()) +
            "\n}  // namespace\n}  // namespace " + name_ +
            "\n\nint main(int argc, char** argv) {\n  if (argc != 2) return 2;\n"
            "  using namespace etch::host;\n  mixture net(\n      {\n";
    for (const int v : values()) {
      const etch::host::float_value& is = net_.value(v);
      text += "          {\"" + is.name + "\", " + std::to_string(formats_.variable_of(v)) + ", " +
              std::to_string(is.is.shape.size()) + ",\n           {";
      for (std::size_t k = 0; k < formats_.list().size(); ++k) {
        text += (k == 0 ? "" : ", ") + ("codec_of<" + type_of(v, static_cast<int>(k)) + ">()");
      }
      text += "}},\n";
    }
    text += "      },\n      {\n";
    for (std::size_t n = 0; n < net_.layers.size(); ++n) {
      std::vector<std::size_t> in;
      for (const int v : distinct_inputs(net_.layers[n])) in.push_back(index_of(v));
      text += "          {{" + joined(in) + "}, " +
              std::to_string(index_of(net_.layers[n].output)) + ", {" +
              joined(formats_.variables_of(n)) + "}, " + name_ + "::choices_" + std::to_string(n) +
              "()},\n";
    }
    return text + "      },\n      " + std::to_string(formats_.variables().size()) +
           ");\n  worker<" + name_ + "::graph_in<" + name_ +
           "::first>>(net, argv[1]).serve(std::cin, std::cout);\n}\n";
  }

 private:
  const mixed_formats& formats_;
  const float_network& net_;
  std::string name_, what_;

  static std::string begin(const std::string& what) {
    return "// " + what + "\n// Written by ./dev search.\n#pragma once\n";
  }
  std::string includes() const {
    return "#include <etch/host/search/mixture.hpp>\n\n#include \"" + name_ + "_weights.hpp\"\n\n";
  }
  std::string overflow() const {
    const bool wraps = formats_.sums() == etch::host::long_sums::wrap;
    return std::string("etch::overflow::") + (wraps ? "wraps" : "refused");
  }
  template <class Numbers>
  static std::string joined(const Numbers& all) {
    std::string text;
    for (const auto n : all) text += (text.empty() ? "" : ", ") + std::to_string(n);
    return text;
  }

  /// The values of the program: the input, and what the layers make.
  std::vector<int> values() const {
    std::vector<int> all{net_.input};
    for (const float_layer& l : net_.layers) all.push_back(l.output);
    return all;
  }
  std::size_t index_of(int v) const {
    const std::vector<int> all = values();
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), v) - all.begin());
  }
  /// The inputs of a layer that are no constants, each once.
  std::vector<int> distinct_inputs(const float_layer& l) const {
    std::vector<int> all;
    for (const int v : l.inputs) {
      const bool known = std::find(all.begin(), all.end(), v) != all.end();
      if (!known && net_.value(v).constant.empty()) all.push_back(v);
    }
    return all;
  }
  /// Whether value v is a constant that no layer has as its weights or bias.
  bool is_constant_value(int v) const {
    if (net_.value(v).constant.empty()) return false;
    for (const int n : net_.value(v).readers) {
      if (!net_.layers[static_cast<std::size_t>(n)].kind->has_weights) return true;
    }
    return false;
  }

  std::string type_of(const etch::format& f, int k) const {
    const etch::host::number_choice& as = formats_.list()[static_cast<std::size_t>(k)];
    return as.real != nullptr ? std::string(as.real->type) : quantise::type_of(f);
  }
  std::string type_of(int v, int k) const { return type_of(formats_.format_of(v, k), k); }
  std::string type_of_weights(std::size_t n, int k) const {
    if (!formats_.is_affine()) return type_of(formats_.format_of_weights(n, k), k);
    const int as = formats_.format_of_parameters(k);
    return "etch::affine_channels<" + quantise::code_type(formats_.format_of_weights(n, as).bits) +
           ", w::" + name_of_scales(n, as) + ">";
  }
  /// The formats of a configuration as members of a struct: of all layers, or of layer n alone.
  std::string struct_of_formats(const std::string& called, const configuration& c,
                                std::size_t n) const {
    std::map<std::string, std::string> types;
    std::string text = "struct " + called + " {\n";
    const auto add = [&](const std::string& name, const std::string& type) {
      if (types.emplace(name, type).second) text += "  using " + name + " = " + type + ";\n";
    };
    const auto add_value = [&](int v) {
      const int k = c[formats_.variable_of(v)];
      if (net_.value(v).constant.empty()) add(net_.value(v).name, type_of(v, k));
      else if (is_constant_value(v)) add("constant_" + std::to_string(v), type_of(v, k));
    };
    const auto add_layer = [&](std::size_t i) {
      const float_layer& l = net_.layers[i];
      for (const int v : l.inputs) {
        if (net_.value(v).constant.empty() || is_constant_value(v)) add_value(v);
      }
      if (l.kind->has_weights) {
        const int k = c[formats_.variable_of_parameters(i)];
        add(net_.value(l.output).name + "_weights", type_of_weights(i, k));
      }
      add_value(l.output);
    };
    if (n < net_.layers.size()) add_layer(n);
    else
      for (std::size_t i = 0; i < net_.layers.size(); ++i) add_layer(i);
    return text + "};\n";
  }

  std::string input_of(int v) const {
    const etch::host::float_value& is = net_.value(v);
    return "\n    etch::input<etch::tensor<typename F::" + is.name + ", " + shape_of(is.is.shape) +
           ", etch::hwc>>\n        " + is.name;
  }
  std::string name_of_value(int v) const {
    if (!is_constant_value(v)) return net_.value(v).name;
    const std::string name = "constant_" + std::to_string(v);
    return "codes<w::" + name + ", typename F::" + name + ">.as_constant()";
  }
  std::string statement(std::size_t n) const {
    const float_layer& l = net_.layers[n];
    const std::string name = net_.value(l.output).name;
    etch::operand room[etch::most_inputs]{}, y = net_.value(l.output).is;
    std::vector<std::string> in;
    for (const int v : l.inputs) in.push_back(name_of_value(v));
    const std::string parameters = "in<w::" + name +
                                   ", typename F::" + net_.value(l.inputs[0]).name +
                                   ", typename F::" + name + "_weights" +
                                   (formats_.has_wide_sums(n) ? ", etch::bias64>" : ">");
    std::string line =
        l.kind->text({l.what, net_.operands_of(l, room), y, in, parameters, "typename F::" + name});
    if (l.act == etch::activation::clamp || l.kind->op->clamps == etch::activation::clamp) {
      throw etch::host::not_quantised(name +
                                      ": clamp has other ends in each format; its codes "
                                      "cannot be written for all");
    }
    if (l.act != etch::activation::none) {
      line += " | " + etch::host::word_of(l.act, l.clamp_low, l.clamp_high, y.number);
    }
    return broken("  const auto " + name + " = " + line + " | tap(\"" + name + "\");") + "\n";
  }

  static std::string floats(const etch::host::numbers& all) {
    std::string bytes;
    for (const double x : all) {
      const auto word = __builtin_bit_cast(std::uint32_t, static_cast<float>(x));
      for (int b = 0; b < 32; b += 8) bytes += static_cast<char>(word >> b & 0xff);
    }
    return bytes;
  }
  std::string constant_value(int v) const {
    const etch::host::float_value& is = net_.value(v);
    return "\n" + quantise::constant("constant_" + std::to_string(v), "etch::f32", is.is.shape, "",
                                     floats(is.constant));
  }
  static std::string layout_of(const etch::extents& shape) {
    return shape.rank == 4 ? ", etch::ohwi" : "";
  }
  /// The name of the weights of layer n in format k.
  std::string name_of_weights(std::size_t n, std::size_t k) const {
    return net_.value(net_.layers[n].output).name + "_weights_" + std::to_string(k);
  }
  std::string name_of_scales(std::size_t n, int k) const {
    return net_.value(net_.layers[n].output).name + "_scales_" + std::to_string(k);
  }
  std::string parameters(std::size_t n) const {
    const float_layer& l = net_.layers[n];
    const std::string name = net_.value(l.output).name;
    const etch::extents& shape = net_.value(l.inputs[1]).is.shape;
    const etch::extents channels{1, {static_cast<int>(l.bias.size())}};
    const std::string layout = layout_of(shape);
    std::string text =
        "\n" +
        quantise::constant(name + "_weights", "etch::f32", shape, layout, floats(l.weights)) +
        quantise::constant(name + "_bias", "etch::f32", channels, "", floats(l.bias)) +
        "inline constexpr etch::parameters " + name + "{" + name + "_weights, " + name +
        "_bias};\n";
    for (std::size_t k = 0; k < formats_.list().size(); ++k) {
      const int as = static_cast<int>(k);
      if (formats_.format_of_parameters(as) != as) continue;
      if (formats_.is_affine())
        text += quantise::scales(name_of_scales(n, as), formats_.scales(n, as));
      text += quantise::constant(name_of_weights(n, k), type_of_weights(n, as), shape, layout,
                                 formats_.codes_of_weights(n, as));
    }
    return text;
  }
  std::string searched_weights() const {
    std::string text;
    std::set<std::string> written;  // two formats may be one, as of f32
    for (std::size_t n = 0; n < net_.layers.size(); ++n) {
      if (!net_.layers[n].kind->has_weights) continue;
      for (std::size_t k = 0; k < formats_.list().size(); ++k) {
        const int as = static_cast<int>(k);
        const std::string which = "weights<w::" + net_.value(net_.layers[n].output).name + ", " +
                                  type_of_weights(n, as) + ">";
        if (!written.insert(which).second) continue;
        text += "template <>\ninline constexpr auto " + which + " = w::" + name_of_weights(n, k) +
                ";\n";
      }
    }
    return text;
  }
  static constexpr const char* affine_functions =
      R"(/// Weights in format W, with one scale or one a channel.
template <class W, class S, class L>
consteval auto affine_weights(etch::constant<etch::tensor<etch::f32, S, L>> c) {
  const bool is_last = W::descriptor.channels > 1 && S::descriptor.d[0] == 1;
  return etch::quantise<W>(c, etch::rounding::half_away,
                           is_last ? etch::channels_at::last : etch::channels_at::first);
}
template <int Bits>
struct bias_of {
  using type = etch::bias32;
};
template <>
struct bias_of<64> {
  using type = etch::bias64;
};
/// A bias beside them: sums of values of 16 bits with weights of 8 have 64, others 32.
template <class X, class W, class S, class L>
consteval auto affine_bias(etch::constant<etch::tensor<etch::f32, S, L>> c) {
  constexpr int bits = X::bits == 16 && W::bits == 8 ? 64 : 32;
  etch::format sum = W::descriptor;
  sum.kind = &etch::format_id<etch::accumulator_kind>, sum.bits = bits;
  sum.scale *= X::descriptor.unit();
  etch::codes_of_constant<etch::tensor<typename bias_of<bits>::type, S, L>> made;
  etch::quantise_bytes<etch::accumulator_kind, bits>(sum, made.bytes, etch::bytes_in(c).data(),
                                                     made.count, etch::rounding::half_away);
  return made;
}
)";
  /// `codes<constant, F>`, and `in<layer, X, W>`: parameters in format W behind values of X.
  std::string converter() const {
    if (formats_.list()[0].real != nullptr) {
      return R"(/// Numbers C in format F.
template <const auto& C, class F>
inline constexpr auto codes = etch::quantise<F>(C);
/// Weights of P in format W.
template <const auto& P, class W>
inline constexpr auto codes_of_weights = etch::quantise<W>(P.weights);
template <const auto& P, class W>
inline constexpr auto weights = codes_of_weights<P, W>.as_constant();
/// Its bias.
template <const auto& P, class W>
inline constexpr auto bias = etch::quantise<W>(P.bias);
/// Both, whatever the values before them.
template <const auto& P, class /*X*/, class W>
inline constexpr etch::parameters in{weights<P, W>, bias<P, W>.as_constant()};
)";
    }
    return std::string(formats_.is_affine() ? affine_functions : "") + R"(/// Numbers C in format F.
template <const auto& C, class F>
inline constexpr auto codes = etch::quantise<F>(C, etch::rounding::half_away);
/// Weights of P in format W.
template <const auto& P, class W>
inline constexpr auto codes_of_weights = )" +
           std::string(formats_.is_affine()
                           ? "affine_weights<W>(P.weights);"
                           : "etch::quantise<W>(P.weights, etch::rounding::half_away);") +
           R"(
template <const auto& P, class W>
inline constexpr auto weights = codes_of_weights<P, W>.as_constant();
/// Its bias in units of the sums of values X and weights W)" +
           (formats_.is_affine() ? R"(.
template <const auto& P, class X, class W>
inline constexpr auto bias = affine_bias<X, W>(P.bias);
/// Both.
template <const auto& P, class X, class W>
inline constexpr etch::parameters in{weights<P, W>, bias<P, X, W>.as_constant()};
)"
                                 : R"(, of 32 bits or, beside formats of more
/// than 8, as many as B.
template <class X, class W, class B>
struct bias_of {
  using type = etch::bias32;
};
template <class X, class W, class B>
requires(X::bits > 8 || W::bits > 8)
struct bias_of<X, W, B> {
  using type = B;
};
template <const auto& P, class X, class W, class B>
inline constexpr auto bias = etch::quantise_bias<X, W, typename bias_of<X, W, B>::type>(P.bias);
/// Both.
template <const auto& P, class X, class W, class B = etch::bias32>
inline constexpr etch::parameters in{weights<P, W>, bias<P, X, W, B>.as_constant()};
)");
  }
};

}  // namespace search
