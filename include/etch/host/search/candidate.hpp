// A layer in one choice of formats: its kernel on this machine, and what it takes on the target.
// The program that a search asks has one for each layer and each choice.
#pragma once

#include <etch/network/network.hpp>
#include <etch/network/quantise_input.hpp>
#include <etch/network/read_output.hpp>
#include <etch/tensor/quantise.hpp>

#include <cstring>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// A table that kernels share, each once in a network.
struct shared_by_kernels {
  const void* table = nullptr;  ///< one address a table
  int bytes = 0;
};

/// A layer in one choice of formats.
struct candidate {
  /// Makes codes of codes, in layout hwc.
  void (*run)(const unsigned char* const* in, unsigned char* out) = nullptr;
  int scratch = 0;                        ///< bytes on the target
  int constants = 0;                      ///< bytes on the target, without tables
  std::vector<shared_by_kernels> tables;  ///< on the target
};

/// How numbers of a format lie in memory: little-endian, packed where they have fewer than 8 bits.
struct codec {
  format number{};
  void (*encode)(const float* x, int count, unsigned char* codes) = nullptr;
  void (*decode)(const unsigned char* codes, int count, float* x) = nullptr;
};

namespace search_detail {

/// What the conversions of a network's ends ask of a value.
template <class F>
struct numbers_of_format {
  using kind = typename F::kind;
  using storage = typename kind::template storage<F::bits>;
  static constexpr format number = F::descriptor;
};
template <class F>
void encode(const float* x, int count, unsigned char* codes) {
  using value = numbers_of_format<F>;
  for (int i = 0; i < count; ++i) {
    etch::detail::put_code<F::bits>(codes, i, etch::detail::code_of_number<value>(x[i]));
  }
}
template <class F>
void decode(const unsigned char* codes, int count, float* x) {
  using value = numbers_of_format<F>;
  for (int i = 0; i < count; ++i) {
    typename value::storage code;
    if constexpr (F::bits < 8)
      code = packed_pointer<decltype(code), F::bits, const unsigned char>(codes)[i];
    else std::memcpy(&code, codes + static_cast<std::size_t>(i) * sizeof code, sizeof code);
    x[i] = etch::detail::number_of<value>(code);
  }
}

/// One address for each table.
template <class Table>
inline constexpr char address_of_table = 0;
template <class... Table>
std::vector<shared_by_kernels> tables_in(etch::list<Table...>) {
  return {{&address_of_table<Table>, etch::detail::bytes_of_tables(etch::list<Table>{})}...};
}

/// Where the codes of a view lie.
template <class Pointer>
auto* bytes_at(Pointer codes) {
  if constexpr (requires { codes.bytes(); }) return codes.bytes();
  else return codes;
}

template <class Net>
void run(const unsigned char* const* in, unsigned char* out) {
  static Net net;
  etch::for_each_index<Net::graph.size.inputs>([&]<int I>() {
    std::memcpy(bytes_at(net.template input<I>().data()), in[I],
                Net::template input_value<I>::bytes);
  });
  net.run();
  std::memcpy(out, bytes_at(net.output().data()), Net::template output_value<>::bytes);
}

}  // namespace search_detail

/// The numbers of format F; codes are written into zeros.
template <class F>
codec codec_of() {
  return {F::descriptor, &search_detail::encode<F>, &search_detail::decode<F>};
}

/// Graph G, of one layer, as a candidate. No channel of it is left out: what a layer can do without
/// is known of whole networks alone.
template <const auto& G, class Target, overflow Sums = overflow::refused>
candidate candidate_of() {
  constexpr options as_it_is{.sums = Sums, .slim = false};
  using here = network<G, this_target, as_it_is>;
  using there = network<G, Target, as_it_is>;
  static_assert(here::layer_count == 1);
  candidate made{&search_detail::run<here>, 0, there::layer_constants(0),
                 search_detail::tables_in(typename there::tables{})};
  for (const int bytes : there::placed::need.scratch) made.scratch = maximum(made.scratch, bytes);
  return made;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
