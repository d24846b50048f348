// Every operator in three formats, evaluated by the compiler. For this machine the program prints a
// digest of each output; for AVR, where DIGESTS names a file with these, the compiler compares, and
// refuses sums and products that do not fit their type.
#include "../support/matrix_networks.hpp"

#ifdef DIGESTS
#include DIGESTS
#else
#include <cstdio>
#endif

namespace {

using columns = etch::list<matrix::s8, matrix::q16, matrix::p8>;

/// Codes of format F that reach its ends.
template <class F>
struct codes {
  using kind = typename F::kind;
  using storage = typename kind::template storage<F::bits>;
  storage code[64]{};
  constexpr explicit codes(std::uint32_t seed) {
    test::random_numbers r{seed};
    for (int i = 0; i < 64; ++i) {
      if constexpr (kind::is_integer) {
        const auto least = kind::lowest(F::descriptor), most = kind::highest(F::descriptor);
        const auto any = r.between(least, most);
        code[i] = static_cast<storage>(i % 5 == 0 ? least : i % 7 == 0 ? most : any);
      } else {
        code[i] = kind::encode(F::descriptor, static_cast<double>(r.unit()) * (i % 9 + 1));
      }
    }
  }
};

template <class Code>
constexpr std::uint32_t bits_of(Code c) {
  if constexpr (__is_same(Code, float)) return __builtin_bit_cast(std::uint32_t, c);
  else if constexpr (__is_class(Code)) return static_cast<std::uint32_t>(c.bits);
  else return static_cast<std::uint32_t>(c);
}
/// Of the output of row R in column C (FNV-1a, a word at a time); 0 where the operator has no such
/// format.
template <class R, class C>
constexpr std::uint32_t digest() {
  if constexpr (R::template no<C> != nullptr) {
    return 0;
  } else {
    using net = matrix::cell<R, C>;
    constexpr codes<typename C::x> x(1), z(2);
    const auto y = [&] {
      if constexpr (net::graph.size.inputs == 1) return net::evaluate(x.code);
      else return net::evaluate(x.code, z.code);
    }();
    std::uint32_t sum = 2166136261U;
    for (int i = 0; i < net::template output_value<0>::is.shape.size(); ++i) {
      sum = (sum ^ bits_of(y.code[i])) * 16777619U;
    }
    return sum;
  }
}

#ifdef DIGESTS
template <class R, class C, std::uint32_t Have, std::uint32_t Want>
struct digest_of {
  static_assert(Have == Want, "digest_of<operator, format, here, elsewhere>");
  static constexpr int checked = 1;
};
template <class C, int Begin, class... R, int... I>
constexpr int check(etch::list<R...>, etch::detail::indices<I...>) {
  return (0 + ... + digest_of<R, C, digest<R, C>(), digests[Begin + I]>::checked);
}
template <class Rows>
constexpr int rows_of = 0;
template <class... R>
constexpr int rows_of<etch::list<R...>> = static_cast<int>(sizeof...(R));
constexpr int rows = rows_of<matrix::rows::all_rows>;
template <class... C, int... I>
constexpr int check_all(etch::list<C...>, etch::detail::indices<I...>) {
  constexpr matrix::rows::all_rows all;
  return (0 + ... + check<C, I * rows>(all, etch::detail::first<rows>{}));
}
static_assert(check_all(columns{}, etch::detail::first<3>{}) == 3 * rows);
#else
template <class C, class... R>
void print(etch::list<R...>) {
  (std::printf("  %luU,\n", static_cast<unsigned long>(digest<R, C>())), ...);
}
template <class... C>
void print_all(etch::list<C...>) {
  (print<C>(matrix::rows::all_rows{}), ...);
}
#endif

}  // namespace

#ifndef DIGESTS
int main() {
  std::puts("constexpr std::uint32_t digests[]{");
  print_all(columns{});
  std::puts("};");
}
#endif
