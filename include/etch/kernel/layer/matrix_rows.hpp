// Sums of products of the rows of a constant matrix and a vector, some rows at once: what recurrent
// layers multiply by.
//
// Products is a struct:
//   static constexpr int block;      rows at once
//   template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
//   using rows_by;                   the type of the matrices that constants First .. First +
//                                    Count - 1 of call C become, weights W
// A matrix is a struct:
//   constexpr explicit matrix(const auto& load);   load(array) fills an array with the constant
//   using vector;                    what sums need of a vector, made of its address once; the same
//                                    for all matrices that Products makes for vectors of one kind
//   void add(Sums::type* to, const vector& v, int first) const;
//     the sums of rows first .. first + block - 1, as far as there are, first a multiple of block
// and may start sums with biases:
//   static constexpr bool takes_bias = true;
//   constexpr matrix(const auto& load, const Sums::type* bias);
// Products may sum the rows of some matrices together (joint_rows.hpp), end sums as gates by End
// (arithmetic/gates.hpp), a block at a time:
//   template <class... End> static constexpr bool ends_gates;      whether it does
//   template <class End> static void end_gates(std::int16_t* gate, const std::int32_t* sum);
//   template <class EndA, class EndB> static void join_gates(std::int16_t* gate,
//       const std::int32_t* a, const std::int32_t* b);             EndA(a) + EndB(b), in 16 bits
//   template <class End> static void join_sums(std::int16_t* gate,
//       const std::int32_t* a, const std::int32_t* b);             End(a + b), if it does
// find functions F of gates (arithmetic/sigmoid_and_tanh.hpp):
//   template <class F> static constexpr bool activates;            whether it does
//   static void activate(std::int16_t* gate, F f);                 f(gate), of a block
//   static void activate_both(std::int16_t* gate, F f, std::int16_t* other, G g);     if it does
//   template <class F> using tables_of_function;                   its tables where not those of F
// multiply gates, a block at a time:
//   template <rounding R, fixed_point_factor F> static constexpr bool multiplies_gates;
//   template <rounding R, fixed_point_factor F> static void multiply_gates(std::int16_t* to,
//       const std::int16_t* a, const std::int16_t* b);       a b F in 16 bits, not of -2^15 twice
//   template <int Most> static void add_gates(std::int16_t* to,
//       const std::int16_t* a, const std::int16_t* b);       a + b in 16 bits, and in -Most .. Most
//   template <int Zero> static void narrow_gates(std::int8_t* code, const std::int16_t* gate);
//                                                            gate + Zero in 8 bits
// do what a State of arithmetic/gates.hpp does, a block at a time, and add gates as above:
//   template <class State> static constexpr bool blends_states;      whether it does
//   template <class State> static void read_states(std::int16_t* to, const Code* from);
//   template <class State> static void write_states(Code* to, const std::int16_t* from);
//   template <class State> static void multiply_states(std::int16_t* to,
//       const std::int16_t* share, const std::int16_t* b);               share >= 0
//   template <class State> static void blend_states(std::int16_t* to, const std::int16_t* share,
//       const std::int16_t* a, const std::int16_t* b);
// and refuse machines that it is not compiled for:
//   template <class A> static constexpr bool is_compiled;
//   template <class A> static void refuse();
// Sums says how products are summed: `type`, the `code` of a vector and its `zero`, and
// of(x, w, count), the sum of one row. Integers may be summed in any order, modulo 2^32; real
// numbers in that of the row.
#pragma once

#include <etch/base/rounding.hpp>
#include <etch/kernel/arithmetic/dot.hpp>
#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/float_tiles.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/kernel/layer/weights.hpp>

namespace ETCH_NAMESPACE {

/// Sums by Math of products with codes of X.
template <class Math, class X>
struct sums_of_codes {
  using math = Math;
  using type = typename Math::sum;
  using code = typename X::storage;
  static constexpr int zero = X::is.number.zero;
  template <class W>
  ETCH_GLUE static constexpr type of(const code* x, const W* w, int count) {
    return dot<Math>(x, zero, w, count);
  }
};

/// Rows of a block from row `first` on, which is full where Rows are whole blocks.
template <int Rows, int Block>
ETCH_GLUE constexpr int rows_in_block([[maybe_unused]] int first) {
  if constexpr (Rows % Block == 0) return Block;
  else return minimum(Block, Rows - first);
}

/// Whether Products ends sums as gates by End.
template <class Products, class... End>
inline constexpr bool ends_gates = [] {
  if constexpr (requires { Products::template ends_gates<End...>; })
    return Products::template ends_gates<End...>;
  else return false;
}();
/// Whether Products finds functions F of gates.
template <class Products, class... F>
inline constexpr bool activates = [] {
  if constexpr (requires { Products::template activates<int>; })
    return (Products::template activates<F> && ...);
  else return false;
}();
/// f of a block of gates, and g of another.
template <class Products, class F, class G>
ETCH_GLUE void activate_both(std::int16_t* gate, F f, std::int16_t* other, G g) {
  if constexpr (requires { Products::activate_both(gate, f, other, g); }) {
    Products::activate_both(gate, f, other, g);
  } else {
    Products::activate(gate, f);
    Products::activate(other, g);
  }
}
/// The tables that functions F read by Products.
template <class Products, class F>
struct tables_by {
  using type = tables_of_t<F>;
};
template <class Products, class F>
requires requires { typename Products::template tables_of_function<F>; }
struct tables_by<Products, F> {
  using type = typename Products::template tables_of_function<F>;
};
template <class Products, class... F>
using tables_of_functions = all_tables<typename tables_by<Products, F>::type...>;
/// Whether Products multiplies gates by factors F.
template <class Products, rounding R, fixed_point_factor... F>
inline constexpr bool multiplies_gates = [] {
  if constexpr (requires { Products::template multiplies_gates<R, fixed_point_factor{}>; })
    return (Products::template multiplies_gates<R, F> && ...);
  else return false;
}();
/// Whether Products does what State does.
template <class Products, class State>
inline constexpr bool blends_states = [] {
  if constexpr (requires { Products::template blends_states<State>; })
    return Products::template blends_states<State>;
  else return false;
}();
/// Copies of up to a block of numbers, for what takes a whole one.
template <int Block, class T>
struct copied_block {
  T of[Block]{};
  ETCH_GLUE constexpr copied_block(const T* from, int count) {
    for (int i = 0; i < count; ++i) of[i] = from[i];
  }
};
/// Zeros in a block of sums, all of which may be read where only some are written.
template <class Sum, int Block>
ETCH_GLUE constexpr void clear(Sum (&sums)[Block]) {
  for (Sum& sum : sums) sum = 0;
}

/// Rows as they lie, one at a time.
template <class Sums, class W, int Rows, int Length>
struct plain_rows {
  using vector = const typename Sums::code*;
  W weights[Rows * Length];

  template <class Load>
  constexpr explicit plain_rows(const Load& load) : weights{} {
    load(weights);
  }
  template <int Block = 1>
  ETCH_GLUE constexpr void add(typename Sums::type* to, vector x, int first) const {
    for (int i = 0; i < rows_in_block<Rows, Block>(first); ++i) {
      to[i] = Sums::of(x, weights + (first + i) * Length, Length);
    }
  }
};

/// Codes of 8 bits less their zero point, in 16 bits; Tile may widen them four at a time:
///   template <int Zero> static void widen_four(std::int16_t* to, const std::int8_t* x);
template <class Tile, class Sums, int Length>
struct widened_codes {
  alignas(4) std::int16_t code[Length];

  ETCH_GLUE explicit widened_codes(const std::int8_t* x) {
    int i = 0;
    if constexpr (requires { Tile::template widen_four<Sums::zero>(code, x); }) {
      for (; i < Length / 4 * 4; i += 4) Tile::template widen_four<Sums::zero>(code + i, x + i);
    }
    for (; i < Length; ++i) code[i] = static_cast<std::int16_t>(x[i] - Sums::zero);
  }
  ETCH_GLUE operator const std::int16_t*() const { return code; }
};

/// Rows of codes of 8 or 16 bits by a tile of short_sums.hpp, or one that has
///   template <int Count, int Length, ...>
///   static void write_rows(Sum* to, const W* w, const std::int16_t* x);
/// which may write a whole tile of sums. A tile may have weights in an order of its own:
///   template <int Rows, class W> static constexpr void arrange(W& weights);
template <class Tile, class Sums, class W, int Rows, int Length>
struct alignas(4) short_rows : plain_rows<Sums, W, Rows, Length> {
  template <class Load>
  constexpr explicit short_rows(const Load& load) : plain_rows<Sums, W, Rows, Length>(load) {
    if constexpr (swaps_weights<Tile>()) swap_weights(this->weights, Rows * Length);
    if constexpr (requires { Tile::template arrange<Rows>(this->weights); })
      Tile::template arrange<Rows>(this->weights);
  }
  using vector = element_t<list<const std::int16_t*, widened_codes<Tile, Sums, Length>>,
                           sizeof(typename Sums::code) == 1 ? 1 : 0>;

  template <int Block>
  ETCH_KERNEL void add(typename Sums::type* to, const std::int16_t* x, int first) const {
    constexpr int filters = Tile::filters, whole = Rows / filters * filters, rest = Rows - whole;
    const auto* w = this->weights + first * Length;
    const int end = minimum(first + Block, whole);
    for (int r = first; r < end; r += filters, w += filters * Length, to += filters)
      add_rows<filters>(to, x, w);
    if constexpr (rest > 0) {
      if (first + Block > whole) add_rows<rest>(to, x, w);
    }
  }

 private:
  template <int Count>
  ETCH_GLUE static void add_rows(typename Sums::type* to, const std::int16_t* x, const W* w) {
    if constexpr (requires { Tile::template write_rows<Count, Length>(to, w, x); }) {
      Tile::template write_rows<Count, Length>(to, w, x);
    } else {
      typename Sums::type s[Count]{};
      Tile::template add<Count, 1>(s, w, Length, x, 0, Length);
      unroll<Count>([&]<int K>() __attribute__((always_inline)) { to[K] = s[K]; });
    }
  }
};

/// Rows of f32 by vectors V, Block rows side by side, what is left of them in narrower blocks, the
/// last one by one.
template <class V, int Block, class Sums, int Rows, int Length>
struct float_rows {
  using vector = const float*;
  static constexpr int whole = Rows / Block * Block;
  static constexpr int unit = maximum(4, V::width), narrow = (Rows - whole) / unit * unit;
  float weights[Rows * Length];  // (blocks, K, block), the last rows (rows, K)

  template <class Load>
  constexpr explicit float_rows(const Load& load) : weights{} {
    float all[Rows * Length]{};
    load(all);
    for (int r = 0; r < Rows; ++r) {
      const int first = r < whole ? r / Block * Block : r < whole + narrow ? whole : r;
      const int width = r < whole ? Block : r < whole + narrow ? narrow : 1;
      for (int k = 0; k < Length; ++k)
        weights[first * Length + k * width + r - first] = all[r * Length + k];
    }
  }
  template <int>
  ETCH_KERNEL void add(float* to, const float* x, int first) const {
    const float* w = weights + first * Length;
    if (first < whole) return block<Block>(to, x, w);
    if constexpr (narrow > 0) {
      block<narrow>(to, x, w);
      to += narrow;
      w += narrow * Length;
    }
    for (int r = whole + narrow; r < Rows; ++r, w += Length) *to++ = Sums::of(x, w, Length);
  }

 private:
  template <int Width>
  ETCH_GLUE static void block(float* to, const float* x, const float* w) {
    constexpr int count = Width / V::width;
    typename V::type s[count];
    unroll<count>([&]<int I>() __attribute__((always_inline)) { s[I] = V::zero(); });
    for (const float* const end = x + Length; x != end; ++x, w += Width) {
      unroll<count>([&]<int I>() __attribute__((always_inline)) {
        s[I] = V::plus(s[I], V::times(V::load(w + I * V::width), *x));
      });
    }
    unroll<count>([&]<int I>() __attribute__((always_inline)) {
      V::template store<V::width>(to + I * V::width, s[I]);
    });
  }
};

/// Whether codes of 8 bits meet weights of 8 bits.
template <class Sums, class W>
inline constexpr bool are_bytes =
    __is_same(W, std::int8_t) && __is_same(typename Sums::code, std::int8_t) &&
    __is_same(typename Sums::type, std::int32_t);
/// Whether codes of 9 to 16 bits that count from 0, or of 8 that a stack has room for in 16, meet
/// weights of 8 to 16, in rows that are worth a tile.
template <class Sums, class W, int Length>
inline constexpr bool are_shorts =
    (__is_same(W, std::int8_t) || __is_same(W, std::int16_t)) && Length >= 12 &&
    ((__is_same(typename Sums::code, std::int16_t) && Sums::zero == 0) ||
     (__is_same(typename Sums::code, std::int8_t) && Length <= 256));
/// Whether all numbers are f32.
template <class Sums, class W>
inline constexpr bool are_floats = __is_same(W, float) && __is_same(typename Sums::code, float) &&
                                   !rounds_once<typename Sums::math>;

/// Products row by row, in every format.
struct plain_products {
  static constexpr int block = 1;
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using rows_by = plain_rows<Sums, W, Rows, Length>;
};
/// Whether rows of a matrix of call C are worth a tile.
template <class C>
constexpr bool has_long_rows() {
  const operands all = C::inputs();
  for (int i = 1; i < all.count; ++i) {
    if (all[i].is_constant && all[i].shape.rank == 2 && all[i].shape.d[1] >= 12) return true;
  }
  return false;
}
/// Whether values and weights of call C are of type Code and worth a tile; what else such calls
/// have runs row by row.
template <class C, class Code>
constexpr bool multiplies_codes() {
  using weight = typename C::template in<1>::storage;
  if constexpr (__is_same(Code, void)) return true;
  else if constexpr (!__is_same(typename C::template in<0>::storage, Code)) return false;
  else if constexpr (__is_same(weight, Code) && sizeof(Code) != 2) return true;
  else if constexpr (__is_same(Code, float)) return false;
  else
    return (__is_same(weight, std::int16_t) || __is_same(weight, std::int8_t)) &&
           has_long_rows<C>();
}
/// How a layer of Op runs whose matrices Products makes:
///   template <class C> static constexpr auto pack();
///   template <class C, class A, class P> static constexpr void run(const A& a, row_block rows,
///                                                                  const P& p);
///   static constexpr bool reads_rows = true;      if it does
///   template <class C> static constexpr bool accepts;     if not every call that multiplies_codes
///   template <class C> static constexpr int scratch;      if it takes any
template <class Op, class Products>
struct layer_by_rows;
/// Base of kernels by Products, of values of type Code; void: of all that the operator has. One for
/// the kernels of all these operators: what every network instantiates, whatever its layers.
template <class Products, class Code>
struct kernel_by_rows : kernel_base {
  template <class C>
  using layer_of_call = layer_by_rows<typename C::op, Products>;
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (requires { layer_of_call<C>::template accepts<C>; })
      return layer_of_call<C>::template accepts<C>;
    else return multiplies_codes<C, Code>();
  }();
  template <class C>
  static constexpr int scratch = [] {
    if constexpr (requires { layer_of_call<C>::template scratch<C>; })
      return layer_of_call<C>::template scratch<C>;
    else return 0;
  }();
  template <class C>
  static constexpr bool reads_rows =
      requires { requires layer_by_rows<typename C::op, Products>::reads_rows; };
  template <class C>
  static constexpr auto pack() {
    return layer_by_rows<typename C::op, Products>::template pack<C>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    if constexpr (requires { requires !Products::template is_compiled<A>; }) {
      Products::template refuse<A>();
    } else {
      layer_by_rows<typename C::op, Products>::template run<C>(
          a, rows, kernel_constants<kernel_by_rows, C>(a));
    }
  }
};
/// Constants First .. First + Count - 1 of call C, of one shape and format, as matrices of W by
/// Products.
template <class Products, class C, int First, int Count, class Sums,
          class W = typename C::template in<First>::storage>
using matrix_rows = typename Products::template rows_by<C, First, Count, Sums, W,
                                                        C::template in<First>::is.shape.d[0],
                                                        C::template in<First>::is.shape.d[1]>;

/// Whether sums of Matrix start with biases.
template <class Matrix>
inline constexpr bool takes_bias = requires { requires Matrix::takes_bias; };
/// A matrix, with biases where it takes them.
template <class Matrix, class Load, class Sum>
constexpr Matrix make_matrix(const Load& load, [[maybe_unused]] const Sum* bias) {
  if constexpr (takes_bias<Matrix>) return Matrix(load, bias);
  else return Matrix(load);
}

/// What sums of `Matrix` need of a vector of codes x.
template <class Matrix, class X>
ETCH_GLUE constexpr typename Matrix::vector vector_for(const Matrix&, const X* x) {
  return typename Matrix::vector(x);
}

}  // namespace ETCH_NAMESPACE
