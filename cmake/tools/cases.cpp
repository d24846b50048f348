// Host tool of etch_add_cases: folders with operator cases become C++ tests.
//
//   cases <folder> <output folder> <number of sources>
//
// A case is a folder with case.json (kind, dtype, params, arrays, null_arrays) and one .npy for
// each array. Each becomes a graph in the DSL and a TEST_CASE of its name. The graph is also
// written here, at run time, by the operators of the library: what they refuse, what no operator or
// format of etch stands for and what this tool does not know is listed as skipped, with the reason.
// A malformed file ends with a message and exit code 1.

#include <cstdio>
#include <functional>

#include "cases/graph.hpp"

namespace {

using namespace cases;

// What the dtypes of cases stand for.
struct element {
  std::string type;
  int bits;  // 0: floating point
  double lowest, highest;

  bool is_float() const { return bits == 0; }
  // The format of values whose scale does not matter.
  format values(long zero = 0) const { return is_float() ? f32() : affine(bits, 1, zero); }
};

element element_of(const case_folder& c, const names& taken) {
  for (const std::string name : taken) {
    if (c.dtype != name) continue;
    if (name == "f32") return {"float32", 0, -3.4e38, 3.4e38};
    if (name == "s16") return {"int16", 16, -32768, 32767};
    return {"int8", 8, -128, 127};
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
  m.pad = etch::pad(top, left, cells_after(m.oh, m.stride.h, (m.kh - 1) * m.dilation.h + 1, h, top),
                    cells_after(m.ow, m.stride.w, (m.kw - 1) * m.dilation.w + 1, w, left));
  return m;
}

// Multipliers of the outputs' channels: one for each, or one for all.
std::vector<etch::fixed_point_factor> factors_of(case_folder& c, long channels) {
  const auto shift_fits = [](long shift) {
    if (shift < -31 || shift > 30) throw skipped("a multiplier's shift " + std::to_string(shift));
    return static_cast<int>(shift);
  };
  if (c.find({"output_mult", "output_multiplier"}) == nullptr) {
    return {{static_cast<std::int32_t>(c.integer({"output_multiplier", "output_mult"})),
             shift_fits(c.integer({"output_shift"}))}};
  }
  const array& mult = c.get({"output_mult", "output_multiplier"}, "int32", {channels});
  const array& shift = c.get({"output_shift"}, "int32", {channels});
  std::vector<etch::fixed_point_factor> factors;
  for (long i = 0; i < channels; ++i)
    factors.push_back({mult.int32(i), shift_fits(shift.int32(i))});
  return factors;
}

// The weights of a layer in `s` with their bias, if there is one: inputs 1 and 2 of its operator.
// Values have scale 1, so that the weights' scales are the factors. dense with one scale for all
// multiplies scales in single precision: there 1 / factor is the output's scale, which is returned.
double add_weights(graph& g, case_folder& c, const element& e, std::vector<etch::wire>& inputs,
                   const shape& s, long channels, bool one_scale_is_the_output_s) {
  // Kernels pack weights inside the compiler, whose loops are bounded.
  if (product(s) > 250000) throw skipped("more than 250000 weights");
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
    inputs.push_back(g.constant(
        "bias", f, {channels},
        c.get({"biases", "bias", "input_bias"}, e.is_float() ? "float32" : "int32", {channels})));
  }
  return y_scale;
}

const names input_names = {"input", "input_tensor"};
const names output_names = {"output_ref", "output"};

// conv and depthwise.
std::string convolution(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "f32"});
  const long n = c.extent({"input_batches", "batch_size", "input_n"}, 1);
  const long h = c.extent({"input_h"}), w = c.extent({"input_w"}), channels = c.extent({"in_ch"});
  const long filters = c.extent({"out_ch"});
  const window m = window_of(c, h, w);
  const etch::window move{m.stride, m.dilation, m.pad};

  graph g;
  const shape x{n, h, w, channels};
  std::vector<etch::wire> inputs{
      g.input(e.values(-c.integer({"input_offset"}, 0)), x, c.get(input_names, e.type, x))};
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
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

std::string fully_connected(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "f32"});
  const long n = c.extent({"input_batches", "batch_size"}, 1), outputs = c.extent({"out_ch"});
  const long depth = c.extent({"in_ch"}) * c.extent({"input_h"}, 1) * c.extent({"input_w"}, 1);

  graph g;
  const shape x{n, depth}, y{n, outputs};
  std::vector<etch::wire> inputs{
      g.input(e.values(-c.integer({"input_offset"}, 0)), x, c.get(input_names, e.type, x))};
  const double y_scale = add_weights(g, c, e, inputs, {outputs, depth}, outputs, true);
  g.then(etch::ops::dense{}, inputs, "| dense(layer)");
  if (!e.is_float()) g.to(affine(e.bits, y_scale, c.integer({"output_offset"})));
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

// maxpool and avgpool.
std::string pool(case_folder& c, const std::string& id) {
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
  const std::string text = "_pool<" + joined({m.kh, m.kw}, ", ") + ">(" + m.options() + "})";
  if (c.kind == "maxpool") {
    g.then(etch::ops::max_pool{size, move}, {in}, "| max" + text);
  } else {
    g.then(etch::ops::avg_pool{size, move}, {in}, "| avg" + text);
  }
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

std::string add(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32"});
  const array* first = c.find({"input1"});
  const array* second = c.find({"input2"});
  if (first == nullptr || second == nullptr) throw skipped("no array input1 or no array input2");
  if (first->extents != second->extents) throw skipped("values of different shapes");
  const shape s = first->extents;
  if (s.size() > 5) throw skipped("values of more than five dimensions");

  format a = e.values(), b = e.values(), sum = e.values();
  if (!e.is_float()) {
    // Twice the larger scale is 1: then the scales are the factors themselves.
    const auto factor = [&](const std::string& value) {
      const std::string mult = value + "_mult", shift = value + "_shift";
      return etch::fixed_point_factor{static_cast<std::int32_t>(c.integer({mult.c_str()})),
                                      static_cast<int>(c.integer({shift.c_str()}))};
    };
    const etch::fixed_point_factor fa = factor("input1"), fb = factor("input2");
    const etch::fixed_point_factor fsum = factor("output");
    const double headroom = std::ldexp(1, e.bits == 8 ? 20 : 15);
    a = affine(e.bits, real_factor(fa), -c.integer({"input1_offset"}));
    b = affine(e.bits, real_factor(fb), -c.integer({"input2_offset"}));
    sum = affine(e.bits, 1 / (real_factor(fsum) * headroom), c.integer({"output_offset"}));
    const double twice = 2 * std::max(a.is.scale, b.is.scale);
    must_give(fa, a.is.scale / twice);
    must_give(fb, b.is.scale / twice);
    must_give(fsum, twice / (headroom * sum.is.scale));
    if (std::ldexp(1, static_cast<int>(c.integer({"left_shift"}))) != headroom) {
      throw skipped("left_shift is neither 20 in 8 bits nor 15 in 16");
    }
  } else {
    for (const char* integer_only :
         {"input1_mult", "input2_mult", "output_mult", "input1_shift", "input2_shift",
          "output_shift", "input1_offset", "input2_offset", "output_offset", "left_shift"}) {
      if (c.integer({integer_only}, 0) != 0) throw skipped(std::string("f32 with ") + integer_only);
    }
  }
  graph g;
  const etch::wire x0 = g.input(a, s, c.get({"input1"}, e.type, s));
  const etch::wire x1 = g.input(b, s, c.get({"input2"}, e.type, s));
  g.then(etch::ops::add{}, {x0, x1}, "add<" + sum.text + ">(x0, x1)", &sum);
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, s, c.get(output_names, e.type, s));
}

std::string softmax(case_folder& c, const std::string& id) {
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
  return g.source(id, c.name, s, c.get(output_names, e.type, s));
}

const std::map<std::string, std::function<std::string(case_folder&, const std::string&)>> kinds = {
    {"conv", convolution}, {"depthwise", convolution}, {"fully_connected", fully_connected},
    {"maxpool", pool},     {"avgpool", pool},          {"add", add},
    {"softmax", softmax},
};

std::string test_of(case_folder& c, const std::string& id) {
  const auto kind = kinds.find(c.kind);
  if (kind == kinds.end()) throw skipped("kind " + c.kind + " is no operator of etch");
  std::string source = kind->second(c, id);
  c.refuse_what_nobody_asked_for();
  // One channel and one filter: the data then serve both operators.
  if (c.kind == "conv" && c.made_for("depthwise") &&
      c.integer({"in_ch"}) * c.integer({"out_ch"}) == 1) {
    c.kind = "depthwise";
    c.name += " as depthwise";
    source += "\n" + convolution(c, id + "_depthwise");
  }
  return source;
}

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
    const std::string name = c.name;
    try {
      tests.push_back(test_of(c, identifier(name, taken)));
    } catch (const skipped& why) {
      reasons.push_back(name + ": " + why.what());
    }
  }

  std::vector<std::string> files(static_cast<std::size_t>(sources));
  for (std::size_t i = 0; i < tests.size(); ++i) files[i % files.size()] += "\n" + tests[i];
  const std::string count = std::to_string(tests.size()) + " cases tested, " +
                            std::to_string(reasons.size()) + " skipped";
  files[0] += "\nTEST_CASE(\"what is not tested\") {\n  std::puts(" + quoted(count) + ");\n";
  for (const auto& why : reasons) files[0] += "  std::puts(" + quoted("skipped " + why) + ");\n";
  files[0] += "}\n";
  for (std::size_t i = 0; i < files.size(); ++i) {
    write(out / ("cases_" + std::to_string(i) + ".cpp"),
          "// Operator cases, made by etch_add_cases.\n#include <conformance.hpp>\n\n"
          "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n" +
              files[i]);
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
