// Means of codes of 8 to 16 bits, a word of channels at a time: sums by the instructions that every
// core of the M profile has, and the division.
#pragma once

#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/cortex_m/words.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// How codes are divided by default: see mean_of_codes.
template <class Code>
inline constexpr int bits_of_quotients = sizeof(Code) > 1         ? 0
                                         : ETCH_HAS_LONG_MULTIPLY ? 64
                                                                  : 32;
/// Halfwords whose mean a product in 64 bits gives.
inline constexpr int most_halfwords_by_inverse = 127;

/// mean_of<R>(sum, cells) of sums of as many codes, at most 256 bytes or 8,192 halfwords; R is not
/// half_even. What is divided is made positive by the least sum, and doubled: the mean is
/// floor(sum / cells + 1/2), one less for ties of a negative sum. Bits: those of the product by an
/// inverse that divides, 64, of bytes also 32; 0 divides.
template <rounding R, class Code, int Bits = bits_of_quotients<Code>>
class mean_of_codes {
 public:
  /// Sets the number of cells.
  ETCH_GLUE constexpr void over(int cells) {
    if (cells == cells_) return;
    constexpr bool truncates = R == rounding::toward_zero, ties_down = R != rounding::half_up;
    cells_ = cells;
    above_ = 2 * half * cells + (truncates ? 0 : cells);
    below_ = truncates ? 2 * (cells - 1) : ties_down ? -1 : 0;
    if constexpr (Bits > 0) inverse_ = (one - 1) / (2U * static_cast<std::uint32_t>(cells)) + 1U;
  }
  ETCH_GLUE constexpr int cells() const { return cells_; }
  ETCH_GLUE constexpr std::int32_t operator()(std::int32_t sum) const {
    std::int32_t above = 2 * sum + above_;
    if constexpr (half != 0 && R != rounding::half_up) above += sum >> 31 & below_;
    return static_cast<std::int32_t>(quotient(static_cast<std::uint32_t>(above))) - half;
  }

 protected:
  /// What makes codes positive.
  static constexpr std::int32_t half =
      static_cast<Code>(-1) < 0 ? std::int32_t{1} << (8 * sizeof(Code) - 1) : 0;

  int cells_ = 0;
  std::int32_t above_ = 0, below_ = 0;
  std::uint32_t inverse_ = 0;

 private:
  /// inverse_ is 2^32 or this over 2 cells_, rounded up.
  static constexpr std::uint32_t one = Bits == 64 ? 0U : 1U << 23;

  /// floor(a / (2 cells_)) for 0 <= a < 2 cells_ 2^b, where codes have b bits. Where the product
  /// has 64 bits, a times the error of inverse_ is less than 1 / (2 cells_), as a 2 cells_ < 2^32.
  /// Where it has 32, which 2^8 2^23 + a fits, the quotient may be one too large.
  ETCH_GLUE constexpr std::uint32_t quotient(std::uint32_t a) const {
    const auto twice = 2U * static_cast<std::uint32_t>(cells_);
    if constexpr (Bits == 0) {
      return a / twice;
    } else if constexpr (Bits == 64) {
      return static_cast<std::uint32_t>(std::uint64_t{a} * inverse_ >> 32);
    } else {
      const std::uint32_t found = a * inverse_ >> 23;
      return found - (found * twice > a ? 1U : 0U);
    }
  }
};

/// Sums of at most 256 bytes of four channels, those of signed ones plus 128 each, so that sums
/// stay in halfwords.
template <class Code>
struct sums_by_ands {
  using code = Code;
  static constexpr bool is_available = ETCH_HAS_M_PROFILE;
  static constexpr bool lies_anywhere = false;
  static constexpr int channels = 4, most_cells = most_summed_bytes;

  std::uint32_t even = 0, odd = 0;  ///< channels 0 and 2, 1 and 3

#if ETCH_HAS_M_PROFILE
  /// Adds the codes at x.
  ETCH_GLUE void add(const std::int8_t* x) {
    constexpr std::uint32_t halves = 0x00ff00ffu, signs = is_signed ? 0x80808080u : 0;
    const std::uint32_t codes = words_of<Code>::load(x) ^ signs;
    even += codes & halves;
    odd += codes >> 8 & halves;
  }
  /// The sum of channel I of so many cells.
  template <int I>
  ETCH_GLUE std::int32_t of(int cells) const {
    const std::uint32_t word = I % 2 == 0 ? even : odd;
    const auto sum = static_cast<std::int32_t>(I / 2 == 0 ? word & 0xffff : word >> 16);
    return is_signed ? sum - 128 * cells : sum;
  }
#endif

 private:
  static constexpr bool is_signed = static_cast<Code>(-1) < 0;
};

/// Sums of at most 8,192 signed halfwords of two channels.
template <bool Anywhere>
struct sums_of_halfwords {
  using code = std::int16_t;
  static constexpr bool is_available = ETCH_HAS_M_PROFILE;
  static constexpr bool lies_anywhere = Anywhere;
  static constexpr int channels = 2, most_cells = 8'192;

  std::int32_t first = 0, second = 0;

#if ETCH_HAS_M_PROFILE
  ETCH_GLUE void add(const std::int8_t* x) {
    struct [[gnu::packed, gnu::may_alias]] unaligned_word {
      std::uint32_t value;
    };
    const std::uint32_t codes = Anywhere ? reinterpret_cast<const unaligned_word*>(x)->value
                                         : reinterpret_cast<const aligned_word*>(x)->value;
    first += static_cast<std::int16_t>(codes);
    second += static_cast<std::int32_t>(codes) >> 16;
  }
  template <int I>
  ETCH_GLUE std::int32_t of(int) const {
    return I == 0 ? first : second;
  }
#endif
};

#if ETCH_HAS_M_PROFILE

/// Adds rows x columns cells to sums, `column` and `row` bytes apart; `row` counts from the begin
/// of a row. X is a pointer or a row_list.
template <class Sums, class X>
ETCH_GLUE void add_cells(Sums& sums, X x, int rows, int columns, int column, int row) {
  if (rows > 1 && row == columns * column) {  // without gaps: one row
    columns *= rows;
    rows = 1;
  }
  for (; rows > 0; --rows, to_next_row(x, row)) {
    const std::int8_t* at = first_row(x);
    int v = columns;
    for (; v >= 4; v -= 4) {
      unroll<4>([&]<int>() __attribute__((always_inline)) {
        sums.add(at);
        at += column;
      });
    }
    for (; v > 0; --v, at += column) sums.add(at);
  }
}

#endif

/// Base of the global_avg_pool kernel K, which adds codes as Sums does.
template <class K, class Sums>
struct global_means_of_words : global_means<K, Sums::channels, typename Sums::code> {
  static constexpr bool is_available = Sums::is_available;
  static constexpr int most_cells = Sums::most_cells;

  template <class C>
  static constexpr bool accepts =
      global_means<K, Sums::channels, typename Sums::code>::template accepts<C> &&
      (Sums::lies_anywhere || C::template in<0>::is.shape.c() % Sums::channels == 0);

#if ETCH_HAS_M_PROFILE
  template <class Code, class End>
  ETCH_GLUE static void sum_block(const Code* x, int cells, int channels, const End& end) {
    Sums sums;
    const int step = channels * static_cast<int>(sizeof(Code));
    add_cells(sums, as_bytes(x), 1, cells, step, 0);
    unroll<Sums::channels>(
        [&]<int I>() __attribute__((always_inline)) { end(I, sums.template of<I>(cells)); });
  }
#endif
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
