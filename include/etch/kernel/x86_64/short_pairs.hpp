// depthwise_conv2d by PMADDWD of numbers of 16 bits, rows in pairs as those of signed bytes
// (channel_pairs.hpp): values of 16 bits, codes of 8 bits of either sign with weights less their
// zero point, or the numbers of posit<8, 0>. The pairs lie on the stack; sums of 32 bits end by
// vectors as those of short_tile.hpp do.
#pragma once

#include <etch/kernel/x86_64/channel_pairs.hpp>
#include <etch/kernel/x86_64/posit_filters.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

using short_pair_vectors = element_t<list<sse2, avx2_wide>, ETCH_HAS_AVX2 != 0 ? 1 : 0>;

/// The constants of one call.
template <int Weights, int Channels, class Epilogue>
struct short_pair_constants {
  alignas(32) std::int8_t weights[Weights];
  alignas(32) std::int32_t bias[Channels];
  Epilogue epilogue;
};
/// The same as rows read them, with what ends sums.
template <class End>
struct short_pair_places {
  const std::int8_t* weights;
  const std::int32_t* bias;
  const End& end_sum;
};

#if ETCH_HAS_X86

/// Ends the sums of eight channels from `first` on as codes Y.
template <class Y, class End, bool ByVectors>
struct short_pair_end {
  using vectors = short_pair_vectors;
  static constexpr int sums = 4;
  const End& end;
  int first;
  ETCH_GLUE short_pair_end(const End& e, int c) : end(e), first(c) {}
  template <class V, int Count, int Parts>
  ETCH_GLUE void write(Y* const (&y)[Count], const typename V::vector (&sum)[Count][Parts]) const {
    unroll<Count>([&]<int I>() __attribute__((always_inline)) {
      std::int32_t each[8];
      __builtin_memcpy(each, sum[I], sizeof each);
      for (int c = 0; c < 8; ++c) y[I][c] = end(each[c], first + c);
    });
  }
};
template <class Y, class End>
struct short_pair_end<Y, End, true> {
  using vectors = short_pair_vectors;
  static constexpr int sums = 4;
  ends_of_eight<widest_words, End> by;
  /// Whether all channels end alike, so that sums may lie in any order.
  static constexpr bool is_alike = __is_same(decltype(by.low), all_alike);
  ETCH_GLUE short_pair_end(const End& end, int c) : by(end, c) {}
  template <class V, int Count, int Parts>
  ETCH_GLUE void write(Y* const (&y)[Count], const typename V::vector (&sum)[Count][Parts]) const {
    if constexpr (Parts == 2) {
      unroll<Count>([&]<int I>() __attribute__((always_inline)) {
        four_words::store_eight(y[I], 0, codes_of_eight<four_words, Y>(sum[I][0], sum[I][1], by));
      });
    } else {
#if ETCH_HAS_AVX2
      if constexpr (is_alike) return write_alike(y, sum);
      unroll<ceil_div(Count, 2)>([&]<int I>() __attribute__((always_inline)) {
        const __m256i a = sum[2 * I][0], b = sum[minimum(2 * I + 1, Count - 1)][0];
        const __m256i codes = codes_of_eight<eight_words, Y>(
            _mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(a, b, 0x31), by);
        four_words::store_eight(y[2 * I], 0, _mm256_castsi256_si128(codes));
        if constexpr (2 * I + 1 < Count)
          four_words::store_eight(y[2 * I + 1], 0, _mm256_extracti128_si256(codes, 1));
      });
#endif
    }
  }

 private:
#if ETCH_HAS_AVX2
  /// The same where all channels end alike: four sums of each of two pixels are packed side by
  /// side.
  template <int Count>
  ETCH_GLUE void write_alike(Y* const (&y)[Count], const __m256i (&sum)[Count][1]) const {
    using V = eight_words;
    const auto numbers = [&]<int I>() __attribute__((always_inline)) {
      return vector_end<End>::template codes<V>(by.low, sum[minimum(I, Count - 1)][0]);
    };
    const auto two = [&]<int I>() __attribute__((always_inline)) {
      return numbers_within<V, End, Y>(numbers.template operator()<I>(),
                                       numbers.template operator()<I + 1>());
    };
    constexpr int together = sizeof(Y) == 1 ? 4 : 2;
    unroll<ceil_div(Count, together)>([&]<int I>() __attribute__((always_inline)) {
      constexpr int first = I * together;
      __m256i codes = two.template operator()<first>();
      if constexpr (sizeof(Y) == 1) {
        const __m256i more = first + 2 < Count ? two.template operator()<first + 2>() : codes;
        codes = vector_end<End>::high > INT8_MAX ? V::pack_unsigned_16(codes, more)
                                                 : V::pack_16(codes, more);
        codes = _mm256_permutevar8x32_epi32(codes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
      } else {
        codes = _mm256_permute4x64_epi64(codes, 0b11'01'10'00);
      }
      unroll<minimum(together, Count - first)>([&]<int K>() __attribute__((always_inline)) {
        constexpr int bytes = 8 * sizeof(Y), at = K * bytes;
        four_words::store_from<bytes, at % 16>(y[first + K], V::part<at / 16>(codes));
      });
    });
  }
#endif
};
template <class Y>
struct short_pair_ends {
  template <class End>
  ETCH_GLUE static auto of(const short_pair_places<End>& p, int c) {
    return short_pair_end<Y, End, ends_by_vectors<End, Y>()>(p.end_sum, c);
  }
};

/// The rows of the output of call C.
template <class C, class A>
ETCH_GLUE auto output_rows(const A& a) {
  using out = typename C::template out<>;
  if constexpr (requires { a.template out_rows<0>(); }) return a.template out_rows<0>();
  else return strided_rows<typename out::storage>{a.template out<0>(), out::row};
}

#endif

/// Base of kernel K, which runs depthwise_conv2d Op by pairs of rows of 16-bit numbers.
template <class K, class Op>
struct short_pairs : kernel_base {
  using op = Op;

  template <class C>
  static constexpr bool is_posit_layer = posit_sums::takes<C>();
  /// The numbers of the weights.
  template <class C>
  using numbers = element_t<list<short_weights<C>, posit_weights<C>>, is_posit_layer<C> ? 1 : 0>;
  template <class C>
  static constexpr bool has_sums_of_32_bits = [] {
    if constexpr (is_posit_layer<C>) return sizeof(typename sum_arithmetic<C>::sum) == 4;
    else if constexpr (short_sums::takes<C>()) return short_sums::fit_32_bits<C>();
    else return byte_sums::takes<C>();
  }();
  /// Whether sums end as those of signed bytes.
  template <class C>
  static constexpr bool ends_by_factors_of_bytes = [] {
    constexpr byte_layer l = layer_of<C>;
    if constexpr (!l.is_signed || !takes_ends(l.end)) return false;
    else return proves_ends<C, short_pair_vectors>();
  }();
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (!has_sums_of_32_bits<C>) {
      return false;
    } else {
      constexpr window_geometry g = C::attributes.at(C::inputs());
      return g.c % 8 == 0 && g.kh * g.kw <= 64 &&
             pair_form<g>::scratch <= posit_filters<K, Op>::most_on_stack;
    }
  }();
  template <class C>
  static constexpr bool reads_rows = true;
  template <class C>
  static constexpr int rows_at_once = channel_pairs::rows_of<C::attributes.at(C::inputs())>;

  template <class C>
  static constexpr auto pack() {
    detail::only_where_asked_for();
    constexpr window_geometry G = C::attributes.at(C::inputs());
    constexpr const auto& number = numbers<C>::all.number;
    const auto weight = [&](int k) { return number[k]; };
    if constexpr (ends_by_factors_of_bytes<C>) {
      return pack_pairs<C, short_pair_vectors>(weight);
    } else {
      using form = pair_form<G>;
      constexpr const auto& epilogue = generic_epilogue<C, G.c>;
      short_pair_constants<G.c / form::channels * form::block_bytes, G.c,
                           decltype(make_generic_epilogue<C, G.c>())>
          p{{}, {}, epilogue};
      for (int c = 0; c < G.c; ++c) {
        pack_pairs_of_channel<G>(p.weights, c, weight);
        long long bias = sum_bias<C>(c);
        for (int k = c; k < G.kh * G.kw * G.c; k += G.c)
          bias -= C::template in<0>::is.number.zero * number[k];
        p.bias[c] = static_cast<std::int32_t>(bias);
      }
      return p;
    }
  }

  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (sse2::is_compiled<A>) {
#if ETCH_HAS_X86
      constexpr window_geometry g = C::attributes.at(C::inputs());
      using code = typename C::template in<0>::storage;
      const auto& p = kernel_constants<K, C>(a);
      alignas(64) std::uint8_t in_pairs[pair_form<g>::scratch];
      constexpr code padding = [] {
        if constexpr (is_posit_layer<C>) return code{};
        else return static_cast<code>(C::template in<0>::is.number.zero);
      }();
      const auto make = [&]<class Ends>(const auto& places) __attribute__((always_inline)) {
        make_rows_by_pairs<g, Ends, code>(output_rows<C>(a), a.template rows<0>(), in_pairs,
                                          padding, places, rows);
      };
      const auto make_by = [&]<class End>(const End& end_sum) __attribute__((always_inline)) {
        make.template operator()<short_pair_ends<typename C::template out<>::storage>>(
            short_pair_places<End>{p.weights, p.bias, end_sum});
      };
      if constexpr (is_posit_layer<C>) {
        make_by(posit_sums::known_end<make_generic_epilogue<C, g.c>()>{});
        posit_sums::write_nars<C>(a, rows, p.epilogue);
      } else if constexpr (ends_by_factors_of_bytes<C>) {
        using V = short_pair_vectors;
        make.template operator()<pair_ends_by_factors<V, ends_of<V>(layer_of<C>.end)>>(p);
      } else {
        make_by(short_sums::end_of<C, short_tile>(p));
      }
#endif
    } else {
      sse2::refuse<A>();
    }
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
