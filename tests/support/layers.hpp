// Layers for tests that kernels of a target equal the generic ones: windows, channels, formats and
// limits of all kinds, run in blocks of rows between guards.
#pragma once

#include "compare.hpp"
#include "rows_apart.hpp"
#include "tried.hpp"

namespace test {

alignas(16) inline unsigned char kernel_scratch[32 * 1024];

/// A kernel and its node without their types: the code around them is then compiled once, not once
/// a layer.
struct kernel_of_node {
  void (*run)(const void* const* x, void* y, unsigned char* scratch, etch::row_block);
  int rows, bytes, scratch;  ///< rows and bytes of the output, bytes of scratch memory
};
/// Kernel K on the node of G, whose first Inputs inputs are no constants.
template <class K, const auto& G, int Inputs = 1>
struct on_node {
  using c = etch::call<G, 0>;
  using out = typename c::template out<>;
  static constexpr int code_bytes = static_cast<int>(sizeof(typename out::storage));
  static_assert(K::template scratch<c> % 16 == 0);
  static void run(const void* const* x, void* y, unsigned char* scratch, etch::row_block rows) {
    etch::arguments<c> a;
    [&]<int... I>(etch::detail::indices<I...>) {
      (etch::set_input<I>(a, static_cast<const typename c::template in<I>::storage*>(x[I])), ...);
    }(etch::detail::first<Inputs>{});
    etch::set_output<0>(a, static_cast<typename out::storage*>(y));
    a.scratch_memory = scratch;
    K::template run<c>(a, rows);
  }
  static constexpr kernel_of_node node{&run, out::is.shape.rows(), out::span* code_bytes,
                                       K::template scratch<c>};
};

/// The bytes of the output of `kernel` from its inputs, in blocks of `block` rows, between guards.
inline std::vector<unsigned char> bytes_of(const kernel_of_node& kernel, int block,
                                           const void* const* x) {
  constexpr int guard = 64;
  REQUIRE(kernel.scratch + guard <= static_cast<int>(sizeof kernel_scratch));
  std::vector<unsigned char> y(static_cast<std::size_t>(kernel.bytes + guard), rubbish_byte);
  std::fill(std::begin(kernel_scratch), std::end(kernel_scratch), rubbish_byte);
  for (int r = 0; r < kernel.rows; r += block) {
    kernel.run(x, y.data(), kernel_scratch, {r, std::min(block, kernel.rows - r)});
  }
  const auto holds = [](const unsigned char* from) {
    return std::count(from, from + guard, rubbish_byte) == guard;
  };
  REQUIRE(holds(y.data() + kernel.bytes));
  REQUIRE(holds(kernel_scratch + kernel.scratch));
  y.resize(static_cast<std::size_t>(kernel.bytes));
  return y;
}

/// Rows of the node of G by kernel K, in blocks of `block` rows.
template <class K, const auto& G, class... X>
auto rows_of(int block, const std::vector<X>&... x) {
  using on = on_node<K, G, static_cast<int>(sizeof...(X))>;
  const void* const inputs[]{x.data()...};
  return as_codes<typename on::out::storage>(bytes_of(on::node, block, inputs));
}

/// Checks that `kernel` gives the bytes that `definition` does: all rows at once, in blocks, and,
/// unless `apart` is null, one by one and apart.
inline void check_on(const kernel_of_node& kernel, const kernel_of_node& definition,
                     const node_apart* apart, const void* x) {
  const auto want = bytes_of(definition, 1, &x);
  const auto check = [&](const char* how, const std::vector<unsigned char>& have) {
    INFO(how);
    REQUIRE(have.size() == want.size());
    const auto differ = std::mismatch(have.begin(), have.end(), want.begin()).first;
    CHECK(differ - have.begin() == static_cast<std::ptrdiff_t>(want.size()));
  };
  check("all rows at once: the first byte that differs", bytes_of(kernel, 1 << 20, &x));
  check("row by row: the first byte that differs", bytes_of(kernel, 1, &x));
  check("three rows at a time: the first byte that differs", bytes_of(kernel, 3, &x));
  if (apart != nullptr)
    check("rows apart: the first byte that differs", bytes_apart(*apart, &x, kernel_scratch));
}

/// Checks that kernel K gives what `Generic` does for the node of G, whose input 0 alone is no
/// constant, from the codes at `x`; where K reads rows, apart too.
template <class K, class Generic, const auto& G>
void check_codes(const void* x) {
  const node_apart* apart = nullptr;
  if constexpr (requires { requires K::template reads_rows<etch::call<G, 0>>; })
    apart = &on_node_apart<K, G, 1>::node;
  check_on(on_node<K, G>::node, on_node<Generic, G>::node, apart, x);
}

/// What kernels are tried on, a value of V: 0: random codes, 1: all the least, 2: all the greatest.
template <class Kind, class Code, int Bits>
std::vector<Code> codes_to_try(int size, int kind) {
  auto x = random_codes_of<Kind, Code, Bits>(size, static_cast<std::uint32_t>(kind + 1));
  if (kind == 0) return x;
  if constexpr (std::is_integral_v<Code>) {
    using ends = std::numeric_limits<Code>;
    x.assign(x.size(), kind == 1 ? ends::lowest() : ends::max());
  } else if constexpr (requires { Code::largest; }) {
    const unsigned sign = kind == 1 ? Code::sign : 0;
    x.assign(x.size(), Code{static_cast<decltype(Code::bits)>(Code::largest | sign)});
  } else {
    x.assign(x.size(), static_cast<Code>(kind == 1 ? -128 : 127));
  }
  return x;
}

/// Checks that kernel K gives the codes of `Generic` for the node of G, whose input 0 alone is no
/// constant: random ones and extremes, all rows at once, in blocks, and where K reads rows, one by
/// one and apart. Where K does not `Run`, only what is known at compile time.
template <class K, class Generic, const auto& G, bool Run = true>
void check_kernel() {
  using c = etch::call<G, 0>;
  static_assert(K::template accepts<c>);
  static_assert(K::template scratch<c> % 16 == 0);
  static_assert(etch::packed_size<K, c> >= 0);
  if constexpr (Run) {
    using x = typename c::template in<0>;
    for (int kind = 0; kind < 3; ++kind) {
      const auto codes = codes_to_try<typename x::kind, typename x::storage, x::is.number.bits>(
          x::is.shape.size(), kind);
      check_codes<K, Generic, G>(codes.data());
    }
  }
}

template <kind K>
using generic_of = std::conditional_t<
    K == kind::conv2d, etch::conv2d_generic,
    std::conditional_t<K == kind::depthwise, etch::depthwise_conv2d_generic, etch::dense_generic>>;

/// Checks kernel Kernel of a target for layer L of kind K.
template <kind K, layer L, class Kernel, bool Run>
void check_layer() {
  INFO((K == kind::conv2d      ? "conv2d"
        : K == kind::depthwise ? "depthwise_conv2d"
                               : "dense")
       << " of C " << L.c << ", window " << L.kh << "x" << L.kw << ", OC " << L.oc);
  check_kernel<Kernel, generic_of<K>, tried<L, K>::node, Run>();
}

}  // namespace test
