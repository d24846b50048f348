// The bytes of a file that may be truncated, corrupted or hostile, in the compiler and at run time:
// every place is checked before it is read, and the number of steps has a limit.
#pragma once

#include <etch/base/diagnosis.hpp>
#include <etch/base/math.hpp>
#include <etch/tensor/bytes.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void an_offset_leads_out_of_the_file(long /*bytes*/, long /*file*/) {}
inline void the_file_takes_more_steps_to_read_than_allowed(long, long) {}
}  // namespace error

// Offsets and sizes in files are ints.
static_assert(sizeof(int) >= 4,
              "files of models are read where int has 32 bits: elsewhere a graph is written in a "
              "header");

/// The bytes of a file and the first error found in them. After an error all reads return 0.
class file_reader {
 public:
  static constexpr int default_steps = 1 << 22;

  constexpr file_reader(const unsigned char* bytes, int size, int steps = default_steps)
      : bytes_(bytes), size_(size), steps_(steps) {}

  constexpr const unsigned char* bytes() const { return bytes_; }
  constexpr int size() const { return size_; }
  constexpr bool failed() const { return static_cast<bool>(finding_); }
  constexpr const diagnosis& finding() const { return finding_; }
  /// Offset of the byte where the error was found.
  constexpr int byte() const { return byte_; }

  /// Notes an error at offset `at`, unless there is one already.
  constexpr void refuse(int at, const diagnosis& d) {
    if (failed()) return;
    finding_ = d;
    byte_ = at;
  }
  /// The same for an error in the structure of the file.
  constexpr void refuse_structure(int at, const diagnosis& d) {
    if (!failed()) is_broken_ = true;
    refuse(at, d);
  }
  /// Whether the error lies in the structure of the file, of which nothing more can be read then.
  constexpr bool is_broken() const { return failed() && is_broken_; }
  /// Forgets the error, which somebody else has noted.
  constexpr void go_on() { finding_ = {}; }
  /// Counts steps of work; false after an error, of which too many steps are one.
  constexpr bool spend(long long steps) {
    if (steps > steps_) {
      refuse_structure(0, {.refuse = error::the_file_takes_more_steps_to_read_than_allowed,
                           .message = "the file takes more steps to read than allowed"});
    }
    if (!failed()) steps_ -= static_cast<int>(steps);
    return !failed();
  }
  /// Whether the file contains count bytes from offset `at`; notes an error if not.
  constexpr bool covers(long long at, long long count) {
    if (!spend(1)) return false;
    if (at >= 0 && count >= 0 && at + count <= size_) return true;
    const bool inside = at >= 0 && at <= size_;
    refuse_structure(inside ? static_cast<int>(at) : size_,
                     {.refuse = error::an_offset_leads_out_of_the_file,
                      .message = "{} bytes are needed in a file of {}",
                      .have = static_cast<long>(minimum<long long>(at + count, 2147483647)),
                      .want = size_});
    return false;
  }
  /// The number at `at`.
  template <class T>
  constexpr T read(long long at) {
    return covers(at, sizeof(T)) ? load<T>(bytes_ + at, 0) : T{};
  }

 private:
  const unsigned char* bytes_;
  int size_;
  int steps_;
  int byte_ = 0;
  bool is_broken_ = false;
  diagnosis finding_{};
};

}  // namespace ETCH_NAMESPACE
