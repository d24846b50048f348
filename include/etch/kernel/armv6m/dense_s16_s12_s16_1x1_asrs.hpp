// dense of values of 9 to 16 bits and weights of 9 to 12: eight weights lie in three words, so that
// constants take 12 bits a weight.
//
// Needs: zero points of 0; sums that lie in 32 bits. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
//
// Weights 0 to 5 of eight are the two upper fields of each word, [31:20] and [19:8], so that one or
// two shifts, or one SBFX, give a weight with its sign. Of weights 6 and 7 the low bytes are those
// of words 0 and 1, the upper four bits lie in word 2, [7:4] and [3:0].
#pragma once

#include <etch/kernel/layer/short_sums.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// Rows of weights of up to 12 bits, eight in three words; the last ones take as many as they need.
struct twelve_bits {
  static constexpr int words(int weights) {
    return weights / 8 * 3 + minimum((weights % 8 + 1) / 2, 3);
  }
  static constexpr void write(std::uint32_t* words, int i, int weight) {
    const auto code = static_cast<std::uint32_t>(weight);
    if (i < 6) {
      words[i / 2] |= (code & 0xfff) << (i % 2 == 0 ? 20 : 8);
    } else {
      words[i - 6] |= code & 0xff;
      words[2] |= (code >> 8 & 15) << (i == 6 ? 4 : 0);
    }
  }
  /// Bits first .. first + count - 1 of a word as a number with a sign.
  template <int First, int Count>
  ETCH_GLUE static constexpr std::int32_t field(std::uint32_t word) {
    return static_cast<std::int32_t>(word << (32 - First - Count)) >> (32 - Count);
  }
  template <int I>
  ETCH_GLUE static constexpr std::int32_t read(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if constexpr (I < 6) {
      return field < I % 2 == 0 ? 20 : 8, 12 > (I < 2 ? a : I < 4 ? b : c);
    } else {
      return field < I == 6 ? 4 : 0,
             4 > (c) * 256 + static_cast<std::int32_t>((I == 6 ? a : b) & 0xff);
    }
  }

  /// sum + w x over `count` weights.
  ETCH_KERNEL static std::int32_t add_products(std::int32_t sum, const std::uint32_t* w,
                                               const std::int16_t* x, int count) {
    auto total = static_cast<std::uint32_t>(sum);
    for (const std::int16_t* const end = x + (count & ~7); x != end; x += 8, w += 3) {
      const std::uint32_t a = w[0], b = w[1], c = w[2];
      unroll<8>([&]<int I>() __attribute__((always_inline)) {
        total += static_cast<std::uint32_t>(read<I>(a, b, c) * x[I]);
      });
    }
    for (int rest = count & 7; rest > 0; rest -= 2, x += 2, ++w) {
      if (rest >= 7) {  // its low byte lies before the word that has the rest
        total += static_cast<std::uint32_t>(read<6>(*w, 0, w[2]) * x[6]);
        --rest;
      }
      total += static_cast<std::uint32_t>(read<0>(*w, 0, 0) * x[0]);
      if (rest > 1) total += static_cast<std::uint32_t>(read<1>(*w, 0, 0) * x[1]);
    }
    return static_cast<std::int32_t>(total);
  }
};

}  // namespace armv6m

/// dense of values of 9 to 16 bits by weights of 9 to 12.
struct dense_s16_s12_s16_1x1_asrs : weighted_kernel {
  using op = ops::dense;
  static constexpr const char* name = "dense_s16_s12_s16_1x1_asrs";

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (!short_sums::takes<C>()) {
      return false;
    } else if constexpr (C::template in<1>::is.number.bits < 9 ||
                         C::template in<1>::is.number.bits > 12) {
      return false;
    } else {
      return short_sums::fit_32_bits<C>();
    }
  }();
  template <class C>
  static constexpr auto pack() {
    detail::only_where_asked_for();
    using weights = typename C::template in<1>;
    constexpr int outputs = weights::is.shape.d[0], inputs = weights::is.shape.d[1];
    constexpr int words = armv6m::twelve_bits::words(inputs);
    constexpr const auto& epilogue = generic_epilogue<C, outputs>;
    weighted_parameters<std::uint32_t[outputs * words], std::int32_t, outputs,
                        decltype(make_generic_epilogue<C, outputs>())>
        p{{}, {}, epilogue};
    for (int o = 0; o < outputs; ++o) {
      p.bias[o] = static_cast<std::int32_t>(sum_bias<C>(o));
      for (int k = 0; k < inputs; ++k) {
        armv6m::twelve_bits::write(p.weights + o * words + k / 8 * 3, k % 8,
                                   weights::load(C::bytes(1), o * inputs + k));
      }
    }
    return p;
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
    const auto& k = kernel_constants<dense_s16_s12_s16_1x1_asrs, C>(a);
    constexpr int outputs = C::template in<1>::is.shape.d[0];
    write_rows(C::template out<>::span / outputs, C::template in<1>::is.shape.d[1], outputs, k,
               short_sums::end_of<C>(k), a.template in<0>(), a.template out<0>());
  }

 private:
  template <class P, class End, class Y>
  ETCH_KERNEL static void write_rows(int batches, int inputs, int outputs, const P& p,
                                     const End& end_sum,
                                     const std::int16_t* x,  // (B,K)
                                     Y* y) {                 // (B,O)
    const int words = armv6m::twelve_bits::words(inputs);
    for (; batches > 0; --batches, x += inputs) {
      const std::uint32_t* weights = p.weights;
      for (int o = 0; o < outputs; ++o, weights += words) {
        *y++ = end_sum(armv6m::twelve_bits::add_products(p.bias[o], weights, x, inputs), o);
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
