// Host tool of etch_add_cases: folders with operator cases become C++ tests.
//
//   cases <folder> <output folder> <number of sources>
//
// A case is a folder with case.json (kind, dtype, params, arrays, null_arrays) and one .npy for each
// array. Each becomes a graph in the DSL and a TEST_CASE of its name. The graph is also written here,
// at run time, by the operators of the library: what they refuse, what no operator or format of etch
// stands for and what this tool does not know is listed as skipped, with the reason. A malformed
// file ends with a message and exit code 1.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <etch/graph/dsl.hpp>
#include <etch/tensor/bytes.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "npy.hpp"

namespace {

using nlohmann::json;
using shape = std::vector<long>;
using names = std::vector<const char*>;

// Why a case is not tested.
struct skipped : std::runtime_error {
  using runtime_error::runtime_error;
};
// Why no test can be made of the folder.
struct malformed : std::runtime_error {
  malformed(const std::filesystem::path& file, const std::string& what)
      : std::runtime_error(file.string() + ": " + what) {}
};

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw malformed(file, "cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

long product(const shape& s) {
  long count = 1;
  for (const long extent : s) count *= extent;
  return count;
}

std::string joined(const shape& s, const char* between) {
  std::string text;
  for (const long extent : s) text += (text.empty() ? "" : between) + std::to_string(extent);
  return text;
}

struct array {
  std::string type;  // as case.json writes it: int8, int16, int32, float32
  shape extents;
  std::string bytes;

  long count() const { return product(extents); }
  std::int32_t int32(long i) const {
    return etch::load<std::int32_t>(reinterpret_cast<const unsigned char*>(bytes.data()),
                                    static_cast<int>(i));
  }
};

// A case.json and its arrays. It keeps account of what was asked for: a parameter or an array that
// nobody asked for may change what the case means.
class case_folder {
 public:
  explicit case_folder(const std::filesystem::path& folder)
      : folder_(folder), file_(folder / "case.json") {
    try {
      json_ = json::parse(read(file_));
    } catch (const json::exception& error) {
      throw malformed(file_, error.what());
    }
    if (!json_.is_object()) throw malformed(file_, "not an object");
    for (const char* key : {"params", "arrays"}) {
      if (!json_.contains(key) || !json_[key].is_object()) {
        throw malformed(file_, std::string("'") + key + "' is not an object");
      }
    }
    kind = word("kind");
    dtype = word("dtype");
    for (const auto& [name, about] : json_["arrays"].items()) arrays_[name] = load(name, about);
  }

  std::string name() const { return folder_.filename().string(); }

  // The parameter, under any of its names.
  std::optional<double> number(const names& any) {
    for (const char* name : any) {
      const auto at = json_["params"].find(name);
      if (at == json_["params"].end()) continue;
      asked_.insert(name);
      if (at->is_boolean()) return at->get<bool>() ? 1 : 0;
      if (!at->is_number()) throw malformed(file_, std::string(name) + " is not a number");
      return at->get<double>();
    }
    return {};
  }
  long integer(const names& any, std::optional<long> otherwise = {}) {
    const std::optional<double> value = number(any);
    if (!value && !otherwise) throw skipped(std::string("no parameter ") + any.front());
    if (!value) return *otherwise;
    if (*value != std::floor(*value) || std::abs(*value) > 4294967296.0) {
      throw malformed(file_, std::string(any.front()) + " is not a whole number");
    }
    return static_cast<long>(*value);
  }
  // An integer > 0.
  long extent(const names& any, std::optional<long> otherwise = {}) {
    const long value = integer(any, otherwise);
    if (value < 1) throw skipped(std::string("parameter ") + any.front() + " is not positive");
    return value;
  }

  const array* find(const names& any) {
    for (const std::string name : any) {
      for (const std::string& key : {name, name + "_data"}) {
        if (const auto at = arrays_.find(key); at != arrays_.end()) {
          asked_.insert(key);
          return &at->second;
        }
      }
    }
    return nullptr;
  }
  const array& get(const names& any, const std::string& type, const shape& extents) {
    const array* found = find(any);
    if (found == nullptr) throw skipped(std::string("no array ") + any.front());
    if (found->type != type) {
      throw skipped(std::string(any.front()) + " is " + found->type + ", not " + type);
    }
    if (found->count() != product(extents)) {
      throw skipped(std::string(any.front()) + " has " + std::to_string(found->count()) +
                    " elements, the parameters say " + joined(extents, " x "));
    }
    return *found;
  }

  void refuse_what_nobody_asked_for() const {
    // Said twice, how the data was made, or which function of CMSIS-NN is called.
    static const std::set<std::string> silent = {
        "accumulation_depth", "arena_size", "batch_size", "dst_size", "has_bias", "input_batches",
        "input_c", "input_max", "input_min", "input_n", "input_size", "output_c", "output_size",
        "pad", "padding", "per_channel_quant", "use_null_bias", "use_wrapper", "w_type"};
    for (const auto& [name, value] : json_["params"].items()) {
      const bool order = name == "layout" && value == "ARM_NN_LAYOUT_NHWC";
      if (!order && asked_.count(name) + silent.count(name) == 0) {
        throw skipped("unknown parameter " + name + " = " + value.dump());
      }
    }
    for (const auto& [name, about] : arrays_) {
      if (asked_.count(name) == 0) throw skipped("unknown array " + name);
    }
  }

  std::string kind, dtype;

 private:
  std::filesystem::path folder_, file_;
  json json_;
  std::map<std::string, array> arrays_;
  std::set<std::string> asked_;

  std::string word(const char* key) const {
    if (!json_.contains(key) || !json_[key].is_string()) {
      throw malformed(file_, std::string("'") + key + "' is not a word");
    }
    return json_[key].get<std::string>();
  }

  array load(const std::string& name, const json& about) const {
    static const std::map<std::string, std::string> types = {
        {"|i1", "int8"},  {"|u1", "uint8"}, {"<i2", "int16"},   {"<i4", "int32"},
        {"<i8", "int64"}, {"<u4", "uint32"}, {"<f2", "float16"}, {"<f4", "float32"}};
    const std::filesystem::path file = folder_ / (name + ".npy");
    const std::string bytes = read(file);
    npy::array_file found;
    try {
      found = npy::parse(bytes);
    } catch (const npy::malformed& error) {
      throw malformed(file, error.what());
    }
    const auto type = types.find(found.type);
    array a{type == types.end() ? found.type : type->second, found.shape,
            bytes.substr(found.data)};
    if (about.is_object() && about.contains("dtype") && about["dtype"] != a.type) {
      throw malformed(file, "offset " + std::to_string(bytes.find("descr")) + ": " + a.type +
                                ", case.json says " + about["dtype"].dump());
    }
    if (about.is_object() && about.contains("shape") && about["shape"] != a.extents) {
      throw malformed(file, "offset " + std::to_string(bytes.find("shape")) + ": (" +
                                joined(a.extents, ", ") + "), case.json says " +
                                about["shape"].dump());
    }
    return a;
  }
};

// Text of the generated source ----------------------------------------------------------------

std::string exact(double x) {
  char text[64];
  std::snprintf(text, sizeof text, "%a", x);
  return text;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

std::string array_text(const char* name, const std::string& bytes) {
  return "alignas(16) inline constexpr unsigned char " + std::string(name) + "[" +
         std::to_string(bytes.size() + 1) + "] =\n" + npy::literal(bytes) + ";\n";
}

// A number format, as a value of the library and as its type's name.
struct format {
  etch::format is;
  std::string text;
};

format f32() { return {etch::f32::descriptor, "etch::f32"}; }
format bias32() { return {etch::bias32::descriptor, "etch::bias32"}; }

// real = scale * (code - zero), in 8 or 16 bits.
format affine(int bits, double scale, long zero) {
  if (!(scale > 0) || !std::isfinite(scale)) throw skipped("a scale is not a positive number");
  if (zero < -(1L << (bits - 1)) || zero >= 1L << (bits - 1)) {
    throw skipped("the zero point " + std::to_string(zero) + " is no code of " +
                  std::to_string(bits) + " bits");
  }
  return {{.kind = &etch::format_id<etch::affine_kind>,
           .bits = bits,
           .scale = scale,
           .zero = static_cast<int>(zero)},
          "etch::affine<std::int" + std::to_string(bits) + "_t, " + exact(scale) + ", " +
              std::to_string(zero) + ">"};
}

// mult 2^(shift - 31), which is exact in a double.
double real_factor(etch::fixed_point_factor f) {
  return std::ldexp(static_cast<double>(f.multiplier), f.shift - 31);
}
// Refuses scales from which the library would not compute the very factor of the case.
void must_give(etch::fixed_point_factor wanted, double real) {
  if (etch::quantise_factor(real) == wanted) return;
  throw skipped("no scales give the multiplier " + std::to_string(wanted.multiplier) +
                " with shift " + std::to_string(wanted.shift));
}

// A graph under way: the library's own nodes, and the same in words.
class graph {
 public:
  graph() : builder_{.values = values_, .nodes = nodes_, .capacity = 16} {}

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
    parts_ += (parts_.empty() ? "" : ",\n    ") + ("etch::constant<" + tensor(f, s) + ">{" + name) +
              "}";
    return value(f, s, true);
  }
  // Weight formats with a scale for each channel: the array that the types refer to.
  format channels(const std::vector<double>& scales) {
    constants_ += "inline constexpr double scales[" + std::to_string(scales.size()) + "] = {";
    for (std::size_t c = 0; c < scales.size(); ++c) {
      constants_ += (c % 4 == 0 ? "\n    " : " ") + exact(scales[c]) + ",";
    }
    constants_ += "\n};\n";
    scales_ = scales;
    return {{.kind = &etch::format_id<etch::affine_kind>,
             .bits = 8,
             .channel_scale = scales_.data(),
             .channels = static_cast<int>(scales_.size())},
            "etch::affine_channels<std::int8_t, scales>"};
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
  std::string source(const std::string& name, const std::string& title, const char* check,
                     const shape& s, const array& expected) {
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
    return "namespace " + name + " {\n" + constants_ + "inline constexpr auto graph = etch::graph([](" +
           parameters_ + ") {\n  using namespace etch::dsl;\n  return " + expression_ +
           ";\n}, etch::numerics::cmsis_nn);\n}  // namespace " + name + "\n\nTEST_CASE(" +
           quoted(title) + ") {\n  conformance::" + check + "<" + name + "::graph>(" +
           quoted(title) + ", " + name + "::expected" + inputs + ");\n}\n";
  }

 private:
  etch::value values_[16]{};
  etch::node nodes_[16]{};
  etch::builder builder_;
  etch::wire last_;
  std::vector<double> scales_;
  int inputs_ = 0;
  std::string constants_, parameters_, parts_, expression_;

  static std::string tensor(const format& f, const shape& s) {
    return "etch::tensor<" + f.text + ", etch::shape<" + joined(s, ", ") + ">>";
  }
  etch::wire value(const format& f, const shape& s, bool is_constant) {
    etch::operand is{f.is, {static_cast<int>(s.size()), {}}, &etch::layout_id<etch::hwc>,
                     is_constant};
    for (std::size_t i = 0; i < s.size(); ++i) is.shape.d[i] = static_cast<int>(s[i]);
    return {&builder_, builder_.add(etch::value{.is = is})};
  }
  std::string refusal() const {
    std::string text = builder_.refused.message;
    for (const long number : {builder_.refused.have, builder_.refused.want}) {
      if (const auto at = text.find("{}"); at != text.npos) text.replace(at, 2, std::to_string(number));
    }
    return text;
  }
};

// Kinds of cases ------------------------------------------------------------------------------

// What the dtypes of cases stand for.
struct element {
  std::string type;
  int bits;  // 0: floating point
  double lowest, highest;
  const char* check;

  bool is_float() const { return bits == 0; }
  // The format of values whose scale does not matter.
  format values(long zero = 0) const { return is_float() ? f32() : affine(bits, 1, zero); }
};

element element_of(const case_folder& c, const names& taken) {
  for (const std::string name : taken) {
    if (c.dtype != name) continue;
    if (name == "f32") return {"float32", 0, -3.4e38, 3.4e38, "check_close"};
    if (name == "s16") return {"int16", 16, -32768, 32767, "check_equal"};
    return {"int8", 8, -128, 127, "check_equal"};
  }
  std::string list;
  for (const char* name : taken) list += (list.empty() ? "" : ", ") + std::string(name);
  throw skipped("dtype " + c.dtype + ": etch has " + c.kind + " in " + list);
}

struct window {
  long kh, kw, oh, ow;
  etch::pair stride{}, dilation{};
  etch::padding pad{};

  std::string options() const {
    const auto two = [](etch::pair p) {
      return "{" + std::to_string(p.h) + ", " + std::to_string(p.w) + "}";
    };
    const bool dilated = dilation.h != 1 || dilation.w != 1;
    return "{.stride = " + two(stride) + ", .pad = pad(" +
           joined({pad.top, pad.left, pad.bottom, pad.right}, ", ") + ")" +
           (dilated ? ", .dilation = " + two(dilation) : "");
  }
};

// Cells that the window needs after the input so that there are `out` outputs; where there are more
// than it needs, the last ones are not read.
int cells_after(long out, long stride, long reach, long in, long before) {
  return static_cast<int>(std::max(0L, (out - 1) * stride + reach - in - before));
}

window window_of(case_folder& c, long h, long w) {
  window m{c.extent({"filter_y", "filter_h"}), c.extent({"filter_x", "filter_w"}),
           c.extent({"output_h"}), c.extent({"output_w"})};
  m.stride = {static_cast<int>(c.extent({"stride_y", "stride_h"})),
              static_cast<int>(c.extent({"stride_x", "stride_w"}))};
  m.dilation = {static_cast<int>(c.extent({"dilation_y", "dilation_h"}, 1)),
                static_cast<int>(c.extent({"dilation_x", "dilation_w"}, 1))};
  const int top = static_cast<int>(c.integer({"pad_y", "padding_h"}, 0));
  const int left = static_cast<int>(c.integer({"pad_x", "padding_w"}, 0));
  m.pad = etch::pad(top, left,
                    cells_after(m.oh, m.stride.h, (m.kh - 1) * m.dilation.h + 1, h, top),
                    cells_after(m.ow, m.stride.w, (m.kw - 1) * m.dilation.w + 1, w, left));
  return m;
}

// Multipliers of the outputs' channels: one for each, or one for all.
std::vector<etch::fixed_point_factor> factors_of(case_folder& c, long channels) {
  const auto shift_fits = [](long shift) {
    if (shift < -31 || shift > 30) throw skipped("shift " + std::to_string(shift) + " of a multiplier");
    return static_cast<int>(shift);
  };
  if (c.find({"output_mult", "output_multiplier"}) == nullptr) {
    return {{static_cast<std::int32_t>(c.integer({"output_multiplier", "output_mult"})),
             shift_fits(c.integer({"output_shift"}))}};
  }
  const array& mult = c.get({"output_mult", "output_multiplier"}, "int32", {channels});
  const array& shift = c.get({"output_shift"}, "int32", {channels});
  std::vector<etch::fixed_point_factor> factors;
  for (long i = 0; i < channels; ++i) factors.push_back({mult.int32(i), shift_fits(shift.int32(i))});
  return factors;
}

// The weights of a layer in `s` with their bias, if there is one: inputs 1 and 2 of its operator.
// Values have scale 1, so that the weights' scales are the factors. dense with one scale for all
// multiplies scales in single precision: there 1 / factor is the output's scale, which is returned.
double add_weights(graph& g, case_folder& c, const element& e, std::vector<etch::wire>& inputs,
                   const shape& s, long channels, bool one_scale_is_the_output_s) {
  double y_scale = 1;
  format weights = f32();
  if (!e.is_float()) {
    const long zero = -c.integer({"filter_offset"}, 0);
    const std::vector<etch::fixed_point_factor> factors = factors_of(c, channels);
    if (factors.size() == 1 && one_scale_is_the_output_s) {
      y_scale = 1 / real_factor(factors[0]);
      must_give(factors[0], 1 / y_scale);
      weights = affine(8, 1, zero);
    } else {
      if (zero != 0) throw skipped("weights with a scale for each channel and a zero point");
      std::vector<double> scales(static_cast<std::size_t>(channels));
      for (std::size_t i = 0; i < scales.size(); ++i) {
        const etch::fixed_point_factor f = factors[factors.size() == 1 ? 0 : i];
        scales[i] = real_factor(f);
        must_give(f, scales[i]);
      }
      weights = g.channels(scales);
    }
  }
  inputs.push_back(g.constant("weights", weights, s, c.get({"weights"}, e.type, s)));
  if (c.find({"biases", "bias", "input_bias"}) != nullptr) {
    const format f = e.is_float() ? f32() : bias32();
    inputs.push_back(g.constant("bias", f, {channels},
                                c.get({"biases", "bias", "input_bias"},
                                      e.is_float() ? "float32" : "int32", {channels})));
  }
  return y_scale;
}

const names input_names = {"input", "input_tensor"};
const names output_names = {"output_ref", "output"};

// conv and depthwise.
std::string convolution(case_folder& c, const std::string& name) {
  const element e = element_of(c, {"s8", "f32"});
  const long n = c.extent({"input_batches", "batch_size", "input_n"}, 1);
  const long h = c.extent({"input_h"}), w = c.extent({"input_w"}), channels = c.extent({"in_ch"});
  const long filters = c.extent({"out_ch"});
  const window m = window_of(c, h, w);
  const etch::window move{m.stride, m.dilation, m.pad};

  graph g;
  const shape x{n, h, w, channels};
  std::vector<etch::wire> inputs{g.input(e.values(-c.integer({"input_offset"}, 0)), x,
                                         c.get(input_names, e.type, x))};
  double y_scale = 1;
  if (c.kind == "depthwise") {
    if (c.extent({"ch_mult"}, filters / channels) * channels != filters) {
      throw skipped("ch_mult in_ch is not out_ch");
    }
    y_scale = add_weights(g, c, e, inputs, {1, m.kh, m.kw, filters}, filters, false);
    g.then(etch::ops::depthwise_conv2d{move}, inputs,
           "| depthwise_conv2d(layer, " + m.options() + "})");
  } else {
    const long depth = c.extent({"filter_ch"}, channels);
    const long groups = depth == 0 ? 1 : channels / depth;
    y_scale = add_weights(g, c, e, inputs, {filters, m.kh, m.kw, depth}, filters, false);
    g.then(etch::ops::conv2d{move, static_cast<int>(groups)}, inputs,
           "| conv2d(layer, " + m.options() + ", .groups = " + std::to_string(groups) + "})");
  }
  if (!e.is_float()) g.to(affine(e.bits, y_scale, c.integer({"output_offset"})));
  g.limit(c, e.lowest, e.highest);
  const shape y{n, m.oh, m.ow, filters};
  return g.source(name, c.name(), e.check, y, c.get(output_names, e.type, y));
}

std::string fully_connected(case_folder& c, const std::string& name) {
  const element e = element_of(c, {"s8", "f32"});
  const long n = c.extent({"input_batches", "batch_size"}, 1), outputs = c.extent({"out_ch"});
  const long depth = c.extent({"in_ch"}) * c.extent({"input_h"}, 1) * c.extent({"input_w"}, 1);

  graph g;
  const shape x{n, depth}, y{n, outputs};
  std::vector<etch::wire> inputs{g.input(e.values(-c.integer({"input_offset"}, 0)), x,
                                         c.get(input_names, e.type, x))};
  const double y_scale = add_weights(g, c, e, inputs, {outputs, depth}, outputs, true);
  g.then(etch::ops::dense{}, inputs, "| dense(layer)");
  if (!e.is_float()) g.to(affine(e.bits, y_scale, c.integer({"output_offset"})));
  g.limit(c, e.lowest, e.highest);
  return g.source(name, c.name(), e.check, y, c.get(output_names, e.type, y));
}

// maxpool and avgpool.
std::string pool(case_folder& c, const std::string& name) {
  const element e = element_of(c, {"s8", "s16", "f32"});
  const long n = c.extent({"input_n", "input_batches", "batch_size"}, 1);
  const long h = c.extent({"input_h"}), w = c.extent({"input_w"});
  const long channels = c.extent({"input_c", "in_ch"});
  const window m = window_of(c, h, w);
  const etch::pair size{static_cast<int>(m.kh), static_cast<int>(m.kw)};
  const etch::window move{m.stride, m.dilation, m.pad};
  if (m.dilation.h != 1 || m.dilation.w != 1) throw skipped("a pool with dilation");

  graph g;
  const shape x{n, h, w, channels}, y{n, m.oh, m.ow, channels};
  const etch::wire in = g.input(e.values(), x, c.get(input_names, e.type, x));
  const std::string text =
      "_pool<" + joined({m.kh, m.kw}, ", ") + ">(" + m.options() + "})";
  if (c.kind == "maxpool") {
    g.then(etch::ops::max_pool{size, move}, {in}, "| max" + text);
  } else {
    g.then(etch::ops::avg_pool{size, move}, {in}, "| avg" + text);
  }
  g.limit(c, e.lowest, e.highest);
  return g.source(name, c.name(), e.check, y, c.get(output_names, e.type, y));
}

std::string add(case_folder& c, const std::string& name) {
  const element e = element_of(c, {"s8", "s16", "f32"});
  const array* first = c.find({"input1"});
  const array* second = c.find({"input2"});
  if (first == nullptr || second == nullptr) throw skipped("no array input1 or no array input2");
  if (first->extents != second->extents) throw skipped("values of different shapes");
  const shape s = first->extents;
  if (s.size() > 5) throw skipped("values of more than five dimensions");

  format a = e.values(), b = e.values(), sum = e.values();
  const names scaling[] = {{"input1_mult"}, {"input1_shift"}, {"input2_mult"}, {"input2_shift"},
                           {"output_mult"}, {"output_shift"}};
  const names offsets[] = {{"input1_offset"}, {"input2_offset"}, {"output_offset"}};
  long scale[6], offset[3];
  for (int i = 0; i < 6; ++i) scale[i] = c.integer(scaling[i], 0);
  for (int i = 0; i < 3; ++i) offset[i] = c.integer(offsets[i], 0);
  const long headroom = c.integer({"left_shift"}, 0);
  if (!e.is_float()) {
    // Twice the larger scale is 1: then the scales are the factors themselves.
    const long standard = e.bits == 8 ? 20 : 15;
    if (headroom != standard) throw skipped("left_shift " + std::to_string(headroom));
    etch::fixed_point_factor f[3];
    for (int i = 0; i < 3; ++i) {
      f[i] = {static_cast<std::int32_t>(scale[2 * i]), static_cast<int>(scale[2 * i + 1])};
    }
    a = affine(e.bits, real_factor(f[0]), -offset[0]);
    b = affine(e.bits, real_factor(f[1]), -offset[1]);
    sum = affine(e.bits, 1 / (real_factor(f[2]) * std::ldexp(1, static_cast<int>(standard))),
                 offset[2]);
    const double twice = 2 * std::max(a.is.scale, b.is.scale);
    must_give(f[0], a.is.scale / twice);
    must_give(f[1], b.is.scale / twice);
    must_give(f[2], twice / (std::ldexp(1, static_cast<int>(standard)) * sum.is.scale));
  }
  graph g;
  const etch::wire x0 = g.input(a, s, c.get({"input1"}, e.type, s));
  const etch::wire x1 = g.input(b, s, c.get({"input2"}, e.type, s));
  g.then(etch::ops::add{}, {x0, x1}, "add<" + sum.text + ">(x0, x1)", &sum);
  g.limit(c, e.lowest, e.highest);
  return g.source(name, c.name(), e.check, s, c.get(output_names, e.type, s));
}

std::string softmax(case_folder& c, const std::string& name) {
  const element e = element_of(c, {"s8", "f32"});
  const shape s{c.extent({"num_rows"}), c.extent({"row_size"})};
  format f = e.values();
  if (!e.is_float()) {
    const etch::fixed_point_factor factor{static_cast<std::int32_t>(c.integer({"input_mult"})),
                                          static_cast<int>(c.integer({"input_left_shift"}))};
    f = affine(8, std::ldexp(real_factor(factor), -26), 0);
    must_give(factor, std::ldexp(f.is.scale, 26));
    const long least = -static_cast<long>(std::floor(std::ldexp(31, 26 - factor.shift)));
    if (c.integer({"diff_min"}, least) != least) throw skipped("diff_min is not that of the scale");
  }
  graph g;
  const etch::wire in = g.input(f, s, c.get(input_names, e.type, s));
  g.then(etch::ops::softmax{}, {in}, "| softmax");
  return g.source(name, c.name(), e.check, s, c.get(output_names, e.type, s));
}

const std::map<std::string, std::function<std::string(case_folder&, const std::string&)>> kinds = {
    {"conv", convolution}, {"depthwise", convolution}, {"fully_connected", fully_connected},
    {"maxpool", pool},     {"avgpool", pool},          {"add", add},
    {"softmax", softmax},
};

std::string test_of(case_folder& c, const std::string& name) {
  const auto kind = kinds.find(c.kind);
  if (kind == kinds.end()) throw skipped("kind " + c.kind + " is no operator of etch");
  const std::string source = kind->second(c, name);
  c.refuse_what_nobody_asked_for();
  return source;
}

// Folders and files ---------------------------------------------------------------------------

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
  for (const auto& path : folders) {
    case_folder c(path);
    try {
      tests.push_back(test_of(c, identifier(c.name(), taken)));
    } catch (const skipped& why) {
      reasons.push_back(c.name() + ": " + why.what());
    }
  }

  // The largest first, each where there is least yet.
  std::stable_sort(tests.begin(), tests.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  std::vector<std::string> files(static_cast<std::size_t>(sources));
  for (const std::string& test : tests) {
    std::min_element(files.begin(), files.end(), [](const auto& a, const auto& b) {
      return a.size() < b.size();
    })->append("\n" + test);
  }
  const std::string count = std::to_string(tests.size()) + " cases tested, " +
                            std::to_string(reasons.size()) + " skipped";
  files[0] += "\nTEST_CASE(\"what is not tested\") {\n  std::puts(" + quoted(count) + ");\n";
  for (const auto& why : reasons) files[0] += "  std::puts(" + quoted("skipped " + why) + ");\n";
  files[0] += "}\n";
  for (std::size_t i = 0; i < files.size(); ++i) {
    write(out / ("cases_" + std::to_string(i) + ".cpp"),
          "// Operator cases, made by etch_add_cases.\n#include <conformance.hpp>\n\n"
          "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n" + files[i]);
  }
  std::printf("%s: %s\n", folder.string().c_str(), count.c_str());
  for (const std::string& why : reasons) std::printf("  skipped %s\n", why.c_str());
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
