// conv2d and dense by PMADDWD of numbers of 16 bits, filters side by side as those of signed bytes
// (filter_tiles.hpp): values of 16 bits, or codes of 8 bits of either sign that are widened when
// rows are copied. Weights take 16 bits, less their zero point; sums of 32 bits end by vectors as
// those of short_tile.hpp do, with the epilogue of the generic kernel as it is.
#pragma once

#include <etch/kernel/layer/byte_sums.hpp>
#include <etch/kernel/x86_64/filter_tiles.hpp>
#include <etch/kernel/x86_64/short_tile.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Vectors of 16-bit numbers, whose filters lie in their order. Bytes: codes have 8 bits; Adds:
/// weights have 9 besides.
template <bool Bytes, bool Adds>
struct short_lanes : element_t<list<sse2, avx2_wide>, ETCH_HAS_AVX2 != 0 ? 1 : 0> {
  static constexpr bool widens = Bytes, adds_codes = Adds, keeps_order = true;
#if ETCH_HAS_X86
  template <class Vector>
  ETCH_GLUE static Vector offset_codes(Vector v) {
    return v;
  }
#endif
};

/// The weights of call C less their zero point.
template <class C>
struct short_weights {
  using from = typename C::template in<1>;
  struct numbers {
    std::int16_t number[from::span];
    bool have_9_bits;
  };
  static constexpr numbers all = [] {
    numbers n{{}, true};
    for (int i = 0; i < from::span; ++i) {
      const int w = from::load(C::bytes(1), i) - from::is.number.zero;
      n.number[i] = static_cast<std::int16_t>(w);
      if (w > 255 || w < -255) n.have_9_bits = false;
    }
    return n;
  }();
  static constexpr int begin = 0;
  static constexpr const std::int16_t* codes() { return all.number; }
};

/// The constants of one call.
template <class V, int Weights, int Biases, int Rows, class Epilogue>
struct short_filter_constants {
  // tiles of (parts, KH, steps, columns, vectors, lanes, word)
  alignas(V::bytes) std::int8_t weights[Weights];
  alignas(V::bytes) std::int32_t bias[Biases];  // (sets, filters)
  std::uint8_t bias_set[Rows];                  // (OH)
  Epilogue epilogue;
};
/// The same as tiles read them, with what ends sums.
template <class End>
struct short_filter_places {
  using end_type = End;
  const std::int8_t* weights;
  const std::int32_t* bias;
  const std::uint8_t* bias_set;
  const End& end_sum;
};
template <class P, class End>
ETCH_GLUE short_filter_places<End> places_of(const P& p, const End& end_sum) {
  return {p.weights, p.bias, p.bias_set, end_sum};
}

/// How tiles end sums of filters in their order.
struct ends_in_order {
  template <class V>
  static constexpr bool takes_twice = false;
#if ETCH_HAS_X86
  /// Codes of eight filters from c on, vector or vectors I of all pixels.
  template <class V, int I, class Y, int Pixels, int Width, class End>
  ETCH_GLUE static void end_eight(Y* y, int next, typename V::vector (&sum)[Pixels][Width],
                                  const End& end, int c) {
    const ends_of_eight<four_words, End> of_one(end, c);
    if constexpr (V::lanes == 4) {
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
        write_eight_ends<four_words>(y + P * next, 0, sum[P][2 * I], sum[P][2 * I + 1], of_one);
      });
    } else {
#if ETCH_HAS_AVX2
      const ends_of_eight<eight_words, End> of_two(end, c);
      unroll<Pixels / 2>([&]<int P>() __attribute__((always_inline)) {
        const __m256i a = sum[2 * P][I], b = sum[2 * P + 1][I];
        write_eight_ends<eight_words>(y + 2 * P * next, next, _mm256_permute2x128_si256(a, b, 0x20),
                                      _mm256_permute2x128_si256(a, b, 0x31), of_two);
      });
      if constexpr (Pixels % 2 != 0) {
        const __m256i a = sum[Pixels - 1][I];
        write_eight_ends<four_words>(y + (Pixels - 1) * next, 0, V::template part<0>(a),
                                     V::template part<1>(a), of_one);
      }
#endif
    }
  }
  /// Sums 4 Q .. 4 Q + 3 of a pixel.
  template <class V, int Q, int Width>
  ETCH_GLUE static __m128i four_of(const typename V::vector (&sum)[Width]) {
    return V::template part<Q % (V::lanes / 4)>(sum[Q / (V::lanes / 4)]);
  }
  template <window_geometry G, class V, int Valid, class Y, int Pixels, int Width, class P>
  ETCH_GLUE static void end(Y* y, typename V::vector (&sum)[Pixels][Width], const P& p, int place) {
    using form = filter_form<G, V>;
    constexpr int next = form::to_pixel, behind = form::filters - form::part.oc;
    const int filter = behind == 0 ? place : place - place / form::filters * behind;
    constexpr bool by_vectors = ends_by_vectors<typename P::end_type, Y>();
    constexpr int eights = by_vectors ? Valid / 8 : 0;
    constexpr int fours = by_vectors ? Valid / 4 : 0;
    unroll<eights>([&]<int I>() __attribute__((always_inline)) {
      end_eight<V, I>(y + 8 * I, next, sum, p.end_sum, filter + 8 * I);
    });
    if constexpr (fours > 2 * eights) {
      constexpr int first = 8 * eights;
      unroll<Pixels>([&]<int I>() __attribute__((always_inline)) {
        const __m128i one = four_of<V, 2 * eights>(sum[I]);
        write_ends<1>(y + I * next + first, 0, &one, p.end_sum, filter + first);
      });
    }
    if constexpr (Valid > 4 * fours) {
      unroll<Pixels>([&]<int I>() __attribute__((always_inline)) {
        std::int32_t each[V::lanes * Width];
        __builtin_memcpy(each, sum[I], sizeof each);
        for (int o = 4 * fours; o < Valid; ++o) y[I * next + o] = p.end_sum(each[o], filter + o);
      });
    }
  }
#endif
};

/// The constants of call C by vectors V, of the weights of From.
template <class C, class V, class From>
constexpr auto pack_short_filters() {
  constexpr window_geometry G = C::attributes.at(C::inputs());
  using form = filter_form<G, V>;
  constexpr int zero = C::template in<0>::is.number.zero, row = G.kw * form::part.c;
  constexpr auto sets = make_bias_sets<G>(zero != 0);
  constexpr const auto& epilogue = generic_epilogue<C, G.oc>;
  short_filter_constants<V, G.groups * form::vectors * form::vector_bytes,
                         sets.count * form::all_filters, G.oh,
                         decltype(make_generic_epilogue<C, G.oc>())>
      p{{}, {}, {}, epilogue};
  for (int g = 0; g < G.groups; ++g) {
    pack_tile_weights<G, V>(p.weights, g * form::vectors * form::vector_bytes,
                            weights_from<From>{g * form::part.oc * G.kh * row},
                            [](int) { return false; });
    for (int i = 0; i < form::part.oc; ++i) {
      const int o = g * form::part.oc + i;
      for (int k = 0; k < sets.count; ++k) {
        const int first = (o * G.kh + sets.inside[k].first) * row;
        const int last = (o * G.kh + sets.inside[k].last) * row;
        long long bias = sum_bias<C>(o);
        for (int w = first; w < last && zero != 0; ++w) bias -= zero * From::all.number[w];
        p.bias[k * form::all_filters + g * form::filters + i] = static_cast<std::int32_t>(bias);
      }
    }
  }
  for (int i = 0; i < G.oh; ++i) p.bias_set[i] = sets.of_row[i];
  return p;
}

/// The most weights of a layer: packing takes one evaluation of them all, for which compilers have
/// a limit of steps.
inline constexpr int most_short_weights = 32'000;

/// Base of kernel K, which runs operator Op by filters of 16-bit numbers.
template <class K, class Op>
struct short_filters : kernel_base {
  using op = Op;

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (C::template in<1>::span > most_short_weights) {
      return false;
    } else if constexpr (short_sums::takes<C>()) {
      return short_sums::fit_32_bits<C>() && takes_windows(C::attributes.at(C::inputs()));
    } else if constexpr (byte_sums::takes<C>()) {
      return takes_windows(C::attributes.at(C::inputs()));
    } else {
      return false;
    }
  }();
  template <class C>
  static constexpr window_geometry windows = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool has_bytes = sizeof(typename C::template in<0>::storage) == 1;
  template <class C>
  using vectors = short_lanes<has_bytes<C>, has_bytes<C> && short_weights<C>::all.have_9_bits>;
  template <class C>
  static constexpr int scratch = round_up(scratch_of_filters<C, windows<C>, vectors<C>>(), 16);

  template <class C>
  static constexpr auto pack() {
    detail::only_where_asked_for();
    return pack_short_filters<C, vectors<C>, short_weights<C>>();
  }

  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    using V = vectors<C>;
    if constexpr (V::template is_compiled<A>) {
#if ETCH_HAS_X86
      const auto& p = kernel_constants<K, C>(a);
      make_rows_of_filters<C, windows<C>, V, ends_in_order>(
          a.template out<0>(), a.template in<0>(), a.scratch(), C::template in<0>::is.number.zero,
          places_of(p, short_sums::end_of<C, short_tile>(p)), rows);
#endif
    } else {
      V::template refuse<A>();
    }
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
