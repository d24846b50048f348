// A command of ./dev in a test: .npy files for it, what it says, what it refuses.
#pragma once

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace support {

inline std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
inline std::string bytes_of(float x) {
  std::string bytes;
  for (int b = 0; b < 32; b += 8) {
    bytes += static_cast<char>(__builtin_bit_cast(std::uint32_t, x) >> b & 0xff);
  }
  return bytes;
}
/// So many pictures of 8 x 8 pixels.
inline std::string pictures(int count) {
  std::string all;
  for (int i = 0; i < 64 * count; ++i) all += bytes_of(static_cast<float>(i * 37 % 17) / 16);
  return all;
}
/// The first pictures of the digits and their classes, as bytes of arrays.
struct digit_arrays {
  std::string x, y;
  int count = 0;
};
/// Of a file of lines: 64 pixels and a class.
inline digit_arrays read_digits(const std::string& csv, int most) {
  digit_arrays all;
  std::ifstream in(csv);
  for (std::string line; std::getline(in, line) && all.count < most; ++all.count) {
    std::stringstream numbers(line);
    std::string number;
    for (int i = 0; i < 65 && std::getline(numbers, number, ','); ++i) {
      if (i < 64) all.x += bytes_of(static_cast<float>(std::stoi(number)) / 16);
      else all.y += static_cast<char>(std::stoi(number));
    }
  }
  return all;
}

/// What a command said, and whether it went well.
struct outcome {
  bool ok;
  std::string said;
};
/// Command `name` of the program ./dev, working in a folder.
class dev_command {
 public:
  dev_command(std::string dev, std::string name, std::string folder)
      : dev_(std::move(dev)), name_(std::move(name)), folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }
  void write_npy(const std::string& name, const std::string& type, const std::string& shape,
                 const std::string& elements) const {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    header.append(117 - header.size(), ' ');
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ + "/" + name, std::ios::binary)
        << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << header << "\n"
        << elements;
  }
  /// Runs it with these words, in which # stands for the folder; what stands in `before` is run
  /// with it as its last words.
  outcome run(std::string words, const std::string& before = "") const {
    for (std::size_t at = 0; (at = words.find('#', at)) != std::string::npos;) {
      words.replace(at, 1, folder_ + "/");
    }
    std::filesystem::create_directories(folder_);
    const std::string said = folder_ + "/said.txt";
    const std::string command = before + dev_ + " " + name_ + " " + words + " >" + said + " 2>&1";
    const bool ok = std::system(command.c_str()) == 0;
    return {ok, read(said)};
  }
  void refuses(const std::string& words, const std::string& sentence) const {
    const outcome result = run(words);
    CHECK_FALSE(result.ok);
    CHECK_THAT(result.said, Catch::Contains(sentence));
  }

 private:
  std::string dev_, name_, folder_;
};

}  // namespace support
