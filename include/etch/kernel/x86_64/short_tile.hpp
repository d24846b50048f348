// Runs of 16-bit codes by PMADDWD, four filters times two pixels: as many codes of a filter as a
// vector has meet those of each pixel; where sums need 64 bits, products do. Weights of 8 bits are
// widened in registers; sums of 32 bits stay there for a whole window and end by vectors. Channels
// of depthwise_conv2d lie side by side, 8 of a pixel or, by AVX2, of two, and two taps of each meet
// their weights at once.
#pragma once

#include <etch/kernel/layer/short_vectors.hpp>
#include <etch/kernel/x86_64/lanes.hpp>
#include <etch/kernel/x86_64/short_ends.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

#if ETCH_HAS_X86

/// As many codes as V has, 16 bits each, from memory.
template <class V>
ETCH_GLUE typename V::vector load_codes(const std::int16_t* from) {
  return load_vector<typename V::vector>(from);
}
template <class V>
ETCH_GLUE typename V::vector load_codes(const std::int8_t* from) {
  return V::template widen<V::count>(from);
}
/// What partial_sums load.
template <class V>
struct vector_of_codes {
  static constexpr int width = V::count;
  template <class W>
  ETCH_GLUE static typename V::vector load(const W* from) {
    return load_codes<V>(from);
  }
};

/// The products of 8 numbers of 16 bits, four a vector.
struct products_of_eight {
  __m128i low, high;
  ETCH_GLUE products_of_eight(__m128i a, __m128i b) {
    const __m128i lower = _mm_mullo_epi16(a, b), upper = _mm_mulhi_epi16(a, b);
    low = _mm_unpacklo_epi16(lower, upper);
    high = _mm_unpackhi_epi16(lower, upper);
  }
};
/// Adds four numbers of 32 bits to two times two of 64.
ETCH_GLUE void add_widened(__m128i* two, __m128i four) {
  const __m128i signs = _mm_srai_epi32(four, 31);
  two[0] = _mm_add_epi64(two[0], _mm_unpacklo_epi32(four, signs));
  two[1] = _mm_add_epi64(two[1], _mm_unpackhi_epi32(four, signs));
}

/// Sums of products, partly in each lane.
template <class Sum>
struct partial_sums;
template <>
struct partial_sums<std::int32_t> : vector_of_codes<widest_lanes> {
  using lanes = widest_lanes;
  lanes::vector sum = lanes::all(0);
  ETCH_GLUE void add(lanes::vector w, lanes::vector x) { sum = lanes::add_products(sum, w, x); }
  ETCH_GLUE std::int32_t total() const {
    const lanes::vector zero = lanes::all(0);
    return _mm_cvtsi128_si32(lanes::totals(sum, zero, zero, zero));
  }
};
template <>
struct partial_sums<std::int64_t> : vector_of_codes<lanes8> {
  __m128i two[2] = {_mm_setzero_si128(), _mm_setzero_si128()};
  ETCH_GLUE void add(__m128i w, __m128i x) {
    const products_of_eight p(w, x);
    add_widened(two, p.low);
    add_widened(two, p.high);
  }
  ETCH_GLUE std::int64_t total() const {
    std::int64_t s[2];
    store_vector(s, _mm_add_epi64(two[0], two[1]));
    return s[0] + s[1];
  }
};

/// Sums of 8 channels.
template <class Sum>
struct sums_of_channels;
template <>
struct sums_of_channels<std::int32_t> {
  __m128i four[2];
  ETCH_GLUE sums_of_channels(__m128i low, __m128i high) : four{low, high} {}
  ETCH_GLUE explicit sums_of_channels(const std::int32_t* s)
      : four{load_vector<__m128i>(s), load_vector<__m128i>(s + 4)} {}
  ETCH_GLUE void add(__m128i w, __m128i x) {
    const products_of_eight p(w, x);
    four[0] = _mm_add_epi32(four[0], p.low);
    four[1] = _mm_add_epi32(four[1], p.high);
  }
  ETCH_GLUE void store(std::int32_t* s) const {
    store_vector(s, four[0]), store_vector(s + 4, four[1]);
  }
};
template <>
struct sums_of_channels<std::int64_t> {
  __m128i two[4];
  ETCH_GLUE explicit sums_of_channels(const std::int64_t* s)
      : two{load_vector<__m128i>(s), load_vector<__m128i>(s + 2), load_vector<__m128i>(s + 4),
            load_vector<__m128i>(s + 6)} {}
  ETCH_GLUE void add(__m128i w, __m128i x) {
    const products_of_eight p(w, x);
    add_widened(two, p.low);
    add_widened(two + 2, p.high);
  }
  ETCH_GLUE void store(std::int64_t* s) const {
    unroll<4>([&]<int I>() __attribute__((always_inline)) { store_vector(s + 2 * I, two[I]); });
  }
};

/// 8 channels from c on of a row of depthwise_conv2d, whose products are summed in 32 bits.
template <class Sum, class Geometry, class Rows, class Y, class P, class End>
struct row_of_eight {
  using rows = short_sums::rows_of_windows<Geometry, Rows>;
  using weight = short_sums::element_of<decltype(P::weights)>;
  using words = widest_words;
  static constexpr int kh = Geometry::kh, kw = Geometry::kw, taps = kh * kw;
  static constexpr int pairs = ceil_div(taps, 2);
  static constexpr bool by_vectors = sizeof(Sum) == 4 && ends_by_vectors<End, Y>();

  const rows& in;
  const P& p;
  const End& end;
  int c;
  Y* y;

  ETCH_GLUE void write() const {
    in.template for_each_pixel<(taps <= 25)>(
        [&](int j) __attribute__((always_inline)) { write_at_edge(j); },
        [&](int j, int last) __attribute__((always_inline)) { return write_inner(j, last); });
  }

 private:
  template <class V>
  ETCH_GLUE typename V::vector start(int k) const {
    if constexpr (by_vectors) return V::of_each_pixel(load_biases(p.bias + c + k));
    else return V::zero();
  }
  /// What ends the sums by vectors.
  template <class V>
  ETCH_GLUE auto ends() const {
    if constexpr (by_vectors) return ends_of_eight<V, End>(end, c);
    else return all_alike{};
  }
  /// Ends the sums of channels c .. c + 3 and of the next four.
  template <class V, class E>
  ETCH_GLUE void put(int j, typename V::vector low, typename V::vector high,
                     [[maybe_unused]] const E& by) const {
    Y* const to = y + j * in.g.c + c;
    if constexpr (by_vectors) {
      write_eight_ends<V>(to, in.g.c, low, high, by);
    } else {
      std::int32_t s[2][4 * V::pixels];
      store_vector(s[0], low), store_vector(s[1], high);
      for (int i = 0; i < 8 * V::pixels; ++i) {
        const int pixel = i / 8, k = i % 8;
        const Sum products = s[k / 4][4 * pixel + k % 4];
        const Sum sum = short_sums::wrapping_add(products, static_cast<Sum>(p.bias[c + k]));
        to[pixel * in.g.c + k] = end(sum, c + k);
      }
    }
  }
  /// Any pixel.
  ETCH_GLUE void write_at_edge(int j) const {
    sums_of_channels<std::int32_t> s(start<four_words>(0), start<four_words>(4));
    in.for_each_cell(j, c, p.weights,
                     [&](const weight* w, const std::int16_t* x) __attribute__((always_inline)) {
                       s.add(load_codes<lanes8>(w), load_codes<lanes8>(x));
                     });
    put<four_words>(j, s.four[0], s.four[1], ends<four_words>());
  }
  /// Those of v that V has.
  template <class V>
  ETCH_GLUE static typename V::vector part(typename words::vector v) {
    if constexpr (V::pixels == words::pixels) return v;
#if ETCH_HAS_AVX2
    else return _mm256_castsi256_si128(v);
#endif
  }
  /// Pixels from j on whose windows lie inside; the first that is left.
  ETCH_GLUE int write_inner(int j, int last) const {
    typename words::vector w[2 * pairs];
    const std::int16_t* row[kh];
    unroll<kh>([&]<int I>() __attribute__((always_inline)) {
      row[I] = in.cells(in.has_row(I) ? I : in.u.first, j, c);  // times 0 where it lies outside
    });
    const auto weights = [&](int tap) __attribute__((always_inline)) {
      const bool inside = tap < taps && in.has_row(tap / kw);
      return inside ? load_codes<lanes8>(p.weights + tap * in.g.c + c) : _mm_setzero_si128();
    };
    unroll<pairs>([&]<int T>() __attribute__((always_inline)) {
      const __m128i a = weights(2 * T), b = weights(2 * T + 1);
      w[2 * T] = words::of_each_pixel(_mm_unpacklo_epi16(a, b));
      w[2 * T + 1] = words::of_each_pixel(_mm_unpackhi_epi16(a, b));
    });
    int at = 0;
    const auto by = ends<words>();
    const auto some = [&]<class V>() __attribute__((always_inline)) {
      typename V::vector low = start<V>(0), high = start<V>(4);
      const auto codes = [&](int tap) __attribute__((always_inline)) {
        return V::load_eight(row[tap / kw] + at + tap % kw * rows::cell, rows::step);
      };
      unroll<pairs>([&]<int T>() __attribute__((always_inline)) {
        const auto a = codes(2 * T);
        const auto b = 2 * T + 1 < taps ? codes(minimum(2 * T + 1, taps - 1)) : a;
        low = V::add_pairs(low, V::zip_low_16(a, b), part<V>(w[2 * T]));
        high = V::add_pairs(high, V::zip_high_16(a, b), part<V>(w[2 * T + 1]));
      });
      if constexpr (V::pixels == words::pixels) put<V>(j, low, high, by);
      else put<V>(j, low, high, ends<V>());
      at += V::pixels * rows::step;
      j += V::pixels;
    };
    while (j + words::pixels <= last) some.template operator()<words>();
    if constexpr (words::pixels > 1) {
      if (j < last) some.template operator()<four_words>();
    }
    return j;
  }
};

#endif

/// The tile of layers of 16-bit codes.
struct short_tile {
  static constexpr int filters = 4, channels = 8;
  static constexpr bool adds_windows = true, keeps_rows = true;
  template <class>
  static constexpr int pixels = 2;

#if ETCH_HAS_X86
  /// Sums of products of x and Count rows of Length weights; room for 4.
  template <int Count, int Length, class Sum, class W>
  ETCH_GLUE static void write_rows(Sum* to, const W* w, const std::int16_t* x) {
    using part = short_sums::part_of<Sum, W, Length>;
    partial_sums<part> sum[4]{};
    short_sums::add_run_by_vectors<Count, 1>(sum, w, Length, x, 0, Length);
    if constexpr (sizeof(part) == 4) {
      const __m128i totals = widest_lanes::totals(sum[0].sum, sum[1].sum, sum[2].sum, sum[3].sum);
      std::int32_t all[4];
      store_vector(all, totals);
      unroll<4>([&]<int K>() __attribute__((always_inline)) { to[K] = all[K]; });
    } else {
      unroll<Count>([&]<int K>() __attribute__((always_inline)) { to[K] = sum[K].total(); });
    }
  }
  /// Four codes less Zero.
  template <int Zero>
  ETCH_GLUE static void widen_four(std::int16_t* to, const std::int8_t* x) {
    const __m128i bytes = _mm_cvtsi32_si128(load_vector<int>(x));
    const long long four = _mm_cvtsi128_si64(_mm_sub_epi16(widen_low(bytes), _mm_set1_epi16(Zero)));
    __builtin_memcpy(to, &four, sizeof four);
  }
  template <int Filters, int Pixels, class Sum, class W>
  ETCH_GLUE static void add(Sum* s, const W* w, int next_w, const std::int16_t* x, int next_x,
                            int codes) {
    short_sums::add_by_vectors<partial_sums<Sum>, Filters, Pixels>(s, w, next_w, x, next_x, codes);
  }

  /// Four filters of Pixels pixels, whose sums stay in registers for all runs.
  template <int Filters, int Pixels, class Sum, class Y, class P, class End>
  requires(Filters == 4 && sizeof(Sum) == 4)
  ETCH_GLUE static void write(const short_sums::pixel_task& t, const P& p, const End& end, int f,
                              Y* y, int next_y) {
    partial_sums<Sum> sum[4 * Pixels]{};
    for (const short_sums::run *r = t.runs, *last = r + t.count; r != last; ++r)
      short_sums::add_run_by_vectors<4, Pixels>(sum, p.weights + f * t.taps + r->weight, t.taps,
                                                r->x, t.next_pixel, t.codes);
    __m128i total[Pixels];
    unroll<Pixels>([&]<int I>() __attribute__((always_inline)) {
      total[I] = widest_lanes::totals(sum[I].sum, sum[Pixels + I].sum, sum[2 * Pixels + I].sum,
                                      sum[3 * Pixels + I].sum);
    });
    if constexpr (ends_by_vectors<End, Y>()) {
      const __m128i bias = load_biases(p.bias + f);
      unroll<Pixels>([&]<int I>() __attribute__((always_inline)) {
        total[I] = _mm_add_epi32(total[I], bias);
      });
      write_ends<Pixels>(y + f, next_y, total, end, f);
    } else {
      Sum s[Pixels][4];
      __builtin_memcpy(s, total, sizeof s);
      unroll<4 * Pixels>([&]<int K>() __attribute__((always_inline)) {
        constexpr int i = K % Pixels, o = K / Pixels;
        const Sum all = short_sums::wrapping_add(s[i][o], static_cast<Sum>(p.bias[f + o]));
        y[i * next_y + f + o] = end(all, f + o);
      });
    }
  }
  /// What ends sums as `all`, the epilogue of call C.
  template <class C, class Epilogue>
  requires has_factors<Epilogue>
  ETCH_GLUE static constexpr auto end_of(const Epilogue& all) {
    constexpr const auto& known = generic_epilogue<C, C::template out<>::is.shape.c()>;
    return end_by_factors<Epilogue, factors_of_ends(known)>{{all}};
  }

  template <class Sum, class Geometry, class Rows, class Y, class P, class End>
  requires(sizeof(short_sums::part_of<Sum, short_sums::element_of<decltype(P::weights)>,
                                      Geometry::kh * Geometry::kw>) == 4)
  ETCH_GLUE static void write_row(const Geometry& g, const P& p, const End& end, const Rows& x,
                                  int top, const cell_run& u, Y* y) {
    const short_sums::rows_of_windows<Geometry, Rows> in{{}, g, x, top, u};
    for (int next = 0; next < g.c; next += 8) {
      row_of_eight<Sum, Geometry, Rows, Y, P, End>{in, p, end, minimum(next, g.c - 8), y}.write();
    }
  }
  template <int Channels, class Sum, class W>
  ETCH_GLUE static void add_window(Sum* s, const W* w, const std::int16_t* x,
                                   const short_sums::window_steps& t) {
    if constexpr (Channels == 8) {
      sums_of_channels<Sum> sum(s);
      for (int u = 0; u < t.rows; ++u, w += t.next_row_w, x += t.next_row_x) {
        for (int v = 0; v < t.cells; ++v)
          sum.add(load_codes<lanes8>(w + v * t.next_w), load_codes<lanes8>(x + v * t.next_x));
      }
      sum.store(s);
    } else {
      short_sums::add_window_by_one<Channels>(s, w, x, t);
    }
  }
#endif
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
