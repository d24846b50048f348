// NumPy's array files, for host tools: read strictly.
//
// The format is NumPy's own, versions 1.0 to 3.0: magic, version, length of a header that is a
// Python dictionary, then the elements. Anything else throws `malformed`.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace npy {

// What is wrong with a file, and where.
struct malformed : std::runtime_error {
  malformed(std::size_t offset, const std::string& what)
      : std::runtime_error("offset " + std::to_string(offset) + ": " + what) {}
};

struct array_file {
  std::string type;         // e.g. <f4
  std::vector<long> shape;  // a scalar has one extent of 1
  std::size_t data = 0;     // offset of the first element
  std::size_t size = 0;     // bytes of all elements
};

inline unsigned byte_at(const std::string& file, std::size_t offset) {
  if (offset >= file.size()) throw malformed(file.size(), "the file ends inside the header");
  return static_cast<unsigned char>(file[offset]);
}

// The header's dictionary, read key by key: {'descr': '<f4', 'fortran_order': False, 'shape': (2,)}
class header_reader {
 public:
  header_reader(const std::string& file, std::size_t begin, std::size_t end)
      : file_(file), at_(begin), end_(end) {}

  void read(array_file& array) {
    bool have_type = false;
    bool have_order = false;
    bool have_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::size_t key_offset = at_;
      const std::string key = quoted();
      expect(':');
      skip_blanks();
      if (key == "descr") {
        read_type(array);
        have_type = true;
      } else if (key == "fortran_order") {
        read_order();
        have_order = true;
      } else if (key == "shape") {
        read_shape(array);
        have_shape = true;
      } else {
        throw malformed(key_offset, "unknown key '" + key + "' in the header");
      }
      accept(',');
    }
    if (!have_type) throw malformed(at_, "the header has no 'descr'");
    if (!have_order) throw malformed(at_, "the header has no 'fortran_order'");
    if (!have_shape) throw malformed(at_, "the header has no 'shape'");
  }

 private:
  const std::string& file_;
  std::size_t at_;
  std::size_t end_;

  char peek() const {
    if (at_ >= end_) throw malformed(at_, "the header ends early");
    return file_[at_];
  }

  void skip_blanks() {
    while (at_ < end_ && (file_[at_] == ' ' || file_[at_] == '\n')) ++at_;
  }

  bool accept(char wanted) {
    skip_blanks();
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!accept(wanted)) throw malformed(at_, std::string("expected '") + wanted + "'");
  }

  std::string quoted() {
    expect('\'');
    std::string word;
    while (peek() != '\'') word += file_[at_++];
    ++at_;
    return word;
  }

  void read_type(array_file& array) {
    const std::size_t offset = at_;
    if (peek() != '\'') throw malformed(offset, "structured element types are not supported");
    array.type = quoted();
    if (array.type.front() == '>') {
      throw malformed(offset, "big-endian elements (" + array.type + ") are not supported");
    }
    const std::string known[] = {"|b1", "|i1", "|u1", "<i2", "<u2", "<f2",
                                 "<i4", "<u4", "<f4", "<i8", "<u8", "<f8"};
    for (const std::string& type : known) {
      if (array.type == type) return;
    }
    throw malformed(offset, "element type '" + array.type + "' is not supported");
  }

  void read_order() {
    if (file_.compare(at_, 5, "False") == 0) {
      at_ += 5;
    } else if (file_.compare(at_, 4, "True") == 0) {
      throw malformed(at_, "column-major (fortran_order) arrays are not supported");
    } else {
      throw malformed(at_, "fortran_order is neither True nor False");
    }
  }

  void read_shape(array_file& array) {
    expect('(');
    while (!accept(')')) {
      const std::size_t offset = at_;
      long extent = 0;
      while (peek() >= '0' && peek() <= '9') extent = 10 * extent + (file_[at_++] - '0');
      if (at_ == offset || at_ - offset > 9) throw malformed(offset, "an extent is not a number");
      if (extent == 0) throw malformed(offset, "the array is empty");
      array.shape.push_back(extent);
      accept(',');
    }
    if (array.shape.empty()) array.shape.push_back(1);
  }
};

inline array_file parse(const std::string& file) {
  if (file.compare(0, 6, "\x93NUMPY") != 0) throw malformed(0, "not a .npy file");
  const unsigned version = byte_at(file, 6);
  if (version < 1 || version > 3) {
    throw malformed(6, "version " + std::to_string(version) + " of .npy is unknown");
  }
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    length |= static_cast<std::size_t>(byte_at(file, 8 + i)) << (8 * i);
  }

  array_file array;
  const std::size_t begin = 8 + length_bytes;
  array.data = begin + length;
  if (array.data > file.size()) throw malformed(file.size(), "the file ends inside the header");
  header_reader(file, begin, array.data).read(array);

  array.size = static_cast<std::size_t>(array.type.back() - '0');
  for (const long extent : array.shape) array.size *= static_cast<std::size_t>(extent);
  const std::size_t present = file.size() - array.data;
  if (present != array.size) {
    throw malformed(present < array.size ? file.size() : array.data + array.size,
                    "the shape needs " + std::to_string(array.size) + " bytes, the file has " +
                        std::to_string(present));
  }
  return array;
}

}  // namespace npy
