// For tests of object files: networks, all of whose code and constants are in the object, and how
// many bytes of constants they say they have.
#pragma once

#include <etch/etch.hpp>

namespace told {

/// Networks as one: a table that several of them read is one object.
template <class... Net>
struct networks {
  using tables = etch::all_tables<typename Net::tables...>;
  static constexpr int constant_bytes =
      (0 + ... + (Net::constant_bytes - etch::detail::bytes_of_tables(typename Net::tables{}))) +
      etch::detail::bytes_of_tables(tables{});
  static void reset([[maybe_unused]] unsigned char* arena) { (Net::reset(arena), ...); }
  static void run([[maybe_unused]] unsigned char* arena) { (Net::run(arena), ...); }
};

}  // namespace told

/// Brings networks into the object file, and what they say: the size of a section.
#define ETCH_TELL_CONSTANTS(...)                                                                \
  using told_networks = told::networks<__VA_ARGS__>;                                            \
  [[gnu::section(".told_constants")]] char told_constants[told_networks::constant_bytes + 1]{}; \
  void run_all(unsigned char* arena);                                                           \
  void run_all(unsigned char* arena) {                                                          \
    told_networks::reset(arena);                                                                \
    told_networks::run(arena);                                                                  \
  }
