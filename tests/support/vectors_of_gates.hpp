// What recurrent layers ask of Products (kernel/layer/matrix_rows.hpp), as vectors do it, compared
// with its definitions: sums of rows of bytes, ends of sums, functions of gates, products of gates,
// and states of gru and of svdf. By: what does it, Block sums at a time.
#pragma once

#include <etch/kernel/arithmetic/gates.hpp>

#include <random>
#include <utility>

#include "are_long.hpp"

namespace test {

using etch::activation_function, etch::fixed_point_factor, etch::rounding;

template <int Zero, class Code = std::int8_t>
struct sums_of_bytes {
  using type = std::int32_t;
  using code = Code;
  static constexpr int zero = Zero;
};
/// Weight i of a matrix: any, none -128, or such that no pair comes to more than 128.
enum class weights { any, symmetric, small };
constexpr std::int8_t weight(int i, weights kind) {
  const int any = static_cast<int>(static_cast<unsigned>(i + 7) * 2654435761U >> 13 & 0xff) - 128;
  if (kind == weights::small) return static_cast<std::int8_t>(any / 2);
  if (kind == weights::any) return static_cast<std::int8_t>(i % 5 < 2 ? -128 : any);
  return static_cast<std::int8_t>(any < -127 ? 127 : any);
}

/// Whether all sums of a matrix of By are those of the definition, from biases on where it takes
/// them.
template <class By, int Block, int Zero, int Rows, int Length, class Code = std::int8_t>
bool equal_rows(weights kind) {
  using matrix = typename By::template matrix<sums_of_bytes<Zero, Code>, Rows, Length>;
  constexpr int lowest = -(1 << (8 * sizeof(Code) - 1));
  const auto load = [=](std::int8_t(&to)[Rows * Length]) {
    for (int i = 0; i < Rows * Length; ++i) to[i] = weight(i, kind);
  };
  std::int8_t w[Rows * Length];
  Code x[Length];
  load(w);
  std::mt19937 random(1);
  const auto are_sums = [&](const matrix& rows, const std::int32_t* bias) {
    bool equal = true;
    for (int run = 0; run < 4; ++run) {
      for (int k = 0; k < Length; ++k) {
        const int any = static_cast<int>(random() & (-2 * lowest - 1)) + lowest;
        x[k] = static_cast<Code>(run == 0 ? lowest : run == 1 ? -lowest - 1 : any);
      }
      const typename matrix::vector codes(x);
      for (int first = 0; first < Rows; first += Block) {
        std::int32_t s[Block];
        for (auto& sum : s) sum = 12345;
        rows.template add<Block>(s, codes, first);
        for (int i = 0; i < Block && first + i < Rows; ++i) {
          auto want = static_cast<std::uint32_t>(bias[first + i]);
          for (int k = 0; k < Length; ++k)
            want += static_cast<std::uint32_t>(w[(first + i) * Length + k] * (x[k] - Zero));
          equal = equal && s[i] == static_cast<std::int32_t>(want);
        }
      }
    }
    return equal;
  };
  std::int32_t bias[Rows]{};
  bool equal = are_sums(matrix(load), bias);
  if constexpr (requires { matrix(load, bias); }) {
    for (auto& sum : bias) sum = static_cast<std::int32_t>(random());
    equal = equal && are_sums(matrix(load, bias), bias);
  }
  return equal;
}
/// Whether sums of a matrix that a compiler makes start with the lowest and highest biases, modulo
/// 2^32.
template <class By, int Block>
bool starts_with_limits() {
  static constexpr int rows = 5, length = 20, zero = -3;
  using matrix = typename By::template matrix<sums_of_bytes<zero>, rows, length>;
  static constexpr std::int32_t bias[rows]{INT32_MIN, INT32_MAX, INT32_MIN, INT32_MAX, 0};
  static constexpr matrix made(
      [](std::int8_t(&to)[rows * length]) {
        for (int i = 0; i < rows * length; ++i)
          to[i] = static_cast<std::int8_t>(i / length < 2 ? -127 : 127);
      },
      bias);
  std::int8_t x[length];
  for (auto& code : x) code = zero;  // real 0
  std::int32_t s[Block];
  made.template add<Block>(s, x, 0);
  bool equal = true;
  for (int i = 0; i < rows; ++i) equal = equal && s[i] == bias[i];
  return equal;
}
inline constexpr std::int64_t most = (std::int64_t{1} << 22) - 1,
                              far_most = (std::int64_t{1} << 28) - 1;

/// Sums near ties, limits and powers of two.
template <int Block, std::int64_t Most>
struct some_sums {
  std::int32_t at[Block];
  some_sums(std::mt19937& random, int run) {
    for (int i = 0; i < Block; ++i) {
      const auto any = static_cast<std::int32_t>(random());
      const std::int32_t near = any % 3000, power = std::int32_t{1} << (any >> 8 & 15);
      const std::int32_t far = run % 3 == 0 ? static_cast<std::int32_t>(Most) - near * near / 4
                                            : (run % 3 == 1 ? near : near * power / 16 + near % 3);
      at[i] =
          static_cast<std::int32_t>(etch::clamp<std::int64_t>(any < 0 ? -far : far, -Most, Most));
    }
  }
};
/// Whether gates by By are those of EndA and EndB, of sums of at most Most.
template <class By, int Block, class EndA, class EndB, std::int64_t Most = most>
bool equal_gates() {
  if constexpr (!By::template ends_gates<EndA, EndB>) {
    return false;
  } else {
    std::mt19937 random(2);
    bool equal = true;
    for (int run = 0; run < 3000; ++run) {
      const some_sums<Block, Most> a(random, run), b(random, run + 1);
      std::int16_t one[Block], joined[Block];
      By::template end_gates<EndA>(one, a.at);
      By::template join_gates<EndA, EndB>(joined, a.at, b.at);
      for (int i = 0; i < Block; ++i) {
        const std::int32_t of_a = EndA{}(a.at[i]);
        equal =
            equal && one[i] == of_a && joined[i] == etch::within_16_bits(of_a + EndB{}(b.at[i]));
      }
    }
    return equal;
  }
}
template <rounding R, int Shift, std::int64_t Most = most>
using end_by = etch::known_gate<R, fixed_point_factor{1518500250 + 4093 * Shift, Shift}, Most>;
template <rounding R, int Shift>
using end_by_half = etch::known_gate<R, fixed_point_factor{1 << 30, Shift}, most>;

/// The same of factors from 2^Least on, small and large sums.
template <class By, int Block, rounding R, int Least, int... I>
bool equal_factors(std::integer_sequence<int, I...>) {
  return (equal_gates<By, Block, end_by<R, Least + I>, end_by_half<R, Least + (I + 2) % 6>>() &&
          ...) &&
         (equal_gates<By, Block, end_by<R, etch::minimum(Least + I, 2), far_most>,
                      end_by<R, etch::minimum(Least + I, 1), far_most>, far_most>() &&
          ...);
}
/// The same of shifts.
template <class By, int Block, int... Shift>
bool equal_shifts(std::integer_sequence<int, Shift...>) {
  return (equal_gates<By, Block, etch::known_shift<Shift>, etch::known_shift<(Shift + 7) % 20>>() &&
          ...);
}

/// Whether codes by By are those of sums of at most Most by a factor.
template <class By, int Block, rounding R, fixed_point_factor F, std::int64_t Most = most>
bool equal_codes() {
  if constexpr (!By::template scales_codes<R, F, Most>) {
    return false;
  } else {
    std::mt19937 random(3);
    bool equal = true;
    for (int run = 0; run < 3000; ++run) {
      const some_sums<Block, Most> s(random, run);
      std::int8_t state[Block], code[Block], some[Block];
      By::template scale_states<R, F, -20>(state, s.at);
      By::template scale_codes<R, F, 9, -128, 127>(code, s.at);
      By::template scale_codes<R, F, -7, -7, 101>(some, s.at);
      for (int i = 0; i < Block; ++i) {
        const std::int32_t y = etch::scale_by_known<R, F, Most>(s.at[i]);
        const std::int32_t narrow = etch::within_bits<8>(y);
        equal = equal && state[i] == static_cast<std::int8_t>(narrow - 20) &&
                code[i] == etch::within_bits<8>(y + 9) &&
                some[i] == etch::clamp<std::int32_t>(y - 7, -7, 101);
      }
    }
    return equal;
  }
}
/// The same of factors from 2^Least on.
template <class By, int Block, rounding R, int Least, int... I>
bool equal_codes_by(std::integer_sequence<int, I...>) {
  return (equal_codes<By, Block, R, fixed_point_factor{1518500250 + 4093 * I, Least + I}>() &&
          ...) &&
         (equal_codes<By, Block, R, fixed_point_factor{1 << 30, Least + I}>() && ...);
}
template <class By, int Count, class Sum, class Code>
bool equal_states() {
  std::mt19937 random(4);
  Code past[Count + 1], moved[Count + 1], w[Count + 1];
  bool equal = true;
  for (int run = 0; run < 8; ++run) {
    for (int i = 0; i <= Count; ++i) {
      past[i] = moved[i] = static_cast<Code>(run < 6 ? random() : 1U << (8 * sizeof(Code) - 1));
      w[i] = static_cast<Code>(random());
      if (run == 7) w[i] = past[i];
    }
    const auto last = run == 7 ? past[0] : static_cast<Code>(random());
    const auto sum = By::template move_and_add<Count>(Sum{1000}, moved, last, w);
    std::uint64_t want = 1000;
    for (int i = 0; i < Count; ++i) {
      const Code code = i + 1 < Count ? past[i + 1] : last;
      want += static_cast<std::uint64_t>(std::int64_t{code} * w[i]);
      equal = equal && moved[i] == code;
    }
    equal = equal && moved[Count] == past[Count] && sum == static_cast<Sum>(want);
  }
  return equal;
}
template <class By, class Sum, class Code, int... I>
bool equal_memories(std::integer_sequence<int, I...>) {
  return (equal_states<By, 1 + I, Sum, Code>() && ...);
}

/// Whether By finds f of every code.
template <class By, int Block, class F>
bool equal_functions(const F& f) {
  bool equal = true;
  for (int first = -32768; first < 32768; first += Block) {
    std::int16_t gate[Block];
    for (int i = 0; i < Block; ++i) gate[i] = static_cast<std::int16_t>(first + i);
    By::activate(gate, f);
    for (int i = 0; i < Block; ++i) equal = equal && gate[i] == f(first + i, 0);
  }
  return equal;
}

/// Gates of each kind; shares are not negative.
template <int Block>
struct some_gates {
  std::int16_t at[Block];
  some_gates(std::mt19937& random, bool are_shares) {
    for (auto& gate : at) {
      const auto any = static_cast<std::int32_t>(random());
      const int kind = any & 7;
      const int code = kind == 0 ? 32767 : kind == 1 ? -32768 : kind < 4 ? any >> 24 : any >> 16;
      gate = static_cast<std::int16_t>(are_shares ? code & 0x7fff : code);
    }
  }
};
/// Whether products of gates by factor F, sums of them and their codes by By are those one by one.
template <class By, int Block, rounding R, fixed_point_factor F>
bool equal_products() {
  std::mt19937 random(5);
  bool equal = By::template multiplies_gates<R, F>;
  for (int run = 0; run < 3000; ++run) {
    some_gates<Block> a(random, true), b(random, false);
    const some_gates<Block> c(random, false);
    if (run == 0) {  // products of 2^14 - 1 and 2^15 - 1: the first of two roundings makes a tie
      a.at[0] = 129, b.at[0] = 127, a.at[1] = 129, b.at[1] = -127;
      a.at[2] = 217, b.at[2] = 151, a.at[3] = 217, b.at[3] = -151;
    }
    std::int16_t product[Block], sum[Block], limited[Block];
    std::int8_t code[Block];
    By::template multiply_gates<R, F>(product, a.at, b.at);
    By::template add_gates<0>(sum, b.at, c.at);
    By::template add_gates<20000>(limited, b.at, c.at);
    By::template narrow_gates<-4>(code, b.at);
    for (int i = 0; i < Block; ++i) {
      const std::int32_t all = etch::within_16_bits(std::int32_t{b.at[i]} + c.at[i]);
      const std::int32_t both = a.at[i] * b.at[i];
      equal = equal && sum[i] == all &&
              product[i] == etch::scale_by_known<R, F, 32767 * 32768, 16>(both) &&
              limited[i] == etch::clamp<std::int32_t>(all, -20000, 20000) &&
              code[i] == etch::within_bits<8>(b.at[i] - 4);
    }
  }
  return equal;
}
/// What a State of arithmetic/gates.hpp asks of a value of Number, whose codes are of type Code.
template <class Number, class Code>
struct value_of {
  struct described {
    etch::format number = Number::descriptor;
  };
  static constexpr described is{};
  using storage = Code;
};
/// Whether states by By are those of State.
template <class By, int Block, class State, class Code>
bool equal_blends() {
  std::mt19937 random(6);
  bool equal = By::template blends_states<State>;
  for (int run = 0; run < 5000; ++run) {
    const some_gates<Block> z(random, true), a(random, false), b(random, false);
    Code h[Block], written[Block];
    for (auto& code : h) code = static_cast<Code>(random());
    std::int16_t read[Block], product[Block], blended[Block];
    By::template read_states<State>(read, h);
    By::template write_states<State>(written, a.at);
    By::template multiply_states<State>(product, z.at, b.at);
    By::template blend_states<State>(blended, z.at, a.at, b.at);
    for (int i = 0; i < Block; ++i) {
      equal = equal && read[i] == State::read(h[i]) && written[i] == State::write(a.at[i]) &&
              product[i] == State::product(z.at[i], b.at[i]) &&
              blended[i] == State::blend(z.at[i], a.at[i], b.at[i]);
    }
  }
  return equal;
}
/// Whether states of 1 to Block filters by By move and meet their weights, and no other.
template <class By, int Block, int Count, class Sum, class Code>
bool equal_moves() {
  std::mt19937 random(7);
  bool equal = By::template moves_states<Count, Sum, Code>;
  for (int filters = 1; filters <= Block; ++filters) {
    Code past[Block * Count + 1], moved[Block * Count + 1], w[Block * Count], last[Block];
    Sum sum[Block];
    for (auto& code : past) code = static_cast<Code>(random());
    for (auto& code : w) code = static_cast<Code>(sizeof(Sum) == 8 ? random() : random() % 256);
    for (auto& code : last) code = static_cast<Code>(random());
    for (int i = 0; i <= Block * Count; ++i) moved[i] = past[i];
    for (auto& start : sum) start = 1000;
    By::template move_states<Count>(sum, moved, last, w, filters);
    for (int f = 0; f < Block; ++f) {
      Sum want = 1000;
      for (int i = 0; i < Count; ++i) {
        const int at = f * Count + i;
        const Code code = f >= filters ? past[at] : i + 1 < Count ? past[at + 1] : last[f];
        if (f < filters) want += Sum{code} * w[at];
        equal = equal && moved[at] == code;
      }
      equal = equal && sum[f] == want;
    }
    equal = equal && moved[Block * Count] == past[Block * Count];
  }
  return equal;
}
/// Whether states of Block filters by By move, and sums start at biases.
template <class By, int Count, int Block = 8, class Sum = std::int64_t, class Code = std::int16_t>
bool equal_moves_from_biases() {
  constexpr int codes = Block * Count;
  constexpr std::uint32_t lowest = 1U << (8 * sizeof(Code) - 1);
  std::mt19937 random(11);
  bool equal = true;
  for (int run = 0; run < 2; ++run) {
    Code past[codes + 1], moved[codes + 1], w[codes], last[Block];
    std::int32_t bias[Block];
    Sum sum[Block];
    const auto fill = [&](auto& all) {
      for (auto& code : all) code = static_cast<Code>(run == 0 ? random() : lowest);
    };
    fill(past), fill(w), fill(last);
    for (auto& start : bias) start = static_cast<std::int32_t>(random());
    bias[0] = INT32_MAX, bias[1] = INT32_MIN;
    for (int i = 0; i <= codes; ++i) moved[i] = past[i];
    By::template move_block<Count, true>(sum, bias, moved, last, w);
    equal = equal && moved[codes] == past[codes];
    for (int f = 0; f < Block; ++f) {
      std::int64_t want = bias[f];
      for (int i = 0; i < Count; ++i) {
        const int at = f * Count + i;
        const Code code = i + 1 < Count ? past[at + 1] : last[f];
        want += std::int64_t{code} * w[at];
        equal = equal && moved[at] == code;
      }
      equal = equal && sum[f] == static_cast<Sum>(want);
    }
  }
  return equal;
}
/// Whether By knows which sums 32 bits hold.
template <class By, int Block>
bool equal_narrow_sums() {
  bool equal = true;
  for (const std::int64_t sum :
       {INT64_MIN, std::int64_t{INT32_MIN}, std::int64_t{-INT32_MAX}, std::int64_t{-INT32_MAX + 1},
        std::int64_t{5}, std::int64_t{INT32_MAX - 1}, std::int64_t{INT32_MAX},
        std::int64_t{1} << 32, INT64_MAX}) {
    for (int i = 0; i < Block; ++i) {
      std::int64_t sums[Block]{};
      std::int32_t narrow[Block];
      sums[i] = sum;
      const bool fit = sum < INT32_MAX && sum > -INT32_MAX;
      equal = equal && By::narrow_sums(narrow, sums) == fit && (!fit || narrow[i] == sum);
    }
  }
  return equal;
}

}  // namespace test
