// Host tool of `./dev model`: the .npy files of a model, checked, taken apart and made. They are in
// the order of the model's file: those of .onnx have channels before rows and columns.
//
//   model_files prepare <model> <folder> [input|expect <file.npy>]...
//   model_files finish <model> <folder> [output|expect <file.npy>]... [values <folder>]
//   model_files numerics <model> <folder> as <numerics>
//   model_files differing <model> <folder> [expect <file.npy>]...
//
// `prepare` writes <folder>/input<i>.bin, the codes of all cases one after the other, and
// <folder>/cases, how they stand in the files; without inputs one case of zeros. `finish` makes of
// output<i>.bin and value<n>.bin, which a program has written there, .npy files that have the
// dimension of cases where the inputs have one, and compares outputs with what is expected:
// integers exactly, f32 within max|a - b| <= 1e-5 max|b|; exit code 3 says that they differ, and
// lines how much. `numerics` prints the arithmetics in which the model is another graph than in the
// given one and which its outputs may be of, and `differing` how many elements of output<i>.bin are
// not as expected, of how many. What is wrong is one sentence and exit code 1.
#include <etch/host/read.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "npy.hpp"

namespace {

struct failure : std::runtime_error {
  using runtime_error::runtime_error;
};
using shape = std::vector<long>;

std::string read(const std::string& path) {
  if (std::filesystem::is_directory(path)) throw failure(path + ": is a folder, not a file");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw failure(path + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}
void write(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  if (!out.flush()) throw failure(path + ": cannot be written");
}
std::string text(const shape& s) {
  std::string all;
  for (const long d : s) all += (all.empty() ? "" : ", ") + std::to_string(d);
  return "(" + all + (s.size() == 1 ? ",)" : ")");
}

/// NumPy's name of the type that stores codes of f, and that name in words.
const char* type_of(const etch::format& f) {
  if (etch::is_f32(f)) return "<f4";
  if (f == etch::truth::descriptor) return "|b1";
  if (etch::is_unsigned_affine(f)) return "|u1";
  return f.bits == 8 ? "|i1" : f.bits == 16 ? "<i2" : f.bits == 64 ? "<i8" : "<i4";
}
std::string in_words(const std::string& type) {
  const char kind = type.size() == 3 ? type[1] : '?';
  const char* const word = kind == 'f' ? "float" : kind == 'u' ? "uint" : kind == 'i' ? "int" : "?";
  return kind == 'b' ? "bool" : word + std::to_string(8 * (type.back() - '0'));
}
etch::host::read_model model_of(const std::string& path, const std::string& bytes,
                                etch::numerics preset) {
  return etch::host::read(path, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                          preset);
}
etch::host::read_model model_of(const std::string& path, const std::string& bytes) {
  return etch::host::read(path, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}
long count_of(const shape& s) {
  long count = 1;
  for (const long d : s) count *= d;
  return count;
}

/// How many cases files hold, and whether their arrays begin with a dimension of cases.
struct cases {
  long count = 1;
  enum form : int { bare, stacked, batched } kind = bare;

  /// The shape of an array with all cases of a value of shape s.
  shape of(shape s) const {
    if (kind == stacked) s.insert(s.begin(), count);
    if (kind == batched && !s.empty()) s[0] = count;
    return s.empty() ? shape{1} : s;
  }
};

/// The cases that an array of shape `is` holds of values of shape `one`: it has that shape, one
/// more dimension before it, or more than one in place of a batch of 1.
bool holds(const shape& is, const shape& one, cases& found) {
  if (is == one || count_of(is) + count_of(one) == 2) {
    found = {};
    return true;
  }
  if (is.size() == one.size() + 1 && std::equal(one.begin(), one.end(), is.begin() + 1)) {
    found = {is[0], cases::stacked};
    return true;
  }
  if (is.size() == one.size() && !one.empty() && one[0] == 1 &&
      std::equal(one.begin() + 1, one.end(), is.begin() + 1)) {
    found = {is[0], cases::batched};
    return true;
  }
  return false;
}

struct array {
  std::string path;
  npy::array_file is;
  std::string elements;
};
array read_array(const std::string& path) {
  const std::string file = read(path);
  try {
    const npy::array_file is = npy::parse(file);
    return {path, is, file.substr(is.data, is.size)};
  } catch (const npy::malformed& why) {
    throw failure(path + ": " + why.what());
  }
}
/// Integers of 64 bits, of which files of ONNX are, in 32, of which values are; other arrays as
/// they are.
array in_32_bits(array a) {
  if (a.is.type != "<i8") return a;
  std::string made;
  for (std::size_t i = 0; 8 * i < a.elements.size(); ++i) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(a.elements.data());
    const auto whole = etch::load<std::int64_t>(bytes, static_cast<int>(i));
    if (whole < INT32_MIN || whole > INT32_MAX) {
      throw failure(a.path + ": element " + std::to_string(i) + " is " + std::to_string(whole) +
                    ", which 32 bits do not hold");
    }
    made += a.elements.substr(8 * i, 4);
  }
  a.is.type = "<i4";
  a.elements = made;
  return a;
}
void write_array(const std::string& path, const std::string& type, const shape& s,
                 const std::string& elements) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + text(s) + ", }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 255);
  file += static_cast<char>(header.size() >> 8);
  write(path, file + header + elements);
}

struct job {
  std::string model, folder, values, numerics;
  std::vector<std::string> inputs, outputs, expected;
};

/// A model, and what its inputs and outputs are.
class session {
 public:
  session(const job& j, const std::string& bytes) : job_(j), model_(model_of(j.model, bytes)) {
    if (model_.refused()) throw failure(j.model + ": " + model_.why());
    few(j.inputs, model_.inputs(), "input");
    few(j.outputs, model_.outputs(), "output");
    few(j.expected, model_.outputs(), "output");
    if (!j.inputs.empty() && j.inputs.size() != model_.inputs().size()) {
      throw failure(j.model + ": the model has " + std::to_string(model_.inputs().size()) +
                    " inputs, " + std::to_string(j.inputs.size()) + " files are given");
    }
  }

  void prepare() {
    for (std::size_t i = 0; i < job_.inputs.size(); ++i) {
      const array a = array_for(job_.inputs[i], model_.inputs()[i]);
      cases here;
      check(a, "input", i, model_.inputs()[i], here);
      if (i > 0 && here.count != cases_.count) {
        throw failure(a.path + ": has " + std::to_string(here.count) + " cases, input 0 has " +
                      std::to_string(cases_.count));
      }
      if (i == 0) cases_ = here;
      write(bin("input", i), reordered(a.elements, model_.inputs()[i], false));
    }
    for (std::size_t i = 0; i < model_.inputs().size() && job_.inputs.empty(); ++i) {
      write(bin("input", i), std::string(bytes_of(value(model_.inputs()[i])), '\0'));
    }
    for (std::size_t i = 0; i < job_.expected.size(); ++i) expected(i);
    std::ofstream(job_.folder + "/cases") << cases_.count << ' ' << cases_.kind << '\n';
    std::printf("%ld\n", cases_.count);
  }

  int finish() {
    find_cases();
    for (std::size_t i = 0; i < job_.outputs.size(); ++i) {
      make(job_.outputs[i], bin("output", i), model_.outputs()[i]);
    }
    if (!job_.values.empty()) write_values();
    bool differs = false;
    for (std::size_t i = 0; i < job_.expected.size(); ++i) {
      const difference d = compare(i);
      if (d.elements > 0) describe(i, d);
      differs |= d.elements > 0;
    }
    if (differs) return 3;
    if (!job_.expected.empty()) std::printf("all %ld cases as expected\n", cases_.count);
    return 0;
  }

  void count_differing() {
    find_cases();
    std::size_t differing = 0, all = 0;
    for (std::size_t i = 0; i < job_.expected.size(); ++i) {
      const difference d = compare(i);
      differing += d.elements, all += d.of_elements;
    }
    std::printf("%zu of %zu\n", differing, all);
  }

 private:
  const job& job_;
  etch::host::read_model model_;
  cases cases_;

  void few(const std::vector<std::string>& files, const std::vector<int>& values,
           const char* what) const {
    if (files.size() <= values.size()) return;
    throw failure(job_.model + ": the model has " + std::to_string(values.size()) + " " + what +
                  "s, " + std::to_string(files.size()) + " files are given");
  }
  const etch::operand& value(int v) const {
    return model_.values()[static_cast<std::size_t>(v)].is;
  }
  /// The array in a file for value v.
  array array_for(const std::string& path, int v) const {
    const array a = read_array(path);
    return type_of(value(v).number) == std::string("<i4") ? in_32_bits(a) : a;
  }
  static std::size_t bytes_of(const etch::operand& v) {
    return static_cast<std::size_t>(v.shape.size() * v.number.bits / 8);
  }
  std::string bin(const char* what, std::size_t i) const {
    return job_.folder + "/" + what + std::to_string(i) + ".bin";
  }
  /// The shape that the file's tensor has of value v.
  shape shape_of(int v) const {
    shape s(value(v).shape.d, value(v).shape.d + value(v).shape.rank);
    if (model_.channels_last(v)) std::rotate(s.begin() + 1, s.end() - 1, s.end());
    return s;
  }
  /// The codes of value v of all cases, from the file's order to the model's or back.
  std::string reordered(const std::string& from, int v, bool to_file) const {
    if (!model_.channels_last(v)) return from;
    const etch::extents& s = value(v).shape;
    const auto channels = static_cast<std::size_t>(s.c());
    const auto cells = static_cast<std::size_t>(s.size() / s.d[0]) / channels;
    const std::size_t width = bytes_of(value(v)) / static_cast<std::size_t>(s.size());
    std::string to = from;
    for (std::size_t e = 0; e < from.size() / width; ++e) {
      const std::size_t n = e / (channels * cells), c = e / cells % channels, k = e % cells;
      const std::size_t last = (n * cells + k) * channels + c;
      to.replace((to_file ? e : last) * width, width, from, (to_file ? last : e) * width, width);
    }
    return to;
  }
  void check(const array& a, const char* what, std::size_t i, int of, cases& found) const {
    const etch::operand& v = value(of);
    const std::string which = std::string(what) + " " + std::to_string(i) + " of the model";
    if (a.is.type != type_of(v.number)) {
      throw failure(a.path + ": the elements are " + in_words(a.is.type) + ", " + which + " is " +
                    in_words(type_of(v.number)));
    }
    const shape one = shape_of(of);
    if (holds(a.is.shape, one, found)) return;
    shape more = one;
    more.insert(more.begin(), 0);
    std::string stacked = text(more);
    stacked.replace(1, 1, "cases");
    throw failure(a.path + ": the shape is " + text(a.is.shape) + ", " + which + " is " +
                  text(one) + ", all cases " + stacked);
  }
  array expected(std::size_t i) const {
    array a = array_for(job_.expected[i], model_.outputs()[i]);
    cases here;
    check(a, "output", i, model_.outputs()[i], here);
    if (here.count != cases_.count) {
      throw failure(a.path + ": has " + std::to_string(here.count) + " cases, the inputs have " +
                    std::to_string(cases_.count));
    }
    return a;
  }
  void make(const std::string& path, const std::string& from, int of) const {
    const etch::operand& v = value(of);
    const std::string codes = reordered(read(from), of, true);
    if (codes.size() != bytes_of(v) * static_cast<std::size_t>(cases_.count)) {
      throw failure(from + ": the program has written " + std::to_string(codes.size()) + " bytes");
    }
    write_array(path, type_of(v.number), cases_.of(shape_of(of)), codes);
  }
  /// Every tensor but constants as t<index of the tensor>.npy.
  void write_values() const {
    std::filesystem::create_directories(job_.values);
    for (std::size_t i = 0; i < model_.inputs().size(); ++i) {
      write_value(model_.inputs()[i], bin("input", i));
    }
    for (std::size_t n = 0; n < model_.nodes().size(); ++n) {
      write_value(model_.nodes()[n].outputs[0], bin("value", n));
    }
  }
  void write_value(int v, const std::string& from) const {
    const int tensor = model_.tensor_of(v);
    if (tensor < 0) return;
    if (!std::filesystem::exists(from)) {
      std::printf("t%03d          has rows that nothing reads, which are never made\n", tensor);
      return;
    }
    char name[32];
    std::snprintf(name, sizeof name, "/t%03d.npy", tensor);
    make(job_.values + name, from, v);
  }
  void find_cases() {
    int kind = 0;
    std::ifstream(job_.folder + "/cases") >> cases_.count >> kind;
    cases_.kind = static_cast<cases::form>(kind);
  }
  /// How an output is not as expected.
  struct difference {
    std::size_t elements = 0, of_elements = 0, cases = 0;
    std::size_t first = 0;             ///< element of all cases
    double has = 0, wanted = 0;        ///< the first one
    double most = 0;                   ///< the largest difference, in codes or of real numbers
    std::size_t rows = 0, agreed = 0;  ///< along the last dimension; with the same largest place
  };
  difference compare(std::size_t i) const {
    const array want = expected(i);
    const etch::operand& v = value(model_.outputs()[i]);
    const std::string codes = reordered(read(bin("output", i)), model_.outputs()[i], true);
    if (codes.size() != want.elements.size()) {
      throw failure(bin("output", i) + ": the program has written " + std::to_string(codes.size()) +
                    " bytes");
    }
    const auto elements = static_cast<std::size_t>(v.shape.size());
    const std::size_t one = bytes_of(v) / elements;
    const shape is = shape_of(model_.outputs()[i]);
    const auto row = static_cast<std::size_t>(is.empty() ? 1 : is.back());
    const auto has = [&](std::size_t e) { return number(codes, e * one, v.number); };
    const auto wanted = [&](std::size_t e) { return number(want.elements, e * one, v.number); };
    difference d{.of_elements = elements * static_cast<std::size_t>(cases_.count)};
    std::size_t last = d.of_elements;  // case that differs
    double bound = 0;
    for (std::size_t e = 0; e < d.of_elements; ++e) {
      if (etch::is_f32(v.number) && e % elements == 0) bound = 1e-5 * largest(want, e, elements);
      const double a = has(e), b = wanted(e), apart = std::fabs(a - b);
      if (a == b || apart <= bound) continue;
      if (d.elements++ == 0) d.first = e, d.has = a, d.wanted = b;
      if (e / elements != last) last = e / elements, ++d.cases;
      if (!(apart <= d.most)) d.most = apart;
    }
    for (std::size_t e = 0; e < d.of_elements; e += row, ++d.rows) {
      std::size_t best = e, best_wanted = e;
      for (std::size_t k = e; k < e + row; ++k) {
        if (has(k) > has(best)) best = k;
        if (wanted(k) > wanted(best_wanted)) best_wanted = k;
      }
      d.agreed += best == best_wanted ? 1 : 0;
    }
    return d;
  }
  void describe(std::size_t i, const difference& d) const {
    const etch::operand& v = value(model_.outputs()[i]);
    const auto elements = static_cast<std::size_t>(v.shape.size());
    std::fprintf(
        stderr,
        "%s: output %zu differs in %zu of %zu elements: case %zu, element %zu is %g, not %g\n",
        job_.expected[i].c_str(), i, d.elements, d.of_elements, d.first / elements,
        d.first % elements, d.has, d.wanted);
    std::fprintf(stderr, "  in %zu of %ld cases, by %g", d.cases, cases_.count, d.most);
    if (etch::is_f32(v.number)) std::fprintf(stderr, " at most");
    else
      std::fprintf(stderr, " %s at most, %g in real numbers", d.most > 1 ? "codes" : "code",
                   d.most * v.number.unit());
    if (d.rows < d.of_elements) {
      const bool one_row = d.rows == static_cast<std::size_t>(cases_.count);
      std::fprintf(stderr, "; arg-max agrees in %zu of %zu %s", d.agreed, d.rows,
                   one_row ? "cases" : "rows of the last dimension");
    }
    std::fprintf(stderr, "\n");
  }
  double largest(const array& a, std::size_t first, std::size_t count) const {
    double most = 0;
    for (std::size_t e = first; e < first + count; ++e) {
      most = std::fmax(most, std::fabs(number(a.elements, 4 * e, etch::f32::descriptor)));
    }
    return most;
  }
  static double number(const std::string& bytes, std::size_t at, const etch::format& f) {
    const auto* p = reinterpret_cast<const unsigned char*>(bytes.data()) + at;
    if (etch::is_f32(f)) return static_cast<double>(etch::load<float>(p, 0));
    if (f.bits == 8) return etch::is_unsigned_affine(f) ? p[0] : etch::load<std::int8_t>(p, 0);
    return f.bits == 16 ? etch::load<std::int16_t>(p, 0) : etch::load<std::int32_t>(p, 0);
  }
};

struct arithmetic {
  const char* name;
  etch::numerics preset;
};
constexpr arithmetic arithmetics[]{{"tflm_reference", etch::numerics::tflm_reference},
                                   {"cmsis_nn", etch::numerics::cmsis_nn},
                                   {"litert_xnnpack", etch::numerics::litert_xnnpack},
                                   {"onnxruntime", etch::numerics::onnxruntime}};

/// Prints the arithmetics that make another graph of the model than `as` does, one of each kind.
/// The outputs of a .tflite file are those of one of TensorFlow Lite's runtimes.
void print_other_numerics(const std::string& path, const std::string& bytes,
                          const std::string& as) {
  std::vector<etch::host::read_model> known;
  const auto computes_alike = [](const auto& a, const auto& b) {
    if (a.values().size() != b.values().size() || a.nodes().size() != b.nodes().size())
      return false;
    for (std::size_t v = 0; v < a.values().size(); ++v) {
      if (a.values()[v].round != b.values()[v].round) return false;
    }
    for (std::size_t n = 0; n < a.nodes().size(); ++n) {
      if (!same_work(a.nodes()[n], b.nodes()[n])) return false;
    }
    return true;
  };
  for (const arithmetic& a : arithmetics) {
    if (as == a.name) known.push_back(model_of(path, bytes, a.preset));
  }
  for (const arithmetic& a : arithmetics) {
    if (a.preset == etch::numerics::onnxruntime && !etch::host::is_onnx(path)) continue;
    etch::host::read_model other = model_of(path, bytes, a.preset);
    bool is_new = true;
    for (const auto& model : known) is_new = is_new && !computes_alike(model, other);
    if (!is_new) continue;
    std::printf("%s\n", a.name);
    known.push_back(std::move(other));
  }
}

int run(int argc, char** argv) {
  const std::string command = argv[1];
  job j{argv[2], argv[3], {}, {}, {}, {}, {}};
  for (int i = 4; i + 1 < argc; i += 2) {
    const std::string what = argv[i];
    if (what == "values") j.values = argv[i + 1];
    else if (what == "as") j.numerics = argv[i + 1];
    else
      (what == "input"    ? j.inputs
       : what == "output" ? j.outputs
                          : j.expected)
          .push_back(argv[i + 1]);
  }
  const std::string bytes = read(j.model);
  session s(j, bytes);
  if (command == "finish") return s.finish();
  if (command == "differing") s.count_differing();
  else if (command == "numerics") print_other_numerics(j.model, bytes, j.numerics);
  else s.prepare();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr,
                 "usage: model_files prepare|finish|numerics|differing <model> <folder> ...\n");
    return 2;
  }
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
