// Says what the reader finds in files, a line each: "refused", or their nodes, names, attributes
// and constants. Standard input holds the files, each behind its size in four bytes.
#include <etch/host/onnx.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace etch;

class dumped : public onnx_file {
 public:
  using onnx_file::onnx_file;

  std::string text() {
    std::string all = "opset " + std::to_string(opset);
    for (int i = 0; i < input_count; ++i) {
      const onnx_tensor& is = tensor(inputs[i]);
      all += " input " + hex(is.name) + " " + std::to_string(is.type) + shape(is.shape);
    }
    for (int n = 0; n < nodes; ++n) all += of_node(n);
    for (int i = 0; i < output_count; ++i) all += " output " + hex(tensor(outputs[i]).name);
    for (int t = 0; t < tensors; ++t) {
      if (tensor(t).from == onnx_tensor::origin::constant) all += of_constant(tensor(t));
    }
    return failed() ? "refused" : all;
  }

 private:
  std::string hex(const protobuf::stretch& s) {
    std::string all = "'";
    for (int i = 0; i < s.size; ++i) {
      char digits[4];
      std::snprintf(digits, sizeof digits, "%02x", source.bytes()[s.at + i]);
      all += digits;
    }
    return all;
  }
  static std::string bits(float x) { return std::to_string(__builtin_bit_cast(std::uint32_t, x)); }
  static std::string shape(const extents& e) {
    std::string all = " (";
    for (int k = 0; k < e.rank; ++k) all += std::to_string(e.d[k]) + ",";
    return all + ")";
  }
  std::string of_node(int n) {
    std::string all = " node " + hex(node(n).op_type) + " " + hex(node(n).domain);
    const auto name = [&](int t) { return t < 0 ? std::string("'") : hex(tensor(t).name); };
    for (int k = 0; k < node(n).inputs; ++k) all += " < " + name(input(n, k));
    for (int k = 0; k < node(n).outputs; ++k) all += " > " + name(output(n, k));
    for (protobuf::fields f(source, node(n).all); f.next();) {
      if (!f.is(onnx_schema::fields::node::attribute, protobuf::wire::bytes)) continue;
      all += of_attribute(read_attribute(f.inside));
    }
    return all;
  }
  static std::string of_list(const onnx_attribute& a, bool of_floats) {
    std::string all;
    for (int k = 0; k < a.count && k < onnx_attribute::most; ++k) {
      all += " " + (of_floats ? bits(a.floats[k]) : std::to_string(a.ints[k]));
    }
    return all;
  }
  std::string of_attribute(const onnx_attribute& a) {
    using onnx_schema::attribute_type;
    const std::string all = " @ " + hex(a.name) + " " + std::to_string(static_cast<int>(a.type));
    switch (a.type) {
      case attribute_type::f: return all + " " + bits(a.f);
      case attribute_type::i: return all + " " + std::to_string(a.i);
      case attribute_type::s: return all + " " + hex(a.inside);
      case attribute_type::floats: return all + of_list(a, true);
      case attribute_type::ints: return all + of_list(a, false);
      default: return all;
    }
  }
  std::string of_constant(const onnx_tensor& is) {
    const onnx_numbers of = numbers(is.proto);
    std::string all = " constant " + hex(is.name) + " " +
                      std::to_string(static_cast<int>(of.type)) + shape(of.shape);
    if (of.type == onnx_schema::element::float32) {
      const unsigned char* at = source.bytes() + of.data.at + of.gap;
      for (const int i : {0, of.elements - 1}) {
        if (i >= 0 && i < of.elements) all += " " + bits(load<float>(at + i * (4 + of.gap), 0));
      }
    } else if (of.type == onnx_schema::element::int64) {
      for (const int i : {0, of.elements - 1}) {
        if (i >= 0 && i < of.elements) all += " " + std::to_string(integer(of, i));
      }
    }
    return all;
  }
};

std::string dump(const std::vector<unsigned char>& file) {
  const int size = static_cast<int>(file.size());
  const onnx_bounds bounds = onnx_bounds_of(file.data(), size);
  if (bounds.first.refused) return "refused";
  const auto some = [](int n) { return static_cast<std::size_t>(n) + 1; };
  std::vector<onnx_node> nodes(some(bounds.nodes_of_file));
  std::vector<onnx_tensor> tensors(some(bounds.tensors));
  std::vector<int> edges(some(bounds.edges)), slots(some(bounds.slots));
  dumped of(file.data(), size, file_reader::default_steps,
            {nodes.data(), tensors.data(), edges.data(), slots.data(), bounds.slots});
  return of.failed() ? "refused" : of.text();
}

}  // namespace

int main() {
  unsigned char size[4];
  while (std::fread(size, 1, 4, stdin) == 4) {
    std::vector<unsigned char> file(load<std::uint32_t>(size, 0));
    if (std::fread(file.data(), 1, file.size(), stdin) != file.size()) return 1;
    std::printf("%s\n", dump(file).c_str());
  }
}
