// Host tool of etch_add_blob: a NumPy array file becomes a C++ header of constants.
//
//   blob <file.npy> <name> <header.hpp>
//
// Compiled with -DFORMAT=<type> it makes codes of that format of an array of float32 or float16,
// with -DCHANNEL_BITS=<bits> codes of so many bits with a scale for each channel.
//
// A malformed file ends with a message that names the offset, and exit code 1.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#if defined(FORMAT) || defined(CHANNEL_BITS)
#include <etch/format/f16.hpp>
#include <etch/tensor/quantise.hpp>

#include <cstring>
#endif

#include "literal.hpp"
#include "npy.hpp"

namespace {

std::string list(const std::vector<long>& shape) {
  std::string text;
  for (const long extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return text;
}

#if defined(FORMAT) || defined(CHANNEL_BITS)
#ifndef CHANNELS_AT
#define CHANNELS_AT first
#endif
// The bytes of an array of float32, or of one of float16 in float32.
std::string floats_of(const npy::array_file& array, const std::string& file) {
  if (array.type == "<f4") return file.substr(array.data);
  if (array.type != "<f2") {
    throw npy::malformed(10, "the elements are " + array.type + ", not <f4 or <f2");
  }
  using half = etch::f16::kind;
  std::string floats(2 * array.size, '\0');
  for (std::size_t i = 0; i < array.size / 2; ++i) {
    half::storage<16> code{};
    std::memcpy(&code, file.data() + array.data + 2 * i, 2);
    const auto x = static_cast<float>(half::decode(etch::f16::descriptor, code));
    std::memcpy(floats.data() + 4 * i, &x, 4);
  }
  return floats;
}

// The codes of an array of numbers, and what the header says beside them.
struct coded {
  std::string bytes, more;

  coded(const npy::array_file& array, const std::string& file,
        [[maybe_unused]] const std::string& name) {
    const std::string numbers = floats_of(array, file);
    const auto* floats = reinterpret_cast<const unsigned char*>(numbers.data());
    const int count = static_cast<int>(numbers.size() / 4);
#ifdef FORMAT
    using type = FORMAT;
    using kind = type::kind;
    constexpr int bits = type::bits;
    constexpr etch::format f = type::descriptor;
#else
    using kind = etch::affine_kind;
    constexpr int bits = CHANNEL_BITS;
    constexpr auto at = etch::channels_at::CHANNELS_AT;
    const long channels = at == etch::channels_at::last ? array.shape.back() : array.shape.front();
    std::vector<double> scales(static_cast<std::size_t>(channels));
    etch::find_scales(scales.data(), static_cast<int>(channels), floats, count, bits, at);
    const etch::format f{.kind = &etch::format_id<kind>,
                         .bits = bits,
                         .channel_scale = scales.data(),
                         .channels = static_cast<int>(channels)};
    more = "inline constexpr double " + name + "_scales[] = {\n";
    for (const double s : scales) {
      char text[40];
      std::snprintf(text, sizeof text, "    %a,\n", s);
      more += text;
    }
    more += "};\n";
#endif
    using memory = etch::detail::code_memory<kind::storage<bits>, bits>;
    bytes.resize(static_cast<std::size_t>(memory::bytes(count)));
    etch::quantise_bytes<kind, bits>(f, reinterpret_cast<unsigned char*>(bytes.data()), floats,
                                     count, etch::rounding::standard,
                                     etch::channels_at::CHANNELS_AT);
  }
};
#else
struct coded {
  std::string bytes, more;
  coded(const npy::array_file& array, const std::string& file, const std::string&)
      : bytes(file.substr(array.data)) {}
};
#endif

std::string header(const npy::array_file& array, const coded& codes, const std::string& name) {
  return "// " + name + ": " + array.type + "[" + list(array.shape) +
         "], made by etch_add_blob.\n"
         "#pragma once\n\n"
         "#pragma GCC diagnostic push\n"
         "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n"
         "namespace blob {\n\n"
         "inline constexpr int " +
         name + "_size = " + std::to_string(codes.bytes.size()) +
         ";\n"
         "inline constexpr int " +
         name + "_shape[] = {" + list(array.shape) +
         "};\n"
         "inline constexpr char " +
         name + "_type[] = \"" + array.type +
         "\";\n"
         "alignas(16) inline constexpr unsigned char " +
         name + "_bytes[" + name + "_size + 1] =\n" + literal(codes.bytes) + ";\n" + codes.more +
         "\n"
         "}  // namespace blob\n\n"
         "#pragma GCC diagnostic pop\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: blob <file.npy> <name> <header.hpp>\n");
    return 2;
  }
  std::ifstream in(argv[1], std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "%s: cannot be read\n", argv[1]);
    return 1;
  }
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  try {
    const npy::array_file array = npy::parse(file);
    std::ofstream out(argv[3], std::ios::binary);
    out << header(array, coded(array, file, argv[2]), argv[2]);
    if (!out.flush()) {
      std::fprintf(stderr, "%s: cannot be written\n", argv[3]);
      return 1;
    }
  } catch (const npy::malformed& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return 1;
  }
  return 0;
}
