// What the reader reads of a corrupted file is what another reader, flatc, reads of the same bytes:
// operators, their tensors, types, shapes, names, scales, zero points, options, and the bytes of
// constants. Of each of FILES many with one to eight bits flipped, every other one outside the
// constants; those that the reader refuses have nothing to compare.
#include <etch/host/tflite.hpp>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../support/are_long.hpp"
#include "../support/poison.hpp"

namespace {

using nlohmann::json;
namespace schema = etch::tflite_schema;
using file = std::vector<unsigned char>;

file read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return file{std::istreambuf_iterator<char>(in), {}};
}

/// The tables by flatc; null where it gives up.
json by_flatc(const file& bytes) {
  const std::string folder = WORK, at = folder + "/corrupted.tflite";
  std::ofstream(at, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  const std::string command =
      std::string("timeout 20 " FLATC " --json --strict-json --defaults-json --raw-binary -o ") +
      folder + " " TABLES " -- " + at + " >/dev/null 2>&1";
  std::remove((folder + "/corrupted.json").c_str());
  if (std::system(command.c_str()) != 0) return {};
  std::ifstream in(folder + "/corrupted.json");
  return json::parse(in, nullptr, false);
}

/// Numbers of a vector as text, of either reader.
template <class T>
std::string text(const etch::flatbuffer::vector& v) {
  std::string all;
  for (int i = 0; i < v.count; ++i) all += std::to_string(+v.number<T>(i)) + " ";
  return all;
}
std::string text(const json& table, const char* name) {
  std::string all;
  if (!table.contains(name)) return all;
  for (const json& number : table.at(name)) all += number.dump() + " ";
  return all;
}

/// A tensor of both readers, as text.
std::string tensor_by_us(etch::tflite_file& f, int t) {
  const etch::tflite_tensor is = f.shapeless_tensor(t);
  const etch::flatbuffer::table at = f.tensor_table(t);
  return text<std::int32_t>(at.list(schema::fields::tensor::shape, 4)) + "/" +
         std::to_string(is.type) + "/" + text<std::uint32_t>(is.scales) + "/" +
         text<std::int64_t>(is.zeros) + "/" + std::to_string(is.scaled_dimension) + "/" +
         std::to_string(is.is_variable) + "/" +
         text<unsigned char>(at.list(schema::fields::tensor::name, 1));
}
std::string tensor_by_flatc(const json& model, int t) {
  const json& at = model.at("subgraphs").at(0).at("tensors").at(static_cast<std::size_t>(t));
  const json scaling = at.value("quantization", json::object());
  return text(at, "shape") + "/" + at.at("type").dump() + "/" + text(scaling, "scale") + "/" +
         text(scaling, "zero_point") + "/" +
         std::to_string(scaling.value("quantized_dimension", 0)) + "/" +
         std::to_string(at.at("is_variable").get<bool>()) + "/" + text(at, "name");
}

/// Whether tensor t has the same constant by both readers.
bool same_constant(etch::tflite_file& f, const json& model, int t) {
  const json& at = model.at("subgraphs").at(0).at("tensors").at(static_cast<std::size_t>(t));
  const json& buffer = model.at("buffers").at(at.at("buffer").get<std::size_t>());
  const etch::flatbuffer::vector ours = f.shapeless_tensor(t).data;
  if (!buffer.contains("data")) return ours.count == 0;
  const json& theirs = buffer.at("data");
  if (theirs.size() != static_cast<std::size_t>(ours.count)) return false;
  for (int i = 0; i < ours.count; ++i) {
    if (theirs[static_cast<std::size_t>(i)] != ours.number<unsigned char>(i)) return false;
  }
  return true;
}

/// The options that both readers know, as text.
std::string options_by_us(const etch::flatbuffer::table& o, const std::string& kind) {
  const auto byte = [&](int id) { return std::to_string(+o.number<std::int8_t>(id)) + " "; };
  const auto whole = [&](int id, int otherwise = 0) {
    return std::to_string(o.number<std::int32_t>(id, otherwise)) + " ";
  };
  if (kind == "Conv2D") return byte(0) + whole(1) + whole(2) + byte(3) + whole(4, 1) + whole(5, 1);
  if (kind == "Depthwise")
    return byte(0) + whole(1) + whole(2) + whole(3) + byte(4) + whole(5, 1) + whole(6, 1);
  if (kind == "Pool") return byte(0) + whole(1) + whole(2) + whole(3) + whole(4) + byte(5);
  if (kind == "Dense") return byte(0) + byte(1);
  if (kind == "Softmax") return std::to_string(o.number<std::uint32_t>(0)) + " ";
  const auto flag = [&](int id) { return std::string(o.number<bool>(id) ? "true " : "false "); };
  if (kind == "StridedSlice") return whole(0) + whole(1) + whole(2) + whole(3) + whole(4) + flag(5);
  if (kind == "Svdf") return whole(0);
  if (kind == "Lstm") return byte(0) + std::to_string(o.number<std::uint32_t>(1)) + " " + flag(3);
  if (kind == "TransposeConv") return byte(0) + whole(1) + whole(2) + byte(3);
  return "";
}
std::string options_by_flatc(const json& o, const std::string& kind) {
  std::vector<const char*> fields;
  if (kind == "Conv2D")
    fields = {"padding", "stride_w", "stride_h", "activation", "dilation_w", "dilation_h"};
  if (kind == "Depthwise")
    fields = {"padding",    "stride_w",   "stride_h",  "multiplier",
              "activation", "dilation_w", "dilation_h"};
  if (kind == "Pool") fields = {"padding", "stride_w", "stride_h", "width", "height", "activation"};
  if (kind == "Dense") fields = {"activation", "weights_format"};
  if (kind == "Softmax") fields = {"beta"};
  if (kind == "StridedSlice")
    fields = {"begin_mask",    "end_mask",         "ellipsis_mask",
              "new_axis_mask", "shrink_axis_mask", "offset"};
  if (kind == "Svdf") fields = {"rank"};
  if (kind == "Lstm") fields = {"activation", "cell_clip", "time_major"};
  if (kind == "TransposeConv") fields = {"padding", "stride_w", "stride_h", "activation"};
  std::string all;
  for (const char* field : fields) all += o.at(field).dump() + " ";
  return all;
}

/// Whether both readers read the same operators and tensors; throws where flatc's text lacks one.
bool agree(const file& bytes, const json& model) {
  etch::tflite_file f(bytes.data(), static_cast<int>(bytes.size()),
                      etch::flatbuffer::reader::default_steps);
  const json& graph = model.at("subgraphs").at(0);
  if (text<std::int32_t>(f.inputs) != text(graph, "inputs")) return false;
  if (text<std::int32_t>(f.outputs) != text(graph, "outputs")) return false;
  if (static_cast<std::size_t>(f.operators.count) != graph.at("operators").size()) return false;
  std::set<int> used;
  for (int i = 0; i < f.operators.count; ++i) {
    const json& at = graph.at("operators").at(static_cast<std::size_t>(i));
    const etch::flatbuffer::table op = f.operation(i);
    const json code = model.at("operator_codes").at(at.at("opcode_index").get<std::size_t>());
    const int by_flatc =
        std::max(code.at("deprecated_builtin_code").get<int>(), code.at("builtin_code").get<int>());
    const auto in = op.list(schema::fields::op::inputs, 4);
    const auto out = op.list(schema::fields::op::outputs, 4);
    if (f.place.code != by_flatc || text<std::int32_t>(in) != text(at, "inputs") ||
        text<std::int32_t>(out) != text(at, "outputs")) {
      return false;
    }
    const std::string kind = at.value("builtin_options_type", "NONE");
    const auto options = op.child(schema::fields::op::builtin_options);
    if (at.contains("builtin_options") &&
        options_by_us(options, kind) != options_by_flatc(at.at("builtin_options"), kind)) {
      return false;
    }
    for (int k = 0; k < in.count; ++k) used.insert(in.number<std::int32_t>(k));
    for (int k = 0; k < out.count; ++k) used.insert(out.number<std::int32_t>(k));
  }
  used.erase(-1);
  for (const int t : used) {
    if (f.failed()) return false;
    const std::string ours = tensor_by_us(f, t), theirs = tensor_by_flatc(model, t);
    if (ours != theirs) {
      std::printf("tensor %d: %.300s\nflatc: %.300s\n", t, ours.c_str(), theirs.c_str());
      return false;
    }
    if (!same_constant(f, model, t)) {
      std::printf("tensor %d: another constant\n", t);
      return false;
    }
  }
  return !f.failed();
}

/// Where the bytes of a file are that are in no constant.
std::vector<std::size_t> outside_constants(const file& bytes) {
  etch::tflite_file f(bytes.data(), static_cast<int>(bytes.size()),
                      etch::flatbuffer::reader::default_steps);
  std::vector<bool> constant(bytes.size());
  for (int t = 0; t < f.tensors.count; ++t) {
    const etch::flatbuffer::vector data = f.tensor(t).data;
    for (int i = 0; i < data.count; ++i) constant[static_cast<std::size_t>(data.at + i)] = true;
  }
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (!constant[i]) all.push_back(i);
  }
  return all;
}

/// What became of many files.
struct counts {
  int refused = 0, same = 0, only_ours = 0, other = 0;
};

void compare(const file& bytes, int i, counts& all) {
  if (etch::host::tflite_model(bytes.data(), bytes.size()).refused()) {
    ++all.refused;
    return;
  }
  const json model = by_flatc(bytes);
  try {
    if (!model.is_object()) ++all.only_ours;
    else if (agree(bytes, model)) ++all.same;
    else std::printf("case %d differs\n", i), ++all.other;
  } catch (const json::exception& why) {
    std::printf("case %d: %s\n", i, why.what());
    ++all.other;
  }
}

}  // namespace

TEST_CASE("flatc reads the same graph of what the reader accepts") {
  const char* many = std::getenv("ETCH_FLIPS");
  std::stringstream list(FILES);
  for (std::string path; std::getline(list, path, ',');) {
    file bytes = read(path);
    REQUIRE(bytes.size() > 100);
    REQUIRE(agree(bytes, by_flatc(bytes)));
    const int flips =
        many != nullptr ? std::atoi(many) : (bytes.size() < 4000 ? 300 : 30) / test::rarer;
    const std::vector<std::size_t> structure = outside_constants(bytes);
    REQUIRE(structure.size() > 100);
    test::lcg random{23};
    counts all;
    for (int i = 0; i < flips; ++i) {
      const int count = i % 4 < 2 ? 1 : 2 + static_cast<int>(random.next() % 7);
      const file whole = bytes;
      for (int k = 0; k < count; ++k) {
        const std::size_t at =
            i % 2 == 0 ? random.next() % bytes.size() : structure[random.next() % structure.size()];
        bytes[at] ^= static_cast<unsigned char>(1U << random.next() % 8);
      }
      compare(bytes, i, all);
      bytes = whole;
    }
    std::printf(
        "%s, %zu bytes, %zu of them in no constant: of %d files %d refused, %d read alike, "
        "%d read by us alone, %d read otherwise\n",
        path.c_str(), bytes.size(), structure.size(), flips, all.refused, all.same, all.only_ours,
        all.other);
    CHECK(all.other == 0);
  }
}
